import { SECTOR_BYTES, type AccessTrace } from "#simulator";
import type { Metric, MetricName } from "./result.ts";
import type { CaseRun } from "./run-case.ts";

/** The figures of an access in the order in which the course always shows them. */
export function figuresOf(access: AccessTrace): [MetricName, number][] {
  if (access.space === "shared") {
    const { requests, wavefronts, groups, bankConflicts, conflictDegree } = access;
    return [
      ["requests", requests],
      ["wavefronts", wavefronts],
      ["idealWavefronts", groups],
      ["bankConflicts", bankConflicts],
      ["conflictDegree", conflictDegree],
    ];
  }
  const { requests, sectors, idealSectors, cacheLines, usefulBytes, dramReadBytes, dramWriteBytes } = access;
  return [
    ["requests", requests],
    ["sectors", sectors],
    ["idealSectors", idealSectors],
    ["sectorsPerRequest", requests === 0 ? 0 : sectors / requests],
    ["cacheLines", cacheLines],
    ["efficiency", sectors === 0 ? 0 : usefulBytes / (sectors * SECTOR_BYTES)],
    ["dramReadBytes", dramReadBytes],
    ["dramWriteBytes", dramWriteBytes],
  ];
}

export function metricsOf({ case: { id }, trace }: CaseRun): Metric[] {
  return trace.accesses.flatMap((access) => figuresOf(access).map(([name, value]) => ({ case: id, access: access.access, name, value })));
}
