import { describe, expect, test } from "vitest";
import { complainedRequest, firstShown, shownAfter, type RequestPrints, type ShownWarp } from "./shown-warp.ts";

const at = (access: number, warp: number, isPinned = false): ShownWarp => ({ access, warp, isPinned });
const before: RequestPrints = [
  ["a", "b", "c"],
  ["d", "e", "f"],
];

test.each<[string, ShownWarp, RequestPrints, ShownWarp]>([
  ["nothing changes", at(0, 1), before, at(0, 1)],
  [
    "the drawn one changes, and so do others",
    at(0, 1),
    [
      ["x", "x", "x"],
      ["x", "x", "x"],
    ],
    at(0, 1),
  ],
  [
    "another warp changes",
    at(0, 0),
    [
      ["a", "b", "x"],
      ["d", "e", "f"],
    ],
    at(0, 2),
  ],
  [
    "another access changes",
    at(0, 0),
    [
      ["a", "b", "c"],
      ["d", "x", "x"],
    ],
    at(1, 1),
  ],
  [
    "both: the drawn access comes first",
    at(1, 0),
    [
      ["x", "b", "c"],
      ["d", "e", "x"],
    ],
    at(1, 2),
  ],
  [
    "a chosen one stays while other warps of its access change",
    at(0, 0, true),
    [
      ["a", "x", "c"],
      ["x", "e", "f"],
    ],
    at(0, 0, true),
  ],
  [
    "a chosen one gives way to another access that alone has changed",
    at(0, 1, true),
    [
      ["a", "b", "c"],
      ["x", "x", "x"],
    ],
    at(1, 0),
  ],
  ["a chosen one stays while nothing changes", at(0, 1, true), before, at(0, 1, true)],
  [
    "a chosen one that has changed is as any other",
    at(0, 0, true),
    [
      ["x", "b", "c"],
      ["d", "e", "f"],
    ],
    at(0, 0),
  ],
  ["another kernel is no change of this one", at(0, 0), [["a", "x", "c"]], at(0, 0)],
])("%s", (_, shown, now, expected) => expect(shownAfter(shown, before, now)).toEqual(expected));

test("a verdict's request is that of its warp, or where that is not drawn the first one of its access", () => {
  const place = (x: number, warp: number) => ({ place: { blockIdx: { x, y: 0, z: 0 }, warp } });
  const accesses = [
    { totals: { access: "read", array: "in" }, warps: [place(0, 0)] },
    { totals: { access: "fromTile", array: "tile" }, warps: [place(0, 0), place(1, 2)] },
  ] as unknown as Parameters<typeof complainedRequest>[0];
  const of = (access: string, x: number, warp: number) =>
    complainedRequest(accesses, { access, array: "tile", blockIdx: { x, y: 0, z: 0 }, warp });
  expect(of("fromTile", 1, 2)).toEqual(at(1, 1));
  expect(of("fromTile", 9, 0)).toEqual(at(1, 0));
  expect(of("gone", 0, 0)).toBeUndefined();
});

describe("the request that is drawn first", () => {
  const totals = (space: "global" | "shared", wavefronts: number, more: object = {}) =>
    ({ totals: { space, wavefronts, groups: 4, ...more } }) as unknown as Parameters<typeof firstShown>[0][number];
  const copied = { instruction: "cp.async.cg" };

  test.each([
    ["the first, of any exercise", [totals("global", 0), totals("shared", 32)], false, 0],
    ["of a layout, the first that takes more than it needs", [totals("global", 0), totals("shared", 4), totals("shared", 32)], true, 2],
    ["none that has no counter", [totals("global", 0), totals("shared", 32, copied), totals("shared", 8)], true, 2],
    ["of a layout without conflicts, the first", [totals("global", 0), totals("shared", 4)], true, 0],
  ])("%s", (_, accesses, isOfLayout, access) => expect(firstShown(accesses, isOfLayout)).toEqual(at(access, 0)));
});
