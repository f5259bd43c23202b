import { handOver, readyToGiveWay, typedText } from "../first-strokes.ts";
import { codeLines, withoutLastBreak } from "../static-code.ts";
import "./open-editor.css";
import { openTextArea, type CodeEditor, type EditorOptions } from "./code-editor.ts";
import { hasRoomForMonaco, isForLightEditor } from "./preload-editor.ts";

/** Opens the editor that fits this screen and the text. Where it cannot be loaded, the next simpler one takes its place. */
export function openEditor(options: EditorOptions): Promise<CodeEditor> {
  return open(options, openFitting);
}

/** Opens the light editor on any screen, or a text area where it cannot be loaded. */
export function openSmallEditor(options: EditorOptions): Promise<CodeEditor> {
  return open(options, openLight);
}

/** The editor takes the static code's place as it is, with what was typed there meanwhile. */
async function open(options: EditorOptions, openKind: (options: EditorOptions) => Promise<CodeEditor>): Promise<CodeEditor> {
  const { host } = options;
  const editor = printable(host, await openKind({ ...options, text: withoutLastBreak(options.text) }));
  handOver(host, editor);
  return editor;
}

async function openFitting(options: EditorOptions): Promise<CodeEditor> {
  const isLong = (): boolean => isForLightEditor(options.text) || isForLightEditor(typedText(options.host));
  if (hasRoomForMonaco() && !isLong()) {
    try {
      const { openMonaco } = await import("./monaco.ts");
      await readyToGiveWay(options.host);
      // A long text may have been pasted meanwhile.
      if (!isLong()) return openMonaco(options);
    } catch (error) {
      console.warn("Monaco could not be loaded; a lighter editor takes its place.", error);
    }
  }
  return openLight(options);
}

async function openLight(options: EditorOptions): Promise<CodeEditor> {
  try {
    const { openLightEditor } = await import("./light-editor.ts");
    const look = options.language === "cuda" ? (await import("./light-cuda.ts")).cudaLook : undefined;
    await readyToGiveWay(options.host);
    return openLightEditor(options, look);
  } catch (error) {
    console.warn("No editor could be loaded; a text area takes its place.", error);
    await readyToGiveWay(options.host);
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
    select: (start, end) => editor.select(start, end),
    mark: (mistake) => editor.mark(mistake),
    markAll: (mistakes) => (editor.markAll === undefined ? editor.mark(mistakes[0]) : editor.markAll(mistakes)),
    showLine: (line, to) => editor.showLine?.(line, to),
    lineTop: (line) => editor.lineTop?.(line),
    releaseTab: () => editor.releaseTab(),
    dispose() {
      removeEventListener("beforeprint", copy);
      paper.remove();
      editor.dispose();
    },
  };
}
