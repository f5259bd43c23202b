import { expect, it } from "vitest";
import { parseValues } from "./parse-values.ts";

it.each<[string, string, (number | bigint)[]]>([
  ["numbers with commas", "1, 2.5, -3e2", [1, 2.5, -300]],
  ["numbers with spaces, over several lines", "1 2\n3  4\n", [1, 2, 3, 4]],
  ["as C++ writes them", "0.5f, 1", [0.5, 1]],
  ["JSON", "[1, 2.5, -3]", [1, 2.5, -3]],
  ["JSON of vectors", '[{"x":1,"y":2},{"x":3,"y":4}]', [1, 2, 3, 4]],
  [
    "JSON of what it has no numbers for",
    '["NaN","Infinity","-Infinity","9007199254740993"]',
    [NaN, Infinity, -Infinity, 9007199254740993n],
  ],
  ["a table", "index,out\n0,7\n1,8\n", [7, 8]],
  ["a table of vectors", "index,x,y\n0,0,0.5\n1,1,0.5\n", [0, 0.5, 1, 0.5]],
  ["a comma at the end of a line", "1,\n2,\n", [1, 2]],
])("%s", (_, text, numbers) => {
  expect(parseValues(text)).toEqual(numbers);
});

it.each([
  ["", "no values"],
  ["1, two, 3", "“two” in line 1"],
  ["1,,2", "“” in line 1"],
  ["index,out\n0,7\n1,x", "“x” in line 3"],
  ["[1, 2", "no JSON"],
  ['[1, {"x": "a"}]', "“a” in value[1].x"],
])("`%s` is refused", (text, message) => {
  expect(() => parseValues(text)).toThrow(message);
});
