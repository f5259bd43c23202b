import { concepts, lessonsInOrder, type ConceptId } from "#notebook/evidence/concepts.ts";
import { bytes as byteText, count, percent, pluralize } from "#pictures/format.ts";
import {
  BANK_COUNT,
  CACHE_LINE_BYTES,
  FULL_MASK,
  SECTOR_BYTES,
  WARP_SIZE,
  WORD_BYTES,
  globalCost,
  h100,
  isActive,
  sharedCost,
  type AccessWidth,
  type MemoryOp,
  type WarpRequest,
} from "#simulator";
import type { Asked, CountQuestion, Dice, NumberQuestion } from "./question.ts";

export type PatternQuestion = CountQuestion | NumberQuestion;

/** Draws a question in words that the learner has met; the concept is added to it. */
type Pattern = (dice: Dice, met: Met) => Drawn;

type Drawn = Omit<CountQuestion, "concept"> | Omit<NumberQuestion, "concept">;

/** What lessons have introduced before a question is asked. A question about a concept is asked once its first lesson lies behind. */
interface Met {
  readonly cacheLines: boolean;
  /** Types of other widths than `float`. */
  readonly widths: boolean;
}

const INTRODUCED_IN: Readonly<Record<keyof Met, string>> = {
  cacheLines: "1-coalescing/01-what-one-load-costs",
  widths: "1-coalescing/06-types-and-widths",
};

/** @param lesson "<part folder>/<nn-slug>"; undefined after the last one */
function metBefore(lesson: string | undefined): Met {
  const behind = lesson === undefined ? lessonsInOrder : lessonsInOrder.slice(0, lessonsInOrder.indexOf(lesson));
  return { cacheLines: behind.includes(INTRODUCED_IN.cacheLines), widths: behind.includes(INTRODUCED_IN.widths) };
}

/**
 * A new question about a concept.
 *
 * @param before the lesson before which it is asked: it uses no term or type that only this one or a later one introduces. Default: after all
 */
export function conceptQuestion(concept: ConceptId, dice: Dice, before?: string): PatternQuestion {
  return { ...dice.oneOf(PATTERNS[concept])(dice, metBefore(before)), concept };
}

/** A new question about a concept, of the hardest kind that there is. */
export function hardestQuestion(concept: ConceptId, dice: Dice, before?: string): PatternQuestion {
  return { ...PATTERNS[concept].at(-1)!(dice, metBefore(before)), concept };
}

/** The concepts that a part of the course is about: those of its lessons. */
export function conceptsOfPart(part: number): readonly ConceptId[] {
  const found = concepts.filter(({ lessons }) => lessons.some((lesson) => lesson.startsWith(`${part}-`)));
  if (found.length === 0) throw new RangeError(`there is no part ${part}`);
  return found.map(({ id }) => id);
}

// Stride.

const everySoMany: Pattern = (dice, met) => {
  const stride = dice.between(2, 12);
  return {
    kind: "count",
    text: `Lane \`i\` loads element \`${linear(stride, 0)}\` of an array of \`float\` that starts a ${met.cacheLines ? "cache line" : "sector"}.`,
    asked: "sectors",
    request: global((lane) => lane * stride, 4),
    stride,
    why: apart(stride * 4),
  };
};

const evenlySpaced: Pattern = (dice, met) => {
  const { type, bytes } = dice.oneOf(scalars(met));
  const stride = dice.between(2, 12);
  const offset = dice.oneOf([0, 1, 3, 5, 8, 16]);
  const asked = met.cacheLines ? dice.oneOf<Asked>(["sectors", "sectors", "lines"]) : "sectors";
  return {
    kind: "count",
    text: `Lane \`i\` loads element \`${linear(stride, offset)}\` of an array of \`${type}\` (${pluralize(bytes, "byte")} each) that starts a ${met.cacheLines ? "cache line" : "sector"}.`,
    asked,
    request: global((lane) => lane * stride + offset, bytes),
    stride,
    why: apart(stride * bytes, asked),
  };
};

// Ideal sectors.

const idealOfStride: Pattern = (dice, met) => {
  const { type, bytes } = dice.oneOf([...scalars(met), ...vectorsMet(met)]);
  const stride = dice.between(2, 16);
  const request = global((lane) => lane * stride, bytes);
  return {
    kind: "count",
    text: `Lane \`i\` loads element \`${linear(stride, 0)}\` of an array of \`${type}\`, ${pluralize(bytes, "byte")} each.`,
    asked: "ideal sectors",
    request,
    why: wanted(request),
  };
};

const idealOfSharing: Pattern = (dice, met) => {
  const together = dice.oneOf([2, 4, 8, 16]);
  const { type, bytes } = dice.oneOf([...scalars(met).slice(0, 2), ...vectorsMet(met)]);
  const request = global((lane) => Math.floor(lane / together) * 5, bytes);
  return {
    kind: "count",
    text: `Lane \`i\` loads element \`i / ${together} * 5\` of an array of \`${type}\`, ${pluralize(bytes, "byte")} each; the division rounds down.`,
    asked: "ideal sectors",
    request,
    why: wanted(request),
  };
};

const idealOfSomeLanes: Pattern = (dice, met) => {
  const every = dice.oneOf([2, 3, 4, 5]);
  const { type, bytes } = dice.oneOf([...scalars(met).slice(0, 2), ...vectorsMet(met)]);
  const request = global((lane) => lane * 3, bytes, { isActive: (lane) => lane % every === 0 });
  return {
    kind: "count",
    text: `Only lanes with \`i % ${every} == 0\` take part. Lane \`i\` loads element \`3 * i\` of an array of \`${type}\`, ${pluralize(bytes, "byte")} each.`,
    asked: "ideal sectors",
    request,
    why: wanted(request),
  };
};

// Order of lanes.

const backwards: Pattern = (dice) => {
  const last = dice.between(31, 63);
  const request = global((lane) => last - lane, 4);
  return {
    kind: "count",
    text: `Lane \`i\` loads element \`${last} - i\` of an array of \`float\` that starts a cache line.`,
    asked: "sectors",
    request,
    why: `${span(request)} Who wants which of them doesn’t count.`,
  };
};

const swapped: Pattern = (dice) => {
  const mask = dice.oneOf([1, 3, 5, 9, 16, 24, 31]);
  const offset = dice.oneOf([0, 4, 8, 12]);
  const request = global((lane) => (lane ^ mask) + offset, 4);
  const asked = dice.oneOf<Asked>(["sectors", "lines"]);
  return {
    kind: "count",
    text: `Lane \`i\` loads element \`${offset === 0 ? `i ^ ${mask}` : `(i ^ ${mask}) + ${offset}`}\` of an array of \`float\` that starts a cache line.`,
    asked,
    request,
    why: `${span(request, asked)} Who wants which of them doesn’t count.`,
  };
};

const shuffledOrShared: Pattern = (dice) => {
  const factor = dice.oneOf([3, 5, 7, 11, 13]);
  const among = dice.oneOf([8, 16, 32, 64]);
  const request = global((lane) => (factor * lane + 1) % among, 4);
  return {
    kind: "count",
    text: `Lane \`i\` loads element \`(${factor} * i + 1) % ${among}\` of an array of \`float\` that starts a cache line.`,
    asked: "sectors",
    request,
    why: `The lanes jump about among ${among} floats, ${byteText(among * 4)} in all. A sector is moved once, whoever wants it and however many do.`,
  };
};

// Offset and alignment.

const startsLate: Pattern = (dice) => {
  const offset = dice.oneOf([1, 2, 3, 4, 5, 8, 12, 16, 20, 24, 27]);
  const request = global((lane) => lane + offset, 4);
  const asked = dice.oneOf<Asked>(["sectors", "sectors", "lines"]);
  return {
    kind: "count",
    text: `Lane \`i\` loads element \`i + ${offset}\` of an array of \`float\` that starts a cache line.`,
    asked,
    request,
    stride: 1,
    why: span(request, asked),
  };
};

const rowOfMatrix: Pattern = (dice) => {
  const columns = dice.oneOf([33, 36, 40, 50, 65, 100]);
  const row = dice.between(1, 6);
  const request = global((lane) => row * columns + lane, 4);
  return {
    kind: "count",
    text: `A matrix of floats lies row after row, has ${columns} columns and starts a cache line. Lane \`i\` loads column \`i\` of row ${row}.`,
    asked: "sectors",
    request,
    stride: 1,
    why: span(request),
  };
};

const twoRows: Pattern = (dice) => {
  const columns = dice.oneOf([20, 24, 28, 48, 52, 64]);
  return {
    kind: "count",
    text: `A block is 16 threads wide. Lanes 0 to 15 load the first 16 floats of row 0, lanes 16 to 31 those of row 1. A row has ${columns} floats, and row 0 starts a cache line.`,
    asked: "sectors",
    request: global((lane) => (lane >> 4) * columns + (lane & 15), 4),
    why: `Half a warp wants 64 bytes. The second half’s begin at byte ${count(columns * 4)}, ${
      (columns * 4) % SECTOR_BYTES === 0 ? "where a sector begins" : "in the middle of a sector"
    }.`,
  };
};

// Useful bandwidth.

const copyInTime: Pattern = (dice) => {
  const side = dice.oneOf([2048, 4096, 8192]);
  const moved = 2 * side ** 2 * 4;
  const microseconds = Math.round(moved / (dice.between(6, 28) * 100) / 1e3);
  return {
    kind: "number",
    text: `A kernel reads each float of a matrix of ${count(side)} × ${count(side)} once and writes as many, in ${count(microseconds)} µs.`,
    asks: "What’s its useful bandwidth?",
    unit: "GB/s",
    answer: moved / microseconds / 1e3,
    within: 0.05,
    why: `${count(side)}² floats of 4 bytes, once in and once out, over the time.`,
  };
};

const fieldsInTime: Pattern = (dice) => {
  const fields = dice.oneOf([8, 12, 16]);
  const used = dice.between(1, 3);
  const millions = dice.oneOf([10, 20, 40]);
  const microseconds = dice.oneOf([200, 400, 500, 800]);
  return {
    kind: "number",
    text: `A kernel goes through ${millions} million structs of ${fields} floats. It reads ${pluralize(used, "float")} of each and writes one of each, in ${microseconds} µs.`,
    asks: "What’s its useful bandwidth?",
    unit: "GB/s",
    answer: (millions * 1e6 * (used + 1) * 4) / microseconds / 1e3,
    within: 0.05,
    why: `Useful are ${used + 1} floats of each struct, ${byteText((used + 1) * 4)}. What else moves with their sectors doesn’t count.`,
  };
};

// Fetches from DRAM.

const fetchesOfStride: Pattern = (dice) => {
  const stride = dice.oneOf([2, 4, 8, 16, 32, 64]);
  const request = global((lane) => lane * stride, 4);
  return {
    kind: "count",
    text: `Lane \`i\` loads element \`${linear(stride, 0)}\` of an array of \`float\` that starts a cache line. No cache has any of it, and L2 fetches ${h100.fetchGranularityBytes} bytes at a time.`,
    asked: "bytes from DRAM",
    request,
    why: `The warp touches ${pluralize(globalCost(request, h100).sectors, "sector")}. Each comes with its neighbour in the same ${h100.fetchGranularityBytes} bytes, wanted or not.`,
  };
};

const fetchesOfFew: Pattern = (dice) => {
  const lanes = dice.oneOf([1, 2, 4, 8]);
  const apart = dice.oneOf([8, 16, 24, 32, 100]);
  const request = global((lane) => lane * apart, 4, { isActive: (lane) => lane < lanes });
  return {
    kind: "count",
    text: `Only ${lanes === 1 ? "lane 0 takes" : `lanes 0 to ${lanes - 1} take`} part. Lane \`i\` loads element \`${linear(apart, 0)}\` of an array of \`float\` that starts a cache line. No cache has any of it, and L2 fetches ${h100.fetchGranularityBytes} bytes at a time.`,
    asked: "bytes from DRAM",
    request,
    why: `The lanes want ${pluralize(globalCost(request, h100).sectors, "sector")}. What comes from DRAM is the blocks of ${h100.fetchGranularityBytes} bytes that hold them, each once.`,
  };
};

const storesInPart: Pattern = (dice, met) => {
  const stride = dice.oneOf([2, 4, 8, 16]);
  const { type, bytes } = dice.oneOf([SCALARS[0], ...vectorsMet(met)]);
  const request = global((lane) => lane * stride, bytes, { op: "store" });
  return {
    kind: "count",
    text: `Lane \`i\` stores element \`${linear(stride, 0)}\` of an array of \`${type}\` (${pluralize(bytes, "byte")} each) that starts a cache line. No cache has any of it.`,
    asked: "bytes from DRAM",
    request,
    why: `Each of the ${pluralize(globalCost(request, h100).sectors, "sector")} is written in part: the rest of it has to be read first.`,
  };
};

// Layout of structs.

const fieldOfStruct: Pattern = (dice) => {
  const floats = dice.between(2, 16);
  const field = dice.between(0, floats - 1);
  return {
    kind: "count",
    text: `Each lane loads one float of its own struct: the ${ORDINALS[field]} of ${floats}. The structs lie side by side, and the first starts a cache line.`,
    asked: "sectors",
    request: global((lane) => lane * floats + field, 4),
    stride: floats,
    why: apart(floats * 4),
  };
};

const fieldOfArrays: Pattern = (dice) => {
  const length = dice.oneOf([1000, 1001, 1002, 1004, 1006, 1008]);
  const field = dice.between(1, 3);
  const request = global((lane) => field * length + lane, 4);
  return {
    kind: "count",
    text: `Four arrays of ${count(length)} floats lie right behind each other, and the first starts a cache line. Lane \`i\` loads element \`i\` of the ${ORDINALS[field]} array.`,
    asked: "sectors",
    request,
    stride: 1,
    why: `The ${ORDINALS[field]} array begins at byte ${count(field * length * 4)}, ${
      (field * length * 4) % SECTOR_BYTES === 0 ? "where a sector begins" : "in the middle of a sector"
    }.`,
  };
};

const fieldsOfStruct: Pattern = (dice) => {
  const floats = dice.oneOf([4, 6, 8, 12]);
  const fields = dice.between(2, Math.min(4, floats - 1));
  const requests = Array.from({ length: fields }, (_, field) => global((lane) => lane * floats + field, 4));
  const sectors = requests.map((request) => globalCost(request, h100).sectors);
  return {
    kind: "number",
    text: `A warp loads the first ${fields} floats of 32 neighbouring structs of ${floats} floats, one float per lane and load. The first struct starts a cache line.`,
    asks: `How many sectors do the ${fields} loads touch, added up?`,
    unit: "sectors",
    answer: sectors.reduce((sum, touched) => sum + touched, 0),
    within: 0,
    why: `One after the other they touch ${sectors.join(" + ")}. As ${fields} arrays that start sectors, it would be ${(fields * WARP_SIZE * 4) / SECTOR_BYTES} in all.`,
  };
};

// Sides of a transpose.

const sideOfTranspose: Pattern = (dice) => transposed(dice, 32);
const sideOfSmallBlock: Pattern = (dice) => transposed(dice, dice.oneOf([8, 16]));

function transposed(dice: Dice, width: number): Drawn {
  const columns = dice.oneOf([64, 100, 1000, 1024, 4096]);
  const op = dice.oneOf<MemoryOp>(["load", "store"]);
  const stridesOnLoad = dice.between(0, 1) === 0;
  const strides = stridesOnLoad === (op === "load");
  const [along, down] = [`y * ${columns} + x`, `x * ${columns} + y`];
  const request = global(
    (lane) => {
      const [x, y] = [lane % width, Math.floor(lane / width)];
      return strides ? x * columns + y : y * columns + x;
    },
    4,
    { op },
  );
  const shape = `${width} × ${256 / width}`;
  return {
    kind: "count",
    text:
      `\`out[${stridesOnLoad ? along : down}] = in[${stridesOnLoad ? down : along}]\` transposes a matrix of floats. ` +
      `\`x\` and \`y\` are \`threadIdx\`’s, and a block is ${shape} threads. Take warp 0 of block 0, and its ${op} ${op === "load" ? "from `in`" : "to `out`"}. Both matrices start cache lines.`,
    asked: "sectors",
    request,
    why: strides
      ? `Neighbouring lanes differ in \`x\`, and this index multiplies \`x\` by ${count(columns)}.`
      : `Neighbouring lanes differ in \`x\`, and this index adds \`x\` as it is: ${width} floats side by side${width < WARP_SIZE ? " in each row" : ""}.`,
  };
}

// Wide lanes.

const halves: Pattern = (dice) => {
  const offset = dice.oneOf([0, 1, 4, 8, 12, 16, 20]);
  const stride = dice.between(1, 4);
  const request = global((lane) => lane * stride + offset, 2);
  return {
    kind: "count",
    text: `Lane \`i\` loads the \`half\` (2 bytes) number \`${linear(stride, offset)}\` of an array that starts a cache line.`,
    asked: "sectors",
    request,
    stride,
    why: span(request),
  };
};

const vectors: Pattern = (dice) => {
  const { type, bytes } = dice.oneOf(VECTORS);
  const stride = dice.between(1, 5);
  const asked = dice.oneOf<Asked>(["sectors", "lines"]);
  return {
    kind: "count",
    text: `Lane \`i\` loads the \`${type}\` number \`${linear(stride, 0)}\` with one instruction of ${bytes} bytes per lane. The array starts a cache line.`,
    asked,
    request: global((lane) => lane * stride, bytes),
    stride,
    why: apart(stride * bytes, asked),
  };
};

const vectorsDownRows: Pattern = (dice) => {
  const together = dice.oneOf([1, 2, 4, 8]);
  const columns = dice.oneOf([1024, 4096]);
  return {
    kind: "count",
    text: `A matrix lies row after row, has rows of ${count(columns)} floats, and starts a cache line. ${
      together === 1
        ? "Each lane loads a `float4`"
        : `Each group of ${together} neighbouring lanes loads ${together} neighbouring \`float4\`s`
    } at the start of a row of its own.`,
    asked: "sectors",
    request: global((lane) => (Math.floor(lane / together) * columns) / 4 + (lane % together), 16),
    why: `A lane wants 16 bytes, half a sector. ${
      together === 1 ? "Nobody wants the other half." : "Two neighbouring lanes of a row share one."
    }`,
  };
};

// A profiler's counters.

const requestsOfCopy: Pattern = (dice) => {
  const { type, bytes } = dice.oneOf([{ type: "float", bytes: 4 }, ...VECTORS]);
  const elements = 2 ** dice.between(16, 24);
  const floats = bytes / 4;
  return {
    kind: "number",
    text: `A kernel loads an array of ${count(elements)} floats once, ${floats === 1 ? "one" : `${floats} as a \`${type}\``} per thread.`,
    asks: "How many load requests does the profiler count?",
    unit: "requests",
    answer: elements / floats / WARP_SIZE,
    within: 0,
    why: `A request is a warp’s instruction: ${count(elements / floats)} threads in warps of ${WARP_SIZE}.`,
  };
};

const ratioOfProfile: Pattern = (dice) => {
  const { type, bytes } = dice.oneOf([{ type: "float", bytes: 4 }, { type: "double", bytes: 8 }, ...VECTORS]);
  const times = dice.oneOf([1, 1, 2, 4]);
  const perRequest = ((WARP_SIZE * bytes) / SECTOR_BYTES) * times;
  const requests = dice.between(2, 9) * 10_000;
  return {
    kind: "number",
    text: `Nsight Compute shows ${count(requests)} requests and ${count(requests * perRequest)} sectors for a load of one \`${type}\` (${bytes} bytes) per lane, each lane another one.`,
    asks: "How many times the ideal does it move?",
    unit: "times",
    answer: times,
    within: 0,
    why: `That’s ${perRequest} sectors per request. The ideal is ${WARP_SIZE} × ${bytes} bytes in sectors of ${SECTOR_BYTES}: ${perRequest / times}.`,
  };
};

const efficiencyOfProfile: Pattern = (dice) => {
  const stride = dice.oneOf([2, 3, 4, 5, 8, 16]);
  const offset = dice.oneOf([0, 0, 4]);
  const { sectors, usefulBytes } = globalCost(
    global((lane) => lane * stride + offset, 4),
    h100,
  );
  const efficiency = usefulBytes / (sectors * SECTOR_BYTES);
  return {
    kind: "number",
    text: `Lane \`i\` loads element \`${linear(stride, offset)}\` of an array of \`float\` that starts a cache line: ${sectors} sectors per request.`,
    asks: "What’s the efficiency, in per cent?",
    unit: "%",
    answer: efficiency * 100,
    within: 0.03,
    why: `${byteText(usefulBytes)} of ${byteText(sectors * SECTOR_BYTES)} are wanted: ${percent(efficiency)}.`,
  };
};

// Gather and scatter.

const gathered: Pattern = (dice) => {
  const groups = dice.oneOf([2, 4, 8, 16]);
  const apart = dice.oneOf([4, 8, 16, 64]);
  const inGroup = WARP_SIZE / groups;
  return {
    kind: "count",
    text: `A gather: each group of ${inGroup} lanes loads ${inGroup} floats that lie side by side, and the groups start ${apart * inGroup} floats apart. The first one starts a cache line.`,
    asked: "sectors",
    request: global((lane) => Math.floor(lane / inGroup) * apart * inGroup + (lane % inGroup), 4),
    why: `A group wants ${byteText(inGroup * 4)}, and the next group’s begin ${byteText(apart * inGroup * 4)} further on.`,
  };
};

const indexed: Pattern = (dice) => {
  const { code, indexOf } = dice.oneOf(INDICES);
  // Two lanes that store to one element would race.
  const op = new Set(LANES.map(indexOf)).size < WARP_SIZE ? "load" : dice.oneOf<MemoryOp>(["load", "store"]);
  const distinct = new Set(LANES.map((lane) => Math.floor(indexOf(lane) / 8))).size;
  return {
    kind: "count",
    text: `${op === "load" ? "`value = table[index[i]]`" : "`table[index[i]] = value`"} runs in lane \`i\`, and \`index[i]\` happens to be \`${code}\`. \`table\` holds floats and starts a cache line. Take the ${op === "load" ? "load from" : "store to"} \`table\`.`,
    asked: "sectors",
    request: global(indexOf, 4, { op }),
    why: `Eight floats share a sector, and the indices lie in ${pluralize(distinct, "block")} of eight.`,
  };
};

const INDICES: readonly { readonly code: string; readonly indexOf: (lane: number) => number }[] = [
  { code: "i / 4 * 8", indexOf: (lane) => Math.floor(lane / 4) * 8 },
  { code: "i % 8 * 16", indexOf: (lane) => (lane % 8) * 16 },
  { code: "i * 5 % 64", indexOf: (lane) => (lane * 5) % 64 },
  { code: "i * i", indexOf: (lane) => lane * lane },
  { code: "i / 2 * 100", indexOf: (lane) => Math.floor(lane / 2) * 100 },
  { code: "31 - i / 8", indexOf: (lane) => 31 - Math.floor(lane / 8) },
  { code: "i * 9 % 32", indexOf: (lane) => (lane * 9) % 32 },
];

// Bank conflicts.

const wordStride: Pattern = (dice) => {
  const stride = dice.between(1, 33);
  const request = shared((lane) => lane * stride);
  return {
    kind: "count",
    text: `Lane \`i\` loads word \`${linear(stride, 0)}\` of shared memory.`,
    asked: dice.oneOf(["wavefronts", "conflict degree"]),
    request,
    stride,
    why: busiest(request),
  };
};

const sharedWords: Pattern = (dice) => {
  const together = dice.oneOf([2, 4, 8, 16]);
  const stride = dice.oneOf([1, 8, 16, 32, 33]);
  const request = shared((lane) => Math.floor(lane / together) * stride);
  return {
    kind: "count",
    text: `Lane \`i\` loads word \`${stride === 1 ? `i / ${together}` : `i / ${together} * ${stride}`}\` of shared memory; the division rounds down.`,
    asked: "wavefronts",
    request,
    why: busiest(request),
  };
};

const wideWords: Pattern = (dice) => {
  const { type, bytes } = dice.oneOf(VECTORS);
  const stride = dice.between(1, 9);
  const request = shared((lane) => (lane * stride * bytes) / WORD_BYTES, bytes);
  const { wavefronts, bankConflicts } = sharedCost(request, h100);
  return {
    kind: "count",
    text: `Lane \`i\` loads the \`${type}\` number \`${linear(stride, 0)}\` of shared memory, ${bytes} bytes at once.`,
    asked: "wavefronts",
    request,
    why: `${byteText(WARP_SIZE * bytes)} can’t come in fewer than ${(WARP_SIZE * bytes) / (BANK_COUNT * WORD_BYTES)} wavefronts; ${
      bankConflicts === 0 ? "no bank makes it more" : `the banks make it ${wavefronts}`
    }.`,
  };
};

// Pitch and padding.

const columnOfTile: Pattern = (dice) => {
  const pitch = dice.oneOf([16, 24, 28, 30, 32, 33, 34, 36, 40, 48]);
  const column = dice.between(1, 15);
  const request = shared((lane) => lane * pitch + column);
  return {
    kind: "count",
    text: `A tile in shared memory has rows of ${pitch} words. Lane \`i\` loads \`tile[i][${column}]\`.`,
    asked: "wavefronts",
    request,
    stride: pitch,
    why: busiest(request),
  };
};

const diagonalOfTile: Pattern = (dice) => {
  const pitch = dice.oneOf([32, 33, 34, 35, 36, 40]);
  const first = dice.between(0, 15);
  const request = shared((lane) => lane * pitch + ((lane + first) % 32));
  return {
    kind: "count",
    text: `A tile of 32 columns in shared memory has rows of ${pitch} words. Lane \`i\` loads \`tile[i][(i + ${first}) % 32]\`, down a diagonal.`,
    asked: "wavefronts",
    request,
    why: busiest(request),
  };
};

// Swizzle.

const swizzledColumn: Pattern = (dice) => {
  const bits = dice.oneOf([3, 7, 15, 31]);
  const request = shared((lane) => lane * 32 + (lane & bits));
  return {
    kind: "count",
    text: `Lane \`i\` loads word \`i * 32 + (i & ${bits})\` of shared memory.`,
    asked: "wavefronts",
    request,
    why: busiest(request),
  };
};

const swizzledTile: Pattern = (dice) => {
  const column = dice.between(1, 30);
  const shift = dice.oneOf([0, 0, 1, 2]);
  const row = shift === 0 ? "row" : `(row >> ${shift})`;
  const isColumn = dice.between(0, 2) > 0;
  const request = isColumn
    ? shared((lane) => lane * 32 + (column ^ (lane >> shift)))
    : shared((lane) => column * 32 + (lane ^ (column >> shift)));
  return {
    kind: "count",
    text: `A tile of 32 × 32 words keeps \`(row, column)\` in word \`row * 32 + (column ^ ${row})\`. ${
      isColumn ? `Lane \`i\` loads column ${column} of row \`i\`.` : `Lane \`i\` loads column \`i\` of row ${column}.`
    }`,
    asked: "wavefronts",
    request,
    why: busiest(request),
  };
};

// Bytes under way.

const bytesUnderWay: Pattern = (dice) => {
  const nanoseconds = dice.oneOf([400, 500, 600, 800]);
  const gbps = dice.oneOf([500, 1000, 2000, 3000, 4000]);
  return {
    kind: "number",
    text: `A load from DRAM takes ${nanoseconds} ns, and DRAM can send ${count(gbps)} GB/s.`,
    asks: "How many kilobytes have to be under way to keep it busy?",
    unit: "kB",
    answer: (nanoseconds * gbps) / 1000,
    within: 0.05,
    why: `Nanoseconds times GB/s is bytes: ${nanoseconds} × ${count(gbps)}.`,
  };
};

const loadsPerThread: Pattern = (dice) => {
  const threads = dice.oneOf([512, 1024, 2048]);
  const loads = dice.oneOf([1, 2, 4, 8]);
  const bytes = dice.oneOf([4, 8, 16]);
  return {
    kind: "number",
    text: `To keep DRAM busy, an SM needs ${count((threads * loads * bytes) / 1024)} KiB under way. It runs ${count(threads)} threads, whose loads are ${bytes} bytes each.`,
    asks: "How many loads must each thread have under way?",
    unit: "loads",
    answer: loads,
    within: 0,
    why: `One load of each thread is ${count((threads * bytes) / 1024)} KiB.`,
  };
};

// Tiles and reuse.

const loadsPerElement: Pattern = (dice) => {
  const side = dice.oneOf([512, 1024, 2048, 4096]);
  const tile = dice.oneOf([1, 8, 16, 32, 64]);
  const how = tile === 1 ? "straight from global memory" : `through tiles of ${tile} × ${tile} in shared memory`;
  return {
    kind: "number",
    text: `A matrix product of ${count(side)} × ${count(side)} reads its factors ${how}, with a thread for each element of the result.`,
    asks: "How often is each element of the first factor asked for from global memory?",
    unit: "times",
    answer: side / tile,
    within: 0,
    why:
      tile === 1
        ? "Every thread in its row of the result asks for it."
        : `Once by each tile in its row of the result, and there are ${count(side)} / ${tile} of them.`,
  };
};

const timesFewerBytes: Pattern = (dice) => {
  const [small, large] = dice.oneOf([
    [8, 16],
    [8, 32],
    [16, 32],
    [16, 64],
    [8, 64],
  ] as const);
  return {
    kind: "number",
    text: `A tiled matrix product goes from tiles of ${small} × ${small} to tiles of ${large} × ${large}.`,
    asks: "By what factor does it ask for fewer bytes from global memory?",
    unit: "times",
    answer: large / small,
    within: 0,
    why: `Each element is asked for once per tile in its row or column, and a tile is ${large / small} times as wide.`,
  };
};

/** The patterns of each concept, from easy to hard. */
const PATTERNS: Readonly<Record<ConceptId, readonly [Pattern, ...Pattern[]]>> = {
  stride: [everySoMany, evenlySpaced],
  "ideal-sectors": [idealOfStride, idealOfSharing, idealOfSomeLanes],
  order: [backwards, swapped, shuffledOrShared],
  alignment: [startsLate, rowOfMatrix, twoRows],
  bandwidth: [copyInTime, fieldsInTime],
  fetches: [fetchesOfStride, fetchesOfFew, storesInPart],
  layout: [fieldOfStruct, fieldOfArrays, fieldsOfStruct],
  transpose: [sideOfTranspose, sideOfSmallBlock],
  "wide-lanes": [halves, vectors, vectorsDownRows],
  counters: [requestsOfCopy, ratioOfProfile, efficiencyOfProfile],
  gather: [gathered, indexed],
  banks: [wordStride, sharedWords, wideWords],
  pitch: [columnOfTile, diagonalOfTile],
  swizzle: [swizzledColumn, swizzledTile],
  latency: [bytesUnderWay, loadsPerThread],
  reuse: [timesFewerBytes, loadsPerElement],
};

const SCALARS = [
  { type: "float", bytes: 4 },
  { type: "double", bytes: 8 },
  { type: "char", bytes: 1 },
] as const;

const VECTORS = [
  { type: "float2", bytes: 8 },
  { type: "float4", bytes: 16 },
] as const;

function scalars({ widths }: Met): readonly (typeof SCALARS)[number][] {
  return widths ? SCALARS : SCALARS.slice(0, 1);
}

function vectorsMet({ widths }: Met): typeof VECTORS | readonly [] {
  return widths ? VECTORS : [];
}

const ORDINALS =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth".split(" ");

/** "i", "3 * i", "3 * i + 5" */
function linear(stride: number, offset: number): string {
  const scaled = stride === 1 ? "i" : `${stride} * i`;
  return offset === 0 ? scaled : `${scaled} + ${offset}`;
}

/** The block of memory that is counted, and its bytes. */
function counted(asked: Asked): { readonly block: string; readonly size: number } {
  return asked === "lines" ? { block: "line", size: CACHE_LINE_BYTES } : { block: "sector", size: SECTOR_BYTES };
}

/** How far lanes are apart, beside how long a sector or line is. */
function apart(bytes: number, asked: Asked = "sectors"): string {
  const { block, size } = counted(asked);
  const near = bytes >= size ? "no two lanes share one" : "some lanes share one";
  return `Neighbouring lanes are ${pluralize(bytes, "byte")} apart, and a ${block} has ${size}: ${near}.`;
}

function wanted(request: WarpRequest): string {
  const { usefulBytes } = globalCost(request, h100);
  return `The warp wants ${pluralize(usefulBytes, "different byte")}, and a sector carries ${SECTOR_BYTES}.`;
}

/** From which byte to which a request reaches. */
function span(request: WarpRequest, asked: Asked = "sectors"): string {
  const { block, size } = counted(asked);
  const own = addressesOf(request);
  const [first, last] = [Math.min(...own), Math.max(...own) + request.bytesPerLane - 1];
  const start = first % size === 0 ? `the first one begins a ${block}` : `the first one lies in the middle of a ${block}`;
  return `All lanes together want bytes ${count(first)} to ${count(last)}, and ${start}.`;
}

/** How many banks a request uses, and how many words the busiest one hands out. */
function busiest(request: WarpRequest): string {
  const banks = new Set(addressesOf(request).map((address) => Math.floor(address / WORD_BYTES) % BANK_COUNT)).size;
  const { conflictDegree } = sharedCost(request, h100);
  return `The words lie in ${pluralize(banks, "bank")}, and the busiest one hands out ${pluralize(conflictDegree, "different word")}.`;
}

/** Why a request of some code costs what it does, from its addresses alone. */
export function reasonOfRequest(request: WarpRequest): string {
  const { bytesPerLane } = request;
  if (request.space === "shared") {
    if (bytesPerLane <= WORD_BYTES) return busiest(request);
    const { wavefronts, bankConflicts } = sharedCost(request, h100);
    return `${pluralize(bytesPerLane, "byte")} per lane can’t come in fewer than ${pluralize(wavefronts - bankConflicts, "wavefront")}, and bank conflicts add ${count(bankConflicts)}.`;
  }
  const own = addressesOf(request);
  const distances = new Set(own.slice(1).map((address, i) => Math.abs(address - own[i]!)));
  const [distance] = distances;
  if (distances.size === 1 && distance === 0) return `All lanes want the same ${pluralize(bytesPerLane, "byte")}.`;
  if (distances.size === 1 && distance !== bytesPerLane && request.activeMask === FULL_MASK) return apart(distance!);
  return own.length > 0 && globalCost(request, h100).usefulBytes === Math.max(...own) + bytesPerLane - Math.min(...own)
    ? span(request)
    : `${span(request)} Of these, ${pluralize(globalCost(request, h100).usefulBytes, "byte")} are wanted.`;
}

/** Byte addresses of the lanes that take part. */
function addressesOf({ addresses, activeMask }: WarpRequest): number[] {
  return Array.from(addresses).filter((_, lane) => isActive(activeMask, lane));
}

interface Lanes {
  readonly op?: MemoryOp;
  readonly isActive?: (lane: number) => boolean;
}

function global(
  elementOf: (lane: number) => number,
  bytesPerLane: AccessWidth,
  { op = "load", isActive: takesPart }: Lanes = {},
): WarpRequest {
  const activeMask = takesPart === undefined ? FULL_MASK : LANES.reduce((mask, lane) => (takesPart(lane) ? mask + 2 ** lane : mask), 0);
  return { space: "global", op, bytesPerLane, activeMask, addresses: LANES.map((lane) => elementOf(lane) * bytesPerLane) };
}

function shared(wordOf: (lane: number) => number, bytesPerLane: AccessWidth = WORD_BYTES): WarpRequest {
  return { space: "shared", op: "load", bytesPerLane, activeMask: FULL_MASK, addresses: LANES.map((lane) => wordOf(lane) * WORD_BYTES) };
}

const LANES = Array.from({ length: WARP_SIZE }, (_, lane) => lane);
