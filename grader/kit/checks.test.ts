import { describe, expect, test } from "vitest";
import pitchOfAMatrix from "#exercises/pitch-of-a-matrix/exercise.ts";
import type { Answer } from "#sandbox/answer/load-answer.ts";
import { withoutFullSize } from "#testing/without-full-size.ts";
import { judge } from "#judge/judge.ts";
import copy from "#exercises/straight-copy/exercise.ts";
import type { Check } from "#judge/exercise.ts";
import { withDrawnCases } from "#judge/grade.ts";
import type { Launch, Thread } from "#simulator";
import { requests, sectors, sectorsPerRequest } from "./checks.ts";

/** The verdicts of the check `read-at-most-once` on a matrix with that pitch, in each case below full size. */
const verdicts = (pitch: (columns: number) => number): string[] =>
  judge(
    withoutFullSize(pitchOfAMatrix),
    () => ({ pitch }) as Answer,
    {},
    () => undefined,
  )
    .checks.filter(({ id }) => id === "read-at-most-once")
    .map(({ verdict }) => verdict);

describe("readAtMostOnce", () => {
  test("allows padding that nothing reads", () => {
    expect(verdicts((columns) => Math.ceil(columns / 8) * 8)).toEqual(["pass", "pass", "pass"]);
  });

  test("fails for two elements at the same address", () => {
    expect(verdicts((columns) => columns - 1)).toEqual(["fail", "fail", "fail"]);
  });
});

describe("a target", () => {
  type Length = { readonly n: number };
  /** A copy of n elements whose lanes are `stride` apart. */
  const element =
    (stride: number) =>
    ({ threadIdx, blockIdx, blockDim }: Thread, { n }: Length): number | null => {
      const number = blockIdx.x * blockDim.x + threadIdx.x;
      const columns = Math.ceil(n / stride);
      const index = stride === 1 ? number : (number % columns) * stride + Math.floor(number / columns);
      return number < columns * stride && index < n ? index : null;
    };
  /** The verdicts on such a copy in the cases of the exercise and in two that were drawn. */
  const judged = (check: Check, stride: number): Record<string, string> => {
    const exercise = withDrawnCases(withoutFullSize({ ...copy, checks: [check] }), { hiddenSeeds: [5], personalSeeds: [6] });
    const answer = { read: element(stride), write: element(stride) } as unknown as Answer;
    const { checks } = judge(
      exercise,
      () => answer,
      {},
      () => undefined,
    );
    return Object.fromEntries(checks.map(({ case: id, verdict }) => [id, verdict]));
  };
  const everywhere = (verdict: string) => ({ "one-warp-each": verdict, ragged: verdict, "personal-1": verdict, "hidden-1": verdict });

  test.each<[string, Check]>([
    ["one number", sectorsPerRequest({ access: "read", atMost: 4, points: 1 })],
    [
      "the cases that are named, and one sector more elsewhere",
      sectorsPerRequest({ access: "read", atMost: { "one-warp-each": 4 }, points: 1 }),
    ],
    [
      "the cases that are named, and a number elsewhere",
      sectorsPerRequest({ access: "read", atMost: { ragged: 4 }, elsewhere: 4, points: 1 }),
    ],
    ["what a case is about", sectors({ access: "read", atMost: ({ n }: Length) => Math.ceil(n / 8), points: 1 })],
    [
      "its launch",
      sectors({
        access: "write",
        atMost: { ragged: 125 },
        elsewhere: ({ n }: Length, { blockDim }: Launch) => n / 8 + blockDim.x / 32,
        points: 1,
      }),
    ],
  ])("by %s is judged in every case, the drawn ones too", (_, check) => {
    expect(judged(check, 1)).toEqual(everywhere("pass"));
    expect(judged(check, 16)).toMatchObject({ "personal-1": "fail", "hidden-1": "fail" });
  });

  test("that names cases only, of another count, is judged in these", () => {
    expect(judged(requests({ access: "read", atMost: { ragged: 32 }, points: 1 }), 1)).toEqual({ ragged: "pass" });
  });

  test("is to be reached in the cases that it names, and need not be elsewhere", () => {
    const { tightened } = sectorsPerRequest({ access: "read", atMost: { ragged: 4 }, points: 1 });
    expect(tightened?.cases).toEqual(["ragged"]);
  });
});
