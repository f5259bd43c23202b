import { describe, expect, it, test } from "vitest";
import { MAX_RUNS, withRun, type KeptRun } from "../storage/lab-runs.ts";
import { RunHistory, type RunStore } from "./run-history.ts";
import type { LabRun } from "./profile.ts";
import type { RunSums } from "./run-sums.ts";

const launch: LabRun["launch"] = { kernel: "k", grid: [1, 1, 1], block: [32, 1, 1], sharedBytes: 0, arguments: [], symbols: [] };
const runOf = (source: string): LabRun => ({ source, launch, device: "h200" });
const sums = (steps: number): RunSums => ({ totals: {} as RunSums["totals"], steps, findings: 0 });
const ran = (source: string, at: number): KeptRun => ({ at, run: runOf(source), sums: sums(at) });
const seen = (runs: readonly KeptRun[]): [string, number][] => runs.map(({ run, at }) => [run.source, at]);

describe("the runs of a kernel", () => {
  it("are listed newest first, each version once", () => {
    const runs = [ran("a", 1), ran("b", 2), ran("a", 3)].reduce<readonly KeptRun[]>(withRun, []);
    expect(seen(runs)).toEqual([
      ["a", 3],
      ["b", 2],
    ]);
  });

  it("are of different versions where only the launch differs", () => {
    const other = { ...ran("a", 2), run: { ...runOf("a"), launch: { ...launch, grid: [2, 1, 1] as [number, number, number] } } };
    expect([ran("a", 1), other].reduce<readonly KeptRun[]>(withRun, [])).toHaveLength(2);
  });

  it(`are at most ${MAX_RUNS}: the oldest goes`, () => {
    const runs = Array.from({ length: MAX_RUNS + 5 }, (_, at) => ran(`text ${at}`, at)).reduce<readonly KeptRun[]>(withRun, []);
    expect(runs).toHaveLength(MAX_RUNS);
    expect(runs.at(-1)?.at).toBe(5);
  });

  it("keep what a version added up to when it is only set aside later", () => {
    const [kept] = withRun([ran("a", 1)], { at: 2, run: runOf("a") });
    expect(kept).toMatchObject({ at: 2, sums: { steps: 1 } });
  });
});

/** A browser's storage, as a map. */
function storeOf(kept: Map<string, readonly KeptRun[]>): RunStore {
  return {
    readRuns: (kernel) => Promise.resolve(kept.get(kernel) ?? []),
    addRuns: (kernel, added) => Promise.resolve(kept.set(kernel, added.reduce(withRun, kept.get(kernel) ?? [])).get(kernel)!),
  };
}

test("runs of earlier visits are there again, and those of a kernel that becomes the learner's own go with it", async () => {
  const kept = new Map<string, readonly KeptRun[]>();
  const first = new RunHistory(storeOf(kept));
  await first.open("started/Copy");
  await first.add(ran("a", 1));
  await first.follow("own/1");
  await first.add(ran("b", 2));
  const next = new RunHistory(storeOf(kept));
  await next.open("own/1");
  expect(seen(next.runs.value)).toEqual([
    ["b", 2],
    ["a", 1],
  ]);
  await next.open("started/Copy");
  expect(seen(next.runs.value)).toEqual([["a", 1]]);
});

test("where the browser keeps nothing, the runs of this visit are listed, with the reason", async () => {
  const fail = (): Promise<never> => Promise.reject(new Error("no storage"));
  const history = new RunHistory({ readRuns: fail, addRuns: fail });
  await history.open("own/1");
  await history.add(ran("a", 1));
  expect(seen(history.runs.value)).toEqual([["a", 1]]);
  expect(history.problem.value).toBe("no storage");
});
