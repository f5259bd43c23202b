import { update } from "idb-keyval";
import { reasonOf } from "../reason-of.ts";
import { compareDrafts, isLater, keptAside, readableRecord, replaced, withAside, type Draft, type DraftRecord } from "./draft.ts";
import { draftDatabase, readRecord } from "./draft-record.ts";
import { addVersions, dayOf, type Version } from "./history.ts";
import { newId } from "./new-id.ts";
import { UnsavedWork } from "./unsaved.ts";

/**
 * Changes a record in one transaction, so that two tabs never overwrite each other unnoticed. Texts for which there is no room aside any
 * more go to the history. Returns the record that is stored now.
 *
 * @param former revision of a text kept aside that was only a beginning of the one that takes its place
 */
async function changeRecord(
  exercise: string,
  change: (record: DraftRecord | undefined) => DraftRecord,
  former?: string,
): Promise<DraftRecord> {
  let before: DraftRecord | undefined;
  let stored: DraftRecord | undefined;
  await update<unknown>(exercise, (record) => (stored = change((before = readableRecord(record)))), draftDatabase);
  if (stored === undefined) throw new Error("the draft was not written");
  const kept = new Set([stored.current, ...stored.aside].map(({ text }) => text));
  const dropped = (before?.aside ?? []).filter(({ text, revision }) => !kept.has(text) && revision !== former);
  if (dropped.length > 0) await addVersions(exercise, dropped.map(versionOf));
  return stored;
}

function versionOf({ text, savedAt, exerciseVersion }: Draft): Version {
  return { text, at: savedAt, exerciseVersion };
}

/** What the keys of unsaved drafts in local storage begin with. It keeps its old name, so that drafts from earlier versions are found. */
export const UNSAVED_PREFIX = "coalesce-last-words/";

export const unsavedDrafts = new UnsavedWork<Draft>(
  UNSAVED_PREFIX,
  ({ text, savedAt }) => typeof text === "string" && typeof savedAt === "number",
  compareDrafts,
);

/**
 * What was written on earlier visits. Of a draft that its page could not save before it closed and the saved one, the later is current,
 * also in a browser that cannot store it now.
 */
export async function restoreRecord(exercise: string): Promise<DraftRecord | undefined> {
  try {
    await unsavedDrafts.restore(exercise, (unsaved) => bringDraft(exercise, unsaved));
  } catch (error) {
    const left = unsavedDrafts.left(exercise).toReversed();
    const record = left.reduce(withUnsaved, await readRecord(exercise));
    if (record === undefined) throw error;
    console.warn(`What was left unsaved of ${exercise} cannot be stored; it stays in local storage.`, error);
    return record;
  }
  return readRecord(exercise);
}

async function bringDraft(exercise: string, unsaved: Draft): Promise<void> {
  const saved = await readRecord(exercise);
  const isNewer = saved === undefined || isLater(unsaved, saved.current);
  if (unsaved.text === saved?.current.text || (!isNewer && saved?.aside.some(({ text }) => text === unsaved.text))) return;
  if (isNewer) await keepLastOfDay(exercise, dayOf(unsaved.savedAt));
  await changeRecord(exercise, (stored) => withUnsaved(stored, unsaved));
}

function withUnsaved(stored: DraftRecord | undefined, unsaved: Draft): DraftRecord {
  return stored === undefined || isLater(unsaved, stored.current) ? replaced(stored, unsaved) : keptAside(stored, unsaved, undefined);
}

/** Puts the text that is current into the history, if it is not of this day: a later text is about to take its place. */
async function keepLastOfDay(exercise: string, day: string): Promise<void> {
  const current = (await readRecord(exercise))?.current;
  if (current === undefined || dayOf(current.savedAt) === day) return;
  await addVersions(exercise, [versionOf(current)]);
}

/** How the last save went. */
export type SaveState =
  | { readonly kind: "saved"; readonly at: number }
  /** Another tab has saved a text that this one has not seen; this tab's text is kept aside. */
  | { readonly kind: "elsewhere"; readonly other: Draft }
  /** The browser refused to store it. */
  | { readonly kind: "failed"; readonly reason: string };

/** The drafts of one exercise, as one tab sees them. */
export class Drafts {
  readonly #exercise: string;
  readonly #exerciseVersion: string;
  /** Absent in browsers that have none: then a tab learns of another one's text when it saves its own. */
  readonly #channel: BroadcastChannel | undefined;
  /** Revision of the current draft that this tab last showed or wrote. */
  #seen: string | undefined;
  /** The largest order of what this tab has shown or written. */
  #order = 0;
  /** Revision of this tab's text that is kept aside while another tab's is current. */
  #ownAside: string | undefined;
  #saves: Promise<unknown> = Promise.resolve();
  /** The day for which the text of the day before is known to be in the history. */
  #day: string | undefined;
  #aside: readonly Draft[] = [];
  /** Texts that were replaced and that the browser has not stored yet, newest first. */
  #replaced: readonly Draft[] = [];

  /** @param onOther called when another tab has saved something newer than this tab has seen */
  constructor(exercise: string, exerciseVersion: string, onOther: (other: Draft) => void) {
    this.#exercise = exercise;
    this.#exerciseVersion = exerciseVersion;
    if (typeof BroadcastChannel === "undefined") return;
    this.#channel = new BroadcastChannel(`coalesce-drafts/${exercise}`);
    this.#channel.onmessage = ({ data }: MessageEvent<Draft>) => {
      if (data.revision !== this.#seen) onOther(data);
    };
  }

  /** Texts that were replaced, newest first. */
  get aside(): readonly Draft[] {
    return [...this.#replaced, ...this.#aside.filter(({ text }) => this.#replaced.every((one) => one.text !== text))];
  }

  /** What was written on earlier visits, including what the last page could not save before it closed. To be passed to `show`. */
  async load(): Promise<Draft | undefined> {
    const record = await restoreRecord(this.#exercise);
    this.#aside = record?.aside ?? [];
    return record?.current;
  }

  /** The last text that a page could not save before it closed, for a browser whose other storage cannot be read. */
  get left(): Draft | undefined {
    return unsavedDrafts.left(this.#exercise)[0];
  }

  /** Notes that the learner goes on from this draft: what is saved next takes its place. Any other text that is stored stays beside it. */
  show({ revision, order = 0 }: Draft): void {
    this.#seen = revision;
    this.#order = Math.max(this.#order, order);
  }

  /** Saves the learner's text. If another tab has saved meanwhile, that text stays current and this one is kept aside. */
  save(text: string): Promise<SaveState> {
    const left = unsavedDrafts.ownMark(this.#exercise);
    const draft = this.#draftOf(text);
    return this.#queue(async () => {
      await this.#beginDay();
      let isElsewhere = false;
      const waiting = this.#replaced;
      const keep = (stored: DraftRecord | undefined): DraftRecord => {
        isElsewhere = stored !== undefined && stored.current.revision !== this.#seen && stored.current.text !== text;
        const record =
          stored !== undefined && isElsewhere ? keptAside(stored, draft, this.#ownAside) : { current: draft, aside: stored?.aside ?? [] };
        return withAside(record, waiting);
      };
      const record = await changeRecord(this.#exercise, keep, this.#ownAside);
      this.#stored(left, waiting);
      if (isElsewhere) {
        this.#ownAside = draft.revision;
        this.#aside = record.aside;
        return { kind: "elsewhere", other: record.current };
      }
      this.#announce(record);
      return { kind: "saved", at: draft.savedAt };
    });
  }

  /** Makes a text current. The text that was current is kept aside, and so is the learner's own, even where neither can be stored. */
  replace(text: string, own: string): Promise<SaveState> {
    const left = unsavedDrafts.ownMark(this.#exercise);
    this.#replaced = [this.#draftOf(own), ...this.#replaced.filter((one) => one.text !== own)];
    const waiting = this.#replaced;
    return this.#queue(async () => {
      await this.#beginDay();
      const replace = (stored: DraftRecord | undefined): DraftRecord => {
        this.#order = Math.max(this.#order, stored?.current.order ?? 0);
        const former = stored === undefined ? [] : [stored.current, ...stored.aside.filter(({ revision }) => revision !== this.#ownAside)];
        const current = this.#draftOf(text);
        return withAside({ current, aside: former.filter((one) => one.text !== text) }, waiting);
      };
      const record = await changeRecord(this.#exercise, replace, this.#ownAside);
      this.#stored(left, waiting);
      this.#ownAside = undefined;
      this.#announce(record);
      return { kind: "saved", at: record.current.savedAt };
    });
  }

  /** To be called when the page goes away with a text that is not saved yet; texts that it replaced and that are not stored go with it. */
  leave(text: string): void {
    unsavedDrafts.keep(this.#exercise, [this.#draftOf(text), ...this.#replaced]);
  }

  /** Notes that texts which waited for it are stored, and with them all that this page had left for the next visit. */
  #stored(left: string | undefined, waiting: readonly Draft[]): void {
    this.#replaced = this.#replaced.filter((one) => !waiting.includes(one));
    unsavedDrafts.clear(this.#exercise, left);
  }

  #queue(save: () => Promise<SaveState>): Promise<SaveState> {
    const saved = this.#saves.then(save).catch((error: unknown): SaveState => {
      return { kind: "failed", reason: reasonOf(error) };
    });
    this.#saves = saved;
    return saved;
  }

  async #beginDay(): Promise<void> {
    const today = dayOf(Date.now());
    if (this.#day === today) return;
    await keepLastOfDay(this.#exercise, today);
    this.#day = today;
  }

  #draftOf(text: string): Draft {
    return { text, savedAt: Date.now(), exerciseVersion: this.#exerciseVersion, revision: newId(), order: ++this.#order };
  }

  #announce({ current, aside }: DraftRecord): void {
    this.show(current);
    this.#aside = aside;
    this.#channel?.postMessage(current);
  }
}
