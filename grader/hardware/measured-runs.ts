import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";

/** A kernel whose copies go on by themselves, run again and again on an H200: see README.md, asynchronous-copies-h200.csv. */
export interface MeasuredRuns {
  readonly kernel: string;
  readonly runs: number;
  /** Runs with wrong results. */
  readonly wrong_runs: number;
  /** Runs in which a wait took longer than a tenth of a second. */
  readonly gave_up_runs: number;
}

const dataFile = new URL("./data/asynchronous-copies-h200.csv", import.meta.url);

/** Every such kernel, in the order of the file. */
export function measuredRuns(): MeasuredRuns[] {
  const rows = parse(readFileSync(dataFile), { columns: true, skip_empty_lines: true }) as readonly Readonly<Record<string, string>>[];
  return rows.map((row) => ({
    kernel: row["kernel"]!,
    runs: Number(row["runs"]),
    wrong_runs: Number(row["wrong_runs"]),
    gave_up_runs: Number(row["gave_up_runs"]),
  }));
}
