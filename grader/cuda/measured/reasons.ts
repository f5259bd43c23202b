import { count, pluralize } from "#pictures/format.ts";
import type { AccessSums, CountedLaunch, MeasuredSums, RowSides } from "./row-sides.ts";
import { isBlockEqual, isSameLaunch } from "./matching-launch.ts";
import type { MeasuredLaunch } from "./measured-launch.ts";

/** Why two counts differ. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** A sentence. */
  readonly words: string;
}

export type DifferenceKind =
  | "another launch"
  | "debug build"
  | "joined"
  | "split"
  | "left out"
  | "elsewhere"
  | "predicate"
  | "divergence"
  | "other data"
  | "local memory"
  | "whole GPU"
  | "estimate"
  | "not counted"
  | "unknown";

interface ComparedSides {
  readonly counted: CountedLaunch;
  readonly measured: MeasuredLaunch;
  /** All rows. */
  readonly sides: readonly RowSides[];
}

const UNKNOWN: Difference = { kind: "unknown", words: "We do not know." };

/** Why a row's counts differ; undefined if they are equal. What the counts themselves show comes before what is only likely. */
export function rowReason(row: RowSides, all: ComparedSides): Difference | undefined {
  const { counted, measured } = row;
  if (counted && measured && areEqual(counted, measured)) return undefined;
  const launch = launchDifference(row, all);
  if (launch) return launch;
  if (all.measured.isDebug === true)
    return { kind: "debug build", words: "Compiled with -G: each access of the text is made, and variables live in local memory." };
  if (!measured) return missing(row, all);
  if (!counted) return additional(row, all);
  return changed(row);
}

function areEqual(one: Sums, other: Sums): boolean {
  return one.requests === other.requests && one.sectors === other.sectors && one.wavefronts === other.wavefronts;
}

type Sums = Pick<MeasuredSums, "requests" | "sectors" | "wavefronts" | "lanes">;

/** Whether each block does the same in a grid of another size. */
function launchDifference({ counted, measured }: RowSides, { counted: own, measured: report }: ComparedSides): Difference | undefined {
  if (isSameLaunch(report, own)) return undefined;
  const blocks = (grid: readonly number[]): number => grid.reduce((product, size) => product * size, 1);
  if (!counted || !measured || !report.grid || !isBlockEqual(report, own))
    return { kind: "another launch", words: "Another launch: its counts cannot be the same." };
  const ratio = blocks(report.grid) / blocks(own.grid);
  const isEqual = (["requests", "sectors", "wavefronts"] as const).every((name) => measured[name] === counted[name] * ratio);
  return {
    kind: "another launch",
    words: isEqual
      ? "Another number of blocks; per block, the counts are equal."
      : "Another number of blocks; per block, the counts differ too.",
  };
}

/** The lab counted accesses that no instruction of the line makes. */
function missing(row: RowSides, all: ComparedSides): Difference {
  const there = otherLine(row, all, (other) => other.measured?.requests === row.counted!.requests && other.counted === undefined);
  if (there !== undefined) return { kind: "elsewhere", words: `The machine code has it at line ${there}.` };
  if (row.space === "local")
    return { kind: "local memory", words: "nvcc keeps the variable in registers; the lab has it in local memory." };
  if (row.op === "load")
    return { kind: "left out", words: "nvcc left the load out: the value is in a register already, or nothing needs it." };
  return row.op === "store" ? { kind: "left out", words: "nvcc left the store out: a later one writes the same place." } : UNKNOWN;
}

/** The machine code makes accesses where the lab counted none. */
function additional(row: RowSides, all: ComparedSides): Difference {
  if (row.space === "local") {
    const spills = all.measured.counters.get("sass__inst_executed_register_spilling") ?? 0;
    return spills > 0
      ? { kind: "local memory", words: "Registers did not suffice: nvcc keeps values in local memory (spills)." }
      : { kind: "local memory", words: "nvcc keeps an array of the thread in local memory; the lab has it in registers." };
  }
  if (row.line === undefined) return { kind: "unknown", words: "The report doesn't say which line of this text it belongs to." };
  const here = otherLine(row, all, (other) => other.counted?.requests === row.measured!.requests && other.measured === undefined);
  if (here !== undefined) return { kind: "elsewhere", words: `It is the access of line ${here}.` };
  return UNKNOWN;
}

/** A line nearby whose access of the same kind could be this row's. */
function otherLine(row: RowSides, { sides }: ComparedSides, isIt: (other: RowSides) => boolean): number | undefined {
  return sides.find((other) => other !== row && other.space === row.space && other.op === row.op && isIt(other))?.line;
}

/** Both sides have the access; the counts differ. */
function changed({ counted, measured, op, space }: RowSides): Difference {
  const before = counted!;
  const after = measured!;
  const isSameBytes = after.bytes === before.bytes;
  const widest = (sums: AccessSums): number => sums.widths.at(-1) ?? 0;
  if (op !== "load" && op !== "store" && after.lanes < before.lanes && after.requests <= before.requests)
    return { kind: "joined", words: "nvcc has one lane add for all that are active (warp aggregation)." };
  if (after.requests < before.requests) {
    if (isSameBytes && widest(after) > widest(before))
      return {
        kind: "joined",
        words: `nvcc joined ${op}s of ${bytesText(before.widths)} per lane into ${joinedText(after.widths, before.widths)}: ${count(before.requests)} ${op}s became ${count(after.requests)}${
          before.compiledRequests === after.requests ? ", as the lab estimates" : ""
        }.`,
      };
    if (op !== "load" && op !== "store") return UNKNOWN;
    const joined = widest(after) > widest(before) ? ` and joined others into ${bytesText(after.widths.slice(-1))} per lane` : "";
    if (after.isOncePerWarp && before.requests % after.requests === 0)
      return {
        kind: "left out",
        words: `Each warp makes ${after.instructions === 1 ? "it once" : `${count(after.instructions)} of them once`}: nvcc took ${op}s out of the loop${joined}.`,
      };
    return {
      kind: "left out",
      words: `nvcc left ${count(before.requests - after.requests)} of ${pluralize(before.requests, op)} out${joined}${
        op === "load" ? ": their values are in registers already" : ""
      }; or the program's data let loops or branches end earlier than here.`,
    };
  }
  if (after.requests > before.requests) {
    if (isSameBytes && widest(after) < widest(before))
      return {
        kind: "split",
        words: `nvcc split ${op}s of ${bytesText(before.widths)} per lane into ones of ${bytesText(after.widths)}.`,
      };
    if (after.lanes === before.lanes && after.sectors === before.sectors && after.wavefronts === before.wavefronts)
      return {
        kind: "predicate",
        words: `${count(after.requests - before.requests)} of them ran with no lane active: nvcc made a predicate of the branch, and they access nothing.`,
      };
    if (after.lanes === before.lanes)
      return {
        kind: "divergence",
        words: "The same lanes in more requests: after a branch, the GPU ran parts of warps one after the other.",
      };
    return { kind: "other data", words: "Other lanes, and more of them: the program's data or arguments are not those of this launch." };
  }
  if (after.lanes !== before.lanes)
    return { kind: "other data", words: "Other lanes took part: a condition depends on data or arguments that differ." };
  if (space === "shared" && op === "atomic") return UNKNOWN;
  return {
    kind: "other data",
    words: "The same requests at other addresses: arrays begin elsewhere, or indices depend on other data or on the order of atomics.",
  };
}

/** "4 bytes", "4 and 8 bytes" */
function bytesText(widths: readonly number[]): string {
  return `${widths.join(" and ")} ${widths.at(-1) === 1 ? "byte" : "bytes"}`;
}

/** The widths that the joined ones have: those that were there before are not told again. */
function joinedText(after: readonly number[], before: readonly number[]): string {
  const wider = after.filter((width) => width > (before.at(-1) ?? 0));
  return `ones of ${bytesText(wider)}`;
}

export type TotalKind = "accesses" | "caches" | "dram" | "time" | "instructions";

interface TotalSides {
  readonly counted: number | undefined;
  readonly measured: number;
  /** The sum of what was measured of the rows; undefined for a counter that has no rows. */
  readonly ofRows: number | undefined;
  readonly isShared: boolean;
}

/** Why a total differs; undefined if it is equal. */
export function totalReason(
  kind: TotalKind,
  { counted, measured, ofRows, isShared }: TotalSides,
  own: CountedLaunch,
  report: MeasuredLaunch,
): Difference | undefined {
  if (counted === measured) return undefined;
  if (!isSameLaunch(report, own)) return { kind: "another launch", words: "Another launch." };
  switch (kind) {
    case "instructions":
      return { kind: "not counted", words: "The lab counts accesses, not instructions of the machine code." };
    case "accesses":
      if (report.instructions === undefined) return { kind: "unknown", words: "Counters of single instructions would say where." };
      if (measured === ofRows) return { kind: "elsewhere", words: "The lines above say why." };
      return isShared && measured > ofRows!
        ? {
            kind: "whole GPU",
            words: `Addresses account for ${count(ofRows!)}; the others are turns that the unit lost to other accesses.`,
          }
        : {
            kind: "other data",
            words: `The lines add up to ${count(ofRows!)}: ncu counts in several runs of the kernel, and these runs differed.`,
          };
    case "caches":
      return { kind: "estimate", words: "The lab models L1: which sectors it still has depends on the order in which warps run." };
    case "dram":
      return {
        kind: "whole GPU",
        words:
          "The lab models cold caches and the kernel's own data. The counter is of the whole GPU: code, arguments and other traffic are in it.",
      };
    case "time":
      return {
        kind: "estimate",
        words:
          "The lab estimates what events around the launch would measure, its overhead included; the profiler measures the kernel alone.",
      };
  }
}
