import { interpolateViridis } from "d3-scale-chromatic";
import { WARP_SIZE } from "../../simulator/index.ts";

/** The ends of viridis that are left out, as in the site's figures: too dark or too bright to stand on either page. */
const RAMP_START = 0.16;
const RAMP_END = 0.97;

/** The colour of each lane, everywhere in the course. */
export const laneColors: readonly string[] = Array.from({ length: WARP_SIZE }, (_, lane) =>
  interpolateViridis(RAMP_START + ((RAMP_END - RAMP_START) * lane) / (WARP_SIZE - 1)),
);

/** From this lane on, the ramp is bright enough for black ink to be read better than white. */
const FIRST_BRIGHT_LANE = laneColors.findIndex((color) => contrastWithWhite(color) < contrastWithBlack(color));

/** The ink, of two, that is read better on a lane's colour. */
export function laneInk(lane: number): string {
  return lane >= FIRST_BRIGHT_LANE ? "#000000" : "#ffffff";
}

/** Contrast ratios of WCAG 2.2, 1 to 21. */
export function contrastWithWhite(color: string): number {
  return 1.05 / (luminance(color) + 0.05);
}

export function contrastWithBlack(color: string): number {
  return (luminance(color) + 0.05) / 0.05;
}

/** Relative luminance (WCAG 2.2) of "#rrggbb" or "rgb(r, g, b)". */
function luminance(color: string): number {
  const base = color.startsWith("#") ? 16 : 10;
  const channels = (base === 16 ? color.match(/[0-9a-f]{2}/gi) : color.match(/\d+/g)) ?? [];
  const [r, g, b] = channels.map((channel) => {
    const c = Number.parseInt(channel, base) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
