import { h, type JSX } from "preact";
import type { SharedExplanation } from "#simulator";
import { bankColumns, wordRows, type BankColumn, type WordRow } from "./banks.ts";
import { count } from "./format.ts";
import { placeRows, rowHeight, withGaps, type PlacedRow } from "./rows.ts";
import { LaneBytes, LaneStrip, Legend, RowAddress, laneMiddle, laneX, measures, namedEntry, type Drawing } from "./svg-parts.ts";

const HEADER_TOP = measures.laneTop + measures.laneHeight + 14;
const GRID_TOP = HEADER_TOP + 34;
/** The height of a gap where untouched rows are left out. */
const GAP_HEIGHT = 10;

/**
 * The picture of a request to shared memory in reports: the warp at the top, the 32 banks below it. A conflict is a stack in one column.
 * On the site, src/figures/bank-grid draws the same columns and rows as wide as the page, with a pointer.
 *
 * @param named lanes that the caption names
 */
export function bankPicture(explanation: SharedExplanation, named: readonly number[]): Drawing {
  const banks = bankColumns(explanation);
  const words = wordRows(explanation);
  const height = rowHeight(words.length, { page: measures.page, between: 0, tallest: 22, lowest: 12 });
  const heightOf = ({ kind }: { readonly kind: "words" | "gap" }): number => (kind === "words" ? height : GAP_HEIGHT);
  const { rows, bottom } = placeRows(withGaps(words), { top: GRID_TOP, between: 0, heightOf });
  const conflicts = banks.filter(({ degree }) => degree > 1);
  return {
    height: bottom + measures.legendHeight,
    shapes: [
      h(LaneStrip, { request: explanation.request, named }),
      h(RowAddress, { y: HEADER_TOP + 8, soft: true, children: "bank" }),
      banks.map((bank) => columnShapes(bank, bottom - GRID_TOP)),
      rows.map((row) => (row.kind === "words" ? wordShapes(row) : h(RowAddress, { y: row.y + row.height / 2, soft: true, children: "…" }))),
      conflicts.map(({ bank }) =>
        h("rect", { class: "stack-rule", x: laneX(bank), y: GRID_TOP - 1, width: measures.lane, height: bottom - GRID_TOP + 1 }),
      ),
      h(Legend, {
        entries: [
          { swatch: "lanes", text: "a word, in the colours of its lanes" },
          ...(conflicts.length > 0 ? [{ swatch: "conflict", text: "conflict, with its degree" } as const] : []),
          ...namedEntry(named),
        ],
        y: bottom + 12,
      }),
    ],
  };
}

function columnShapes({ bank, degree }: BankColumn, height: number): JSX.Element {
  return h(
    "g",
    null,
    h("text", { class: "soft", x: laneMiddle(bank), y: HEADER_TOP + 8 }, bank),
    degree > 1 && h("text", { class: "degree", x: laneMiddle(bank), y: HEADER_TOP + 24 }, degree),
    h("rect", { class: degree > 1 ? "column conflicted" : "column", x: laneX(bank), y: GRID_TOP, width: measures.lane, height }),
  );
}

function wordShapes({ firstByte, cells, y, height }: PlacedRow<WordRow>): JSX.Element[] {
  return [
    h(RowAddress, { y: y + height / 2, children: count(firstByte) }),
    ...cells.flatMap(({ bank, lanes }) => {
      const place = { x: laneX(bank), y, width: measures.lane, height };
      return [h(LaneBytes, { lanes, ...place }), h("rect", { class: "cell-rule", ...place })];
    }),
  ];
}
