/** Monaco needs room, and a pointer that can hit single characters. */
const smallOrTouch = "(max-width: 40rem), (pointer: coarse)";

/** Whether this screen has room for Monaco, a pointer for it, and an origin that may start its workers: a sandboxed frame of another site has not. */
export function hasRoomForMonaco(): boolean {
  return !matchMedia(smallOrTouch).matches && origin !== "null";
}

/** Texts beyond this are for the light editor, which lays out what is on the screen: Monaco would lay out all of them. */
const MOST_FOR_MONACO = { characters: 30_000, lines: 600 } as const;

export function isForLightEditor(text: string): boolean {
  return text.length > MOST_FOR_MONACO.characters || text.split("\n", MOST_FOR_MONACO.lines + 1).length > MOST_FOR_MONACO.lines;
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
