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

/** How many texts are kept aside at most; then the oldest is dropped. */
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

function withoutRepeats(current: Draft, aside: readonly Draft[]): DraftRecord {
  const texts = new Set([current.text]);
  const fresh = aside.filter(({ text }) => !texts.has(text) && texts.add(text));
  return { current, aside: fresh.slice(0, MAX_ASIDE) };
}
