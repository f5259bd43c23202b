import {
  FULL_MASK,
  WARP_SIZE,
  WORD_BYTES,
  explainGlobal,
  h100,
  type GlobalCost,
  type GlobalExplanation,
  type WarpRequest,
} from "#simulator";

/** How records are laid out: whole records one after another, one array per field, or chunks that hold a short array of each field. */
export type Layout = "AoS" | "SoA" | "AoSoA";

/** Where the fields of all records lie. Every field is a float. */
export interface RecordLayout {
  readonly layout: Layout;
  /** Fields of one record, 2 to 8. */
  readonly fields: number;
  /** Records whose fields lie together in an AoSoA; the other layouts ignore it. */
  readonly chunkRecords: number;
}

export const FIELD_BYTES = WORD_BYTES;
/** Two warps' worth: the fewest for which SoA and AoSoA differ. */
export const RECORDS = 64;
/** One letter per field: position, velocity, mass and charge of a particle. */
export const FIELD_LETTERS = "xyzuvwmq";

/** One float of memory: a field of a record. */
export interface FieldOfRecord {
  readonly field: number;
  readonly record: number;
}

/**
 * How many values of one field lie side by side: one in an AoS, all of them in an SoA, a chunk's in an AoSoA. With this run length,
 * one address formula covers all three layouts.
 */
function runRecords({ layout, chunkRecords }: RecordLayout): number {
  switch (layout) {
    case "AoS":
      return 1;
    case "SoA":
      return RECORDS;
    case "AoSoA":
      return chunkRecords;
  }
}

/** First byte of a record's field, from the start of the records. */
export function byteAddress(at: RecordLayout, { field, record }: FieldOfRecord): number {
  const run = runRecords(at);
  const chunk = Math.floor(record / run);
  return ((chunk * at.fields + field) * run + (record % run)) * FIELD_BYTES;
}

/** Which field of which record lies at an aligned byte address: the inverse of `byteAddress`. */
export function fieldAt(at: RecordLayout, address: number): FieldOfRecord {
  const run = runRecords(at);
  const element = address / FIELD_BYTES;
  const ofRun = Math.floor(element / run);
  return { field: ofRun % at.fields, record: Math.floor(ofRun / at.fields) * run + (element % run) };
}

/** Bytes of a layout's unit: a record (AoS), a field's array (SoA), or a chunk (AoSoA). */
export function unitBytes(at: RecordLayout): number {
  return runRecords(at) * FIELD_BYTES * (at.layout === "SoA" ? 1 : at.fields);
}

/** Bytes of all records. */
export function totalBytes({ fields }: RecordLayout): number {
  return RECORDS * fields * FIELD_BYTES;
}

/** One access of the walk: a warp reads one field of its 32 records. */
export interface WalkAccess {
  readonly warp: number;
  readonly field: number;
  readonly explanation: GlobalExplanation;
  /** Sectors of this access that an earlier access of the walk has moved already. */
  readonly sectorsMovedAgain: number;
}

/** What some accesses cost together, each counted as if nothing were cached. */
export type WalkCost = Pick<GlobalCost, "requests" | "sectors" | "idealSectors" | "cacheLines" | "usefulBytes" | "dramReadBytes"> & {
  readonly sectorsMovedAgain: number;
};

/** Warp after warp reads its records: the first field, then the next, up to `fieldsRead` of them. */
export function walk(at: RecordLayout, fieldsRead: number): WalkAccess[] {
  const moved = new Set<number>();
  return Array.from({ length: (RECORDS / WARP_SIZE) * fieldsRead }, (_, i) => {
    const warp = Math.floor(i / fieldsRead);
    const field = i % fieldsRead;
    const explanation = explainGlobal(readRequest(at, warp, field), h100);
    const sectors = sectorNumbers(explanation);
    const sectorsMovedAgain = sectors.filter((sector) => moved.has(sector)).length;
    for (const sector of sectors) moved.add(sector);
    return { warp, field, explanation, sectorsMovedAgain };
  });
}

function readRequest(at: RecordLayout, warp: number, field: number): WarpRequest {
  return {
    space: "global",
    op: "load",
    bytesPerLane: FIELD_BYTES,
    activeMask: FULL_MASK,
    addresses: Array.from({ length: WARP_SIZE }, (_, lane) => byteAddress(at, { field, record: warp * WARP_SIZE + lane })),
  };
}

/** Numbers of the sectors that a request touches, ascending. */
export function sectorNumbers({ lines }: GlobalExplanation): number[] {
  return lines.flatMap((line) => line.sectors.map((sector) => sector.number));
}

/** The cost of accesses taken together. No two accesses of a walk want the same bytes, so their useful bytes add up. */
export function costOf(accesses: readonly WalkAccess[]): WalkCost {
  const sum = (quantity: (access: WalkAccess) => number) => accesses.reduce((total, access) => total + quantity(access), 0);
  return {
    requests: sum(({ explanation }) => explanation.requests),
    sectors: sum(({ explanation }) => explanation.sectors),
    idealSectors: sum(({ explanation }) => explanation.idealSectors),
    cacheLines: sum(({ explanation }) => explanation.cacheLines),
    usefulBytes: sum(({ explanation }) => explanation.usefulBytes),
    dramReadBytes: sum(({ explanation }) => explanation.dramReadBytes),
    sectorsMovedAgain: sum((access) => access.sectorsMovedAgain),
  };
}
