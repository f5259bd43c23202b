/** A learner's text for an exercise at one moment. */
export interface Draft {
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** Content hash of the exercise that it was written for. */
  readonly exerciseVersion: string;
  /** Unique per save: a tab sees by it that another tab has saved since. */
  readonly revision: string;
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

/** Two browsers' work on one exercise: the newer text is current, and every other one is aside, however many there are. */
export function mergedRecord(one: DraftRecord, other: DraftRecord): DraftRecord {
  const [newer, older] = one.current.savedAt >= other.current.savedAt ? [one, other] : [other, one];
  const aside = [older.current, ...newer.aside, ...older.aside].toSorted((a, b) => b.savedAt - a.savedAt);
  return { current: newer.current, aside: eachOnce(newer.current, aside) };
}

function withoutRepeats(current: Draft, aside: readonly Draft[]): DraftRecord {
  return { current, aside: eachOnce(current, aside).slice(0, MAX_ASIDE) };
}

function eachOnce(current: Draft, aside: readonly Draft[]): Draft[] {
  const texts = new Set([current.text]);
  return aside.filter(({ text }) => !texts.has(text) && texts.add(text));
}
