import { useId, useMemo } from "preact/hooks";
import { BANK_COUNT } from "#simulator";
import type { TouchedWord } from "#pictures/banks.ts";
import { BANK_HEADER_HEIGHT, BankColumns, StackRules, WordCell } from "../drawing/banks.tsx";
import { LaneStrip } from "../drawing/lanes.tsx";
import { ElementNames } from "./element-names.tsx";
import { GroupBrackets } from "./group-brackets.tsx";
import type { GridRow, Layout } from "./layout.ts";
import type { Picture, RefusedElement } from "./model.ts";
import type { Pointing } from "./pointing.ts";
import { RunRect, TileLayout, rowTop } from "./tile-layout.tsx";
import { useRest } from "./use-rest.ts";

interface ViewProps {
  readonly layout: Layout;
  readonly picture: Picture;
  readonly onPoint: (pointing: Pointing) => void;
}

const TALLEST_ROW = 20;
const FLATTEST_ROW = 15;
const TALLEST_GRID = 480;
/** How long the tile must lie still before its elements are named: a thousand names are too many to move with a slider. */
const PAUSE_MS = 150;

/** Groups over the warp, the warp over shared memory, and in shared memory the whole tile. */
export function View({ layout, picture, onPoint }: ViewProps) {
  const paddingFill = useId();
  const rowHeight = Math.max(FLATTEST_ROW, Math.min(TALLEST_ROW, Math.floor(TALLEST_GRID / layout.gridRows.length)));
  const height = BANK_HEADER_HEIGHT + layout.gridRows.length * rowHeight + 1;
  const atRest = useRest(layout, PAUSE_MS);
  const tile = useMemo(
    () => <TileLayout layout={layout} rowHeight={rowHeight} paddingFill={paddingFill} />,
    [layout, rowHeight, paddingFill],
  );
  const names = useMemo(() => <ElementNames layout={layout} rowHeight={rowHeight} />, [layout, rowHeight]);
  return (
    <div class="bank-grid">
      <GroupBrackets groups={picture.groups} onPoint={onPoint} />
      <LaneStrip lanes={picture.lanes} onPoint={(hoveredLane) => onPoint({ hoveredLane })} />
      <Addresses rows={layout.gridRows} rowHeight={rowHeight} height={height} />
      <svg class="banks" width="100%" height={height} role="img" aria-label={picture.sentence}>
        <BankColumns banks={picture.banks} height={height} />
        {tile}
        {atRest && names}
        {picture.touched.map((word) => (
          <TouchedCell key={word.number} word={word} rowHeight={rowHeight} onPoint={onPoint} />
        ))}
        {picture.refused.map((element) => (
          <RefusedPlace key={element.lane} element={element} rowHeight={rowHeight} onPoint={onPoint} />
        ))}
        <StackRules banks={picture.banks} height={height} />
      </svg>
    </div>
  );
}

interface TouchedCellProps extends Pick<ViewProps, "onPoint"> {
  readonly word: TouchedWord;
  readonly rowHeight: number;
}

/** A touched word in its lanes' colours, on a ground that hides the element's name when the cell is dim. */
function TouchedCell({ word: { number, ...word }, rowHeight, onPoint }: TouchedCellProps) {
  const gridRow = Math.floor(number / BANK_COUNT);
  return (
    <>
      <RunRect run={{ gridRow, bank: word.bank, words: 1 }} rowHeight={rowHeight} class="cell-ground" />
      <WordCell
        {...word}
        y={rowTop({ gridRow }, rowHeight)}
        height={rowHeight}
        onEnter={() => onPoint({ hoveredWord: number })}
        onLeave={() => onPoint({})}
      />
    </>
  );
}

function Addresses({
  rows,
  rowHeight,
  height,
}: {
  readonly rows: readonly GridRow[];
  readonly rowHeight: number;
  readonly height: number;
}) {
  return (
    <svg class="addresses" height={height} aria-hidden="true">
      <text x="100%" y="9">
        bank
      </text>
      {rows.map(({ number, firstByte }) => (
        <text key={number} x="100%" y={rowTop({ gridRow: number }, rowHeight) + rowHeight / 2}>
          {firstByte}
        </text>
      ))}
    </svg>
  );
}

interface RefusedPlaceProps extends Pick<ViewProps, "onPoint"> {
  readonly element: RefusedElement;
  readonly rowHeight: number;
}

/** Where a misaligned lane reaches: an empty frame, for nothing comes. */
function RefusedPlace({ element: { lane, runs }, rowHeight, onPoint }: RefusedPlaceProps) {
  return (
    <g class="refused" onPointerEnter={() => onPoint({ hoveredLane: lane })} onPointerLeave={() => onPoint({})}>
      {runs.map((run) => (
        <RunRect key={run.gridRow} run={run} rowHeight={rowHeight} class="refused-place" />
      ))}
    </g>
  );
}
