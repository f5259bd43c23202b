import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { profileHost } from "#cuda/host/profile-host.ts";
import { h200 } from "#simulator";
import { profileHostRun } from "#notebook/lab/host-run.ts";
import { commandsOf, labKernelOf, printedLine, programNamed, programs, type Program } from "./programs.ts";

const named = (program: Program) => [program.name, program] as const;
const inCuda = programs.filter(({ language }) => language === "cuda");
/** Each program's main, run in the lab once. */
const runs = new Map(inCuda.map(({ name, source }) => [name, profileHost(source, h200)]));
function runOf({ name }: Program): ReturnType<typeof profileHost> {
  const run = runs.get(name);
  if (!run) throw new RangeError(`${name} was not run`);
  return run;
}

describe.each(inCuda.map(named))("%s", (_, program) => {
  const { launches, result } = runOf(program);

  test("runs in the lab to its end, without a finding and with a right result", () => {
    expect(result.exitCode).toBe(0);
    expect(launches.flatMap(({ findings }) => findings)).toEqual([]);
  });

  test("opens in the lab with the launch that is meant", () => {
    const kernel = labKernelOf(program);
    const outcome = profileHostRun(kernel, () => {});
    expect(outcome).toMatchObject({ kind: "profile", status: "done", findings: [] });
    const shown = launches.find(({ number }) => number === program.launch);
    expect([shown?.kernel, kernel.launch.kernel]).toEqual([program.kernel, program.kernel]);
  });

  test("printed on the H200 lines of its kernels only", () => {
    const plain = new Set(launches.map(({ kernel }) => kernel.replace(/<.*/, "")));
    for (const line of linesOf(program)) expect(plain).toContain(line.split(",")[0]);
  });
});

/** What a program printed for its measurements, without its first line and the table's head. */
const linesOf = ({ printed }: Program): string[] => printed.trimEnd().split("\n").slice(2);

test.each(programs.map(named))("%s printed a table on the H200, and says in its first lines how it is run", (name, program) => {
  const [machine, head] = program.printed.split("\n");
  expect(machine).toMatch(/^# NVIDIA H200, /);
  expect(head).toMatch(/^kernel,\w+,us,GBps$/);
  const lines = linesOf(program);
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) expect(line).toMatch(/^[a-z_]+,\w+,\d+\.\d\d,\d+\.\d$/);

  const comment = program.language === "cuda" ? "//" : "#";
  const { build, run } = commandsOf(program);
  expect(program.source.startsWith(`${comment} `)).toBe(true);
  for (const command of [build, `${run} `]) if (command !== undefined) expect(program.source).toContain(`${comment}   ${command}`);
  if (program.profile) expect(program.source).toMatch(new RegExp(`//   \\./${name} \\d+ once `));
});

test("a line that a program printed is found by its kernel and what it varied", () => {
  expect(printedLine("stride-benchmark", "strided_reads", 8)).toEqual({ microseconds: 142.34, usefulGBps: 943 });
  expect(() => printedLine("stride-benchmark", "strided_reads", 3)).toThrow("printed no line for strided_reads,3");
});

const profiled = programs.filter((program) => program.profiled !== undefined);

/** What the lab counts of a launch for a metric of the profiler; undefined for a metric that depends on how large the launch is. */
function countOf(metric: string, { totals }: ReturnType<typeof profileHost>["launches"][number]): number | undefined {
  const { efficiency, sectors, requests } = totals.global[metric.includes("_ld.") ? "load" : "store"];
  if (metric.startsWith("smsp__sass_average_data_bytes_per_sector")) return requests === 0 ? 0 : 100 * (efficiency ?? NaN);
  if (metric.startsWith("l1tex__average_t_sectors_per_request")) return sectors / requests;
  return undefined;
}

/** The launch that a line of the profiler's CSV is about. Launches with equal counts are one, under the number of the first. */
function launchOf(row: Record<string, string>, launches: ReturnType<typeof profileHost>["launches"]) {
  const [, kernel] = /^(?:void )?(\w+(?:<\d+>)?)\(/.exec(row["Kernel Name"] ?? "") ?? [];
  const named = launches.filter((launch) => launch.kernel === kernel);
  return named.length === 1 ? named[0] : named.findLast(({ number }) => number <= Number(row["ID"]) + 1);
}

test.each(profiled.map(named))("%s has in the lab what the profiler counted on the H200", (_, program) => {
  const { launches } = runOf(program);
  const rows: Record<string, string>[] = parse(program.profiled ?? "", { columns: true });
  for (const row of rows) {
    const launch = launchOf(row, launches);
    const metric = row["Metric Name"] ?? "";
    expect(launch, row["Kernel Name"]).toBeDefined();
    const counted = launch && countOf(metric, launch);
    if (counted === undefined) continue;
    const value = Number(row["Metric Value"]?.replaceAll(",", ""));
    // A random order is another one where there are fewer indices.
    expect(Math.abs(counted - value), `${row["Kernel Name"]}, ${metric}: ${counted} and ${value}`).toBeLessThanOrEqual(0.05 * value + 0.05);
  }
  expect(rows.length).toBeGreaterThanOrEqual(16);
});

test("conflicts of strides in shared memory are in the lab what the profiler counted on the H200", () => {
  const program = programNamed("bank-benchmark");
  const { launches } = runOf(program);
  const wavefronts = launches.map(({ totals }) => totals.shared.load.wavefronts);
  const rows: Record<string, string>[] = parse(program.profiled ?? "", { columns: true });
  const counted = rows
    .filter((row) => row["Metric Name"]?.includes("wavefronts"))
    .map((row) => Number(row["Metric Value"]?.replaceAll(",", "")));
  expect(counted).toHaveLength(13);
  for (const [at, value] of counted.entries())
    expect(value / (counted[0] ?? NaN)).toBeCloseTo((wavefronts[at] ?? NaN) / (wavefronts[0] ?? NaN), 2);
});

test("a program that does not exist is an error", () => {
  expect(() => programNamed("none")).toThrow("content/programs has no none");
});
