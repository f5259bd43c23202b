import { entries, update } from "idb-keyval";
import { openStore } from "./open-store.ts";
import { UnsavedWork } from "./unsaved.ts";

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
export const noteDatabase = openStore("coalesce-notes", "notes");

/** The heading that a note is at. */
export type Place = Pick<Note, "page" | "slug" | "heading">;

const keyOf = ({ page, slug }: Place): string => `${page}#${slug}`;

/** A note that its page could not save before it closed. */
interface UnsavedNote extends Note {
  /** Times of the texts that it continues. */
  readonly seen?: readonly number[];
}

const unsavedNotes = new UnsavedWork<UnsavedNote>(
  "coalesce-unsaved-note/",
  ({ page, slug, heading, text, at, aside }) =>
    [page, slug, heading, text].every((part) => typeof part === "string") && typeof at === "number" && Array.isArray(aside),
  (one, other) => one.at - other.at,
);

/**
 * Keeps what was typed and is not saved yet when its page goes away.
 *
 * @param seen times of the texts that this page has shown or is saving
 */
export function leaveNote(place: Place, text: string, seen: readonly number[]): void {
  const { page, slug, heading } = place;
  unsavedNotes.keep(keyOf(place), [{ page, slug, heading, text, at: Date.now(), aside: [], seen }]);
}

/** Moves to the notes what their pages could not save before they closed. */
export async function restoreUnsavedNotes(): Promise<void> {
  await unsavedNotes.restoreAll((left) => update<Note>(keyOf(left), (stored) => restored(stored, left), noteDatabase));
}

/**
 * The note once the text of a page that closed has come to it: as if it had been typed then. A text that it does not continue is kept.
 * Whether it continues one does not depend on the clock, which may have been set back.
 */
export function restored(stored: Note | undefined, { seen = [], ...left }: UnsavedNote): Note {
  if (stored !== undefined && stored.at > left.at && !seen.includes(stored.at)) return mergedNote(stored, left);
  return written(
    stored,
    left,
    { text: left.text, at: left.at },
    seen.find((at) => at === stored?.at),
  );
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
 * @param at time of the text
 */
export async function saveNote(place: Place, text: string, seen: number | undefined, at: number): Promise<void> {
  const key = keyOf(place);
  const left = unsavedNotes.ownMark(key);
  await update<Note>(key, (stored) => written(stored, place, { text, at }, seen), noteDatabase);
  unsavedNotes.clear(key, left);
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
