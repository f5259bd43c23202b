import { decimal } from "#pictures/format.ts";
import type { BarrierRemedy } from "./barrier-remedy.ts";

/** A remedy that was tried, in a sentence: where the barriers stand, which races they end, and what they cost by estimate. */
export function remedyWords({ words, ends, microseconds }: BarrierRemedy, findings: readonly { readonly line: number }[]): string {
  const lines = [...new Set(ends.map((number) => findings[number]!.line))].sort((a, b) => a - b);
  const listed = lines.join(", ").replace(/, (\d+)$/, " and $1");
  const races =
    ends.length === 1 ? `the race in line ${listed} is gone` : `the races in line${lines.length === 1 ? "" : "s"} ${listed} are gone`;
  const [before, after] = [microseconds.before, microseconds.after].map(decimal);
  const time = before === after ? `${after} µs as before` : `${after} µs instead of ${before}`;
  return `With ${words} ${races}. The launch was run so: it takes ${time}, by estimate.`;
}
