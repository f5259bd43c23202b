import { BANK_COUNT, CACHE_LINE_BYTES, PIECE_BYTES, ROWS_PER_MATRIX, WORD_BYTES } from "#simulator";
import { bytes, count, pluralize, ranges } from "#pictures/format.ts";
import { emphasisOf, laneCells, type Emphasis, type LaneCell } from "#pictures/lanes.ts";
import { bankReadings, type Reading } from "#pictures/readings.ts";
import { TILE_ROWS, matrixRows, pieceAddress, piecesPerRow, rowBytes, tileCost, type MatrixRow, type MatrixTile } from "./tile.ts";

/** One `ldmatrix` of a tile as plain data that a picture is drawn from. */
export interface Picture {
  readonly lanes: readonly LaneCell[];
  readonly matrices: readonly Matrix[];
  readonly lines: readonly MemoryLine[];
  readonly readings: readonly Reading[];
  readonly sentence: string;
  readonly details: readonly string[];
  readonly pointed: string | undefined;
}

/** A matrix, and how its eight rows meet the banks. */
export interface Matrix {
  readonly number: number;
  readonly firstLane: number;
  readonly wavefronts: number;
  /** For each four banks that a row of 16 bytes takes: the rows that begin there, each in a wavefront of its own. */
  readonly stacks: readonly (readonly StackedRow[])[];
  readonly emphasis: Emphasis;
  /** "Matrix 1, lanes 8–15: 8 wavefronts" */
  readonly label: string;
}

export interface StackedRow {
  readonly lane: number;
  readonly emphasis: Emphasis;
}

/** 128 bytes of shared memory, which all banks have one word of. */
export interface MemoryLine {
  readonly firstByte: number;
  readonly pieces: readonly Piece[];
}

/** 16 bytes of a line. */
export interface Piece {
  /** Place in the line, 0 to 7. */
  readonly place: number;
  /** The row of the tile whose bytes these are; undefined for padding. */
  readonly row: number | undefined;
  /** Whether the tile's row begins here, as it is read. */
  readonly isFirst: boolean;
  /** The lane that gives its address to `ldmatrix`, if one does. */
  readonly lane: number | undefined;
  readonly emphasis: Emphasis;
}

/** How many pieces a line has, and in how many fours the banks are taken. */
export const PLACES = CACHE_LINE_BYTES / PIECE_BYTES;
export const BANKS_PER_PIECE = PIECE_BYTES / WORD_BYTES;

/** Everything that the reader may change, and what is pointed at. */
export interface Settings {
  readonly tile: MatrixTile;
  readonly hoveredLane?: number | undefined;
  readonly hoveredMatrix?: number | undefined;
}

export function model({ tile, hoveredLane, hoveredMatrix }: Settings): Picture {
  const rows = matrixRows(tile);
  const cost = tileCost(tile);
  const pointed = pointedLanes(rows, hoveredLane, hoveredMatrix);
  const matrices = [...Map.groupBy(rows, ({ matrix }) => matrix).values()].map((own) => matrixOf(own, pointed));
  const label = (lane: number): string => laneCaption(rows[lane], lane, tile);
  const busiest = Math.max(...matrices.map(({ wavefronts }) => wavefronts));
  return {
    lanes: laneCells({ activeMask: 2 ** rows.length - 1 }, { pointed, label }),
    matrices,
    lines: linesOf(tile, rows, pointed),
    readings: bankReadings(cost),
    sentence: sentenceOf(tile, cost.wavefronts, cost.bankConflicts, busiest),
    details: [layoutCaption(tile), ...matrices.flatMap((matrix) => [`${matrix.label}.`, ...stackCaptions(matrix)])],
    pointed: hoveredLane !== undefined ? label(hoveredLane) : hoveredMatrix !== undefined ? matrices[hoveredMatrix]?.label : undefined,
  };
}

function pointedLanes(rows: readonly MatrixRow[], lane: number | undefined, matrix: number | undefined): ReadonlySet<number> | undefined {
  if (lane !== undefined) return new Set([lane]);
  if (matrix === undefined) return undefined;
  return new Set(rows.filter((row) => row.matrix === matrix).map((row) => row.lane));
}

function placeOf(byteAddress: number): number {
  return Math.floor(byteAddress / PIECE_BYTES) % PLACES;
}

function matrixOf(rows: readonly MatrixRow[], pointed: ReadonlySet<number> | undefined): Matrix {
  const lanes = rows.map(({ lane }) => lane);
  const stacks = Array.from({ length: PLACES }, (_, place) =>
    rows
      .filter(({ byteAddress }) => placeOf(byteAddress) === place)
      .map(({ lane }): StackedRow => ({ lane, emphasis: emphasisOf([lane], pointed) })),
  );
  const wavefronts = Math.max(...stacks.map(({ length }) => length));
  const number = rows[0]!.matrix;
  return {
    number,
    firstLane: lanes[0]!,
    wavefronts,
    stacks,
    emphasis: emphasisOf(lanes, pointed),
    label: `Matrix ${number}, lanes ${ranges(lanes)}: ${pluralize(wavefronts, "wavefront")}`,
  };
}

function linesOf(tile: MatrixTile, rows: readonly MatrixRow[], pointed: ReadonlySet<number> | undefined): MemoryLine[] {
  const laneAt = new Map(rows.map(({ lane, byteAddress }) => [byteAddress, lane]));
  const held = new Map<number, { row: number; piece: number }>();
  for (let row = 0; row < TILE_ROWS; row++)
    for (let piece = 0; piece < piecesPerRow(tile); piece++) held.set(pieceAddress(tile, row, piece), { row, piece });
  const lastByte = Math.max((TILE_ROWS - 1) * tile.pitchBytes + rowBytes(tile), ...held.keys());
  return Array.from({ length: Math.ceil(lastByte / CACHE_LINE_BYTES) }, (_, line) => ({
    firstByte: line * CACHE_LINE_BYTES,
    pieces: Array.from({ length: PLACES }, (_, place): Piece => {
      const address = line * CACHE_LINE_BYTES + place * PIECE_BYTES;
      const lane = laneAt.get(address);
      const element = held.get(address);
      const emphasis = lane === undefined ? "plain" : emphasisOf([lane], pointed);
      return { place, row: element?.row, isFirst: element?.piece === 0, lane, emphasis };
    }),
  }));
}

function sentenceOf(tile: MatrixTile, wavefronts: number, conflicts: number, busiest: number): string {
  const takes = `ldmatrix.x${tile.matrices} takes ${pluralize(wavefronts, "wavefront")}`;
  if (conflicts === 0) return `${takes}, the fewest possible: no two rows of a matrix meet in a bank.`;
  return `${takes}; ${tile.matrices} would do. ${busiest} rows of one matrix begin in the same four banks, and each takes a wavefront of its own.`;
}

function layoutCaption(tile: MatrixTile): string {
  const padding = tile.pitchBytes - rowBytes(tile);
  const padded = padding === 0 ? "no padding" : `${bytes(padding)} of padding after each`;
  return `The tile has ${TILE_ROWS} rows of ${bytes(rowBytes(tile))}, with ${padded}: ${pluralize(piecesPerRow(tile), "piece")} of ${PIECE_BYTES} bytes in a row.`;
}

function laneCaption(row: MatrixRow | undefined, lane: number, tile: MatrixTile): string {
  if (row === undefined)
    return `Lane ${lane} gives no address: ldmatrix.x${tile.matrices} asks lanes 0–${tile.matrices * ROWS_PER_MATRIX - 1}`;
  const { matrix, byteAddress } = row;
  const firstBank = (byteAddress / WORD_BYTES) % BANK_COUNT;
  const banks = ranges(Array.from({ length: BANKS_PER_PIECE }, (_, i) => firstBank + i));
  return `Lane ${lane}: row ${lane % ROWS_PER_MATRIX} of matrix ${matrix}, which is piece ${row.piece} of the tile’s row ${row.row}, at byte ${count(byteAddress)}, banks ${banks}`;
}

function stackCaptions({ number, stacks }: Matrix): string[] {
  return stacks.flatMap((rows, place) => {
    if (rows.length < 2) return [];
    const firstBank = place * BANKS_PER_PIECE;
    const banks = `${firstBank}–${firstBank + BANKS_PER_PIECE - 1}`;
    return [`In banks ${banks} meet ${rows.length} rows of matrix ${number}: lanes ${ranges(rows.map(({ lane }) => lane))}.`];
  });
}
