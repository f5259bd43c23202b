/** A learner's text for an exercise at one moment. */
export interface Draft {
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** Content hash of the exercise that it was written for. */
  readonly exerciseVersion: string;
  /** Unique per save: a tab sees by it that another tab has saved since. */
  readonly revision: string;
  /** Larger than that of the text which was shown before, whatever clocks say; absent in what earlier versions of the course saved. */
  readonly order?: number;
}

/** Whether a text is to be shown rather than another one: it was written later or, where both continue the same text, the clock says so. */
export function isLater(one: Draft, other: Draft): boolean {
  return compareDrafts(one, other) > 0;
}

/** Negative where the first text was written before the second. */
export function compareDrafts(one: Draft, other: Draft): number {
  return (one.order ?? 0) - (other.order ?? 0) || one.savedAt - other.savedAt;
}

/** Everything that is kept of a learner's work on one exercise. */
export interface DraftRecord {
  readonly current: Draft;
  /** Texts that were replaced by a reset, a restore or a second tab. Newest first, each text once. */
  readonly aside: readonly Draft[];
}

/** How many texts are kept aside at most; then the oldest goes to the history. */
export const MAX_ASIDE = 20;

/** The record after a new text has replaced the current one. */
export function replaced(record: DraftRecord | undefined, current: Draft): DraftRecord {
  return withoutRepeats(current, record === undefined ? [] : [record.current, ...record.aside]);
}

/**
 * The record after a text was kept aside; the current one stays.
 *
 * @param former revision of the text kept aside that this one replaces
 */
export function keptAside(record: DraftRecord, draft: Draft, former: string | undefined): DraftRecord {
  return withoutRepeats(record.current, [draft, ...record.aside.filter(({ revision }) => revision !== former)]);
}

/** The record with more texts aside, newest first. */
export function withAside({ current, aside }: DraftRecord, added: readonly Draft[]): DraftRecord {
  return added.length === 0 ? { current, aside } : withoutRepeats(current, [...added, ...aside]);
}

/** Two browsers' work on one exercise: the newer text by their clocks is current, and every other one is aside, however many there are. */
export function mergedRecord(one: DraftRecord, other: DraftRecord): DraftRecord {
  const [newer, older] = one.current.savedAt >= other.current.savedAt ? [one, other] : [other, one];
  const aside = [older.current, ...newer.aside, ...older.aside].toSorted((a, b) => b.savedAt - a.savedAt);
  return { current: newer.current, aside: eachOnce(newer.current, aside) };
}

/**
 * What can be read of a stored record, which a fault of the browser or of an earlier version of the course may have spoiled: every text
 * in it. Undefined where it has none.
 */
export function readableRecord(stored: unknown): DraftRecord | undefined {
  const { current, aside } = (stored ?? {}) as { readonly current?: unknown; readonly aside?: unknown };
  const [first, ...others] = [current, ...(Array.isArray(aside) ? aside : [])].flatMap(readableDraft);
  return first === undefined ? undefined : { current: first, aside: others };
}

function readableDraft(stored: unknown): readonly Draft[] {
  const { text, savedAt, exerciseVersion, revision, order } = (stored ?? {}) as { readonly [Part in keyof Draft]?: unknown };
  if (typeof text !== "string") return [];
  return [
    {
      text,
      savedAt: typeof savedAt === "number" ? savedAt : 0,
      exerciseVersion: typeof exerciseVersion === "string" ? exerciseVersion : "",
      revision: typeof revision === "string" ? revision : "",
      ...(typeof order === "number" && { order }),
    },
  ];
}

function withoutRepeats(current: Draft, aside: readonly Draft[]): DraftRecord {
  return { current, aside: eachOnce(current, aside).slice(0, MAX_ASIDE) };
}

function eachOnce(current: Draft, aside: readonly Draft[]): Draft[] {
  const texts = new Set([current.text]);
  return aside.filter(({ text }) => !texts.has(text) && texts.add(text));
}
