import type { CodeEditor, EditorOptions } from "./code-editor.ts";
import { openTextArea } from "./text-area-editor.ts";

/** Monaco wants room and a pointer that can hit single characters. */
const plainIsBetter = matchMedia("(max-width: 40rem), (pointer: coarse)");

/** Opens the editor that fits this screen; a text area too when Monaco cannot be loaded. */
export async function openEditor(options: EditorOptions): Promise<CodeEditor> {
  if (plainIsBetter.matches) return openTextArea(options);
  try {
    const { openMonaco } = await import("./monaco-editor.ts");
    return openMonaco(options);
  } catch (error) {
    console.warn("The editor could not be loaded; a text area takes its place.", error);
    return openTextArea(options);
  }
}
