import { textMarkdown } from "./work-markdown.ts";
import type { Block } from "./work-document.ts";

/** A Jupyter notebook, nbformat 4.5. */
export interface Notebook {
  readonly nbformat: 4;
  readonly nbformat_minor: 5;
  readonly metadata: object;
  readonly cells: readonly NotebookCell[];
}

type NotebookCell =
  | { readonly cell_type: "markdown"; readonly id: string; readonly metadata: object; readonly source: string }
  | {
      readonly cell_type: "code";
      readonly id: string;
      readonly metadata: object;
      readonly source: string;
      readonly execution_count: null;
      readonly outputs: readonly NotebookOutput[];
    };

interface NotebookOutput {
  readonly output_type: "display_data";
  readonly metadata: object;
  readonly data: { readonly "image/svg+xml": string; readonly "text/plain": string };
}

/**
 * The kernel that runs TypeScript as the course does, with no compilation step and no type check: Deno's own (`deno jupyter --install`).
 * Without it Jupyter still opens the notebook and shows all of it. A cell only defines the functions that the course would call.
 */
const metadata = {
  kernelspec: { name: "deno", display_name: "Deno", language: "typescript" },
  language_info: { name: "typescript", file_extension: ".ts", mimetype: "text/x.typescript" },
};

/** CUDA is shown and not run: the tag keeps `jupyter execute` from it, and VS Code colours it by its id of the language. */
const cudaCell = { tags: ["skip-execution"], vscode: { languageId: "cuda-cpp" } };

/** A document as a notebook: prose as Markdown cells, code as cells with the pictures as their outputs. */
export function notebookOf(blocks: readonly Block[]): Notebook {
  return { nbformat: 4, nbformat_minor: 5, metadata, cells: blocks.map((block, number) => cellOf(block, `cell-${number}`)) };
}

/** The text of a notebook's file. */
export function notebookText(notebook: Notebook): string {
  return `${JSON.stringify(notebook, null, 1)}\n`;
}

function cellOf(block: Block, id: string): NotebookCell {
  if (block.kind !== "code") return { cell_type: "markdown", id, metadata: {}, source: textMarkdown(block) };
  return {
    cell_type: "code",
    id,
    metadata: block.language === "cuda" ? cudaCell : {},
    source: block.code,
    execution_count: null,
    outputs: block.pictures.map(({ svg, text }) => ({
      output_type: "display_data",
      metadata: {},
      data: { "image/svg+xml": svg, "text/plain": text },
    })),
  };
}
