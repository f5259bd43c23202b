/** A learner's text for an exercise, at one time. */
export interface Draft {
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** The exercise as it was when this was written. */
  readonly exerciseVersion: string;
  /** Different for every save: two tabs tell by it whether one has gone on without the other. */
  readonly revision: string;
}

/** All that is kept of a learner's work on one exercise. */
export interface DraftRecord {
  readonly current: Draft;
  /** Texts that gave way to another: by a reset, a restore or a second tab. Newest first, each text once. */
  readonly aside: readonly Draft[];
}

/** Texts that are kept aside; beyond these the oldest goes. */
export const MAX_ASIDE = 20;

/** The record after a new text became current and the old one gave way. */
export function replaced(record: DraftRecord | undefined, current: Draft): DraftRecord {
  return withoutRepeats(current, record === undefined ? [] : [record.current, ...record.aside]);
}

/** The record after a new text was put beside the current one, which stays. */
export function keptAside(record: DraftRecord, draft: Draft, former: string | undefined): DraftRecord {
  return withoutRepeats(record.current, [draft, ...record.aside.filter(({ revision }) => revision !== former)]);
}

function withoutRepeats(current: Draft, aside: readonly Draft[]): DraftRecord {
  const texts = new Set([current.text]);
  const fresh = aside.filter(({ text }) => !texts.has(text) && texts.add(text));
  return { current, aside: fresh.slice(0, MAX_ASIDE) };
}
