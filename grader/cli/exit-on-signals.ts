/** Exit codes of a process that a signal ended, as shells count them. */
const SIGNALS = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const;

/** Ends this process in the orderly way when it is told to stop, so that the sandboxes' processes end with it. */
export function exitOnSignals(): void {
  for (const [signal, code] of SIGNALS) process.once(signal, () => process.exit(code));
}
