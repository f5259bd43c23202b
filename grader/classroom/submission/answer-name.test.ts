import { expect, test } from "vitest";
import { answerName } from "./answer-name.ts";

const exercises = ["row-walk", "float4-copy", "k-tile"];

test.each<[string, string, string | undefined, number, boolean]>([
  ["row-walk.ts", "row-walk", undefined, 0, true],
  ["row_walk.ts", "row-walk", undefined, 0, false],
  ["rowWalk.ts", "row-walk", undefined, 0, false],
  ["Row Walk.TS", "row-walk", undefined, 0, false],
  ["row-walk (1).ts", "row-walk", undefined, 1, false],
  ["row-walk-2.ts", "row-walk", undefined, 2, false],
  ["row-walk copy 3.ts", "row-walk", undefined, 3, false],
  ["row-walk - Kopie.ts", "row-walk", undefined, 1, false],
  ["row-walk.js", "row-walk", undefined, 0, true],
  ["row-walk.mts", "row-walk", undefined, 0, true],
  ["row-walk.ts.txt", "row-walk", undefined, 0, true],
  ["row-walk.txt", "row-walk", undefined, 0, true],
  ["Float4Copy.js", "float4-copy", undefined, 0, false],
  ["ada_row-walk.ts", "row-walk", "ada", 0, true],
  ["ada.l_12_row_walk-1.ts", "row-walk", "ada.l_12", 1, false],
])("%s answers %s", (name, exercise, before, copy, isExact) => {
  expect(answerName(name, exercises)).toEqual({ exercise, ...(before !== undefined && { before }), copy, isExact });
});

test.each(["row-wlak.ts", "row-walk.pdf", "row-walk", "walk.ts", "notes.txt", "1.ts"])("%s answers nothing", (name) => {
  expect(answerName(name, exercises)).toBeUndefined();
});

test("a name that could be two exercises answers neither", () => {
  expect(answerName("rowwalk.ts", ["row-walk", "ro-wwalk"])).toBeUndefined();
});
