import type { VNode } from "preact";
import { el } from "#classroom/reports/el.ts";
import type { Witness } from "#judge/result.ts";
import { BANK_COUNT, WORD_BYTES, deviceForWidth, explainShared, type SharedExplanation } from "#simulator";
import { gapMark } from "./global-picture.ts";
import { laneCell } from "./lane-cell.ts";
import { laneStrip, laneX } from "./lane-strip.ts";
import { legend } from "./legend.ts";
import { measures } from "./measures.ts";
import type { Drawing } from "./request-picture.ts";
import { placeRows, type PlacedRow } from "./rows.ts";

/** 32 neighbouring words, one a bank; the row's first word is 32 × number. */
interface WordRow {
  readonly number: number;
  readonly words: readonly { readonly bank: number; readonly lanes: readonly number[] }[];
}

const HEADER_TOP = measures.laneTop + measures.laneHeight + 14;
const GRID_TOP = HEADER_TOP + 34;

/** A request of shared memory: the warp above, below it the 32 banks; a conflict is a stack in one column. */
export function bankPicture({ request, lanes }: Pick<Witness, "request" | "lanes">): Drawing {
  const explanation = explainShared(request, deviceForWidth(request.bytesPerLane));
  const degrees = bankDegrees(explanation);
  const { placed, bottom } = placeRows(wordRows(explanation), { top: GRID_TOP, between: 0, tallest: 22, lowest: 12, page: 416 });
  const conflicted = degrees.some((degree) => degree > 1);
  return {
    height: bottom + measures.legendHeight,
    shapes: [
      ...laneStrip(request, lanes),
      el("text", { class: "address soft", x: measures.gutter - 8, y: HEADER_TOP + 8 }, "bank"),
      ...degrees.map((degree, bank) => bankColumn(bank, degree, bottom - GRID_TOP)),
      ...placed.flatMap((at) => (at.kind === "row" ? wordShapes(at) : [gapMark(at.y + at.height / 2)])),
      ...degrees.flatMap((degree, bank) => (degree > 1 ? [stackRule(bank, bottom - GRID_TOP)] : [])),
      ...legend(
        [
          { swatch: "lanes", text: "a word, in the colours of its lanes" },
          ...(conflicted ? [{ swatch: "conflict", text: "conflict, with its degree" } as const] : []),
          ...(lanes.length > 0 ? [{ swatch: "named", text: "lanes that the sentence names" } as const] : []),
        ],
        bottom + 12,
      ),
    ],
  };
}

/** For each bank, the most words that one group of lanes wants of it. */
function bankDegrees({ groupEvidence }: SharedExplanation): number[] {
  return Array.from({ length: BANK_COUNT }, (_, bank) =>
    Math.max(0, ...groupEvidence.map(({ words }) => words.filter((word) => word.bank === bank).length)),
  );
}

function wordRows({ groupEvidence }: SharedExplanation): WordRow[] {
  const words = Map.groupBy(
    groupEvidence.flatMap((group) => group.words),
    (word) => word.number,
  );
  const touched = [...words]
    .map(([number, evidence]) => ({ number, bank: evidence[0].bank, lanes: evidence.flatMap((word) => word.lanes).sort((a, b) => a - b) }))
    .sort((a, b) => a.number - b.number);
  return [...Map.groupBy(touched, (word) => Math.floor(word.number / BANK_COUNT))].map(([number, words]) => ({ number, words }));
}

function bankColumn(bank: number, degree: number, height: number): VNode {
  const middle = laneX(bank) + measures.lane / 2;
  return el(
    "g",
    null,
    el("text", { class: "soft", x: middle, y: HEADER_TOP + 8 }, bank),
    degree > 1 && el("text", { class: "degree", x: middle, y: HEADER_TOP + 24 }, degree),
    el("rect", { class: degree > 1 ? "column conflicted" : "column", x: laneX(bank), y: GRID_TOP, width: measures.lane, height }),
  );
}

function stackRule(bank: number, height: number): VNode {
  return el("rect", { class: "stack-rule", x: laneX(bank), y: GRID_TOP - 1, width: measures.lane, height: height + 1 });
}

function wordShapes({ row, y, height }: Extract<PlacedRow<WordRow>, { kind: "row" }>): VNode[] {
  const address = el("text", { class: "address", x: measures.gutter - 8, y: y + height / 2 }, row.number * BANK_COUNT * WORD_BYTES);
  const cells = row.words.flatMap(({ bank, lanes }) => {
    const place = { x: laneX(bank), y, width: measures.lane, height };
    return [laneCell(lanes, place), el("rect", { class: "cell-rule", ...place })];
  });
  return [address, ...cells];
}
