import { expect, test } from "vitest";
import { complainedRequest, shownAfter, type RequestPrints, type ShownWarp } from "./shown-warp.ts";

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
    "a chosen one stays while others change",
    at(0, 0, true),
    [
      ["a", "x", "c"],
      ["d", "e", "f"],
    ],
    at(0, 0, true),
  ],
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
