import { BANK_COUNT, CACHE_LINE_BYTES, SECTOR_BYTES, WARP_SIZE, WORD_BYTES, positionIn, volume, type Launch } from "#simulator";
import type { AccessExcerpt, ExcerptWarp } from "#judge/first-warps.ts";
import { count, ranges } from "#pictures/format.ts";

/** What one lane of a warp asks memory for. */
export interface LaneRow {
  readonly lane: number;
  readonly cells: readonly LaneCell[];
  /** What is wrong with the lane's access: "out of bounds", "misaligned", or that the message about the code names the lane. */
  readonly wrong: string | undefined;
  readonly isActive: boolean;
}

export interface LaneCell {
  /** With commas between thousands. */
  readonly text: string;
  /** The same for a spreadsheet, which reads numbers without commas. */
  readonly plain: string;
  /** Cells of a column are sorted by it; those without come last. */
  readonly order: number | undefined;
}

/** The lanes of one warp's request, as rows of a table. */
export interface LaneRows {
  readonly columns: readonly string[];
  /** 32 of them, lane 0 first. */
  readonly rows: readonly LaneRow[];
}

interface LaneRowsInput {
  readonly access: AccessExcerpt;
  /** One of the excerpt's warps. */
  readonly warp: ExcerptWarp;
  readonly launch: Launch;
  /** Lanes that the message about the code names. */
  readonly namedLanes?: readonly number[];
}

const AXES = ["x", "y", "z"] as const;
const NOTHING = textCell("");

/** Lane by lane: the thread, the index that its function returned, and where that lies in memory. */
export function laneRows({ access, warp, launch: { blockDim }, namedLanes = [] }: LaneRowsInput): LaneRows {
  const axes = AXES.filter((axis) => axis === "x" || blockDim[axis] > 1);
  return {
    columns: ["lane", ...axes.map((axis) => `threadIdx.${axis}`), "index", "byte address", ...placeNames(access)],
    rows: Array.from({ length: WARP_SIZE }, (_, lane): LaneRow => {
      const number = warp.place.warp * WARP_SIZE + lane;
      const thread = number < volume(blockDim) ? positionIn(blockDim, number) : undefined;
      const index = warp.indexes[lane] ?? null;
      return {
        lane,
        cells: [
          numberCell(lane),
          ...axes.map((axis) => (thread === undefined ? NOTHING : numberCell(thread[axis]))),
          thread === undefined ? textCell("no thread") : indexCell(index),
          ...(index === null ? [NOTHING, NOTHING, NOTHING] : placeCells(index, access)),
        ],
        wrong: index === null ? undefined : wrongOf(index, access, namedLanes.includes(lane)),
        isActive: index !== null,
      };
    }),
  };
}

function placeNames({ totals }: AccessExcerpt): string[] {
  return totals.space === "global" ? ["sector", "line"] : ["bank", "word"];
}

function numberCell(value: number): LaneCell {
  return { text: count(value), plain: String(value), order: value };
}

function textCell(text: string): LaneCell {
  return { text, plain: text, order: undefined };
}

/** Consecutive numbers: "1,024–1,027". */
function rangeCell(first: number, last: number): LaneCell {
  const of = (number: (value: number) => string): string => (first === last ? number(first) : `${number(first)}–${number(last)}`);
  return { text: of(count), plain: of(String), order: first };
}

function indexCell(index: number | null): LaneCell {
  return index === null ? textCell("null") : numberCell(index);
}

/** The byte address, and the places in memory that it lies in; an address before the array has none. */
function placeCells(index: number, { totals, array }: AccessExcerpt): LaneCell[] {
  const first = index * array.bytesPerElement;
  if (first < 0) return [numberCell(first), NOTHING, NOTHING];
  if (totals.space === "global") {
    return [first, Math.floor(first / SECTOR_BYTES), Math.floor(first / CACHE_LINE_BYTES)].map(numberCell);
  }
  const firstWord = Math.floor(first / WORD_BYTES);
  const words = Array.from({ length: Math.max(1, totals.bytesPerLane / WORD_BYTES) }, (_, i) => firstWord + i);
  const banks = words.map((word) => word % BANK_COUNT);
  return [numberCell(first), { ...textCell(ranges(banks)), order: banks[0] }, rangeCell(firstWord, firstWord + words.length - 1)];
}

function wrongOf(index: number, { array, elementsPerLane }: AccessExcerpt, isNamed: boolean): string | undefined {
  if (index < 0 || index + elementsPerLane > array.length) return "out of bounds";
  if (index % elementsPerLane !== 0) return "misaligned";
  return isNamed ? "named in the message" : undefined;
}

export interface Sorting {
  /** Number of the column. */
  readonly column: number;
  readonly isDescending: boolean;
}

/** The rows sorted by a column; equal ones stay in the order of the lanes, and empty cells come last either way. */
export function sortedRows({ rows }: LaneRows, { column, isDescending }: Sorting): LaneRow[] {
  const orderOf = (row: LaneRow): number | undefined => row.cells[column]?.order;
  return rows.toSorted((a, b) => {
    const first = orderOf(a);
    const second = orderOf(b);
    if (first === undefined || second === undefined) return Number(first === undefined) - Number(second === undefined);
    return isDescending ? second - first : first - second;
  });
}

/** The table as tab-separated values, with a header, for a spreadsheet. */
export function laneRowsAsTsv({ columns }: LaneRows, rows: readonly LaneRow[]): string {
  const hasWrong = rows.some(({ wrong }) => wrong !== undefined);
  const lines = [
    [...columns, ...(hasWrong ? ["problem"] : [])],
    ...rows.map(({ cells, wrong }) => [...cells.map(({ plain }) => plain), ...(hasWrong ? [wrong ?? ""] : [])]),
  ];
  return lines.map((line) => `${line.join("\t")}\n`).join("");
}
