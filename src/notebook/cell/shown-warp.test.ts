import { expect, test } from "vitest";
import { shownAfter, type RequestPrints, type ShownWarp } from "./shown-warp.ts";

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
