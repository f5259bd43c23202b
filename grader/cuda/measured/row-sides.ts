import type { LaunchProfile, ProfiledAccess } from "../profile/profile-schema.ts";
import type { MeasuredInstruction, MeasuredLaunch, MeasuredOp, MeasuredSpace } from "./measured-launch.ts";

/** A launch that the lab has counted. */
export interface CountedLaunch {
  readonly text: string;
  readonly profile: Omit<LaunchProfile, "printed">;
  readonly grid: readonly number[];
  readonly block: readonly number[];
  /** Name of the GPU that it was counted for. */
  readonly gpu: string;
}

/** Sums of the accesses of one line, memory and operation, as one of both sides has them. */
export interface AccessSums {
  readonly requests: number;
  /** Lanes that took part, in sum. */
  readonly lanes: number;
  /** Bytes that the lanes asked for; undefined where a width is not known. */
  readonly bytes: number | undefined;
  /** Widths of the accesses, in bytes per lane, ascending. */
  readonly widths: readonly number[];
  readonly sectors: number;
  readonly wavefronts: number;
  readonly bankConflicts: number;
}

/** Sums of what was counted. */
export interface CountedSums extends AccessSums {
  /** Requests that are left when nvcc has joined loads, by the lab's estimate. */
  readonly compiledRequests: number;
}

/** Sums of what was measured. */
export interface MeasuredSums extends AccessSums {
  /** Instructions of the machine code that were executed. */
  readonly instructions: number;
  /** Whether each of them was executed by each warp of the launch exactly once. */
  readonly isOncePerWarp: boolean;
}

/** Both sides of a row, for the reasons of differences. */
export interface RowSides {
  readonly line: number | undefined;
  readonly space: MeasuredSpace;
  readonly op: MeasuredOp;
  readonly counted: CountedSums | undefined;
  readonly measured: MeasuredSums | undefined;
}

/** Both sides, row by row, in the order of the text. @param lineOf the line of the lab's text that an instruction belongs to */
export function rowSides(
  { profile, grid, block }: CountedLaunch,
  { instructions, hasLines, ...measured }: MeasuredLaunch,
  lineOf: (instruction: MeasuredInstruction) => number | undefined,
): RowSides[] {
  const counted = Map.groupBy(
    profile.accesses.filter(({ space }) => space !== "constant"),
    ({ line, space, op }) => keyOf(hasLines || instructions === undefined ? line : undefined, space, op),
  );
  const made = Map.groupBy(
    (instructions ?? []).filter(({ access, executed }) => access !== undefined && executed > 0),
    (instruction) => keyOf(hasLines ? lineOf(instruction) : undefined, instruction.access!.space, instruction.access!.op),
  );
  if (instructions === undefined) return [];
  const warps = warpsOf(measured.grid ?? grid, measured.block ?? block);
  const keys = [...new Set([...counted.keys(), ...made.keys()])];
  return keys
    .map((key): RowSides => {
      const [line, space, op] = key.split(",") as [string, MeasuredSpace, MeasuredOp];
      return {
        line: line === "" ? undefined : Number(line),
        space,
        op,
        counted: countedSums(counted.get(key)),
        measured: measuredSums(made.get(key), warps),
      };
    })
    .sort(
      (a, b) =>
        (a.line ?? Infinity) - (b.line ?? Infinity) ||
        SPACE_ORDER.indexOf(a.space) - SPACE_ORDER.indexOf(b.space) ||
        OP_ORDER.indexOf(a.op) - OP_ORDER.indexOf(b.op),
    );
}

const SPACE_ORDER: readonly MeasuredSpace[] = ["global", "shared", "local"];
const OP_ORDER: readonly MeasuredOp[] = ["load", "store", "reduction", "atomic"];
const WARP = 32;

function warpsOf(grid: readonly number[], block: readonly number[]): number {
  const product = (sizes: readonly number[]): number => sizes.reduce((all, size) => all * size, 1);
  return product(grid) * Math.ceil(product(block) / WARP);
}

const NO_SUMS = { requests: 0, lanes: 0, bytes: 0, sectors: 0, wavefronts: 0, bankConflicts: 0 };

function countedSums(accesses: readonly ProfiledAccess[] | undefined): CountedSums | undefined {
  if (accesses === undefined) return undefined;
  const sums = { ...NO_SUMS, compiledRequests: 0 };
  for (const access of accesses) {
    const lanes = Math.round(access.activeLanesPerRequest * access.requests);
    sums.requests += access.requests;
    sums.lanes += lanes;
    sums.bytes += lanes * access.bytesPerLane;
    if (access.space === "global" || access.space === "local") sums.sectors += access.sectors;
    if (access.space === "shared") {
      sums.wavefronts += access.wavefronts;
      sums.bankConflicts += access.bankConflicts;
      sums.compiledRequests += access.compiledRequests ?? access.requests;
    }
  }
  return { ...sums, widths: ascending(accesses.map(({ bytesPerLane }) => bytesPerLane)) };
}

function measuredSums(instructions: readonly MeasuredInstruction[] | undefined, warps: number): MeasuredSums | undefined {
  if (instructions === undefined) return undefined;
  const sums = { ...NO_SUMS, bytes: 0 as number | undefined };
  for (const { executed, lanes, access } of instructions) {
    const { bytesPerLane, sectors, wavefronts, idealWavefronts } = access!;
    sums.requests += executed;
    sums.lanes += lanes;
    sums.bytes = sums.bytes === undefined || bytesPerLane === undefined ? undefined : sums.bytes + lanes * bytesPerLane;
    sums.sectors += sectors;
    sums.wavefronts += wavefronts;
    sums.bankConflicts += wavefronts - idealWavefronts;
  }
  return {
    ...sums,
    widths: ascending(instructions.flatMap(({ access }) => access!.bytesPerLane ?? [])),
    instructions: instructions.length,
    isOncePerWarp: instructions.every(({ executed }) => executed === warps),
  };
}

function ascending(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** Names the row of an access. */
export function keyOf(line: number | undefined, space: string, op: string): string {
  return [line ?? "", space, op].join();
}
