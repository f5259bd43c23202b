import { codeLines } from "../static-code.ts";
import "./open-editor.css";
import { openTextArea, type CodeEditor, type EditorOptions } from "./code-editor.ts";
import { hasRoomForMonaco } from "./preload-editor.ts";

/** Opens the editor that fits this screen. Where it cannot be loaded, the next simpler one takes its place. */
export async function openEditor(options: EditorOptions): Promise<CodeEditor> {
  return printable(options.host, await openFitting(options));
}

async function openFitting(options: EditorOptions): Promise<CodeEditor> {
  if (hasRoomForMonaco()) {
    try {
      const { openMonaco } = await import("./monaco.ts");
      return openMonaco(options);
    } catch (error) {
      console.warn("Monaco could not be loaded; a lighter editor takes its place.", error);
    }
  }
  return openLight(options);
}

/** Opens the light editor on any screen, or a text area where it cannot be loaded. */
export async function openSmallEditor(options: EditorOptions): Promise<CodeEditor> {
  return printable(options.host, await openLight(options));
}

async function openLight(options: EditorOptions): Promise<CodeEditor> {
  try {
    const { openLightEditor } = await import("./light-editor.ts");
    return openLightEditor(options, options.language === "cuda" ? (await import("./light-cuda.ts")).cudaLook : undefined);
  } catch (error) {
    console.warn("No editor could be loaded; a text area takes its place.", error);
    return openTextArea(options);
  }
}

/** On paper, the text stands in the editor's place: editors draw only the lines that are on the screen, in its colours. */
function printable(host: HTMLElement, editor: CodeEditor): CodeEditor {
  const paper = document.createElement("pre");
  paper.className = "code-on-paper";
  const copy = (): void => void paper.replaceChildren(...codeLines(editor.text));
  addEventListener("beforeprint", copy);
  host.append(paper);
  return {
    kind: editor.kind,
    get text() {
      return editor.text;
    },
    set text(value) {
      editor.text = value;
    },
    focus: () => editor.focus(),
    mark: (mistake) => editor.mark(mistake),
    markAll: (mistakes) => (editor.markAll === undefined ? editor.mark(mistakes[0]) : editor.markAll(mistakes)),
    showLine: (line) => editor.showLine?.(line),
    lineTop: (line) => editor.lineTop?.(line),
    releaseTab: () => editor.releaseTab(),
    dispose() {
      removeEventListener("beforeprint", copy);
      paper.remove();
      editor.dispose();
    },
  };
}
