import { Fragment, h, type ComponentChildren, type JSX } from "preact";
import type { WarpRequest } from "#simulator";
import { laneCells, laneSlices, cellText } from "./lanes.ts";
import { laneColor } from "./palette.ts";

/** Sizes that the pictures of global and of shared memory have in common, in SVG user units. */
export const measures = {
  /** Room for the addresses on the left. */
  gutter: 56,
  /** 32 lanes of 22, or the 128 bytes of a cache line at 5.5 per byte. */
  width: 704,
  /** Room beyond the last lane, so that its outline is not cut. */
  edge: 4,
  lane: 22,
  laneTop: 14,
  laneHeight: 20,
  legendHeight: 30,
  /** The height of all rows of memory together, as long as they stay legible. */
  page: 416,
} as const;

export const totalWidth = measures.gutter + measures.width + measures.edge;

/** The contents of a picture, without the svg element. */
export interface Drawing {
  /** In SVG user units; the width is always `totalWidth`. */
  readonly height: number;
  readonly shapes: ComponentChildren;
}

/** The left edge of the cell of a lane or bank. */
export function laneX(lane: number): number {
  return measures.gutter + lane * measures.lane;
}

/** The centre of the cell of a lane or bank. */
export function laneMiddle(lane: number): number {
  return laneX(lane) + measures.lane / 2;
}

interface LaneStripProps {
  readonly request: WarpRequest;
  /** Lanes that the caption names: they have a mark above them. */
  readonly named: readonly number[];
}

/** The warp: 32 cells in lane colours. */
export function LaneStrip({ request, named }: LaneStripProps) {
  const { lane: width, laneTop: y, laneHeight: height } = measures;
  const cells = laneCells(request, { named, label: () => "" });
  // The marks come after all cells, so that no neighbouring cell covers an outline.
  return h(
    Fragment,
    null,
    cells.map(({ lane, active }) =>
      h(
        "g",
        null,
        h("rect", {
          class: active ? "lane" : "lane out",
          x: laneX(lane),
          y,
          width,
          height,
          fill: active ? laneColor(lane).fill : undefined,
        }),
        h(
          "text",
          {
            class: active ? undefined : "out-number",
            x: laneMiddle(lane),
            y: y + height / 2,
            fill: active ? laneColor(lane).ink : undefined,
          },
          lane,
        ),
      ),
    ),
    cells.map(
      ({ lane, named }) =>
        named &&
        h(
          "g",
          null,
          h("rect", { class: "named-rule", x: laneX(lane), y, width, height }),
          h("path", { class: "named-mark", d: `M${laneMiddle(lane) - 4.5} ${y - 10}h9l-4.5 7z` }),
        ),
    ),
  );
}

interface LaneBytesProps {
  readonly lanes: readonly number[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The smallest cell that has room for a number. */
const NUMBERED_WIDTH = 20;
const NUMBERED_HEIGHT = 10;

/** Bytes in the colour of the lane that requests them, divided into one slice per lane if several do. */
export function LaneBytes({ lanes, x, y, width, height }: LaneBytesProps) {
  const [first] = lanes;
  const numbered = first !== undefined && width >= NUMBERED_WIDTH && height >= NUMBERED_HEIGHT;
  return h(
    "g",
    null,
    laneSlices(lanes, x, width).map((slice) =>
      h("rect", {
        class: lanes.length === 1 ? "cell" : "slice",
        x: slice.x,
        y,
        width: slice.width,
        height,
        fill: laneColor(slice.lane).fill,
      }),
    ),
    numbered && h("text", { x: x + width / 2, y: y + height / 2, fill: laneColor(first).ink }, cellText(lanes)),
  );
}

/** The address on the left of a row, or the mark for rows that are left out. */
export function RowAddress({
  y,
  children,
  soft = false,
}: {
  readonly y: number;
  readonly children: ComponentChildren;
  readonly soft?: boolean;
}) {
  return h("text", { class: soft ? "address soft" : "address", x: measures.gutter - 8, y }, children);
}

/** One entry of a legend: a fill, or one of the special marks, and its meaning. */
export interface LegendEntry {
  readonly swatch: "lanes" | "named" | "conflict" | "boundary" | "outside" | { readonly fill: string };
  readonly text: string;
}

/** The legend entry for lanes that the caption names; empty if it names none. */
export function namedEntry(named: readonly number[]): LegendEntry[] {
  return named.length > 0 ? [{ swatch: "named", text: "lanes that the sentence names" }] : [];
}

/** The approximate width of a letter in the legend. */
const LETTER_WIDTH = 6.2;

/** The legend of a picture, in one row. */
export function Legend({ entries, y }: { readonly entries: readonly LegendEntry[]; readonly y: number }) {
  let next: number = measures.gutter;
  return h(
    Fragment,
    null,
    entries.map(({ swatch, text }) => {
      const x = next;
      next += 28 + text.length * LETTER_WIDTH + 18;
      return h("g", null, swatchShapes(swatch, x, y), h("text", { class: "legend", x: x + 28, y: y + 6 }, text));
    }),
  );
}

function swatchShapes(swatch: LegendEntry["swatch"], x: number, y: number): JSX.Element | JSX.Element[] {
  switch (swatch) {
    case "named":
      return h("path", { class: "named-mark", d: `M${x + 7} ${y + 2}h9l-4.5 7z` });
    case "conflict":
      return h("rect", { class: "stack-rule", x: x + 4, y, width: 14, height: 12 });
    case "boundary":
      return h("line", { class: "boundary", x1: x + 11, y1: y - 1, x2: x + 11, y2: y + 13 });
    case "outside":
      return h("rect", { class: "outside", x, y, width: 22, height: 12 });
    case "lanes":
      return [0, 10, 20, 31].map((lane, i) => h("rect", { x: x + i * 5.5, y, width: 5.5, height: 12, fill: laneColor(lane).fill }));
    default:
      return h("rect", { class: "swatch", x, y, width: 22, height: 12, fill: swatch.fill });
  }
}
