import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { LaunchCosts } from "#clock/estimate-time.ts";
import { l1HitRate } from "#memory/memory-system.ts";
import { h200 } from "#simulator";
import { comparedLaunches } from "#hardware/compared-launches.ts";
import { parseLaunch } from "../launch/launch.ts";
import { reportLaunch, type AccessReport, type TriedAccess } from "./launch-report.ts";
import { accessPatternWords } from "./pattern-words.ts";

// Traffic past L1 and duration of whole kernels: the model, and an H200 (grader/hardware/README.md). And what the kernels are advised.

const root = fileURLToPath(new URL("../../../", import.meta.url));
const measured = JSON.parse(readFileSync(`${root}grader/hardware/data/kernels-memory-h200.json`, "utf8")) as Readonly<
  Record<string, Readonly<Record<string, number>>>
>;

interface Compared extends LaunchCosts {
  readonly name: string;
  readonly measured: Readonly<Record<string, number>>;
  readonly accesses: readonly AccessReport[];
}

const LOADS = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld";

const compared: readonly Compared[] = readdirSync(`${root}content/kernels`).map((name) => {
  const folder = `${root}content/kernels/${name}`;
  const launch = parseLaunch(JSON.parse(readFileSync(`${folder}/launch.json`, "utf8")));
  const sanitizers = { memcheck: false, initcheck: false, racecheck: false };
  const { report } = reportLaunch(readFileSync(`${folder}/kernel.cu`, "utf8"), launch, h200, { sanitizers });
  return { name, ...report.costs!, accesses: report.accesses, measured: measured[name]! };
});

/** Names of the kernels that break a law. */
function except(holds: (kernel: Compared) => boolean): string[] {
  return compared.filter((kernel) => !holds(kernel)).map(({ name }) => name);
}

describe("the model and an H200", () => {
  test("every kernel was measured", () => {
    expect(except(({ measured: counters }) => counters !== undefined)).toEqual([]);
    expect(compared.length).toBeGreaterThanOrEqual(86);
  });

  test("agree in the bytes that DRAM moves, within 10 %, for at least 90 % of the kernels", () => {
    const exceptions = except(({ work: { memory }, measured: counters }) => {
      const bytes = counters["dram__bytes_read.sum"]! + counters["dram__bytes_write.sum"]!;
      return Math.abs(memory.dramReadBytes + memory.dramWriteBytes - bytes) <= 0.1 * bytes;
    });
    expect(exceptions.length, exceptions.join(", ")).toBeLessThanOrEqual(compared.length / 10);
  });

  test("agree in L1's hit rate, within 5 points, for at least 90 % of the kernels", () => {
    const exceptions = except(({ work: { memory }, measured: counters }) => {
      const sectors = counters[`${LOADS}.sum`]!;
      return Math.abs(l1HitRate(memory) - (sectors === 0 ? 0 : counters[`${LOADS}_lookup_hit.sum`]! / sectors)) <= 0.05;
    });
    expect(exceptions.length, exceptions.join(", ")).toBeLessThanOrEqual(compared.length / 10);
  });

  test("agree in instructions, within a quarter for three kernels of five, and a factor of 2 for seven of eight", () => {
    const away = (most: number): string[] =>
      except(({ work: { instructions }, measured: counters }) => {
        const ratio = instructions / counters["smsp__inst_executed.sum"]!;
        return Math.max(ratio, 1 / ratio) <= most;
      });
    expect(away(1.25).length).toBeLessThanOrEqual(0.4 * compared.length);
    expect(away(2).length).toBeLessThanOrEqual(compared.length / 8);
  });

  test("the report on the model matches the current model", () => {
    const reported = new Map(
      comparedLaunches()
        .filter(({ param }) => param === undefined)
        .map(({ name, model }) => [name, model]),
    );
    const stale = except(({ name, work: { memory }, time }) => {
      const model = reported.get(name);
      return (
        model?.microseconds === time.microseconds &&
        model.boundBy === time.boundBy &&
        model.dramBytes === memory.dramReadBytes + memory.dramWriteBytes &&
        model.l1HitRate === l1HitRate(memory)
      );
    });
    expect(stale, "run `coalesce hardware report`").toEqual([]);
  });

  test("agree in time within a factor of 2 for each kernel, and within 15 % on average", () => {
    const errors = compared.map(({ time, measured: { us } }) => time.microseconds / us! - 1);
    expect(except(({ time, measured: { us } }) => time.microseconds < 2 * us! && us! < 2 * time.microseconds)).toEqual([]);
    expect(errors.reduce((sum, error) => sum + Math.abs(error), 0) / errors.length).toBeLessThanOrEqual(0.15);
  });
});

/** Advice on accesses to global memory: the changes, or that the index comes from memory. Kernels that are not here get none. */
const ADVISED: Readonly<Record<string, readonly string[]>> = {
  "bodies-array-of-structs": ["fields"],
  "convolution-tiled": ["start"],
  "copy-offset": ["start"],
  "copy-strided": ["fields"],
  gather: ["index"],
  "grey-from-uchar3": ["flat"],
  "histogram-global": ["copy-per-block"],
  "matmul-register-tile": ["vectors"],
  "matmul-swapped": ["swapped-axes"],
  "points-float3": ["flat"],
  "row-sum-per-thread": ["flat"],
  "samples-of-20-bytes": ["fields"],
  scatter: ["index"],
  "spmv-row-per-thread": ["flat", "index"],
  "spmv-warp-per-row": ["index"],
  "tensor-product-wmma": ["staged"],
  "transpose-strided-read": ["flat"],
  "transpose-strided-write": ["flat"],
};

describe("advice", () => {
  test("on global memory is for kernels that it helps", () => {
    const advised = compared.flatMap(({ name, accesses }) => {
      const changes = accesses
        .filter((access) => access.counts.space === "global" && accessPatternWords(access).advice !== "")
        .flatMap(({ trial, isIndexLoaded }) => (trial ? [trial.change?.kind ?? (isIndexLoaded ? "index" : "none")] : []));
      return changes.length === 0 ? [] : [[name, [...new Set(changes)].sort()]];
    });
    expect(Object.fromEntries(advised)).toEqual(ADVISED);
  });

  test("saves something at the access where it is given", () => {
    const isSaved = ({ line, column, op, trial }: AccessReport): boolean =>
      trial?.change === undefined ||
      trial.accesses.some(
        (tried) => tried.line === line && tried.column === column && tried.op === op && tried.after * tried.requestsLeft < tried.before,
      );
    expect(except(({ accesses }) => accesses.every(isSaved))).toEqual([]);
  });

  test("costs less at other accesses than it saves", () => {
    const saved = ({ trial, counts }: AccessReport): number => {
      const sum = (cost: (tried: TriedAccess) => number): number => trial!.accesses.reduce((total, tried) => total + cost(tried), 0);
      return counts.space === "global" ? 1 - sum(({ after, requestsLeft }) => after * requestsLeft) / sum(({ before }) => before) : 1;
    };
    expect(except(({ accesses }) => accesses.every((access) => access.trial?.change === undefined || saved(access) > 0))).toEqual([]);
  });
});
