import { ROWS_PER_MATRIX, SECTOR_BYTES, WARP_SIZE, WORD_BYTES } from "#simulator";
import { count, decimal, percent, pluralize } from "#pictures/format.ts";
import type { SiteOp } from "../ir/access-site.ts";
import type { CountedSpace } from "../machine/site-counts.ts";
import { isAtomic } from "../machine/request-costs.ts";
import type { SiteCounts } from "../machine/request-stream.ts";
import { tokenize } from "../text/token.ts";
import type { AccessReport } from "./launch-report.ts";
import type { Pattern } from "./pattern.ts";
import { isOfLayout } from "./trial.ts";
import { trialWords } from "./trial-words.ts";

/** A pattern in words, and where the course treats it. */
interface PatternWords {
  /** "stride of 32 elements" */
  readonly name: string;
  /** Advice on the pattern; empty for a pattern without excess. */
  readonly advice: string;
  /** Why no less would do, of an access that looks as if it could cost less. */
  readonly reason?: string;
  /** The lesson's folder and file, without its ending. */
  readonly lesson?: string;
  readonly exercise?: string;
}

const EXAMPLES: readonly Pattern[] = [
  { kind: "stride", elements: 2 },
  { kind: "offset", elements: 1 },
  { kind: "column-walk", strideBytes: 4096, lanesPerRow: 1 },
  { kind: "conflict", ways: 32, strideWords: 32 },
  { kind: "conflict", ways: 2, strideWords: undefined },
  { kind: "contention", lanes: 32 },
  { kind: "divergent-tail", lanes: 1 },
  { kind: "divergent-tail", lanes: 16.5 },
  { kind: "scatter" },
  { kind: "misaligned-vector" },
];

/** The operation of an access with a pattern, and its memory. */
export interface PatternPlace {
  readonly op: SiteOp;
  readonly space: CountedSpace;
  /** Whether it is an `ldmatrix` or `stmatrix`. */
  readonly isMatrix?: true;
}

/** From this share of a launch's requests on, and from so many requests, idle lanes are worth a word: halos and tails cost less. */
const IDLE_SHARE_WORTH_SAYING = 1 / 8;
const REQUESTS_WORTH_SAYING = 64;

const LOADED_INDEX =
  "The index comes from memory: no layout and no order of threads helps. Sort or group the indices, so that the lanes of a warp meet in the same sectors.";

/** Whether an atomic gives each lane a place of its own: `out[atomicAdd(count, 1)]`. @param text of the call */
function countsPlaces(text: string): boolean {
  const words = tokenize(text).map((token) => token.text);
  const [comma, step, end] = words.slice(-3);
  return words[0] === "atomicInc" || (words[0] === "atomicAdd" && comma === "," && (step === "1" || step === "1u") && end === ")");
}

const ONE_PER_WARP =
  "Let one lane add for its warp: the lanes of `m = __ballot_sync(…)` need `__popc(m)` places; add that once, hand the start round with `__shfl_sync`, and each lane’s place is `__popc(m & lanesBefore)` further on.";

/** Names the pattern of an access, and says what to do about it: what was tried, where something was. */
export function accessPatternWords({
  pattern,
  op,
  counts,
  trial,
  idleShare,
  bytesPerLane,
  isIndexLoaded,
  isMatrix,
  text,
}: Pick<
  AccessReport,
  "pattern" | "op" | "counts" | "trial" | "idleShare" | "bytesPerLane" | "isIndexLoaded" | "isMatrix" | "text"
>): PatternWords {
  const reason = costReason({ pattern, op, counts, bytesPerLane, ...(isMatrix && { isMatrix }) });
  const place = { op, space: counts.space, ...(isMatrix && { isMatrix }) };
  const words = { ...patternWords(pattern, place), ...(reason !== undefined && { reason }) };
  if (trial?.space === "global" && !trial.change && counts.space === "global") {
    if (pattern.kind === "offset") return { ...words, advice: "", reason: startReason(trial.array.name, counts, isIndexLoaded === true) };
    if (isAtomic(op))
      return { ...words, advice: "", reason: `a copy of \`${trial.array.name}\` for each block would not fit, or not save a quarter` };
    if (isIndexLoaded) return { ...words, advice: LOADED_INDEX };
  }
  if (trial?.change?.kind === "staged")
    return { ...words, advice: trialWords(trial), lesson: "4-alignment-and-tiling/04-read-once-use-often", exercise: "matmul-tiles" };
  if (trial?.change?.kind === "collected")
    return {
      ...words,
      advice: trialWords(trial),
      lesson: "6-tiles-for-tensor-cores/07-a-product-on-tensor-cores",
      exercise: "stmatrix-epilogue",
    };
  if (trial) return { ...words, ...(trial.space === "shared" && trial.hasTensorMap && OF_TENSOR), advice: trialWords(trial) };
  if (counts.space === "global" && isOfLayout(pattern, op)) return { ...words, advice: "" };
  if (pattern.kind === "contention" && op === "atomic" && countsPlaces(text)) return { ...words, advice: ONE_PER_WARP };
  if (pattern.kind !== "divergent-tail") return words;
  if (idleShare < IDLE_SHARE_WORTH_SAYING || counts.requests < REQUESTS_WORTH_SAYING) return { ...words, advice: "" };
  return { ...words, advice: `Full warps would save ${Math.round(100 * idleShare)} % of the launch’s requests. ${words.advice}` };
}

/** Where the swizzles of tensor maps are explained and practised. */
const OF_TENSOR = { lesson: "6-tiles-for-tensor-cores/04-a-tile-by-tma", exercise: "tma-swizzle-128" };

/** Why requests that start between two sectors go on doing so. */
function startReason(array: string, counts: Extract<SiteCounts, { space: "global" }>, isLoaded: boolean): string {
  const perRequest = (sectors: number): string => decimal(sectors / counts.requests);
  const why = isLoaded ? "the start comes from memory" : `no other start or row length of \`${array}\` saves most of that`;
  return `${perRequest(counts.sectors)} sectors per request instead of ${perRequest(counts.idealSectors)}, because it starts mid-sector; ${why}`;
}

/** Why an access without excess uses few bytes of its sectors, or takes more than one wavefront. */
function costReason({
  pattern,
  op,
  counts,
  bytesPerLane,
  isMatrix,
}: Pick<AccessReport, "pattern" | "op" | "counts" | "bytesPerLane" | "isMatrix">): string | undefined {
  if (counts.space === "global" && pattern.kind === "broadcast" && counts.sectors === counts.idealSectors) {
    const efficiency = percent(counts.usefulBytes / (SECTOR_BYTES * counts.sectors));
    return `lanes share addresses: ${efficiency} efficiency, and no fewer sectors would do`;
  }
  if (counts.space !== "shared" || counts.bankConflicts > 0 || bytesPerLane <= WORD_BYTES) return undefined;
  if (pattern.kind === "misaligned-vector") return undefined;
  const { requests, wavefronts, activeLanes } = counts;
  const least = bytesPerLane / WORD_BYTES;
  // Matrices never share a wavefront, whatever rows they have: simulator/matrix-cost.ts.
  if (isMatrix) {
    const matrices = activeLanes / (ROWS_PER_MATRIX * requests);
    return matrices === 1
      ? undefined
      : `each of the ${decimal(matrices)} matrices takes a wavefront of its own: ${decimal(matrices)} are the least`;
  }
  const paired = least / 2;
  const twins = "lanes i and i xor 1 (or xor 2) read the same";
  if (wavefronts === least * requests) {
    const part = least === 4 ? "quarters" : "halves";
    const fewer = op === "load" ? `; ${paired} where ${twins}` : "";
    return `${bytesPerLane}-byte ${op}s go by ${part} of the warp: ${least} wavefronts are the least${fewer}`;
  }
  const isPaired = op === "load" && wavefronts === paired * requests && activeLanes === WARP_SIZE * requests;
  return isPaired ? `${twins}: ${pluralize(paired, "wavefront")} instead of ${least}` : undefined;
}

/** "4,096 loads as written, 1,024 as compiled, by estimate": nothing of accesses that are compiled as they are written. */
export function compiledWords(requests: number, compiled: number | undefined): string | undefined {
  return compiled === undefined ? undefined : `${count(requests)} loads as written, ${count(compiled)} as compiled, by estimate`;
}

/** Names a pattern, and advises on it for its memory. */
export function patternWords(pattern: Pattern, { op, space, isMatrix }: PatternPlace): PatternWords {
  switch (pattern.kind) {
    case "stride":
      return {
        name: `stride of ${elements(pattern.elements)}`,
        advice:
          "Lay the data out so that neighbouring lanes use neighbouring elements: an array per field, or a pass through shared memory.",
        lesson: "1-coalescing/03-measuring-a-stride",
        exercise: "strided-to-unit",
      };
    case "offset":
      return {
        name: `offset of ${elements(pattern.elements)}`,
        advice:
          "Each warp takes a sector more than it fills. Start rows at multiples of 32 bytes, or let shared memory or shuffles move the elements.",
        lesson: "1-coalescing/02-order-and-offset",
        exercise: "shifted-copy",
      };
    case "column-walk":
      return {
        name:
          pattern.lanesPerRow === 1
            ? `column walk, ${byteCount(pattern.strideBytes)} from lane to lane`
            : `column walk, ${pattern.lanesPerRow} lanes to a row and ${byteCount(pattern.strideBytes)} to the next`,
        advice: "Let threadIdx.x move along the rows. Where the other array needs the columns, turn a tile around in shared memory.",
        lesson: op === "load" ? "3-sectors-and-vector-loads/02-down-the-columns" : "1-coalescing/05-a-transpose-at-first-sight",
        exercise: op === "load" ? "fix-the-column-walk" : "transpose-naive",
      };
    case "conflict":
      return {
        name: `${pattern.ways}-way conflict${pattern.strideWords === undefined ? "" : `, ${counted(pattern.strideWords, "word")} from lane to lane`}`,
        ...(isMatrix ? matrixConflict(op) : laneConflict(pattern.strideWords)),
      };
    case "contention":
      return {
        name: `${counted(pattern.lanes, "lane")} on one address`,
        advice:
          "Atomics on one address are carried out one after the other. Add up in registers or in copies first, one per warp or per lane.",
        lesson: "1-coalescing/08-when-indices-decide",
        exercise: "histogram-per-lane",
      };
    case "divergent-tail":
      return {
        name: `${counted(pattern.lanes, "lane")} of 32 active`,
        advice:
          pattern.lanes === 1
            ? "A whole request moves one value, as it has to for one result per warp or block. Where such requests are many, collect the values of several warps, and let neighbouring lanes move them."
            : "The other lanes wait. Give the work to neighbouring lanes, so that whole warps have some or have none.",
        lesson: "1-coalescing/07-what-the-profiler-counts",
        exercise: "half-warp-guard",
      };
    case "scatter":
      return scatterWords(op, space);
    case "misaligned-vector":
      return {
        name: "address that is not a multiple of the access's size",
        ...(isMatrix
          ? { ...matrixConflict(op), advice: "Make the rows of the tile a multiple of 16 bytes long: each row of a matrix begins at one." }
          : {
              advice: "Pad the struct or the rows to a multiple of that size, or use narrower accesses.",
              lesson: "1-coalescing/06-types-and-widths",
              exercise: "pad-a-struct-for-float4",
            }),
      };
    case "broadcast":
      return { name: "broadcast", advice: "" };
    case "none":
      return { name: "none", advice: "" };
  }
}

function laneConflict(strideWords: number | undefined): Omit<PatternWords, "name"> {
  return {
    advice: "Make the rows of a tile one element longer, or swizzle the columns: then the lanes fall on different banks.",
    lesson: "2-bank-conflicts-and-the-transpose/02-the-clock-of-strides",
    exercise: strideWords !== undefined && strideWords % 32 === 0 ? "column-read-padded" : "stride-to-degree",
  };
}

function matrixConflict(op: SiteOp): Omit<PatternWords, "name"> {
  return {
    advice:
      "Make the rows of the tile 16 bytes longer, or swizzle their pieces of 16 bytes: then the eight rows of each matrix fall on different banks.",
    lesson: "6-tiles-for-tensor-cores/01-rows-for-a-matrix-instruction",
    exercise: op === "load" ? "ldmatrix-pitch" : "stmatrix-epilogue",
  };
}

function scatterWords(op: SiteOp, space: CountedSpace): PatternWords {
  const lesson = "1-coalescing/08-when-indices-decide";
  if (space === "local") {
    return {
      name: "lanes at different indices of a local array",
      advice:
        "Of a local array, a warp's elements with the same index lie side by side. Let all lanes use the same index, or keep the array in registers: with indices that are constants once loops are unrolled.",
      lesson,
      exercise: "gather-sorted",
    };
  }
  if (isAtomic(op)) {
    return {
      name: "atomics on scattered addresses",
      advice: "Let each block add up in a copy of its own in shared memory, and add the copies up in global memory when it ends.",
      lesson,
      exercise: "histogram-per-lane",
    };
  }
  return {
    name: op === "load" ? "gather from scattered addresses" : "scatter to scattered addresses",
    advice: "Sort or group the indices, so that the lanes of a warp meet in the same sectors.",
    lesson,
    exercise: op === "load" ? "gather-sorted" : "scatter-to-gather",
  };
}

/** An example of each pattern, with the accesses that may have it: together, they lead to every lesson and exercise about one. */
export const patternCases: readonly { readonly pattern: Pattern; readonly place: PatternPlace }[] = [
  ...(["load", "store"] as const).flatMap((op) => EXAMPLES.map((pattern) => ({ pattern, place: { op, space: "global" } as const }))),
  { pattern: { kind: "scatter" }, place: { op: "reduction", space: "global" } },
  { pattern: { kind: "scatter" }, place: { op: "load", space: "local" } },
  ...(["load", "store"] as const).map((op) => ({
    pattern: { kind: "conflict", ways: 8, strideWords: 32 } as const,
    place: { op, space: "shared", isMatrix: true } as const,
  })),
];

function elements(count: number): string {
  return counted(count, "element");
}

function byteCount(count: number): string {
  return counted(count, "byte");
}

function counted(count: number, noun: string): string {
  const digits = String(Math.abs(count)).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${count < 0 ? "−" : ""}${digits} ${noun}${Math.abs(count) === 1 ? "" : "s"}`;
}
