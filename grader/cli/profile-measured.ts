import { readFile } from "node:fs/promises";
import { InputError } from "#classroom/assignment/input-error.ts";
import { compareLaunch, dimensions, type LaunchComparison } from "#cuda/measured/compare-launch.ts";
import type { CountedLaunch } from "#cuda/measured/row-sides.ts";
import { agreementSentence, rowName, totalText } from "#cuda/measured/comparison-words.ts";
import { kernelParts, matchingLaunch } from "#cuda/measured/matching-launch.ts";
import { ReportError, aGpu, type MeasuredLaunch } from "#cuda/measured/measured-launch.ts";
import { readReport } from "#cuda/measured/read-report.ts";
import { count } from "#pictures/format.ts";

/** A report of the profiler, with which launches are compared. */
export interface ProfilerReport {
  /** The file, as the user named it. */
  readonly file: string;
  readonly launches: readonly MeasuredLaunch[];
  /** The launch that the user chose, as ncu counts them. */
  readonly id: number | undefined;
}

/** @throws InputError if it is no report, or has no launch of that number */
export async function openReport(file: string, id: number | undefined): Promise<ProfilerReport> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (error) {
    throw new InputError(`cannot read ${file}: ${(error as Error).message}`);
  }
  const launches = asInput(file, () => readReport(bytes));
  if (id !== undefined && id >= launches.length)
    throw new InputError(`${file} has ${count(launches.length)} launches, numbered from 0: there is no launch ${id}`);
  return { file, launches, id };
}

/**
 * The launches that the report has a counterpart of: it may be of some of a program's kernels only. If it is of none of them, all.
 *
 * @param shown launches of the lab, by their kernels
 */
export function comparableIn<T extends { readonly kernel: string }>({ launches, id }: ProfilerReport, shown: readonly T[]): readonly T[] {
  const names = new Set((id === undefined ? launches : [launches[id]!]).map(({ kernel }) => kernelParts(kernel).name));
  const found = shown.filter(({ kernel }) => names.has(kernelParts(kernel).name));
  return found.length > 0 ? found : shown;
}

/** @throws InputError if the report has no launch of the kernel */
export function comparedWith({ file, launches, id }: ProfilerReport, counted: CountedLaunch): LaunchComparison {
  const shape = { kernel: counted.profile.kernel, grid: counted.grid, block: counted.block };
  return compareLaunch(counted, id === undefined ? asInput(file, () => matchingLaunch(launches, shape)) : launches[id]!);
}

function asInput<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ReportError) throw new InputError(`${file}: ${error.message}`);
    throw error;
  }
}

const HEADS = ["line", "access", "", "counted", "measured", "why they differ"];

/** A comparison for a terminal. */
export function comparisonText(comparison: LaunchComparison, { file, launches }: ProfilerReport): string {
  const { measured, notes, rows, totals } = comparison;
  const { id, kernel, grid, block, gpu } = measured;
  const sizes = grid && block ? `, ${dimensions(grid)} blocks of ${dimensions(block)} threads` : "";
  const table = [
    HEADS,
    ...rows.flatMap(({ counts, reason, ...row }) =>
      counts.map(({ name, counted, measured }, i) => [
        i === 0 ? (row.line === undefined ? "?" : String(row.line)) : "",
        i === 0 ? rowName(row) : "",
        name,
        counted === undefined ? "" : count(counted),
        measured === undefined ? "" : count(measured),
        i === 0 ? (reason?.words ?? "") : "",
      ]),
    ),
    ...totals.map((total, i) => [
      "",
      i === 0 ? "launch" : "",
      total.name,
      totalText(total.counted, total),
      totalText(total.measured, total),
      total.reason?.words ?? "",
    ]),
  ];
  const widths = HEADS.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  const padded = table.map((row) =>
    row
      .map((cell, column) => (RIGHT.has(HEADS[column]!) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join("  ")
      .trimEnd(),
  );
  return [
    `Compared with ${file}, launch ${id}${launches.length > 1 ? ` of ${count(launches.length)}` : ""}: ${kernel}${sizes}${gpu === undefined ? "" : ` on ${aGpu(gpu)}`}. ${agreementSentence(comparison)}`,
    ...notes,
    "",
    ...padded,
  ].join("\n");
}

const RIGHT = new Set(["line", "counted", "measured"]);
