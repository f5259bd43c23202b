/** Monaco needs room, and a pointer that can hit single characters. */
const smallOrTouch = "(max-width: 40rem), (pointer: coarse)";

/** Whether this screen has room for Monaco, a pointer for it, and an origin that may start its workers: a sandboxed frame of another site has not. */
export function hasRoomForMonaco(): boolean {
  return !matchMedia(smallOrTouch).matches && origin !== "null";
}

/** Fetches the editor that fits this screen beside all else that an opening cell fetches. A failure shows when the editor is opened. */
export function preloadEditor(): void {
  if (hasRoomForMonaco()) import("./monaco.ts").catch(() => undefined);
  else preloadSmallEditor();
}

/** Fetches the light editor. */
export function preloadSmallEditor(): void {
  import("./light-editor.ts").catch(() => undefined);
}
