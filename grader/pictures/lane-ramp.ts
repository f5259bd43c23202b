import { interpolateViridis } from "d3-scale-chromatic";
import { WARP_SIZE } from "#simulator";

/** The ends of viridis that are left out: too dark or too bright to stand on either page. */
const RAMP_START = 0.16;
const RAMP_END = 0.97;
const DARK_INK = "#000000";
const LIGHT_INK = "#ffffff";

/** The colour of each lane, everywhere in the course: viridis in even steps, perceptually uniform and safe for colour-blind eyes. */
export const laneColors: readonly string[] = Array.from({ length: WARP_SIZE }, (_, lane) =>
  interpolateViridis(RAMP_START + ((RAMP_END - RAMP_START) * lane) / (WARP_SIZE - 1)),
);

/** For each lane the ink, of two, that is read better on its colour. */
export const laneInks: readonly string[] = laneColors.map((color) =>
  contrast(color, DARK_INK) >= contrast(color, LIGHT_INK) ? DARK_INK : LIGHT_INK,
);

/** Custom properties --lane-0 … --lane-31 and --lane-ink-0 … --lane-ink-31. */
export function laneProperties(): string {
  const properties = laneColors.map((color, lane) => `--lane-${lane}:${hex(color)};--lane-ink-${lane}:${laneInks[lane]}`);
  return `:root{${properties.join(";")}}`;
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(a: string, b: string): number {
  const [darker, lighter] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [r, g, b] = channels(color).map((channel) => {
    const c = channel / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function channels(color: string): number[] {
  const pairs = color.startsWith("#") ? color.match(/[0-9a-f]{2}/gi) : color.match(/\d+/g);
  if (pairs?.length !== 3) throw new RangeError(`"${color}" is neither #rrggbb nor rgb(r, g, b)`);
  return pairs.map((pair) => Number.parseInt(pair, color.startsWith("#") ? 16 : 10));
}

function hex(color: string): string {
  return `#${channels(color)
    .map((channel) => channel.toString(16).padStart(2, "0"))
    .join("")}`;
}
