import { expect, test } from "vitest";
import { copy, global, globalThread, load, run, same, store, threads, type Index } from "#testing/kernel-builders.ts";

// Long enough for a loop that is compiled for one array.
const LONG = 2 ** 20;
const launch = threads(LONG / 256, 256);

test.each<[string, Index, object[]]>([
  ["a copy of a long array", globalThread, []],
  [
    "one element of it that is stored in its neighbour",
    (thread) => (globalThread(thread) === 700_000 ? 700_001 : globalThread(thread)),
    [
      { kind: "wrong-element", lane: 0, elementIndex: 700_001, found: 700_001, expected: 700_002, count: 1 },
      { kind: "written-twice", lane: 1, elementIndex: 700_001, count: 1 },
      { kind: "missing-element", elementIndex: 700_000, count: 1 },
    ],
  ],
  [
    "a warp that stores what the warp before it has stored",
    (thread) => globalThread(thread) - (globalThread(thread) >>> 5 === 9 ? 32 : 0),
    [
      { kind: "written-twice", lane: 0, elementIndex: 256, count: 32 },
      { kind: "wrong-element", lane: 0, elementIndex: 256, found: 289, expected: 257, count: 32 },
      { kind: "missing-element", elementIndex: 288, count: 32 },
    ],
  ],
])("%s", (_, write, violations) => {
  expect(copy(LONG, globalThread, write, launch).violations).toMatchObject(violations);
});

test("each array is compared with what is expected of it, whichever came before", () => {
  const shifted = (by: number) => {
    const arrays = { in: global(LONG, "source"), out: global(LONG, "empty", (i) => same(i) + by) };
    return run(arrays, [load("in", globalThread), store("out", globalThread)], launch).violations;
  };
  expect([0, 1, 0].map((by) => shifted(by).map(({ count }) => count))).toEqual([[], [LONG], []]);
});
