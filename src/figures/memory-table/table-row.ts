import type { GlobalAccessTrace, MemoryOp, MemorySpace, SharedAccessTrace, Trace } from "#simulator";

/** What a kernel does to one memory in one direction: the sums over all its accesses there. */
export type TableRow = GlobalRow | SharedRow;

/** The terms are those of `GlobalCost`. */
interface GlobalRow {
  readonly space: "global";
  readonly op: MemoryOp;
  readonly requests: number;
  readonly sectors: number;
  readonly idealSectors: number;
  readonly cacheLines: number;
  readonly usefulBytes: number;
}

/** The terms are those of `SharedCost`. */
export interface SharedRow {
  readonly space: "shared";
  readonly op: MemoryOp;
  readonly requests: number;
  readonly wavefronts: number;
  readonly groups: number;
  readonly bankConflicts: number;
}

/** The rows in the order of a profiler's tables. */
const ORDER: readonly (readonly [MemorySpace, MemoryOp])[] = [
  ["global", "load"],
  ["global", "store"],
  ["shared", "load"],
  ["shared", "store"],
];

/** The table of a run: one row per memory and direction that the kernel uses. */
export function tableRows({ accesses }: Trace): TableRow[] {
  return ORDER.flatMap(([space, op]) => {
    const there = accesses.filter((access) => access.space === space && access.op === op && access.requests > 0);
    return there.length === 0 ? [] : [there.map(rowOf).reduce(addRows)];
  });
}

function rowOf(access: GlobalAccessTrace | SharedAccessTrace): TableRow {
  const { op, requests } = access;
  if (access.space === "global") {
    const { space, sectors, idealSectors, cacheLines, usefulBytes } = access;
    return { space, op, requests, sectors, idealSectors, cacheLines, usefulBytes };
  }
  const { space, wavefronts, groups, bankConflicts } = access;
  return { space, op, requests, wavefronts, groups, bankConflicts };
}

/** Adds two rows of one memory and direction. */
function addRows(a: TableRow, b: TableRow): TableRow {
  const requests = a.requests + b.requests;
  if (a.space === "global" && b.space === "global") {
    return {
      ...a,
      requests,
      sectors: a.sectors + b.sectors,
      idealSectors: a.idealSectors + b.idealSectors,
      cacheLines: a.cacheLines + b.cacheLines,
      usefulBytes: a.usefulBytes + b.usefulBytes,
    };
  }
  if (a.space === "shared" && b.space === "shared") {
    return {
      ...a,
      requests,
      wavefronts: a.wavefronts + b.wavefronts,
      groups: a.groups + b.groups,
      bankConflicts: a.bankConflicts + b.bankConflicts,
    };
  }
  throw new RangeError(`a row of ${a.space} memory and one of ${b.space} memory have no sum`);
}
