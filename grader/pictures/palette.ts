import { wcagContrast } from "culori";
import { interpolateViridis } from "d3-scale-chromatic";
import { WARP_SIZE } from "#simulator";

/** The course's colours on light and on dark pages, for the site, LMS pages and reports. `wrong` is reserved for errors. */
export const palette = {
  light: {
    paper: "#fdfcf9",
    panel: "#f5f2eb",
    ink: "#262420",
    "ink-strong": "#14120f",
    "ink-soft": "#5d5950",
    rule: "#d8d2c5",
    "rule-strong": "#767168",
    accent: "#1c5a78",
    "accent-ground": "#e1edf2",
    hatch: "#a8a294",
    wrong: "#b02a1a",
    "wrong-ground": "#fbe9e5",
    right: "#1f6b3b",
  },
  dark: {
    paper: "#14161a",
    panel: "#1b1e23",
    ink: "#e7e4dd",
    "ink-strong": "#f7f5f0",
    "ink-soft": "#aaa79f",
    rule: "#363a41",
    "rule-strong": "#7d8087",
    accent: "#8fc7dd",
    "accent-ground": "#20333d",
    hatch: "#565a62",
    wrong: "#ff9580",
    "wrong-ground": "#3a211d",
    right: "#8fd0a5",
  },
} as const;

/** DRAM traffic, which only the site's figures draw. */
export const dramColors = { light: "#6a5cad", dark: "#9a8fd0" } as const;

/** CSS that defines the colours as custom properties for a selector: dark if the reader's system is, light in print. */
export function paletteCss(selector: string): string {
  return `${selector}{color-scheme:light dark;${properties(palette.light)}}
@media screen and (prefers-color-scheme:dark){${selector}{${properties(palette.dark)}}}`;
}

/**
 * CSS that defines the colours as custom properties for a page of the site or of an LMS: dark, unless the page's `data-theme` is
 * light. It also defines the lanes' colours, --lane-0 … --lane-31 and --lane-ink-0 … --lane-ink-31.
 */
export function siteColorsCss(): string {
  const lanes = Object.fromEntries(
    laneColors.flatMap(({ fill, ink }, lane) => [
      [`lane-${lane}`, fill],
      [`lane-ink-${lane}`, ink],
    ]),
  );
  return [
    `:root{${properties({ ...palette.dark, dram: dramColors.dark })}}`,
    `:root[data-theme=light]{${properties({ ...palette.light, dram: dramColors.light })}}`,
    `:root{${properties(lanes)}}`,
  ].join("");
}

function properties(colors: Readonly<Record<string, string>>): string {
  return Object.entries(colors)
    .map(([name, color]) => `--${name}:${color}`)
    .join(";");
}

/** The part of viridis that is used: its ends are too dark or too bright for one of the pages. */
const RAMP_START = 0.16;
const RAMP_END = 0.97;
const DARK_INK = "#000000";
const LIGHT_INK = "#ffffff";

/** A lane's colour, and black or white, whichever is more legible on it. */
interface LaneColor {
  readonly fill: string;
  readonly ink: string;
}

/** The colour of each lane, everywhere in the course: viridis in even steps, perceptually uniform and safe for colour-blind eyes. */
export const laneColors: readonly LaneColor[] = Array.from({ length: WARP_SIZE }, (_, lane) => {
  const fill = interpolateViridis(RAMP_START + ((RAMP_END - RAMP_START) * lane) / (WARP_SIZE - 1));
  return { fill, ink: wcagContrast(fill, DARK_INK) >= wcagContrast(fill, LIGHT_INK) ? DARK_INK : LIGHT_INK };
});

/** @throws RangeError for a number that is not a lane of a warp */
export function laneColor(lane: number): LaneColor {
  const color = laneColors[lane];
  if (!color) throw new RangeError(`a warp has no lane ${lane}`);
  return color;
}
