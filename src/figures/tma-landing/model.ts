import {
  CACHE_LINE_BYTES,
  PIECE_BYTES,
  SWIZZLE_BITS,
  tileAddress,
  tilePitch,
  tileSectors,
  type SwizzleMode,
  type TmaTile,
} from "#simulator";
import { count } from "#pictures/format.ts";
import type { Emphasis } from "#pictures/lanes.ts";
import type { Reading } from "#pictures/readings.ts";

/** Rows of the box. */
export const BOX_ROWS = 8;
/** Bytes from one row of the tensor to the next, in global memory. */
const TENSOR_PITCH = 512;
/** Pieces of 16 bytes in a line of 128. */
export const PLACES = CACHE_LINE_BYTES / PIECE_BYTES;

/** A piece of the box: 16 bytes of one of its rows. */
export interface BoxPiece {
  readonly row: number;
  readonly piece: number;
}

/** Everything that the reader may change: the tile, and the piece that is looked for. */
export interface Settings {
  readonly tile: TmaTile;
  readonly sought: BoxPiece;
}

/** A box that TMA copies, as plain data that a picture is drawn from. */
export interface Picture {
  readonly box: readonly (readonly DrawnPiece[])[];
  readonly lines: readonly Line[];
  readonly readings: readonly Reading[];
  readonly sentence: string;
  readonly details: readonly string[];
  /** Where the piece lies that is looked for, and where `p xor r` looks for it. */
  readonly found: string;
}

export interface DrawnPiece extends BoxPiece {
  /** Place in the line of 128 bytes, or in the row of the box. */
  readonly place: number;
  readonly emphasis: Emphasis;
}

/** 128 bytes of shared memory. */
export interface Line {
  readonly firstByte: number;
  /** Whether the tile begins with this line. */
  readonly isFirst: boolean;
  readonly pieces: readonly DrawnPiece[];
  /** Where `p xor r` would look for the piece that is sought, if it is in this line. */
  readonly guessedPlace: number | undefined;
}

/** The widest rows of a box in each mode, in bytes; without a swizzle as many as the figure has room for. */
export function widestBox(mode: SwizzleMode): number {
  return mode === "none" ? CACHE_LINE_BYTES : PIECE_BYTES * 2 ** SWIZZLE_BITS[mode];
}

/** The settings with a box that the mode allows, and a piece that the box has. */
export function fitted({ tile, sought }: Settings): Settings {
  const boxBytes = Math.min(tile.boxBytes, widestBox(tile.mode));
  return { tile: { ...tile, boxBytes }, sought: { ...sought, piece: Math.min(sought.piece, boxBytes / PIECE_BYTES - 1) } };
}

const addressOf = (tile: TmaTile, { row, piece }: BoxPiece): number => tileAddress(tile, row, piece * PIECE_BYTES);

/** Where a reader looks for a piece who takes the key of the swizzle from the number of the row in the box. */
function guessedAddress(tile: TmaTile, { row, piece }: BoxPiece): number {
  const key = row % 2 ** SWIZZLE_BITS[tile.mode];
  return tile.sharedAddress + row * tilePitch(tile) + (piece ^ key) * PIECE_BYTES;
}

export function model({ tile, sought }: Settings): Picture {
  const perRow = tile.boxBytes / PIECE_BYTES;
  const pieces = Array.from({ length: BOX_ROWS * perRow }, (_, i): BoxPiece => ({ row: Math.floor(i / perRow), piece: i % perRow }));
  const foundByRow = pieces.filter((piece) => addressOf(tile, piece) === guessedAddress(tile, piece)).length;
  const address = addressOf(tile, sought);
  const span = (BOX_ROWS - 1) * tilePitch(tile) + Math.max(tile.boxBytes, tile.mode === "none" ? 0 : tilePitch(tile));
  const sectors = tileSectors(
    tile,
    Array.from({ length: BOX_ROWS }, (_, row) => row * TENSOR_PITCH),
  );
  return {
    box: Array.from({ length: BOX_ROWS }, (_, row) =>
      pieces.filter((piece) => piece.row === row).map((piece) => drawn(piece, piece.piece, sought)),
    ),
    lines: linesOf(tile, pieces, sought, span),
    readings: [
      { name: "sectors", value: count(sectors), ideal: count((BOX_ROWS * tile.boxBytes) / 32) },
      { name: "found by p xor r", value: count(foundByRow), of: `of ${pieces.length} pieces` },
      { name: "bytes of shared memory", value: count(span), ideal: count(BOX_ROWS * tile.boxBytes) },
    ],
    sentence: sentenceOf(tile, foundByRow, pieces.length),
    details: pieces.map((piece) => pieceCaption(tile, piece)),
    found: `${pieceCaption(tile, sought)} ${guessCaption(tile, sought, address)}`,
  };
}

function drawn(piece: BoxPiece, place: number, sought: BoxPiece): DrawnPiece {
  const isSought = piece.row === sought.row && piece.piece === sought.piece;
  return { ...piece, place, emphasis: isSought ? "lit" : "plain" };
}

function linesOf(tile: TmaTile, pieces: readonly BoxPiece[], sought: BoxPiece, span: number): Line[] {
  const byLine = Map.groupBy(pieces, (piece) => Math.floor(addressOf(tile, piece) / CACHE_LINE_BYTES));
  const first = tile.sharedAddress / CACHE_LINE_BYTES;
  const guessed = guessedAddress(tile, sought);
  return Array.from({ length: Math.ceil(span / CACHE_LINE_BYTES) }, (_, i) => {
    const line = first + i;
    const isGuessed = Math.floor(guessed / CACHE_LINE_BYTES) === line;
    return {
      firstByte: line * CACHE_LINE_BYTES,
      isFirst: i === 0,
      pieces: (byLine.get(line) ?? []).map((piece) => drawn(piece, placeOf(addressOf(tile, piece)), sought)),
      guessedPlace: isGuessed ? placeOf(guessed) : undefined,
    };
  });
}

const placeOf = (byteAddress: number): number => Math.floor(byteAddress / PIECE_BYTES) % PLACES;

function sentenceOf({ mode, sharedAddress }: TmaTile, found: number, all: number): string {
  if (mode === "none") return "Without a swizzle, the rows of the box follow each other in shared memory, piece by piece.";
  const begins = `The tile begins at byte ${count(sharedAddress)}`;
  if (found === all) return `${begins}, and every piece lies where p xor r looks for it.`;
  return `${begins}. The swizzle is of the address, so p xor r finds only ${found} of ${all} pieces where they lie.`;
}

function pieceCaption(tile: TmaTile, piece: BoxPiece): string {
  const address = addressOf(tile, piece);
  const line = Math.floor(address / CACHE_LINE_BYTES);
  return `Row ${piece.row}, piece ${piece.piece} lies at byte ${count(address)}: line ${line}, place ${placeOf(address)}.`;
}

function guessCaption(tile: TmaTile, sought: BoxPiece, address: number): string {
  if (tile.mode === "none") return "";
  const guessed = guessedAddress(tile, sought);
  return guessed === address ? "p xor r finds it there." : `p xor r looks for it at byte ${count(guessed)}, place ${placeOf(guessed)}.`;
}

/** The place in its line at which a piece of a tile lies, for a lesson's text. */
export function landingPlace(tile: TmaTile, piece: BoxPiece): number {
  return placeOf(addressOf(tile, piece));
}
