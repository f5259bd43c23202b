import { describe, expect, test } from "vitest";
import type { Answer } from "#sandbox/answer/load-answer.ts";
import padded from "#exercises/transpose-padded/exercise.ts";
import copy from "#exercises/straight-copy/exercise.ts";
import swizzled from "#exercises/column-read-swizzled/exercise.ts";
import * as solution from "#exercises/transpose-padded/solution.ts";
import type { Thread } from "#simulator";
import { withoutFullSize } from "#testing/without-full-size.ts";
import type { CheckInput } from "./exercise.ts";
import { withDrawnCases } from "./grade.ts";
import { judge } from "./judge.ts";
import { previewOf } from "./preview.ts";
import { Printer } from "./printed.ts";
import type { CheckResult, Judged } from "./result.ts";
import { CaseRefused } from "./run-case.ts";

type Index = (thread: Thread, size: { n: number }) => unknown;

const transpose = withoutFullSize(padded);
/** Rows of 32 words: all words of a column are in one bank. */
const noPadding = {
  ...solution,
  pitch: 32,
  toTile: ({ threadIdx: { x, y } }: Thread) => y * 32 + x,
  fromTile: ({ threadIdx: { x, y } }: Thread) => x * 32 + y,
};
const noProgress = (): void => undefined;
const global: Index = ({ threadIdx, blockIdx, blockDim }, { n }) => {
  const index = blockIdx.x * blockDim.x + threadIdx.x;
  return index < n ? index : null;
};

const judgeCopy = (read: Index, write: Index = read, wrong: Record<string, () => Answer> = {}): Judged =>
  judge(copy, () => ({ read, write }) as Answer, wrong, noProgress);

const verdicts = ({ checks }: Judged, id: string): Record<string, string> =>
  Object.fromEntries(checks.filter((check) => check.id === id).map((check) => [check.case, check.verdict]));

const firstFailure = ({ checks }: Judged): CheckResult | undefined => checks.find(({ verdict }) => verdict === "fail");

describe("the judge", () => {
  test("passes a right answer in every check of every case, and returns the metrics of every access", () => {
    const judged = judgeCopy(global);
    expect(judged.checks.every(({ verdict }) => verdict === "pass")).toBe(true);
    expect(judged).toMatchObject({ status: "pass", score: copy.points, maxScore: copy.points });
    expect(judged.metrics).toContainEqual({ case: "full-size", access: "read", name: "sectorsPerRequest", value: 4 });
  });

  test("does not judge cost before every element is right: one sector is cheap, and wrong", () => {
    expect(
      verdicts(
        judgeCopy(() => 0),
        "read-sectors",
      ),
    ).toEqual({ "one-warp-each": "skipped", ragged: "skipped", "full-size": "skipped" });
  });

  test.each<[string, Index]>([
    ["does nothing", () => null],
    ["moves one element again and again", () => 0],
    ["copies the first block only", ({ threadIdx, blockIdx }) => (blockIdx.x === 0 ? threadIdx.x : null)],
    ["leaves its array", (thread) => (global(thread, { n: Infinity }) as number) + 1],
  ])("gives an answer that %s no point, though it stays in bounds or writes nothing twice", (_, read) => {
    expect(judgeCopy(read).score).toBe(0);
  });

  test("says of a check that holds of doing nothing that it earns points later", () => {
    const { checks } = judgeCopy(() => null);
    expect(checks.find(({ id }) => id === "written-once")).toMatchObject({
      verdict: "pass",
      points: 0,
      maxPoints: 1,
      message: "Earns points once every element is where it belongs.",
    });
  });

  test("ranks an answer that leaves its array below one that is right and slow", () => {
    const unguarded = judgeCopy(({ threadIdx, blockIdx, blockDim }) => blockIdx.x * blockDim.x + threadIdx.x);
    const slow = judgeCopy(({ threadIdx, blockIdx, gridDim }, { n }) => {
      const index = threadIdx.x * gridDim.x + blockIdx.x;
      return index < n ? index : null;
    });
    expect(unguarded.score).toBeLessThan(slow.score / 2);
  });

  test("pays nothing for cost where an answer has lost what the starter has", () => {
    // Its starter stores rows without a conflict, so that this earns nothing; here the columns are free, and the rows are not.
    const columnsFirst = { words: 1024, word: (row: number, column: number) => column * 32 + row } as unknown as Answer;
    const judged = judge(withoutFullSize(swizzled), () => columnsFirst, {}, noProgress);
    expect(verdicts(judged, "row-store-conflicts")).toMatchObject({ "one-tile": "fail" });
    expect(verdicts(judged, "column-load-conflicts")).toMatchObject({ "one-tile": "pass" });
    expect(judged.score).toBe(0);
  });

  test.each<[string, Index]>([
    ["cost", ({ threadIdx, blockIdx, gridDim }) => threadIdx.x * gridDim.x + blockIdx.x],
    ["elements", () => null],
  ])("pays an answer that knows the %s of the shown cases by heart for these, and for nothing in drawn ones", (_, elsewhere) => {
    const drawn = withDrawnCases(copy, { hiddenSeeds: [5], personalSeeds: [6] });
    const shown = new Set(copy.cases.map(({ size }) => size["n"]));
    const byHeart: Index = (thread, size) => {
      const index = Number(shown.has(size.n) ? (global(thread, size) ?? NaN) : (elsewhere(thread, size) ?? NaN));
      return index < size.n ? index : null;
    };
    const judged = judge(drawn, () => ({ read: byHeart, write: byHeart }) as Answer, {}, noProgress);
    expect(judged.maxScore).toBeGreaterThan(copy.points);
    expect(judged.score).toBeLessThanOrEqual(copy.points);
    const inDrawn = judged.checks.filter(({ case: id }) => /-1$/.test(id));
    expect(inDrawn.map(({ points }) => points)).toEqual(inDrawn.map(() => 0));
    expect(judge(drawn, () => ({ read: global, write: global }) as Answer, {}, noProgress).score).toBe(judged.maxScore);
  });

  test("pays nothing for a check in any case where the starter has it in one, and the answer has not", () => {
    const onlyInRagged = { ...copy, starterPasses: ["read-sectors in ragged"] };
    const slowInRagged: Index = (thread, size) => {
      const { threadIdx, blockIdx, gridDim } = thread;
      const index = threadIdx.x * gridDim.x + blockIdx.x;
      return size.n !== 1000 ? global(thread, size) : index < size.n ? index : null;
    };
    const { checks } = judge(onlyInRagged, () => ({ read: slowInRagged, write: global }) as Answer, {}, noProgress);
    expect(checks.filter(({ id, points }) => id === "read-sectors" && points > 0)).toEqual([]);
  });

  test("runs full size only when the small cases are right", () => {
    let callsAtFullSize = 0;
    const judged = judgeCopy((thread, size) => {
      if (size.n > 1000) callsAtFullSize++;
      return thread.threadIdx.x;
    });
    expect(verdicts(judged, "every-element")).toEqual({ "one-warp-each": "fail", ragged: "fail", "full-size": "skipped" });
    expect(callsAtFullSize).toBe(0);
  });

  test("shows the warp that caused a failure", () => {
    const forgetsTheGuard: Index = ({ threadIdx, blockIdx, blockDim }) => blockIdx.x * blockDim.x + threadIdx.x;
    expect(firstFailure(judgeCopy(forgetsTheGuard))).toMatchObject({
      witness: { case: "ragged", access: "read", blockIdx: { x: 3 }, warp: 7, lanes: [8], request: { space: "global", op: "load" } },
    });
  });

  test("shows a bank conflict with one lane for each word that collides", () => {
    const answer = noPadding as unknown as Answer;
    expect(firstFailure(judge(transpose, () => answer, {}, noProgress))).toMatchObject({
      witness: { access: "fromTile", lanes: Array.from({ length: 32 }, (_, lane) => lane) },
    });
  });

  test("names the misconception of an answer that behaves like a wrong one, however it is written", () => {
    const wrong = { "no-padding": () => noPadding as unknown as Answer };
    const otherwise = {
      ...solution,
      pitch: 32,
      toTile: ({ threadIdx: { x, y } }: Thread) => (y << 5) | x,
      fromTile: ({ threadIdx: { x, y } }: Thread) => (x << 5) | y,
    };
    expect(judge(transpose, () => otherwise as unknown as Answer, wrong, noProgress).diagnosis).toMatchObject({ id: "no-padding" });
    expect(judge(transpose, () => ({ ...solution, pitch: 34 }) as unknown as Answer, wrong, noProgress).diagnosis).toBeUndefined();
  });

  test("accepts a swizzle where padding was expected", () => {
    const swizzledRows = {
      ...solution,
      pitch: 32,
      toTile: ({ threadIdx: { x, y } }: Thread) => y * 32 + (x ^ y),
      fromTile: ({ threadIdx: { x, y } }: Thread) => x * 32 + (x ^ y),
    };
    const { checks } = judge(transpose, () => swizzledRows as unknown as Answer, {}, noProgress);
    expect(checks.filter(({ verdict }) => verdict !== "pass")).toEqual([]);
  });

  test("finds a function that counts its own calls, at full size too", () => {
    let calls = 0;
    expect(() => judgeCopy((thread, size) => (size.n > 1000 ? calls++ : global(thread, size)))).toThrow(CaseRefused);
  });

  test("reports progress while it works", () => {
    let signals = 0;
    judge(
      copy,
      () => ({ read: global, write: global }) as Answer,
      {},
      () => signals++,
    );
    expect(signals).toBeGreaterThan(1000);
  });
});

describe("a check", () => {
  test.each<[string, Index]>([
    ["right", global],
    ["wrong", () => 0],
  ])("is judged once per case where the answer is %s", (_, read) => {
    const judged: string[] = [];
    const checks = copy.checks.map((check) => ({
      ...check,
      judge: (input: CheckInput) => {
        judged.push(`${check.id} in ${input.case.id}`);
        return check.judge(input);
      },
    }));
    const result = judge({ ...copy, checks }, () => ({ read, write: read }) as Answer, {}, noProgress);
    expect(judged.toSorted()).toEqual(
      result.checks
        .filter(({ verdict }) => verdict !== "skipped")
        .map((check) => `${check.id} in ${check.case}`)
        .toSorted(),
    );
  });
});

describe("the preview", () => {
  test("shows the first warps, block after block, and what is wrong first", () => {
    const answer = { read: ({ threadIdx }: Thread) => threadIdx.x, write: ({ threadIdx }: Thread) => threadIdx.x } as Answer;
    const { accesses, problem } = previewOf(copy, answer, new Printer());
    expect(accesses.map(({ totals }) => totals.access)).toEqual(["read", "write"]);
    expect(accesses[0]?.warps.map(({ place }) => [place.blockIdx.x, place.warp])).toEqual([
      [0, 0],
      [1, 0],
    ]);
    const full = { activeMask: 0xffffffff, addresses: Array.from({ length: 32 }, (_, lane) => lane * 4) };
    expect(accesses[0]?.warps).toMatchObject([{ request: full }, { request: full }]);
    expect(problem?.message).toContain("Element 32 of `out` is never written");
  });

  test("makes lanes without a valid address inactive", () => {
    const answer = { read: ({ threadIdx }: Thread) => (threadIdx.x === 2 ? null : threadIdx.x - 1), write: () => 0 } as Answer;
    expect(previewOf(copy, answer, new Printer()).accesses[0]?.warps[0]?.request.activeMask).toBe(0xffffffff - 0b101 + 0);
  });
});
