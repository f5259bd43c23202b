import { createStore, entries, update } from "idb-keyval";

/** A learner's note at a heading. */
export interface Note {
  /** Path of the page below the course's base: "lessons/1-coalescing/01-what-one-load-costs/". */
  readonly page: string;
  /** Id of the heading on that page. */
  readonly slug: string;
  /** The heading's text when the note was last written, in case the page loses that heading. */
  readonly heading: string;
  /** Empty once the learner has emptied it. */
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Texts that another tab or an imported file has replaced, newest first. */
  readonly aside: readonly NoteText[];
}

export interface NoteText {
  readonly text: string;
  readonly at: number;
}

/** One key per page and heading. */
export const noteDatabase = createStore("coalesce-notes", "notes");

/** The heading that a note is at. */
export type Place = Pick<Note, "page" | "slug" | "heading">;

const keyOf = ({ page, slug }: Place): string => `${page}#${slug}`;

/** What the keys of notes in local storage begin with that their pages could not save before they closed. */
const UNSAVED_PREFIX = "coalesce-unsaved-note/";

/** Keeps what was typed and is not saved yet when its page goes away: in local storage, the only one that can be written while a page unloads. */
export function leaveNote(place: Place, text: string): void {
  const { page, slug, heading } = place;
  try {
    localStorage.setItem(
      UNSAVED_PREFIX + keyOf(place),
      JSON.stringify({ page, slug, heading, text, at: Date.now(), aside: [] } satisfies Note),
    );
  } catch {
    // The disk is full: the ordinary save has already told the learner.
  }
}

/** Moves to the notes what their pages could not save before they closed. */
export async function restoreUnsavedNotes(): Promise<void> {
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith(UNSAVED_PREFIX))) {
    const note = JSON.parse(localStorage.getItem(key) ?? "null") as Note | null;
    if (note !== null) await update<Note>(keyOf(note), (stored) => (stored === undefined ? note : laterOf(stored, note)), noteDatabase);
    localStorage.removeItem(key);
  }
}

/** The note once the text of a page that closed has come to it: a continuation of what is stored, unless something newer is. */
function laterOf(stored: Note, left: Note): Note {
  return left.at >= stored.at ? { ...left, aside: others(left.text, stored.aside) } : mergedNote(stored, left);
}

/** All notes of all pages that say something. */
export async function readNotes(): Promise<readonly Note[]> {
  await restoreUnsavedNotes();
  const all = await entries<string, Note>(noteDatabase);
  return all.map(([, note]) => note).filter(({ text, aside }) => text !== "" || aside.length > 0);
}

export async function notesOf(page: string): Promise<readonly Note[]> {
  return (await readNotes()).filter((note) => note.page === page);
}

/**
 * Saves what was typed.
 *
 * @param seen time of the text that the page showed before; undefined where it showed none. A text that was saved since is kept aside.
 * @returns the time of the text that is saved now
 */
export async function saveNote(place: Place, text: string, seen: number | undefined): Promise<number> {
  const at = Date.now();
  await update<Note>(keyOf(place), (stored) => written(stored, place, { text, at }, seen), noteDatabase);
  return at;
}

/** The note once a text was typed into it. */
export function written(
  stored: Note | undefined,
  place: Pick<Note, "page" | "slug" | "heading">,
  typed: NoteText,
  seen: number | undefined,
): Note {
  const { page, slug, heading } = place;
  const unseen = stored !== undefined && stored.at !== seen ? [stored] : [];
  return { page, slug, heading, ...typed, aside: others(typed.text, [...unseen, ...(stored?.aside ?? [])]) };
}

/** Two browsers' notes at one heading: the newer text, and the other aside. */
export function mergedNote(one: Note, other: Note): Note {
  const [newer, older] = one.at >= other.at ? [one, other] : [other, one];
  const aside = [older, ...newer.aside, ...older.aside].toSorted((a, b) => b.at - a.at);
  return { ...newer, aside: others(newer.text, aside) };
}

/** Texts other than the current one, each once, without empty ones. */
function others(current: string, texts: readonly NoteText[]): NoteText[] {
  const known = new Set([current, ""]);
  return texts.filter(({ text }) => !known.has(text) && known.add(text)).map(({ text, at }) => ({ text, at }));
}
