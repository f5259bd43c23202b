import { describe, expect, it } from "vitest";
import { drawFrom } from "#judge/hidden-cases.ts";
import { defineExercise } from "./define-exercise.ts";
import { sectorsPerRequest } from "./checks.ts";
import { learnerFunction, learnerNumber } from "./families/parts.ts";
import { launch, launchOver } from "./vocabulary.ts";

const described = {
  id: "copy",
  title: "",
  summary: "",
  part: 1,
  concepts: [],
  difficulty: 1,
  minutes: 5,
  exports: [],
  kernel: () => ({ size: {}, arrays: {}, steps: [] }),
  expected: () => ({}),
  hints: [],
  wrong: {},
} as const;
const cases = [
  { id: "small", title: "64", size: { n: 64 } },
  { id: "ragged", title: "100, blocks of 50", size: { n: 100 }, launch: launch([2], [50]) },
];
const launchOf = ({ n }: { n: number }) => launchOver([n], [32]);

describe("defineExercise", () => {
  const checks = [sectorsPerRequest({ access: "read", atMost: 4, cases: ["small"], points: 3 })];
  const exercise = defineExercise<{ n: number }>({
    ...described,
    cases,
    launch: launchOf,
    hidden: (draw) => ({ size: { n: 32 * draw.between(3, 3) } }),
    correctness: { everyElement: 2, noRace: 1 },
    checks,
  });

  it("gives a case the launch that follows from its size, unless it has its own", () => {
    expect(exercise.cases.map((each) => each.launch)).toEqual([launch([2], [32]), launch([2], [50])]);
    expect(exercise.hidden?.(drawFrom(1))).toEqual({ size: { n: 96 }, launch: launch([3], [32]) });
  });

  it("makes a size that is a function when it is first asked for, once", () => {
    const made: number[] = [];
    const size = (n: number) => () => (made.push(n), { n });
    const later = defineExercise({ ...described, cases: [{ ...cases[1]!, size: size(100) }], launch: launchOf, checks });
    expect([made, later.points]).toEqual([[], 3]);
    expect([later.cases[0]?.size, { ...later.cases[0] }.size, made]).toEqual([{ n: 100 }, { n: 100 }, [100]]);
  });

  it("judges correctness first, in the order and for the points that are given", () => {
    expect(exercise.checks.map(({ id, points }) => [id, points])).toEqual([
      ["every-element", 2],
      ["no-race", 1],
      ["read-sectors", 3],
    ]);
  });

  it("adds up the points over the cases of each check", () => {
    expect(exercise.points).toBe(2 * (2 + 1) + 3);
    expect(defineExercise({ ...described, cases, launch: launchOf, checks, points: 1 }).points).toBe(1);
  });

  it("refuses a case without a launch", () => {
    expect(() => defineExercise({ ...described, cases, checks })).toThrow(/^copy: give each case a launch/);
  });
});

it("takes the name of an export from its description", () => {
  expect(learnerFunction("read(thread) gives an element.")).toMatchObject({ name: "read", kind: "function" });
  expect(learnerNumber("pitch is a number.", [1, 9])).toMatchObject({ name: "pitch", kind: "number", range: [1, 9] });
  expect(() => learnerFunction("`read` gives an element.")).toThrow(/begin with the name/);
});

it("launches a block for each tile when a block has more items than threads", () => {
  expect(launchOver([70, 33], [32, 8], [32, 32])).toEqual(launch([3, 2], [32, 8]));
});
