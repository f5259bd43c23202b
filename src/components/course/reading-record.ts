/** Where a learner has been, as this browser remembers it. */
export interface ReadingRecord {
  /** The last lesson or exercise that was opened. */
  readonly last?: { readonly path: string; readonly title: string };
  /** Lessons that were read to their end, "<part folder>/<nn-slug>" each. */
  readonly read: readonly string[];
}

const KEY = "coalesce.reading";

/** What is remembered; an empty record where nothing is, or where it cannot be read. */
export function readReadingRecord(): ReadingRecord {
  try {
    return parsedRecord(localStorage.getItem(KEY));
  } catch {
    return { read: [] };
  }
}

/** Remembers the lesson or exercise that is open now. Where the browser stores nothing, nothing happens. */
export function rememberVisit(path: string, title: string): void {
  change((record) => ({ ...record, last: { path, title } }));
}

/** Remembers that a lesson was read to its end. */
export function rememberRead(lesson: string): void {
  change((record) => (record.read.includes(lesson) ? record : { ...record, read: [...record.read, lesson] }));
}

/** A record from its stored text. Fields of the wrong type count as missing: another version of the course may have written them. */
export function parsedRecord(text: string | null): ReadingRecord {
  if (text === null) return { read: [] };
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    return { read: [] };
  }
  const { last, read } = (stored ?? {}) as { readonly last?: Partial<ReadingRecord["last"]>; readonly read?: unknown };
  return {
    read: Array.isArray(read) ? read.filter((lesson) => typeof lesson === "string") : [],
    ...(typeof last?.path === "string" && typeof last.title === "string" && { last: { path: last.path, title: last.title } }),
  };
}

function change(next: (record: ReadingRecord) => ReadingRecord): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(next(parsedRecord(localStorage.getItem(KEY)))));
  } catch (error) {
    console.warn("This browser does not remember where you were.", error);
  }
}
