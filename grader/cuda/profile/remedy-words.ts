import { decimal } from "#pictures/format.ts";
import type { BarrierRemedy } from "./barrier-remedy.ts";

/** A remedy that was tried, in a sentence: where the barriers stand, which races they end, and what they cost by estimate. */
export function remedyWords({ words, ends, microseconds }: BarrierRemedy, findings: readonly { readonly line: number }[]): string {
  const lines = [...new Set(ends.map((number) => findings[number]!.line))].sort((a, b) => a - b);
  const listed = lines.join(", ").replace(/, (\d+)$/, " and $1");
  const races = `the race${ends.length === 1 ? "" : "s"} in line${lines.length === 1 ? "" : "s"} ${listed}`;
  const [before, after] = [microseconds.before, microseconds.after].map(decimal);
  return `${words} ${words.includes(" and ") ? "end" : "ends"} ${races}. The launch was run with it: ${before === after ? `it takes ${after} µs as before` : `${after} µs instead of ${before}`}, by estimate.`;
}
