import { useContext } from "preact/hooks";
import { count } from "#pictures/format.ts";
import { placeRows, rowHeight, type PlacedRow } from "#pictures/rows.ts";
import { BANK_HEADER_HEIGHT, BankColumns, StackRules, WordCell } from "../drawing/banks.tsx";
import { LaneStrip } from "../drawing/lanes.tsx";
import { IsStrip } from "../drawing/strip.ts";
import type { GridRow, Picture } from "./model.ts";

interface ViewProps {
  readonly picture: Picture;
  readonly onPoint: (lane: number | undefined) => void;
}

/** Heights in CSS pixels. */
const ROW_HEIGHT = { page: 32 * 6, between: 0, tallest: 22, lowest: 6 };
const STRIP_ROW_HEIGHT = { page: 32 * 3, between: 0, tallest: 16, lowest: 2 };
/** Height of the mark that stands for rows left out; between low rows, of the gap without one. */
const GAP_HEIGHT = { marked: 8, plain: 2 };

/** The warp above, shared memory below: one column per bank, one row per 32 words. */
export function View({ picture, onPoint }: ViewProps) {
  const heights = useContext(IsStrip) ? STRIP_ROW_HEIGHT : ROW_HEIGHT;
  const words = picture.rows.filter((row) => row.kind === "words").length;
  const wordHeightBeside = (gap: number): number =>
    rowHeight(words, { ...heights, page: heights.page - (picture.rows.length - words) * gap });
  const isMarked = wordHeightBeside(GAP_HEIGHT.marked) >= ADDRESS_HEIGHT;
  const gapHeight = isMarked ? GAP_HEIGHT.marked : GAP_HEIGHT.plain;
  const wordHeight = wordHeightBeside(gapHeight);
  const heightOf = (row: GridRow) => (row.kind === "words" ? wordHeight : gapHeight);
  const { rows, bottom } = placeRows(picture.rows, { top: BANK_HEADER_HEIGHT, between: 0, heightOf });
  const height = bottom + 1;
  return (
    <div class="bank-grid">
      <LaneStrip lanes={picture.lanes} onPoint={onPoint} />
      <Addresses rows={rows} height={height} />
      <svg class="banks" width="100%" height={height} role="img" aria-label={picture.sentence}>
        <BankColumns banks={picture.banks} height={height} />
        {rows.map(
          (row) =>
            row.kind === "words" &&
            row.cells.map((cell) => (
              <WordCell
                key={`${row.number} ${cell.bank}`}
                {...cell}
                y={row.y}
                height={row.height}
                onEnter={() => onPoint(cell.lanes[0])}
                onLeave={() => onPoint(undefined)}
              />
            )),
        )}
        <StackRules banks={picture.banks} height={height} />
      </svg>
    </div>
  );
}

/** Height of an address, in CSS pixels. Of lower rows, every fourth one has it. */
const ADDRESS_HEIGHT = 9;

/** The rows that have room for an address, or for the mark of a gap. */
function labelled(rows: readonly PlacedRow<GridRow>[]): PlacedRow<GridRow>[] {
  const roomy = rows.filter(({ kind, height }) => kind === "words" || height >= GAP_HEIGHT.marked);
  const isLow = roomy.some(({ kind, height }) => kind === "words" && height < ADDRESS_HEIGHT);
  return isLow ? roomy.filter((_, number) => number % 4 === 0) : roomy;
}

function Addresses({ rows, height }: { readonly rows: readonly PlacedRow<GridRow>[]; readonly height: number }) {
  return (
    <svg class="addresses" height={height} aria-hidden="true">
      <text x="100%" y="9">
        bank
      </text>
      {labelled(rows).map((row) => (
        <text key={row.y} class={row.kind === "words" ? "touched" : ""} x="100%" y={row.y + row.height / 2}>
          {row.kind === "words" ? count(row.firstByte) : "…"}
        </text>
      ))}
    </svg>
  );
}
