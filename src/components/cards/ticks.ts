/** What a browser offers to keep ticks in; it may refuse to. */
type Store = Pick<Storage, "getItem" | "setItem">;

/** The ticked items of a checklist, by their text; none when nothing was kept or it cannot be read. */
export function readTicks(key: string, open: () => Store): Set<string> {
  try {
    const kept: unknown = JSON.parse(open().getItem(key) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.filter((item) => typeof item === "string") : []);
  } catch {
    return new Set();
  }
}

/** Keeps the ticked items. A browser that refuses forgets them with the page, which is no reason to disturb the reader. */
export function keepTicks(key: string, ticked: ReadonlySet<string>, open: () => Store): void {
  try {
    open().setItem(key, JSON.stringify([...ticked]));
  } catch (error) {
    console.warn("The ticks of a checklist cannot be kept in this browser.", error);
  }
}
