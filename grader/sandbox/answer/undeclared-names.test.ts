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
  ["an async function, an enumeration", "const f = async (a) => a;\nenum Side { Left }\nSide.Left;", []],
  ["a parameter of another function", "const f = (n) => n;\nexport const read = () => n;", ["n"]],
  ["a constant of another function", "function f() { const row = 1; return row; }\nfunction g() { return row; }", ["row"]],
  ["a constant after its block", "function f() { { const row = 1; row; } return row; }", ["row"]],
  ["a loop's variable after the loop", "for (let i = 0; i < 4; i++) {}\ni;", ["i"]],
  ["a caught error after its block", "try {} catch (e) { e; }\ne;", ["e"]],
  ["a case's constant after the switch", "switch (1) { case 1: const row = 1; row; }\nrow;", ["row"]],
  ["a function expression's name outside it", "const f = function g() { return g; };\ng;", ["g"]],
  ["a body's constant in a parameter's default", "function f(a = row) { const row = 1; return a + row; }", ["row"]],
  ["a parameter in a later one's default", "function f(a, b = a) { return b; }", []],
  ["var after its block", "function f() { { var row = 1; } return row; }", []],
  ["var outside its function", "function f() { var row = 1; return row; }\nrow;", ["row"]],
  ["a name that an inner function declares again", "const row = 1;\nconst f = () => ((row) => row)(row);", []],
  ["what an inner function uses of an outer one", "function f(n) { const g = () => () => n; return g; }", []],
  ["a method's parameter", "const o = { m(p) { return p; } };\np;", ["p"]],
])("%s", (_, source, names) => expect(undeclaredNames(source).map(({ text }) => text)).toEqual(names));

test("an undeclared name comes with the names that are in scope there, the innermost first", () => {
  const source = "const pitch = 33;\nfunction f(hidden) { return hidden; }\nfunction g(x) { const y = x; return pich + y; }";
  expect(undeclaredNames(source).map(({ namesInScope }) => namesInScope())).toEqual([["y", "x", "pitch", "f", "g"]]);
});
