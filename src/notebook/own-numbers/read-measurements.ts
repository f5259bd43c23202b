/** A number that a program or the profiler printed for a kernel. */
export interface Reading {
  /** The kernel's name, without template arguments. */
  readonly kernel: string;
  /** What the program varied, or the kernel's template argument: "8". */
  readonly argument: string | undefined;
  /** "us", or the profiler's name of a metric. */
  readonly quantity: string;
  readonly value: number;
}

/** What a pasted text says. */
export interface Measurements {
  /** The GPU that the program named; undefined where it named none. */
  readonly gpu: string | undefined;
  readonly readings: readonly Reading[];
}

/** How ncu's CSV begins; before it stand what it says itself, and what the program printed. */
const NCU_HEAD = '"ID",';

/**
 * Reads what a program of content/programs printed, or what `ncu --csv` printed for it. Lines of any other kind are passed over. Times
 * that a program printed under the profiler are not read: the profiler slows it down.
 */
export async function readMeasurements(text: string): Promise<Measurements> {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const gpu = lines.map((line) => /^# ([^,]+), /.exec(line)?.[1]).find((name) => name !== undefined);
  const head = lines.findIndex((line) => line.startsWith(NCU_HEAD));
  if (head < 0) return { gpu, readings: lines.flatMap(timeOf) };
  return { gpu, readings: await profiledIn(lines.slice(head).filter((line) => line.startsWith('"'))) };
}

/** `strided_reads,8,142.34,943.0`: kernel, what was varied, microseconds, GB/s. */
function timeOf(line: string): Reading[] {
  const [, kernel, argument, us] = /^(\w+),(\d+),(\d+(?:\.\d+)?),\d+(?:\.\d+)?$/.exec(line) ?? [];
  return kernel === undefined || argument === undefined ? [] : [{ kernel, argument, quantity: "us", value: Number(us) }];
}

/** Lines of ncu's CSV, with one metric a line or, after `--page raw`, all metrics of a launch in one. */
async function profiledIn(lines: readonly string[]): Promise<Reading[]> {
  const { parse } = await import("csv-parse/browser/esm/sync");
  const rows: Record<string, string>[] = parse(lines.join("\n"), {
    columns: true,
    relax_column_count: true,
    skip_records_with_error: true,
  });
  return rows.flatMap((row) => {
    const [, kernel, argument] = /^(?:void )?(\w+)(?:<(?:\(int\))?(\d+)>)?\(/.exec(row["Kernel Name"] ?? "") ?? [];
    if (kernel === undefined) return [];
    const metric = row["Metric Name"];
    const found = metric === undefined ? Object.entries(row).filter(([column]) => column.includes("__")) : [[metric, row["Metric Value"]]];
    return found.flatMap(([quantity = "", text = ""]) => {
      const value = Number(text.replaceAll(",", "") || NaN);
      return Number.isFinite(value) ? [{ kernel, argument, quantity, value }] : [];
    });
  });
}
