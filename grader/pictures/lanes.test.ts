import { expect, test } from "vitest";
import { WARP_SIZE } from "#simulator";
import { byteAddressOf, emphasisOf, laneCells, laneSlices, cellText } from "./lanes.ts";

test.each([
  ["nothing is pointed at", undefined, "plain"],
  ["one of its lanes is pointed at", [7, 1], "lit"],
  ["another lane is pointed at", [3], "dim"],
])("emphasis of lanes 0 and 1 while %s", (_, pointed, emphasis) => {
  expect(emphasisOf([0, 1], pointed && new Set(pointed))).toBe(emphasis);
});

test("a warp has 32 cells, with the lanes that are active, named and pointed at", () => {
  const cells = laneCells({ activeMask: 0b110 }, { named: [2], pointed: new Set([1]), label: (lane, active) => `${lane} ${active}` });
  expect(cells).toHaveLength(WARP_SIZE);
  expect(cells.slice(0, 3)).toEqual([
    { lane: 0, active: false, named: false, emphasis: "dim", label: "0 false" },
    { lane: 1, active: true, named: false, emphasis: "lit", label: "1 true" },
    { lane: 2, active: true, named: true, emphasis: "dim", label: "2 true" },
  ]);
});

test("lanes that share a cell have slices of equal width, and are counted", () => {
  expect(laneSlices([4, 9], 10, 6)).toEqual([
    { lane: 4, x: 10, width: 3 },
    { lane: 9, x: 13, width: 3 },
  ]);
  expect([cellText([4]), cellText([4, 9])]).toEqual(["4", "×2"]);
});

test("a lane without an address is refused", () => expect(() => byteAddressOf({ addresses: [0] }, 1)).toThrow("no lane 1"));
