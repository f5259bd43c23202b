import { expect, test } from "vitest";
import { oneLine, terminalJson, terminalText } from "./terminal.ts";

test.each([
  ["an escape sequence", "\u001b[2K\u001b[1Apass, 20 of 20 points", "⟨U+001B⟩[2K⟨U+001B⟩[1Apass, 20 of 20 points"],
  ["a return to the line's beginning", "fail\rpass", "fail\npass"],
  ["text that runs backwards", "a\u202Eb", "a⟨U+202E⟩b"],
  ["a command to a workflow", "x\n::error::all is lost\n  ::set-output name=a::b", "x\n⟨::⟩error::all is lost\n  ⟨::⟩set-output name=a::b"],
  ["a command of the older kind", "a ##[error]b", "a #⟨#⟩[error]b"],
  ["C++", "std::vector<int>", "std::vector<int>"],
])("%s", (_, text, shown) => expect(terminalText(text)).toBe(shown));

test("a text for one line stays on one line", () => expect(oneLine("a\n\n::error::b\r\u2028c")).toBe("a ::error::b c"));

test("JSON means the same, and commands no terminal", () => {
  const value = { message: "\u009b2K pass \u202e \u2028 \u001b[1A é 🦉" };
  const shown = terminalJson(JSON.stringify(value));
  expect(JSON.parse(shown)).toEqual(value);
  expect(shown).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u202e]/);
  expect(shown).toContain("é 🦉");
});
