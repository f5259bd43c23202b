import { effect } from "@preact/signals";
import { render } from "preact";
import type { CodeEditor } from "../editor/code-editor.ts";
import { openEditor } from "../editor/open-editor.ts";
import { LiveGutter } from "../lab/badge-gutter.tsx";
import type { LabSession } from "../lab/lab-session.ts";
import { LabCellPicture, LabCellTotals } from "./lab-cell-view.tsx";

/** Parts of a cell that say what a launch did. */
export const BUILT = ["gutter", "picture", "totals"] as const;

export interface LiveCellOptions {
  /** Names the text among all texts that are open in the page. */
  readonly name: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/**
 * Opens the editor of a cell, runs what the keyboard asks for, and shows what each launch did. What the page was built with stays until a
 * launch has ended.
 */
export async function openLiveCell(cell: HTMLElement, lab: LabSession, { name, text, onChange }: LiveCellOptions): Promise<CodeEditor> {
  const code = partOf(cell, "code");
  const editor = await openEditor({
    host: code,
    exercise: name,
    language: "cuda",
    label: "CUDA source",
    text,
    onChange,
  });
  cell.dataset["editor"] = editor.kind;
  cell.addEventListener("keydown", (event) => answerKey(event, lab, editor), { capture: true });
  const stop = effect(() => {
    if (lab.profile.value === undefined) return;
    queueMicrotask(() => stop());
    const isOpen = [...partOf(cell, "picture").querySelectorAll("details")].map(({ open }) => open);
    for (const part of BUILT) partOf(cell, part).replaceChildren();
    render(<LiveGutter session={lab} code={code} editor={editor} />, partOf(cell, "gutter"));
    render(<LabCellPicture session={lab} />, partOf(cell, "picture"));
    render(<LabCellTotals session={lab} />, partOf(cell, "totals"));
    partOf(cell, "picture")
      .querySelectorAll("details")
      .forEach((details, number) => (details.open = isOpen[number] ?? false));
    cell.dataset["ran"] = "";
  });
  return editor;
}

/** A part of a cell by its name. */
export function partOf(cell: HTMLElement, name: string): HTMLElement {
  const part = cell.querySelector<HTMLElement>(`[data-live="${name}"]`);
  if (part === null) throw new Error(`the lab cell has no part "${name}"`);
  return part;
}

function answerKey(event: KeyboardEvent, lab: LabSession, editor: CodeEditor): void {
  if (event.key === "Escape") editor.releaseTab();
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.stopPropagation();
  if (lab.badFields.value.size === 0) void lab.run();
}
