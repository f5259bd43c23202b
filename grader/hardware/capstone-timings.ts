import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";

/** How long a capstone's starter and its solution take on an H200, at a size that keeps it busy: medians of 15 calls. */
export interface CapstoneTiming {
  readonly starterMicroseconds: number;
  readonly solutionMicroseconds: number;
  /** In words. */
  readonly size: string;
}

/** By the capstone's id. */
export function capstoneTimings(): Readonly<Record<string, CapstoneTiming>> {
  const text = readFileSync(new URL("data/capstones-h200.csv", import.meta.url), "utf8");
  const rows = parse(text, { columns: true }) as readonly Readonly<Record<"capstone" | "starter_us" | "solution_us" | "size", string>>[];
  return Object.fromEntries(
    rows.map(({ capstone, starter_us: starter, solution_us: solution, size }) => [
      capstone,
      { starterMicroseconds: Number(starter), solutionMicroseconds: Number(solution), size },
    ]),
  );
}
