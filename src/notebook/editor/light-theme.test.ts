import { readFileSync } from "node:fs";
import dark from "@shikijs/themes/github-dark-high-contrast";
import light from "@shikijs/themes/github-light-high-contrast";
import { codeToTokensWithThemes } from "shiki";
import { describe, expect, test } from "vitest";
import { codeThemes } from "../code-themes.ts";

const css = readFileSync(new URL("./light-theme.css", import.meta.url), "utf8");
const [darkRule = "", lightRule = ""] = css.split('[data-theme="light"]');

/** The colour that a rule of the style sheet gives to a class of code, "#A0111F". */
function colourIn(rule: string, name: string): string | undefined {
  return new RegExp(`--code-${name}: (#[0-9a-f]{6});`).exec(rule)?.[1]?.toUpperCase();
}

const SAMPLE = `// note
export function read({ threadIdx }: Thread) {
  return Math.floor(threadIdx.x / 2) + plain["s"];
}`;

const samples: readonly [name: string, token: string][] = [
  ["comment", "// note"],
  ["keyword", "return"],
  ["function", "read"],
  ["name", "threadIdx"],
  ["constant", "2"],
  ["string", '"s"'],
];

describe("CodeMirror's colours are those of the static code", () => {
  test.each(samples)("%s, as in %s", async (name, token) => {
    const lines = await codeToTokensWithThemes(SAMPLE, { lang: "ts", themes: { light: codeThemes.light, dark: codeThemes.dark } });
    const drawn = lines.flat().find(({ content }) => content.trim() === token)?.variants;
    expect(drawn).toBeDefined();
    expect(colourIn(lightRule, name)).toBe(drawn?.["light"]?.color?.toUpperCase());
    expect(colourIn(darkRule, name)).toBe(drawn?.["dark"]?.color?.toUpperCase());
  });

  test("plain text has the themes' foreground", () => {
    expect(colourIn(lightRule, "plain")).toBe(light.colors?.["editor.foreground"]?.toUpperCase());
    expect(colourIn(darkRule, "plain")).toBe(dark.colors?.["editor.foreground"]?.toUpperCase());
  });
});
