import { LIMITS, type Limits } from "#sandbox/host/limits.ts";

/** How many times longer an answer may take when it is judged again, alone: a right answer must not time out on a busy machine. */
const PATIENCE = 2;

/**
 * The limits for the answers of a class: those of the page at first, and longer ones if an answer is judged again. They have their own
 * file because the guide quotes them.
 */
export const JUDGING_LIMITS: { readonly first: Limits; readonly again: Limits } = {
  first: LIMITS,
  again: { ...LIMITS, silenceMs: LIMITS.silenceMs * PATIENCE, totalMs: LIMITS.totalMs * PATIENCE },
};
