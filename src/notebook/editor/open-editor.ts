import { openTextArea, type CodeEditor, type EditorOptions } from "./code-editor.ts";

/** Monaco needs room, and a pointer that can hit single characters. */
const smallOrTouch = "(max-width: 40rem), (pointer: coarse)";

/** Whether this screen has room for Monaco, and a pointer for it. */
export function hasRoomForMonaco(): boolean {
  return !matchMedia(smallOrTouch).matches;
}

/** Opens the editor that fits this screen. Where it cannot be loaded, the next simpler one takes its place. */
export async function openEditor(options: EditorOptions): Promise<CodeEditor> {
  if (hasRoomForMonaco()) {
    try {
      const { openMonaco } = await import("./monaco.ts");
      return openMonaco(options);
    } catch (error) {
      console.warn("Monaco could not be loaded; a lighter editor takes its place.", error);
    }
  }
  try {
    const { openLightEditor } = await import("./light-editor.ts");
    return openLightEditor(options);
  } catch (error) {
    console.warn("No editor could be loaded; a text area takes its place.", error);
    return openTextArea(options);
  }
}
