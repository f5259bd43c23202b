import { expect, test } from "vitest";
import { canTell, spreadOf } from "./spread.ts";
import { ratioOf } from "./time-runs.ts";

test.each([
  ["one value", [7], { median: 7, lower: 7, upper: 7, runs: 1 }],
  ["two values", [2, 1], { median: 1.5, lower: 1.25, upper: 1.75, runs: 2 }],
  ["five values in any order", [5, 1, 4, 2, 3], { median: 3, lower: 2, upper: 4, runs: 5 }],
  ["one far off", [10, 10, 10, 10, 900], { median: 10, lower: 10, upper: 10, runs: 5 }],
])("the median and the quartiles of %s", (_, values, spread) => expect(spreadOf(values)).toEqual(spread));

test.each([
  ["equal runs", [10, 10, 10, 10, 10], true],
  ["a narrow spread", [10, 10.5, 9.8, 10.1, 10.9], true],
  ["half of the runs all over the place", [10, 20, 5, 12, 30], false],
  ["too few runs", [10, 10, 10], false],
  ["a clock that saw nothing", [0, 0, 0, 0, 0], false],
])("of %s, a figure is told or not", (_, values, told) => expect(canTell(spreadOf(values))).toBe(told));

test("a ratio is one of pairs that ran one after the other: a clock that rises does not widen it", () => {
  const time = (name: string, rounds: number[]) => ({ name, rounds, microseconds: spreadOf(rounds), dispatches: 1 });
  const rising = [40, 30, 20, 15, 10];
  const ratio = ratioOf(
    time(
      "naive",
      rising.map((value) => 3 * value),
    ),
    time("yours", rising),
  );
  expect(ratio).toEqual({ median: 3, lower: 3, upper: 3, runs: 5 });
  expect(canTell(time("yours", rising).microseconds)).toBe(false);
});
