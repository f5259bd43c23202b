import { BANK_COUNT, FULL_MASK, WARP_SIZE, WORD_BYTES, type AccessWidth, type MemoryOp, type WarpRequest } from "#simulator";

/**
 * How the tile avoids conflicts, if at all: rows longer by one element, rows longer by one unit, or units that change places
 * within their row.
 */
export type Remedy = "none" | "pad-element" | "pad-unit" | "swizzle";

/** A tile of K, the keys of an attention head: brought row by row, read column by column. */
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
export function unitBytes(tile: KTile): number {
  return Math.max(WORD_BYTES, bytesPerLane(tile));
}

/** The remedies that differ from one another: an element is a unit of its own if it fills a word, and too little for a vector. */
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

/** Where byte `offset` of a key lies in shared memory. A swizzle renumbers the units of a row by the key's number, xor. */
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

/** Requests in which the tile is brought. */
export function loadRequests(tile: KTile): number {
  return (tile.keys * keyBytes(tile)) / (WARP_SIZE * bytesPerLane(tile));
}

/** Columns that a warp reads one after the other. */
export function columns(tile: KTile): number {
  return keyBytes(tile) / bytesPerLane(tile);
}

/** Request number `request` of bringing the tile: neighbouring lanes take neighbouring bytes, row after row. */
export function rowPlaces(tile: KTile, request: number): TilePlace[] {
  return lanes((lane) => {
    const byte = (request * WARP_SIZE + lane) * bytesPerLane(tile);
    return { key: Math.floor(byte / keyBytes(tile)), offset: byte % keyBytes(tile) };
  });
}

/** A row of Kᵀ, which is a column of K: each lane is at a key of its own, all at the same place of it. */
export function columnPlaces(tile: KTile, column: number): TilePlace[] {
  return lanes((lane) => ({ key: lane, offset: column * bytesPerLane(tile) }));
}

/** The request that places make of K in global memory, where key follows key. */
export function globalRequest(tile: KTile, places: readonly TilePlace[]): WarpRequest {
  const addresses = places.map(({ key, offset }) => key * keyBytes(tile) + offset);
  return { space: "global", op: "load", bytesPerLane: bytesPerLane(tile), activeMask: FULL_MASK, addresses };
}

/** The request that places make of the tile in shared memory. */
export function tileRequest(tile: KTile, op: MemoryOp, places: readonly TilePlace[]): WarpRequest {
  const addresses = places.map(({ key, offset }) => tileAddress(tile, key, offset));
  return { space: "shared", op, bytesPerLane: bytesPerLane(tile), activeMask: FULL_MASK, addresses };
}

function lanes<T>(of: (lane: number) => T): T[] {
  return Array.from({ length: WARP_SIZE }, (_, lane) => of(lane));
}
