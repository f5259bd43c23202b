import { wcagContrast } from "culori";
import { describe, expect, test } from "vitest";
import { WARP_SIZE } from "#simulator";
import { dramColors, laneColor, laneColors, palette, paletteCss, siteColorsCss } from "./palette.ts";

/** The contrast ratios that WCAG 2.2 (AA) requires for text and for other visible parts. */
const TEXT = 4.5;
const SHAPES = 3;

describe.each(["light", "dark"] as const)("on the %s page", (theme) => {
  const colors = { ...palette[theme], dram: dramColors[theme] };

  test.each(["ink", "ink-strong", "ink-soft", "accent", "wrong", "right", "dram"] as const)("text in %s is legible", (ink) => {
    for (const ground of ["paper", "panel"] as const) expect(wcagContrast(colors[ink], colors[ground])).toBeGreaterThanOrEqual(TEXT);
  });

  test.each([
    ["ink", "accent-ground"],
    ["ink-strong", "accent-ground"],
    ["accent", "accent-ground"],
    ["wrong", "wrong-ground"],
    ["ink", "wrong-ground"],
  ] as const)("text in %s is legible on %s", (ink, ground) =>
    expect(wcagContrast(colors[ink], colors[ground])).toBeGreaterThanOrEqual(TEXT),
  );

  test("the borders of controls are visible", () =>
    expect(wcagContrast(colors["rule-strong"], colors.paper)).toBeGreaterThanOrEqual(SHAPES));
});

describe("the lanes", () => {
  test("have 32 different colours", () => expect(new Set(laneColors.map(({ fill }) => fill)).size).toBe(WARP_SIZE));

  test("a lane's number is legible on its colour", () => {
    for (const { fill, ink } of laneColors) expect(wcagContrast(fill, ink)).toBeGreaterThanOrEqual(TEXT);
  });

  test("its ink is black or white, whichever has more contrast", () => {
    for (const { fill, ink } of laneColors) {
      const [black, white] = ["#000000", "#ffffff"].map((one) => wcagContrast(fill, one));
      expect(ink).toBe(black! >= white! ? "#000000" : "#ffffff");
    }
  });

  test("there is no lane 32", () => expect(() => laneColor(WARP_SIZE)).toThrow("no lane 32"));
});

test("the site has every colour for both themes, and two properties per lane", () => {
  const css = siteColorsCss();
  const [dark, light] = css.split(":root[data-theme=light]");
  for (const [name, color] of Object.entries({ ...palette.dark, dram: dramColors.dark })) expect(dark).toContain(`--${name}:${color}`);
  for (const [name, color] of Object.entries({ ...palette.light, dram: dramColors.light })) expect(light).toContain(`--${name}:${color}`);
  expect(css.match(/--lane-(ink-)?\d+:#/g)).toHaveLength(2 * WARP_SIZE);
});

test("a report is dark only on a dark screen", () => {
  const [light, dark] = paletteCss(".picture").split("@media screen and (prefers-color-scheme:dark)");
  expect(light).toContain(`--paper:${palette.light.paper}`);
  expect(dark).toContain(`--paper:${palette.dark.paper}`);
});
