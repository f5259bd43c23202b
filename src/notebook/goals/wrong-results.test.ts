import { expect, test } from "vitest";
import type { ResultDifference } from "#cuda/launch/compare-results.ts";
import { wrongResultsText } from "./wrong-results.ts";

const first = { kind: "element", array: "c", element: 2, path: "", found: "1.5", expected: "2" } as const;

test.each<[string, ResultDifference, string]>([
  ["several elements", { ...first, differing: 7, elements: 256 }, "`c[2]` is 1.5 instead of 2. 7 of its 256 elements are wrong."],
  ["one of them", { ...first, differing: 1, elements: 256 }, "`c[2]` is 1.5 instead of 2. 1 of its 256 elements is wrong."],
  ["the only one", { ...first, element: 0, differing: 1, elements: 1 }, "`c[0]` is 1.5 instead of 2."],
  [
    "a number of a vector",
    { ...first, path: ".y", differing: 8, elements: 8 },
    "`c[2].y` is 1.5 instead of 2. 8 of its 8 elements are wrong.",
  ],
  ["another size", { kind: "size", array: "c", found: 96, expected: 1024 }, "`c` has 96\u00a0B instead of 1,024\u00a0B."],
  ["no such array", { kind: "size", array: "c", found: undefined, expected: 1024 }, "the launch no longer has the array `c`."],
])("why a goal isn't ticked whose counts are there: %s", (_, difference, words) => {
  expect(wrongResultsText({ goal: "a pitch of 33", difference })).toBe(
    `“a pitch of 33” isn't done yet: the counts are there, but ${words}`,
  );
});
