import { expect, it } from "vitest";
import { numberMacros } from "./number-macros.ts";

it.each([
  ["a number", "#define N 1024", ["N"]],
  ["an expression in parentheses", "# define BYTES (4 * 256)\n\t#define\tROWS\t8", ["BYTES", "ROWS"]],
  ["a line that goes on", "#define N \\\n  64", ["N"]],
  ["a macro with parameters", "#define ROUND(x) (x)\n#define TWICE(x) 2 * x", []],
  ["nothing, and words", "#define DEBUG\n8;\n#define T float", []],
  ["what only looks like one", '/* #define A 1 */\n// #define B 2\nconst char *s = "#define C 3";', []],
])("%s", (_, text, names) => {
  expect(numberMacros(text)).toEqual(names);
});
