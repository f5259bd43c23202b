import { expect, test } from "vitest";
import { edited } from "./edits.ts";

test.each([
  ["a piece", "return i;", { "return ": "return 2 * " }, "return 2 * i;"],
  ["two that are exchanged", "x + y", { x: "y", y: "x" }, "y + x"],
  ["everywhere", "a(1); a(2);", { "a(": "b(" }, "b(1); b(2);"],
  ["the longer of two that begin alike", "i; i + 1;", { i: "j", "i + 1": "k" }, "j; k;"],
  ["none at all", "return i;", {}, "return i;"],
  ["nothing of it is a pattern", "a.b", { "a.b": "$&" }, "$&"],
])("edits: %s", (_, text, edits, expected) => expect(edited(text, edits as Record<string, string>)).toBe(expected));

test("what is to be replaced is there", () => {
  expect(() => edited("return i;", { "return j": "return k" })).toThrow("“return j”, which isn't in the cell's code");
});
