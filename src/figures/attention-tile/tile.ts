import { BANK_COUNT, FULL_MASK, WARP_SIZE, WORD_BYTES, type AccessWidth, type MemoryOp, type WarpRequest } from "#simulator";

/**
 * How the tile avoids conflicts, if at all: rows longer by one element, rows longer by one unit, or units that change places
 * within their row.
 */
export type Remedy = "none" | "pad-element" | "pad-unit" | "swizzle";

/** A tile of K, the keys of an attention head: loaded row by row, read column by column. */
export interface KTile {
  /** Elements of a key: the length of a row. */
  readonly headDim: 64 | 128;
  readonly bytesPerElement: 2 | 4;
  /** Keys of the tile: its rows. */
  readonly keys: 32 | 64;
  /** What a lane moves with one access: one element, or as many as 16 bytes hold. */
  readonly laneMoves: "element" | "vector";
  readonly remedy: Remedy;
}

const VECTOR_BYTES = 16;
const ROW_OF_BANKS_BYTES = BANK_COUNT * WORD_BYTES;

export function bytesPerLane({ laneMoves, bytesPerElement }: KTile): AccessWidth {
  return laneMoves === "vector" ? VECTOR_BYTES : bytesPerElement;
}

export function keyBytes({ headDim, bytesPerElement }: KTile): number {
  return headDim * bytesPerElement;
}

/** What padding adds and a swizzle moves, in bytes: no less than a word, and no less than a lane's access, which must stay aligned. */
function unitBytes(tile: KTile): number {
  return Math.max(WORD_BYTES, bytesPerLane(tile));
}

/**
 * The remedies to choose from. Padding by one element is among them only where lanes move single elements smaller than a word:
 * otherwise it equals padding by a unit, or would misalign vectors.
 */
export function remedies({ laneMoves, bytesPerElement }: KTile): Remedy[] {
  const halfWords = laneMoves === "element" && bytesPerElement < WORD_BYTES;
  return halfWords ? ["none", "pad-element", "pad-unit", "swizzle"] : ["none", "pad-unit", "swizzle"];
}

export function paddingBytes(tile: KTile): number {
  return { none: 0, swizzle: 0, "pad-element": tile.bytesPerElement, "pad-unit": unitBytes(tile) }[tile.remedy];
}

/** Bytes from one row of the tile to the next. */
export function pitchBytes(tile: KTile): number {
  return keyBytes(tile) + paddingBytes(tile);
}

/** The byte address in shared memory of byte `offset` of a key. A swizzle puts unit u of a row where unit u xor key would lie. */
export function tileAddress(tile: KTile, key: number, offset: number): number {
  if (tile.remedy !== "swizzle") return key * pitchBytes(tile) + offset;
  const unit = unitBytes(tile);
  const inUnit = offset % unit;
  const number = (offset - inUnit) / unit;
  return key * pitchBytes(tile) + (number ^ (key % (ROW_OF_BANKS_BYTES / unit))) * unit + inUnit;
}

/** Where a lane's access begins: a key, and a byte of it. */
export interface TilePlace {
  readonly key: number;
  readonly offset: number;
}

/** How many requests load the whole tile. */
export function loadRequests(tile: KTile): number {
  return (tile.keys * keyBytes(tile)) / (WARP_SIZE * bytesPerLane(tile));
}

/** How many columns a warp reads, one after the other. */
export function columns(tile: KTile): number {
  return keyBytes(tile) / bytesPerLane(tile);
}

/** The places that load number `request` of the tile takes: neighbouring lanes take neighbouring bytes, row after row. */
export function rowPlaces(tile: KTile, request: number): TilePlace[] {
  return lanes((lane) => {
    const byte = (request * WARP_SIZE + lane) * bytesPerLane(tile);
    return { key: Math.floor(byte / keyBytes(tile)), offset: byte % keyBytes(tile) };
  });
}

/** The places of a row of Kᵀ, which is a column of K: each lane takes a different key, and all lanes the same bytes of their keys. */
export function columnPlaces(tile: KTile, column: number): TilePlace[] {
  return lanes((lane) => ({ key: lane, offset: column * bytesPerLane(tile) }));
}

/** The request for these places of K in global memory, where keys lie one after the other. */
export function globalRequest(tile: KTile, places: readonly TilePlace[]): WarpRequest {
  const addresses = places.map(({ key, offset }) => key * keyBytes(tile) + offset);
  return { space: "global", op: "load", bytesPerLane: bytesPerLane(tile), activeMask: FULL_MASK, addresses };
}

/** The request for these places of the tile in shared memory. */
export function tileRequest(tile: KTile, op: MemoryOp, places: readonly TilePlace[]): WarpRequest {
  const addresses = places.map(({ key, offset }) => tileAddress(tile, key, offset));
  return { space: "shared", op, bytesPerLane: bytesPerLane(tile), activeMask: FULL_MASK, addresses };
}

function lanes<T>(of: (lane: number) => T): T[] {
  return Array.from({ length: WARP_SIZE }, (_, lane) => of(lane));
}

/** What the block does, in order: load rows of K into registers, store them in the tile, wait for all warps, read columns. */
export const STAGES = ["load", "store", "barrier", "read"] as const;
export type Stage = (typeof STAGES)[number];

/** A tile, and which of its requests are shown. */
export interface Settings extends KTile {
  /** 0 … 3: see `STAGES`. */
  readonly step: number;
  /** Which of the requests that load the tile, from 0. */
  readonly request: number;
  /** Which column is read, from 0; a column is as wide as what a lane moves. */
  readonly column: number;
  readonly hoveredLane?: number | undefined;
}

/** The stage of a step, from 0. */
export function stageAt(step: number): Stage {
  const stage = STAGES[step];
  if (stage === undefined) throw new RangeError(`the use of a tile has no step ${step}`);
  return stage;
}

/** The place that each lane of the shown warp accesses at a stage; none at the barrier. */
export function placesOf(settings: Settings, stage: Stage): readonly TilePlace[] {
  switch (stage) {
    case "load":
    case "store":
      return rowPlaces(settings, settings.request);
    case "barrier":
      return [];
    case "read":
      return columnPlaces(settings, settings.column);
  }
}
