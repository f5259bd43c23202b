import "./diff-editor.css";
import type { DiffOptions, OpenDiff } from "./comparison.ts";
import { hasRoomForMonaco } from "./preload-editor.ts";

/**
 * Shows in `host` how two texts differ, to be read, not edited: in Monaco where the screen has room for it, side by side
 * if its column is wide, else in one column in CodeMirror.
 */
export async function openDiff(host: HTMLElement, options: DiffOptions): Promise<OpenDiff> {
  if (hasRoomForMonaco()) {
    try {
      const { openMonacoDiff } = await import("./monaco-diff.ts");
      return openMonacoDiff(host, options);
    } catch (error) {
      console.warn("Monaco could not be loaded; a lighter comparison takes its place.", error);
    }
  }
  const { openLightDiff } = await import("./light-diff.ts");
  return openLightDiff(host, options, options.language === "cuda" ? (await import("./light-cuda.ts")).cudaLook : undefined);
}
