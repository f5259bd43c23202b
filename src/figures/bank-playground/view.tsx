import { useEffect, useId, useMemo, useState } from "preact/hooks";
import { BANK_COUNT, WARP_SIZE } from "#simulator";
import type { TouchedWord } from "#pictures/banks.ts";
import { count, pluralize } from "#pictures/format.ts";
import { rowHeight as rowHeightFor } from "#pictures/rows.ts";
import { BANK_HEADER_HEIGHT, BANK_WIDTH, BankColumns, StackRules, WordCell } from "../drawing/banks.tsx";
import { LaneStrip } from "../drawing/lanes.tsx";
import type { GroupBracket, Picture, Pointing, RefusedElement } from "./model.ts";
import type { GridRow, Layout, WordRun } from "./tile.ts";

interface ViewProps {
  readonly layout: Layout;
  readonly picture: Picture;
  readonly onPoint: (pointing: Pointing) => void;
}

/** Heights in CSS pixels. */
const ROW_HEIGHT = { page: 480, between: 0, tallest: 20, lowest: 15 };
/** How long the tile must stay the same before its elements are named: a thousand names are too slow to follow a slider. */
const PAUSE_MS = 150;

/** From top to bottom: groups of lanes, the warp, and shared memory with the whole tile. */
export function View({ layout, picture, onPoint }: ViewProps) {
  const paddingFill = useId();
  const rowHeight = rowHeightFor(layout.gridRows.length, ROW_HEIGHT);
  const height = BANK_HEADER_HEIGHT + layout.gridRows.length * rowHeight + 1;
  const isSettled = useIsSettled(layout, PAUSE_MS);
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
        {isSettled && names}
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
          {count(firstByte)}
        </text>
      ))}
    </svg>
  );
}

interface RefusedPlaceProps extends Pick<ViewProps, "onPoint"> {
  readonly element: RefusedElement;
  readonly rowHeight: number;
}

/** The words that a misaligned lane asks for: an empty frame, because it gets none. */
function RefusedPlace({ element: { lane, runs }, rowHeight, onPoint }: RefusedPlaceProps) {
  return (
    <g class="refused" onPointerEnter={() => onPoint({ hoveredLane: lane })} onPointerLeave={() => onPoint({})}>
      {runs.map((run) => (
        <RunRect key={run.gridRow} run={run} rowHeight={rowHeight} class="refused-place" />
      ))}
    </g>
  );
}

interface GroupBracketsProps {
  readonly groups: readonly GroupBracket[];
  readonly onPoint: (pointing: Pointing) => void;
}

const HEIGHT = 28;
const BRACKET_TOP = 19;
const LANE = 100 / WARP_SIZE;
/** Room left free on each side of a bracket, in percent of the picture's width. */
const INSET = 0.3;

/** Over the warp: which lanes are served together, and in how many wavefronts. */
function GroupBrackets({ groups, onPoint }: GroupBracketsProps) {
  return (
    <svg class="group-brackets" width="100%" height={HEIGHT} role="group" aria-label="Groups of lanes that are served together">
      {groups.map((group) => (
        <g
          key={group.number}
          class={`group ${group.emphasis}`}
          role="img"
          tabIndex={0}
          aria-label={group.label}
          onPointerEnter={() => onPoint({ hoveredGroup: group.number })}
          onPointerLeave={() => onPoint({})}
          onFocus={() => onPoint({ hoveredGroup: group.number })}
          onBlur={() => onPoint({})}
        >
          <Bracket group={group} />
        </g>
      ))}
    </svg>
  );
}

function Bracket({ group: { firstLane, lanes, fusedFrom, wavefronts } }: { readonly group: GroupBracket }) {
  const left = firstLane * LANE + INSET;
  const right = (firstLane + lanes) * LANE - INSET;
  const middle = `${(left + right) / 2}%`;
  const seams = Array.from({ length: fusedFrom - 1 }, (_, i) => left + ((right - left) * (i + 1)) / fusedFrom);
  return (
    <>
      <rect class="group-target" x={`${left}%`} y="0" width={`${right - left}%`} height={HEIGHT} />
      <text x={middle} y="8">
        <tspan class="crowded">{fusedFrom > 1 ? `${fusedFrom} groups fused to ${lanes} lanes: ` : `${lanes} lanes: `}</tspan>
        {pluralize(wavefronts, "wavefront")}
      </text>
      <line x1={`${left}%`} x2={`${right}%`} y1={BRACKET_TOP} y2={BRACKET_TOP} />
      <line x1={`${left}%`} x2={`${left}%`} y1={BRACKET_TOP} y2={HEIGHT} />
      <line x1={`${right}%`} x2={`${right}%`} y1={BRACKET_TOP} y2={HEIGHT} />
      {seams.map((x) => (
        <line key={x} class="seam" x1={`${x}%`} x2={`${x}%`} y1={BRACKET_TOP} y2={HEIGHT} />
      ))}
    </>
  );
}

interface TileLayoutProps {
  readonly layout: Layout;
  readonly rowHeight: number;
  /** Id of the pattern that fills padding. */
  readonly paddingFill: string;
}

/** How the tile lies in its words: each second row shaded, column 0 marked, padding dotted. */
function TileLayout({ layout, rowHeight, paddingFill }: TileLayoutProps) {
  return (
    <g class="tile">
      <defs>
        <pattern id={paddingFill} width="5" height="5" patternUnits="userSpaceOnUse">
          <circle class="padding-dot" cx="2.5" cy="2.5" r="0.9" />
        </pattern>
      </defs>
      {layout.oddRows.map((run) => (
        <RunRect key={keyOf(run)} run={run} rowHeight={rowHeight} class="odd-row" />
      ))}
      {layout.padding.map((run) => (
        <g key={keyOf(run)}>
          <RunRect run={run} rowHeight={rowHeight} class="cell-ground" />
          <RunRect run={run} rowHeight={rowHeight} class="padding" fill={`url(#${paddingFill})`} />
        </g>
      ))}
      {layout.elements
        .filter(({ firstRun }) => firstRun.words > 1)
        .flatMap(({ runs }) => runs.map((run) => <RunRect key={keyOf(run)} run={run} rowHeight={rowHeight} class="element-rule" />))}
      {layout.elements
        .filter(({ column }) => column === 0)
        .map(({ row, firstRun: run }) => (
          <rect
            key={row}
            class="first-edge"
            x={`${run.bank * BANK_WIDTH}%`}
            y={rowTop(run, rowHeight) + 1}
            width="2.5"
            height={rowHeight - 2}
          />
        ))}
    </g>
  );
}

interface RunRectProps {
  readonly run: WordRun;
  readonly rowHeight: number;
  readonly class: string;
  readonly fill?: string;
}

/** Neighbouring words as one rectangle. */
function RunRect({ run, rowHeight, ...rect }: RunRectProps) {
  return (
    <rect {...rect} x={`${run.bank * BANK_WIDTH}%`} y={rowTop(run, rowHeight)} width={`${run.words * BANK_WIDTH}%`} height={rowHeight} />
  );
}

/** Top edge of a row of banks, in CSS pixels. */
function rowTop({ gridRow }: Pick<WordRun, "gridRow">, rowHeight: number): number {
  return BANK_HEADER_HEIGHT + gridRow * rowHeight;
}

function keyOf({ gridRow, bank }: WordRun): string {
  return `${gridRow} ${bank}`;
}

interface ElementNamesProps {
  readonly layout: Layout;
  readonly rowHeight: number;
}

/** More names than this would fill the tile with numbers that nobody can read. */
const MOST_NAMES = 256;

/**
 * The name of each element in its first word; of a tile with too many elements, only those of the first row and the first column.
 * Hundreds of components would be slow, so the names are set as markup.
 */
function ElementNames({ layout, rowHeight }: ElementNamesProps) {
  const named =
    layout.elements.length <= MOST_NAMES ? layout.elements : layout.elements.filter(({ row, column }) => row === 0 || column === 0);
  const markup = named.map(({ row, column, firstRun: run }) => {
    const x = (run.bank + 0.5) * BANK_WIDTH;
    const y = rowTop(run, rowHeight) + rowHeight / 2;
    return `<text x="${x}%" y="${y}"><tspan>${row},</tspan>${column}</text>`;
  });
  return <g class="element-names" aria-hidden="true" dangerouslySetInnerHTML={{ __html: markup.join("") }} />;
}

/** Whether a value has stayed the same for some milliseconds; true at first. */
function useIsSettled(value: unknown, milliseconds: number): boolean {
  const [settledValue, setSettledValue] = useState(() => value);
  useEffect(() => {
    const timer = setTimeout(() => setSettledValue(() => value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settledValue === value;
}
