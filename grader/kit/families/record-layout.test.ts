import { expect, it } from "vitest";
import type { Access, IndexFunction, Step } from "#simulator";
import { recordLayout } from "./record-layout.ts";

const described = {
  id: "a-layout",
  title: "",
  summary: "",
  part: 4,
  concepts: [],
  difficulty: 1,
  minutes: 1,
  cases: [{ id: "three", title: "3 items", size: { count: 3 }, threads: 32 }],
  hidden: () => ({ size: { count: 5 }, threads: 32 }),
  checks: [],
  hints: [],
  wrong: {},
} as const;

const launch = { gridDim: { x: 1, y: 1, z: 1 }, blockDim: { x: 32, y: 1, z: 1 } };
const thread = (x: number): Thread => ({ ...launch, threadIdx: { x, y: 0, z: 0 }, blockIdx: { x: 0, y: 0, z: 0 } });

/** The loads of a kernel, each as often as it runs. */
const loadsOf = (steps: readonly Step[]): [Access, pass: number][] =>
  steps.flatMap((step) => {
    if (step.kind === "load") return [[step, 0] as [Access, number]];
    if (step.kind !== "repeat") throw new Error(`${step.kind} is not a load`);
    return Array.from({ length: Number(step.times) }, (_, pass) => [step.steps[0] as Access, pass] as [Access, number]);
  });

it.each([
  ["a load per field", { x: 1, y: 1 }, undefined, ["x", "y"], [2, 0, 3], [2, 1, 3]],
  ["a load for all", { read: 2 }, undefined, ["read", "read"], [2, 0, 3], [2, 1, 3]],
  ["one and the rest", { x: 1, rest: 2 }, undefined, ["x", "rest", "rest"], [2, 0, 3], [2, 2, 3]],
  ["an address function without the count", { read: 2 }, "item, field" as const, ["read", "read"], [2, 0], [2, 1]],
])("%s", (_title, loads, given, names, first, last) => {
  const calls: unknown[][] = [];
  const answer = { address: (...args: unknown[]) => calls.push(args) };
  const exercise = recordLayout({ ...described, loads, ...(given && { given }) });
  const { arrays, steps } = exercise.kernel({ size: { count: 3 }, launch, answer });
  expect(arrays).toMatchObject({ particles: { length: 3 * names.length, reads: "each-once" } });
  const found = loadsOf(steps);
  expect(found.map(([{ name }]) => name)).toEqual(names);
  for (const [{ index }, pass] of found) (index as IndexFunction)(thread(2), { count: 3 } as never, pass, 0);
  expect([calls[0], calls.at(-1)]).toEqual([first, last]);
  expect(found.map(([{ index }, pass]) => index(thread(3), { count: 3 } as never, pass, 0))).toEqual(names.map(() => null));
  expect(exercise.exports.map(({ description }) => description)).toEqual([
    `address(${given ?? "item, field, count"}) gives the element of \`particles\` that holds the field of the item, both counted from 0.`,
  ]);
});
