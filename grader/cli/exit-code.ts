/** What the command's exit code says. */
export const exitCode = {
  /** The command did its work, whatever it found. */
  done: 0,
  /** It found what it was told to report by exit code: an answer that does not pass, an exercise that breaks the contract. */
  found: 1,
  /** It was not told properly what to do. */
  usage: 2,
  /** It could not do its work, for a reason that is neither the caller's nor the answer's. */
  infrastructure: 3,
} as const;

/** A mistake of the caller's: its message says which, and what to do. */
export class UsageError extends Error {
  override name = "UsageError";
}
