import { expect, it } from "vitest";
import { parse } from "../syntax/parse.ts";
import { integerCeilings } from "./integer-ceiling.ts";

const notesOf = (main: string): string[] => integerCeilings(parse(`#include <cmath>\nint main() {\n${main}\n}`));

it.each([
  ["int n = 700, block = 256;\nint grid = ceil(n / block);", "n / block", "(n + block - 1) / block"],
  ["const int n = 700;\ndim3 grid(ceil(n / 256));", "n / 256", "(n + 256 - 1) / 256"],
  ["size_t n = 700; dim3 block(16);\nint grid = std::ceil(n / block.x);", "n / block.x", "(n + block.x - 1) / block.x"],
  ["int w = 20, h = 30;\nfloat grid = ceilf(w * h / 256);", "w * h / 256", "(w * h + 256 - 1) / 256"],
])("of whole numbers, a ceiling comes too late: %s", (main, ratio, instead) => {
  expect(notesOf(main)).toEqual([
    `\`ceil\` in line 4 comes too late: \`${ratio}\` of whole numbers has rounded down already. Write \`${instead}\`.`,
  ]);
});

it.each([
  "int n = 700, block = 256;\nint grid = ceil((float)n / block);",
  "int n = 700;\nint grid = ceil(n / 256.0);",
  "float n = 700;\nint grid = ceil(n / 256);",
  "int n = 700; double block = 256;\nint grid = ceil(n / block);",
  "int n = 700;\nint grid = ceil(1.0 * n / 256);",
])("of fractions, it does not: %s", (main) => expect(notesOf(main)).toEqual([]));
