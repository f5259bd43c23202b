import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contrast } from "#pictures/lane-ramp.ts";

/** What WCAG 2.2 asks for: words, and what is no word but must be seen. */
const WORDS = 4.5;
const SHAPES = 3;

const css = readFileSync(new URL("./palette.css", import.meta.url), "utf8");
const [dark, light] = css.split(':root[data-theme="light"] {').map(colorsOf);

function colorsOf(css: string): Map<string, string> {
  return new Map([...css.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, color]) => [name, color]));
}

describe.each([
  ["light", light],
  ["dark", dark],
])("on the %s page", (_, colors) => {
  const ratio = (a: string, b: string): number => contrast(colors.get(a) ?? "", colors.get(b) ?? "");

  test.each(["ink", "ink-strong", "ink-soft", "accent", "wrong", "right", "dram"])("words in %s can be read", (ink) => {
    for (const ground of ["paper", "panel"]) expect(ratio(ink, ground)).toBeGreaterThanOrEqual(WORDS);
  });

  test.each([
    ["ink", "accent-ground"],
    ["ink-strong", "accent-ground"],
    ["accent", "accent-ground"],
    ["wrong", "wrong-ground"],
    ["ink", "wrong-ground"],
  ])("words in %s can be read on the %s", (ink, ground) => expect(ratio(ink, ground)).toBeGreaterThanOrEqual(WORDS));

  test("the rules of what can be handled can be seen", () => expect(ratio("rule-strong", "paper")).toBeGreaterThanOrEqual(SHAPES));
});
