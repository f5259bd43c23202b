import { expect, test } from "vitest";
import { readExerciseFolder } from "./folder.ts";
import { siblingsOf } from "./siblings.ts";

test("an exercise is given away by those whose pages have an answer that passes it", async () => {
  const siblings = await siblingsOf(["row-walk", "transpose-tiled", "float4-copy", "transpose-padded"]);
  expect(Object.entries(siblings).map(([id, found]) => [id, found.map((sibling) => sibling.id)])).toEqual([
    ["row-walk", ["fix-the-column-walk"]],
    ["transpose-tiled", ["transpose-four-rows", "transpose-padded", "transpose-swizzled"]],
    ["float4-copy", ["blackwell-32-byte-loads"]],
    ["transpose-padded", []],
  ]);
  const padded = siblings["transpose-tiled"]?.find(({ id }) => id === "transpose-padded");
  expect(padded?.answers).toContain((await readExerciseFolder("transpose-padded")).files.get("solution.ts"));
});
