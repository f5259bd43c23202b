import { FULL_MASK, WARP_SIZE, WORD_BYTES, type AccessWidth, type WarpRequest } from "#simulator";
import { pluralize } from "#pictures/format.ts";
import type { CountQuestion, Dice } from "./question.ts";

type Pattern = (dice: Dice) => CountQuestion;

/** A new question about a pattern of this part's figures. */
export function patternQuestion(part: number, dice: Dice): CountQuestion {
  const patterns = PATTERNS[part];
  if (patterns === undefined) throw new RangeError(`there is no part ${part}`);
  return dice.oneOf(patterns)(dice);
}

const evenlySpaced: Pattern = (dice) => {
  const { type, bytes } = dice.oneOf(SCALARS);
  const stride = dice.between(1, 12);
  const offset = dice.oneOf([0, 0, 1, 3, 5, 8, 16]);
  return {
    kind: "count",
    text: `Lane \`i\` loads element \`${linear(stride, offset)}\` of an array of \`${type}\` (${pluralize(bytes, "byte")} each) that starts a cache line.`,
    asked: dice.oneOf(["sectors", "sectors", "lines"]),
    request: global((lane) => lane * stride + offset, bytes),
  };
};

const backwards: Pattern = (dice) => {
  const last = dice.between(31, 63);
  return {
    kind: "count",
    text: `Lane \`i\` loads element \`${last} - i\` of an array of \`float\` that starts a cache line.`,
    asked: "sectors",
    request: global((lane) => last - lane, 4),
  };
};

const wordStride: Pattern = (dice) => {
  const stride = dice.between(1, 33);
  return {
    kind: "count",
    text: `Lane \`i\` loads word \`${linear(stride, 0)}\` of shared memory.`,
    asked: dice.oneOf(["wavefronts", "conflict degree"]),
    request: shared((lane) => lane * stride),
  };
};

const columnOfTile: Pattern = (dice) => {
  const pitch = dice.oneOf([16, 24, 28, 30, 32, 33, 34, 36, 40, 48]);
  const column = dice.between(1, 15);
  return {
    kind: "count",
    text: `A tile in shared memory has rows of ${pitch} words. Lane \`i\` loads \`tile[i][${column}]\`.`,
    asked: "wavefronts",
    request: shared((lane) => lane * pitch + column),
  };
};

const swizzledColumn: Pattern = (dice) => {
  const bits = dice.oneOf([3, 7, 15, 31]);
  return {
    kind: "count",
    text: `Lane \`i\` loads word \`i * 32 + (i & ${bits})\` of shared memory.`,
    asked: "wavefronts",
    request: shared((lane) => lane * 32 + (lane & bits)),
  };
};

const fieldOfStruct: Pattern = (dice) => {
  const floats = dice.between(2, 16);
  const field = dice.between(0, floats - 1);
  return {
    kind: "count",
    text: `Each lane loads one float of its own struct: float ${field + 1} of ${floats}. The structs lie side by side, and the first starts a cache line.`,
    asked: "sectors",
    request: global((lane) => lane * floats + field, 4),
  };
};

const vectors: Pattern = (dice) => {
  const { type, bytes } = dice.oneOf(VECTORS);
  const stride = dice.between(1, 5);
  return {
    kind: "count",
    text: `Lane \`i\` loads the \`${type}\` number \`${linear(stride, 0)}\` with one instruction of ${bytes} bytes per lane. The array starts a cache line.`,
    asked: dice.oneOf(["sectors", "lines"]),
    request: global((lane) => lane * stride, bytes),
  };
};

const rowOfMatrix: Pattern = (dice) => {
  const columns = dice.oneOf([33, 36, 40, 50, 65, 100]);
  const row = dice.between(1, 6);
  return {
    kind: "count",
    text: `A row-major matrix of floats has ${columns} columns and starts a cache line. Lane \`i\` loads column \`i\` of row ${row}.`,
    asked: "sectors",
    request: global((lane) => row * columns + lane, 4),
  };
};

const twoRows: Pattern = (dice) => {
  const columns = dice.oneOf([20, 24, 28, 48, 52, 64]);
  return {
    kind: "count",
    text: `A block is 16 threads wide. Lanes 0 to 15 load the first 16 floats of row 0, lanes 16 to 31 those of row 1. A row has ${columns} floats, and row 0 starts a cache line.`,
    asked: "sectors",
    request: global((lane) => (lane >> 4) * columns + (lane & 15), 4),
  };
};

const halves: Pattern = (dice) => {
  const offset = dice.oneOf([0, 1, 4, 8, 12, 16, 20]);
  const stride = dice.between(1, 4);
  return {
    kind: "count",
    text: `Lane \`i\` loads the \`half\` (2 bytes) number \`${linear(stride, offset)}\` of an array that starts a cache line.`,
    asked: "sectors",
    request: global((lane) => lane * stride + offset, 2),
  };
};

const gathered: Pattern = (dice) => {
  const groups = dice.oneOf([2, 4, 8, 16]);
  const apart = dice.oneOf([4, 8, 16, 64]);
  const inGroup = WARP_SIZE / groups;
  return {
    kind: "count",
    text: `A gather: each group of ${inGroup} lanes loads ${inGroup} floats that lie side by side, and the groups start ${apart * inGroup} floats apart. The first one starts a cache line.`,
    asked: "sectors",
    request: global((lane) => Math.floor(lane / inGroup) * apart * inGroup + (lane % inGroup), 4),
  };
};

/** The patterns of each part, by its number. */
const PATTERNS: Readonly<Record<number, readonly Pattern[]>> = {
  1: [evenlySpaced, evenlySpaced, backwards, fieldOfStruct],
  2: [wordStride, columnOfTile, swizzledColumn],
  3: [vectors, fieldOfStruct, evenlySpaced],
  4: [rowOfMatrix, twoRows, vectors, columnOfTile],
  5: [halves, gathered, twoRows, wordStride],
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

/** "i", "3 * i", "3 * i + 5" */
function linear(stride: number, offset: number): string {
  const scaled = stride === 1 ? "i" : `${stride} * i`;
  return offset === 0 ? scaled : `${scaled} + ${offset}`;
}

function global(elementOf: (lane: number) => number, bytesPerLane: AccessWidth): WarpRequest {
  return {
    space: "global",
    op: "load",
    bytesPerLane,
    activeMask: FULL_MASK,
    addresses: addresses((lane) => elementOf(lane) * bytesPerLane),
  };
}

function shared(wordOf: (lane: number) => number): WarpRequest {
  return { space: "shared", op: "load", bytesPerLane: 4, activeMask: FULL_MASK, addresses: addresses((lane) => wordOf(lane) * WORD_BYTES) };
}

function addresses(addressOf: (lane: number) => number): number[] {
  return Array.from({ length: WARP_SIZE }, (_, lane) => addressOf(lane));
}
