import { LIMITS, type Limits } from "#sandbox/host/limits.ts";

/** How much longer an answer may take the second time, when it is alone: a machine that is busy otherwise costs nobody a verdict. */
const PATIENCE = 2;

/** The limits of an answer of a class: those of the page the first time, and more patient ones if it is judged again. */
export const JUDGING_LIMITS: { readonly first: Limits; readonly again: Limits } = {
  first: LIMITS,
  again: { ...LIMITS, silenceMs: LIMITS.silenceMs * PATIENCE, totalMs: LIMITS.totalMs * PATIENCE },
};
