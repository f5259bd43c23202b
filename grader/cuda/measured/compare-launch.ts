import { count } from "#pictures/format.ts";
import type { ProfiledAccess } from "../profile/profile-schema.ts";
import { movedLines } from "../text/moved-lines.ts";
import { isBlockEqual, isSameLaunch } from "./matching-launch.ts";
import { aGpu, type MeasuredInstruction, type MeasuredLaunch, type MeasuredOp, type MeasuredSpace } from "./measured-launch.ts";
import { keyOf, rowSides, type AccessSums, type CountedLaunch, type RowSides } from "./row-sides.ts";
import { rowReason, totalReason, type Difference, type TotalKind } from "./reasons.ts";

/** A launch as the lab counted it, beside what a profiler measured. */
export interface LaunchComparison {
  readonly measured: MeasuredLaunch;
  /** Notes on the report as a whole, sentence by sentence. */
  readonly notes: readonly string[];
  /** In the order of the text; those whose line is not known come last. */
  readonly rows: readonly ComparedRow[];
  /** Rows of the whole launch. */
  readonly totals: readonly ComparedTotal[];
}

/** The accesses of a line that do the same to the same memory. */
export interface ComparedRow {
  /** In the text of the lab, from 1; undefined for accesses whose place is not known. */
  readonly line: number | undefined;
  readonly space: MeasuredSpace;
  readonly op: MeasuredOp;
  /** The accesses as the text has them. */
  readonly sources: readonly string[];
  readonly counts: readonly ComparedCount[];
  /** Why the counts differ; undefined where they are equal. */
  readonly reason: Difference | undefined;
}

export interface ComparedCount {
  readonly name: "requests" | "sectors" | "wavefronts" | "bank conflicts";
  /** Undefined where the lab has none. */
  readonly counted: number | undefined;
  readonly measured: number | undefined;
}

export interface ComparedTotal {
  readonly name: string;
  readonly unit: "" | "B" | "µs";
  readonly counted: number | undefined;
  readonly measured: number;
  readonly reason: Difference | undefined;
}

/** Compares what the lab counted of a launch with what a profiler measured, line by line. */
export function compareLaunch(counted: CountedLaunch, measured: MeasuredLaunch): LaunchComparison {
  const lines = lineMap(counted, measured);
  const sides = rowSides(counted, measured, lines.of);
  const difference = { counted, measured, sides };
  return {
    measured,
    notes: [...notesOf(counted, measured), ...lines.notes],
    rows: sides.map((own) => ({
      line: own.line,
      space: own.space,
      op: own.op,
      sources: sourcesOf(counted.profile.accesses, own),
      counts: countsOf(own),
      reason: rowReason(own, difference),
    })),
    totals: totalsOf(counted, measured, sides),
  };
}

function notesOf({ grid, block, gpu, profile }: CountedLaunch, measured: MeasuredLaunch): string[] {
  const notes: string[] = [];
  if (profile.sample)
    notes.push(`The lab ran ${count(profile.sample.blocks)} of ${count(profile.sample.ofBlocks)} blocks; its counts are scaled to all.`);
  if (!isSameLaunch(measured, { grid, block }) && measured.grid && measured.block) {
    const same = isBlockEqual(measured, { block }) ? "" : ` of ${dimensions(measured.block)} threads`;
    const own = same === "" ? "" : ` of ${dimensions(block)}`;
    notes.push(
      `The report is of ${dimensions(measured.grid)} blocks${same}, this launch of ${dimensions(grid)}${own}: launch as many here, and the counts can be equal.`,
    );
  }
  if (measured.gpu !== undefined && !measured.gpu.includes(gpu.replace(/^NVIDIA /, "")) && !gpu.includes(measured.gpu))
    notes.push(
      `The report is of ${aGpu(measured.gpu)}, the lab counts for ${aGpu(gpu)}. Sectors and bank conflicts don't depend on it; caches, DRAM and time do.`,
    );
  if (measured.isDebug === true)
    notes.push(
      "The program was compiled with -G, for a debugger, so that nothing is optimized. Compile it with -lineinfo instead to see what nvcc makes of it.",
    );
  if (measured.isRounded) notes.push("ncu rounded bytes and times for reading; with --print-units base, it prints all digits.");
  if (measured.instructions === undefined)
    notes.push(
      "The report has no counters of single instructions, so that lines cannot be compared. Make it with --set full, or add --section SourceCounters.",
    );
  else if (!measured.hasLines)
    notes.push(
      "The report doesn't say which line an instruction comes from, so that the launch is compared as a whole. Compile with nvcc -lineinfo; of CSV, export --page source --print-source cuda,sass.",
    );
  return notes;
}

/** 16 × 16, 64 */
export function dimensions(sizes: readonly number[]): string {
  const last = sizes.findLastIndex((size) => size > 1);
  return sizes.slice(0, Math.max(1, last + 1)).join(" × ");
}

interface LineMap {
  /** The line of the lab's text for one of the report's. */
  readonly of: (instruction: MeasuredInstruction) => number | undefined;
  readonly notes: readonly string[];
}

/** Finds the lines of the report in the lab's text: by the text that the report carries, or else by where accesses are. */
function lineMap({ text, profile }: CountedLaunch, measured: MeasuredLaunch): LineMap {
  const file = mainFile(measured);
  const inFile = ({ places }: MeasuredInstruction): number | undefined => places.find((place) => place.file === file)?.line;
  if (file === undefined) return { of: inFile, notes: [] };
  const carried = measured.sources.get(file)?.replaceAll("\r\n", "\n");
  if (carried !== undefined && carried.trimEnd() === text.trimEnd()) return { of: inFile, notes: [] };
  if (carried !== undefined) {
    const moved = movedLines(carried, text);
    return {
      of: (instruction) => moved.get(inFile(instruction) ?? 0),
      notes: [
        "The report was made of another version of the text: lines are matched by what they say, and those that are gone have no line.",
      ],
    };
  }
  const shift = lineShift(profile.accesses, measured.instructions ?? [], inFile);
  if (shift === 0) return { of: inFile, notes: [] };
  return {
    of: (instruction) => {
      const line = inFile(instruction);
      return line === undefined ? undefined : line + shift;
    },
    notes: [
      `Accesses of the report are ${Math.abs(shift)} lines ${shift < 0 ? "further down" : "further up"} than in this text, and are compared so. A report that is made with --import-source yes carries its text.`,
    ],
  };
}

/** The file in which the kernel itself stands: through the calls that were inlined, each instruction comes from it. */
function mainFile({ instructions = [] }: MeasuredLaunch): string | undefined {
  const often = new Map<string, number>();
  for (const { places } of instructions)
    for (const file of new Set(places.map((place) => place.file))) often.set(file, (often.get(file) ?? 0) + 1);
  return [...often].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** The most lines that a text can have been moved by. */
const MOST_SHIFT = 500;

/** The shift of lines with which most accesses of the report are where the lab has one of the same kind; 0 if none is better. */
function lineShift(
  accesses: readonly ProfiledAccess[],
  instructions: readonly MeasuredInstruction[],
  lineOf: (instruction: MeasuredInstruction) => number | undefined,
): number {
  const counted = new Set(accesses.map(({ line, space, op }) => keyOf(line, space, op)));
  const made = new Map<string, { readonly line: number; readonly space: MeasuredSpace; readonly op: MeasuredOp }>();
  for (const instruction of instructions) {
    const line = lineOf(instruction);
    const { access } = instruction;
    if (line !== undefined && access && instruction.executed > 0)
      made.set(keyOf(line, access.space, access.op), { line, space: access.space, op: access.op });
  }
  const hits = (shift: number): number =>
    [...made.values()].filter(({ line, space, op }) => counted.has(keyOf(line + shift, space, op))).length;
  let best = 0;
  let most = hits(0);
  // Half of them where they are: the text is the same, and the compiler has changed the others.
  if (most * 2 >= made.size) return 0;
  for (let by = 1; by <= MOST_SHIFT; by++) {
    for (const shift of [by, -by]) {
      const found = hits(shift);
      if (found > most) [best, most] = [shift, found];
    }
  }
  return most * 2 > made.size ? best : 0;
}

function countsOf({ space, counted, measured }: RowSides): ComparedCount[] {
  const count = (name: ComparedCount["name"], of: (sums: AccessSums) => number): ComparedCount => ({
    name,
    counted: counted && of(counted),
    measured: measured && of(measured),
  });
  const requests = count("requests", (sums) => sums.requests);
  if (space !== "shared") return [requests, count("sectors", ({ sectors }) => sectors)];
  return [requests, count("wavefronts", ({ wavefronts }) => wavefronts), count("bank conflicts", ({ bankConflicts }) => bankConflicts)];
}

function sourcesOf(accesses: readonly ProfiledAccess[], { line, space, op }: RowSides): string[] {
  if (line === undefined) return [];
  return [...new Set(accesses.filter((one) => one.line === line && one.space === space && one.op === op).map(({ source }) => source))];
}

/** A counter of the whole launch that the lab has a counterpart of. */
interface LaunchCounter {
  readonly name: string;
  readonly unit: ComparedTotal["unit"];
  /** The profiler's name. */
  readonly counter: string;
  /** The lab's unit, in the profiler's. */
  readonly scale?: number;
  readonly counted: (profile: CountedLaunch["profile"]) => number | undefined;
  readonly kind: TotalKind;
  /** The rows that add up to it, and what of them. */
  readonly sum?: { readonly space: MeasuredSpace; readonly op: MeasuredOp; readonly of: (sums: AccessSums) => number };
}

const LAUNCH_COUNTERS: readonly LaunchCounter[] = [
  ...(["load", "store"] as const).flatMap((op): LaunchCounter[] => {
    const short = op === "load" ? "ld" : "st";
    return [
      {
        name: `global ${op} sectors`,
        unit: "",
        counter: `l1tex__t_sectors_pipe_lsu_mem_global_op_${short}.sum`,
        counted: ({ totals }) => totals.global[op].sectors,
        kind: "accesses",
        sum: { space: "global", op, of: ({ sectors }) => sectors },
      },
      {
        name: `shared ${op} wavefronts`,
        unit: "",
        counter: `l1tex__data_pipe_lsu_wavefronts_mem_shared_op_${short}.sum`,
        counted: ({ totals }) => totals.shared[op].wavefronts,
        kind: "accesses",
        sum: { space: "shared", op, of: ({ wavefronts }) => wavefronts },
      },
      {
        name: `shared ${op} bank conflicts`,
        unit: "",
        counter: `l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_${short}.sum`,
        counted: ({ totals }) => totals.shared[op].bankConflicts,
        kind: "accesses",
        sum: { space: "shared", op, of: ({ bankConflicts }) => bankConflicts },
      },
    ];
  }),
  { name: "instructions", unit: "", counter: "smsp__inst_executed.sum", counted: () => undefined, kind: "instructions" },
  {
    name: "sectors to and from L2",
    unit: "",
    counter: "lts__t_sectors_srcunit_tex.sum",
    counted: ({ memory }) => memory?.l2Sectors,
    kind: "caches",
  },
  { name: "read from DRAM", unit: "B", counter: "dram__bytes_read.sum", counted: ({ memory }) => memory?.dramReadBytes, kind: "dram" },
  { name: "written to DRAM", unit: "B", counter: "dram__bytes_write.sum", counted: ({ memory }) => memory?.dramWriteBytes, kind: "dram" },
  {
    name: "time",
    unit: "µs",
    counter: "gpu__time_duration.sum",
    scale: 1e-3,
    counted: ({ time }) => time?.microseconds,
    kind: "time",
  },
];

function totalsOf(counted: CountedLaunch, measured: MeasuredLaunch, sides: readonly RowSides[]): ComparedTotal[] {
  return LAUNCH_COUNTERS.flatMap(({ name, unit, counter, scale = 1, counted: countedOf, kind, sum }) => {
    const found = measured.counters.get(counter);
    if (found === undefined) return [];
    const own = countedOf(counted.profile);
    const value = found * scale;
    // What neither side has is not worth a row.
    if (value === 0 && (own ?? 0) === 0) return [];
    const rows = sum && sides.filter(({ space, op }) => space === sum.space && op === sum.op);
    const ofRows = rows?.reduce((all, row) => all + (row.measured ? sum!.of(row.measured) : 0), 0);
    return [
      {
        name,
        unit,
        counted: own,
        measured: value,
        reason: totalReason(kind, { counted: own, measured: value, ofRows, isShared: sum?.space === "shared" }, counted, measured),
      },
    ];
  });
}
