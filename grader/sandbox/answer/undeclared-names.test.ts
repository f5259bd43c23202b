import { expect, test } from "vitest";
import { undeclaredNames } from "./undeclared-names.ts";

test.each<[string, string, string[]]>([
  [
    "a parameter's property without the parameter",
    "export const read = (thread: Thread, size: { n: number }) => (size.n > 0 ? n : 0);",
    ["n"],
  ],
  ["a misspelled name", "const row = 1;\nexport const read = () => rwo;", ["rwo"]],
  ["a shorthand property", "export const read = () => ({ lane });", ["lane"]],
  ["a bare coordinate", "export const read = () => threadIdx.x;", ["threadIdx"]],
  ["parameters, destructured, with defaults and rests", "const f = ({ a, b: c = 1 }, [d], ...e) => a + c + d + e.length;", []],
  [
    "loops, labels, catches and functions declared later",
    "outer: for (const i of [1]) { try { g(i); } catch (e) { throw e; } break outer; }\nfunction g(x) { return x; }",
    [],
  ],
  ["types", "type Matrix = { rows: number };\nconst f = (m: Matrix): Thread | null => null;", []],
  ["the language's own names, and what every answer has", "console.log(Math.max(1, NaN), undefined, Infinity, JSON);", []],
  ["properties and keys", "const o = { key: 1 };\no.key + o.other;", []],
  ["typeof", "typeof nothing;", []],
])("%s", (_, source, names) => expect(undeclaredNames(source).map(({ text }) => text)).toEqual(names));
