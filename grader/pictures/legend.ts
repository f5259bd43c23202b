import type { VNode } from "preact";
import { el } from "#classroom/reports/el.ts";
import { laneColors } from "./lane-ramp.ts";
import { measures } from "./measures.ts";

/** One entry of a legend: a swatch's filling, or "named" for the mark over a lane. */
export interface LegendEntry {
  readonly swatch: "lanes" | "named" | "conflict" | { readonly fill: string };
  readonly text: string;
}

/** About as wide as a letter of the legend is. */
const LETTER = 6.2;

/** What the fillings mean, in one row. */
export function legend(entries: readonly LegendEntry[], y: number): VNode[] {
  let x: number = measures.gutter;
  return entries.map(({ swatch, text }) => {
    const at = x;
    x += 28 + text.length * LETTER + 18;
    return el("g", null, ...swatchShapes(swatch, at, y), el("text", { class: "legend", x: at + 28, y: y + 6 }, text));
  });
}

function swatchShapes(swatch: LegendEntry["swatch"], x: number, y: number): VNode[] {
  if (swatch === "named") return [el("path", { class: "named-mark", d: `M${x + 7} ${y + 2}h9l-4.5 7z` })];
  if (swatch === "conflict") return [el("rect", { class: "stack-rule", x: x + 4, y, width: 14, height: 12 })];
  if (swatch === "lanes") {
    const shown = [0, 10, 20, 31];
    return shown.map((lane, i) => el("rect", { x: x + i * 5.5, y, width: 5.5, height: 12, fill: laneColors[lane] }));
  }
  return [el("rect", { class: "swatch", x, y, width: 22, height: 12, fill: swatch.fill })];
}
