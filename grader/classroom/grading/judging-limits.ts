import { LIMITS, type Limits } from "#sandbox/host/limits.ts";

/** How much longer an answer may take the second time, when it is judged alone: on a busy machine, a right answer is not timed out. */
const PATIENCE = 2;

/**
 * The limits of an answer of a class: those of the page the first time, and longer ones if it is judged again. In a file of their own,
 * because the guide quotes them.
 */
export const JUDGING_LIMITS: { readonly first: Limits; readonly again: Limits } = {
  first: LIMITS,
  again: { ...LIMITS, silenceMs: LIMITS.silenceMs * PATIENCE, totalMs: LIMITS.totalMs * PATIENCE },
};
