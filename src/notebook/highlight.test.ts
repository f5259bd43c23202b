import { parseHTML } from "linkedom";
import { expect, it } from "vitest";
import { LONGEST_COLORED, highlightTypeScript } from "./highlight.ts";

it("code and its lines are coloured up to a length, and longer ones are shown as plain text", async () => {
  const longest = "".padEnd(LONGEST_COLORED, "export const a = 1; // <b>\n");
  const coloursOf = async (code: string): Promise<number> => {
    const { document } = parseHTML(await highlightTypeScript(code));
    expect(document.querySelector("pre")?.textContent).toBe(code);
    return new Set([...document.querySelectorAll("span[style]")].map((token) => token.getAttribute("style"))).size;
  };
  expect(await coloursOf(longest)).toBeGreaterThan(2);
  expect(await coloursOf(`${longest};`)).toBeLessThan(2);
  expect(await coloursOf("const a = 1; ".repeat(100))).toBeLessThan(2);
});
