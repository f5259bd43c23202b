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
  return { fill, ink: contrast(fill, DARK_INK) >= contrast(fill, LIGHT_INK) ? DARK_INK : LIGHT_INK };
});

/** The contrast ratio of two colours that are written #rrggbb, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The relative luminance of a colour, from 0 for black to 1 for white (WCAG 2.2, "relative luminance"). */
function luminance(color: string): number {
  const linear = (place: number): number => {
    const share = parseInt(color.slice(place, place + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(1) + 0.7152 * linear(3) + 0.0722 * linear(5);
}

/** @throws RangeError for a number that is not a lane of a warp */
export function laneColor(lane: number): LaneColor {
  const color = laneColors[lane];
  if (!color) throw new RangeError(`a warp has no lane ${lane}`);
  return color;
}
