/** The storage for ticks; a browser may refuse access to it. */
type Store = Pick<Storage, "getItem" | "setItem">;

/** The ticked items of a checklist, by their text; none when nothing was saved or it cannot be read. */
export function readTicks(key: string, open: () => Store): Set<string> {
  try {
    const kept: unknown = JSON.parse(open().getItem(key) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.filter((item) => typeof item === "string") : []);
  } catch {
    return new Set();
  }
}

/** Saves the ticked items. Where the browser refuses, they are lost with the page, and only the console says so. */
export function saveTicks(key: string, ticked: ReadonlySet<string>, open: () => Store): void {
  try {
    open().setItem(key, JSON.stringify([...ticked]));
  } catch (error) {
    console.warn("The ticks of a checklist cannot be saved in this browser.", error);
  }
}
