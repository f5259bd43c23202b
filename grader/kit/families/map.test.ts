import { expect, it } from "vitest";
import { hiddenCases } from "#judge/hidden-cases.ts";
import { map } from "./map.ts";

const described = {
  id: "a-map",
  title: "",
  summary: "",
  part: 1,
  concepts: [],
  difficulty: 1,
  minutes: 1,
  checks: [],
  hints: [],
  wrong: {},
} as const;

const answer = { read: () => 0, write: () => 0 };
const launch = { gridDim: { x: 1, y: 1, z: 1 }, blockDim: { x: 32, y: 1, z: 1 } };
const cases = [{ id: "five", title: "5 elements", size: { n: 5 }, threads: 32 }];

const copy = map({ ...described, cases });
const backwards = map({ ...described, cases, from: (i, { n }) => n - 1 - i });
const everySecond = map<{ n: number; step: number }>({
  ...described,
  in: ({ n }) => n,
  out: ({ n, step }) => Math.ceil(n / step),
  from: (i, { step }) => i * step,
  cases: [{ id: "five", title: "every 2nd of 5", size: { n: 5, step: 2 }, threads: 32 }],
  hidden: () => ({ size: { n: 7, step: 3 }, threads: 32 }),
});

it.each([
  ["a copy", copy, 5, [0, 1, 2, 3, 4]],
  ["backwards", backwards, 5, [4, 3, 2, 1, 0]],
  ["every second element", everySecond, 5, [0, 2, 4]],
])("%s: how long the arrays are, and which element belongs where", (_title, exercise, elementsOfIn, from) => {
  const [first] = exercise.cases;
  if (first === undefined) throw new Error("there is a case");
  const { arrays, steps } = exercise.kernel({ size: first.size, launch, answer });
  expect(arrays).toMatchObject({ in: { length: elementsOfIn, contents: "source" }, out: { length: from.length, contents: "empty" } });
  expect(steps).toMatchObject([{ kind: "move", load: { array: "in", name: "read" }, store: { array: "out", name: "write" } }]);
  const { out } = exercise.expected(first.size, answer);
  expect(from.map((_, elementIndex) => out?.(elementIndex))).toEqual(from);
});

it("a launch has a thread per element of `in`, and the checks begin with the correctness of a copy", () => {
  expect(copy.cases).toMatchObject([{ launch }]);
  expect(copy.checks.map(({ id, points }) => [id, points])).toEqual([
    ["in-bounds", 1],
    ["every-element", 2],
    ["written-once", 1],
  ]);
  expect(copy.points).toBe(4);
});

it("a hidden case has 300 to 5,000 elements, and at most two blocks too many", () => {
  for (const { size, launch } of hiddenCases(copy, [...Array(50).keys()])) {
    const n = Number(size.n);
    const threads = launch.gridDim.x * launch.blockDim.x;
    expect(n).toBeGreaterThanOrEqual(300);
    expect(n).toBeLessThanOrEqual(5000);
    expect(threads).toBeGreaterThanOrEqual(n);
    expect(threads).toBeLessThan(n + 3 * launch.blockDim.x);
  }
});
