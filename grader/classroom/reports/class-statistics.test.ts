import { expect, test } from "vitest";
import { spreadOf, tenths } from "./class-statistics.ts";

test("no scores have no spread", () => expect(spreadOf([])).toBeUndefined());

test("quartiles are interpolated between scores", () => {
  expect(spreadOf([4, 1, 3, 2])).toEqual({ count: 4, mean: 2.5, lowerQuartile: 1.75, median: 2.5, upperQuartile: 3.25 });
  expect(spreadOf([7])).toEqual({ count: 1, mean: 7, lowerQuartile: 7, median: 7, upperQuartile: 7 });
});

test("each score falls into one tenth, full marks into the last one", () => {
  expect(tenths([0, 5.99, 6, 59.9, 60], 60)).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 2]);
});
