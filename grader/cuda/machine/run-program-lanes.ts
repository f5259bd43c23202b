import type { RowExit } from "./row-exit.ts";
import { VOTES } from "../emit/warp-steps.ts";

/**
 * Functions that generated code calls and that do not depend on a launch: masks of lanes from values base + step × lane, and collectives of
 * a warp. Masks are 32-bit integers, bit i for lane i.
 */

const LANES = 32;
const LAST_LANE = 31;

/** Whether two values of one type differ; a NaN equals a NaN. */
export function differ(a: number | bigint, b: number | bigint): boolean {
  return a !== b && (a === a || b === b);
}

/** The number of lanes in a mask. */
export function lanesOn(mask: number): number {
  let counts = mask - ((mask >>> 1) & 0x5555_5555);
  counts = (counts & 0x3333_3333) + ((counts >>> 2) & 0x3333_3333);
  return Math.imul((counts + (counts >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** The addresses of evenly spaced lanes. */
export function spread(first: number, stride: number): Float64Array {
  return Float64Array.from({ length: LANES }, (_, lane) => first + lane * stride);
}

/** The lanes whose index, base + step × lane, leaves a row; undefined if none does. */
export function outOfRow(mask: number, base: number, step: number, length: number, bytes: number): RowExit | undefined {
  const isInside = (index: number): boolean => index >= 0 && index < length;
  // What lies between two lanes that stay inside does, too.
  if (isInside(base + step * (LAST_LANE - Math.clz32(mask & -mask))) && isInside(base + step * (LAST_LANE - Math.clz32(mask))))
    return undefined;
  const indexes = spread(base, step);
  let lanes = 0;
  for (let lane = 0; lane < LANES; lane++) if (!isInside(indexes[lane]!)) lanes |= 1 << lane;
  return { mask: lanes & mask, indexes, length, bytes };
}

/** @param lanes that leave a row, with their indexes */
export function outOfRowLanes(lanes: number, indexes: Float64Array, length: number, bytes: number): RowExit {
  return { mask: lanes, indexes: indexes.slice(), length, bytes };
}

/** How 32-bit values wrap around: not at all, because they are known not to; as `int`; as `unsigned`. */
type Wrapping = 0 | 1 | 2;

function stays(last: number, wraps: Wrapping): boolean {
  return wraps === 0 || (wraps === 1 ? last === (last | 0) : last === last >>> 0);
}

function wrap(value: number, wraps: Wrapping): number {
  return wraps === 0 ? value : wraps === 1 ? value | 0 : value >>> 0;
}

/** The lanes in which a < b. */
export function lanesLess(aBase: number, aStep: number, bBase: number, bStep: number, wraps: Wrapping): number {
  const aLast = aBase + LAST_LANE * aStep;
  const bLast = bBase + LAST_LANE * bStep;
  if (stays(aLast, wraps) && stays(bLast, wraps)) {
    const first = aBase < bBase;
    if (first === aLast < bLast) return first ? -1 : 0;
  }
  let mask = 0;
  for (let lane = 0; lane < LANES; lane++) {
    if (wrap(aBase + lane * aStep, wraps) < wrap(bBase + lane * bStep, wraps)) mask |= 1 << lane;
  }
  return mask;
}

/** The lanes in which a = b. */
export function lanesEqual(aBase: number, aStep: number, bBase: number, bStep: number, wraps: Wrapping): number {
  const aLast = aBase + LAST_LANE * aStep;
  const bLast = bBase + LAST_LANE * bStep;
  if (stays(aLast, wraps) && stays(bLast, wraps)) {
    if (aBase < bBase ? aLast < bLast : aBase > bBase && aLast > bLast) return 0;
    if (aBase === bBase && aStep === bStep) return -1;
  }
  let mask = 0;
  for (let lane = 0; lane < LANES; lane++) {
    if (wrap(aBase + lane * aStep, wraps) === wrap(bBase + lane * bStep, wraps)) mask |= 1 << lane;
  }
  return mask;
}

/**
 * The lane whose value a lane of a shuffle gets: its own, if the one it asks for is off or in another group of `width` lanes. Modes are
 * numbered in the order index, up, down, xor. PTX, `shfl.sync`: only the lowest five bits of `asked` count.
 */
export function sourceLane(mode: number, lane: number, asked: number, width: number, mask: number): number {
  const start = lane & -width;
  const offset = asked & LAST_LANE;
  let source: number;
  switch (mode) {
    case 0:
      source = start | (offset & (width - 1));
      break;
    case 1:
      source = lane - offset < start ? lane : lane - offset;
      break;
    case 2:
      source = lane + offset >= start + width ? lane : lane + offset;
      break;
    default:
      source = (lane ^ offset) >= start + width ? lane : lane ^ offset;
  }
  return (mask >>> source) & 1 ? source : lane;
}

/** The result of a vote of the lanes of `lanes`. `held` is a mask for votes on a bit, and 32 values for the others. */
export function vote(mode: number, held: never, lanes: number, lane: number): number {
  const name = VOTES[mode]!;
  switch (name) {
    case "ballot":
    case "any":
    case "all":
    case "uni":
      return bitVote(name, held, lanes);
    default:
      return valueVote(name, held, lanes, lane);
  }
}

function bitVote(mode: "ballot" | "any" | "all" | "uni", held: number, lanes: number): number {
  const holds = held & lanes;
  switch (mode) {
    case "ballot":
      return holds;
    case "any":
      return holds !== 0 ? 1 : 0;
    case "all":
      return holds === lanes ? 1 : 0;
    case "uni":
      return holds === 0 || holds === lanes ? 1 : 0;
  }
}

type ValueVote = Exclude<(typeof VOTES)[number], "ballot" | "any" | "all" | "uni">;

function valueVote(mode: ValueVote, held: ArrayLike<number | bigint>, lanes: number, lane: number): number {
  if (mode === "match-any") return lanesWith(held, lanes, held[lane]!);
  if (lanes === 0) return 0;
  let first = 0;
  while (first < LAST_LANE && ((lanes >>> first) & 1) === 0) first++;
  if (mode === "match-all") return lanesWith(held, lanes, held[first]!) === lanes ? lanes : 0;
  let result = Number(held[first]);
  for (let other = first + 1; other < LANES; other++) {
    if (((lanes >>> other) & 1) === 0) continue;
    const value = Number(held[other]);
    switch (mode) {
      case "reduce-add":
        result = (result + value) | 0;
        break;
      case "reduce-min":
        result = Math.min(result, value);
        break;
      case "reduce-max":
        result = Math.max(result, value);
        break;
      case "reduce-and":
        result &= value;
        break;
      case "reduce-or":
        result |= value;
        break;
      case "reduce-xor":
        result ^= value;
        break;
    }
  }
  return result;
}

function lanesWith(held: ArrayLike<number | bigint>, lanes: number, value: number | bigint): number {
  let mask = 0;
  for (let other = 0; other < LANES; other++) if ((lanes >>> other) & 1 && held[other] === value) mask |= 1 << other;
  return mask;
}

/** A pointer from a 64-bit integer. */
export function address64(value: number | bigint): number {
  return typeof value === "number" ? value : Number(BigInt.asIntN(64, value));
}

/** A pointer moved by a 64-bit count of elements, modulo 2⁶⁴ as on the hardware. */
export function offset64(pointer: number, index: number | bigint, bytes: number): number {
  if (typeof index === "number") return pointer + index * bytes;
  return Number(BigInt.asIntN(64, BigInt(pointer) + index * BigInt(bytes)));
}
