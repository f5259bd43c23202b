import { FULL_MASK, WARP_SIZE, explainGlobal, h100, type GlobalCost, type GlobalExplanation, type WarpRequest } from "#simulator";
import { FIELD_BYTES, RECORDS, byteAddress, type RecordLayout } from "./layout.ts";

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
