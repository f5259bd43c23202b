import { describe, expect, test } from "vitest";
import { points, printable } from "./captions.ts";

describe("a printable text", () => {
  test.each([
    ["plain", "plain"],
    ["two\r\nlines\tand a tab", "two\nlines\tand a tab"],
    ["a\u0000b\u001b[31m", "a⟨U+0000⟩b⟨U+001B⟩[31m"],
    ["user\u202Etxt.exe", "user⟨U+202E⟩txt.exe"],
    ["zero\u200bwidth\ufeff", "zero⟨U+200B⟩width⟨U+FEFF⟩"],
    ["half \ud83d of a parrot", "half \ufffd of a parrot"],
    ["שרה 🦜 é", "שרה 🦜 é"],
  ])("%j", (text, shown) => expect(printable(text)).toBe(shown));
});

test.each([
  [7, "7"],
  [0.1 + 0.2, "0.3"],
  [24.5454, "24.55"],
])("%d points are written %s", (value, text) => expect(points(value)).toBe(text));
