import { randomRange } from "../errors/launch-errors.ts";
import { E4M3, E5M2, fp8ToBits } from "./fp8.ts";
import { bfloat16ToBits, halfToBits, roundBfloat16, roundHalf } from "./half.ts";

/**
 * The fill of a launch's array: a value for each scalar component k = element × components of an element + component. Arrays without a fill
 * are zero bytes. Seeds are unsigned 32-bit integers; with seed 0 every random number is 0.
 */
export type LaunchFill =
  /** k */
  | "index"
  /** k mod this */
  | { readonly indexModulo: number }
  | { readonly constant: number }
  /** from + s mod (to − from), for integers from < to, at most 2³² − 1 apart. */
  | { readonly random: { readonly seed: number; readonly from: number; readonly to: number } }
  /** s / 2³² */
  | { readonly randomUnit: { readonly seed: number } }
  /** Fisher–Yates of all k: for i from the last down to 1, swap i with s mod (i + 1). */
  | { readonly permutation: { readonly seed: number } }
  /** The first components; the others are 0. */
  | { readonly values: readonly number[] };

/** The type of a component. A `bool` takes one byte; half, bfloat16 and the formats of eight bits are filled with their bits. */
export type FilledType = keyof typeof ARRAYS;
type FilledArray = InstanceType<(typeof ARRAYS)[FilledType]>;

/**
 * The components of an array. Integers are truncated and wrap around; a half's value is rounded to float first, as `__float2half` demands;
 * numbers of eight bits saturate, as their constructors do.
 *
 * @throws RangeError for a fill that has no values.
 */
export function filledArray(fill: LaunchFill, type: FilledType, componentCount: number): FilledArray {
  return fillArray(new ARRAYS[type](componentCount), fill, type);
}

/** The components that lie in a buffer, as an array of their type. @param byteOffset a multiple of a component's bytes */
export function componentsAt(type: FilledType, buffer: ArrayBuffer, byteOffset: number, componentCount: number): FilledArray {
  return new ARRAYS[type](buffer, byteOffset, componentCount);
}

/** Components that are computed at a time: the arrays have many types, and these are always doubles. */
const CHUNK = 4096;

/** Sets all components of an array of a type. @throws RangeError for a fill that has no values */
export function fillArray<Filled extends FilledArray>(array: Filled, fill: LaunchFill, type: FilledType): Filled {
  const componentCount = array.length;
  const isWide = array instanceof BigInt64Array || array instanceof BigUint64Array;
  const stored = STORED[type];
  if (!isWide && !stored && typeof fill === "object" && "constant" in fill) return array.fill(fill.constant) as Filled;
  // A short period is repeated by copying bytes.
  const isPeriodic = typeof fill === "object" && "indexModulo" in fill && fill.indexModulo > 0;
  const computed = isPeriodic ? Math.min(fill.indexModulo, componentCount) : componentCount;
  const nextValues = fillValues(fill, componentCount);
  const chunk = new Float64Array(Math.min(CHUNK, computed));
  for (let from = 0; from < computed; from += CHUNK) {
    const values = chunk.subarray(0, Math.min(CHUNK, computed - from));
    nextValues(values, from);
    if (isWide) for (let i = 0; i < values.length; i++) array[from + i] = BigInt(Math.trunc(values[i]!));
    else if (stored) array.set(stored(values), from);
    else array.set(values, from);
  }
  for (let filled = computed; filled < componentCount; filled *= 2) array.copyWithin(filled, 0, filled);
  return array;
}

/**
 * Computes the next values of a fill, those of the components from `from` on. Must be called from component 0 upwards, without a gap.
 *
 * @param values that are set
 */
type NextValues = (values: Float64Array, from: number) => void;

/** @throws RangeError for a fill that has no values. */
function fillValues(fill: LaunchFill, componentCount: number): NextValues {
  if (fill === "index") return (values, from) => setEach(values, (i) => from + i);
  if ("indexModulo" in fill) {
    const { indexModulo } = fill;
    if (!(Number.isSafeInteger(indexModulo) && indexModulo > 0))
      throw new RangeError(`indexModulo must be a positive integer, not ${indexModulo}`);
    return (values, from) => setEach(values, (i) => (from + i) % indexModulo);
  }
  if ("constant" in fill) return (values) => void values.fill(fill.constant);
  if ("values" in fill) return (values, from) => setEach(values, (i) => fill.values[from + i] ?? 0);
  if ("randomUnit" in fill) {
    const draw = xorshift(fill.randomUnit.seed);
    return (values) => {
      draw(values);
      for (let i = 0; i < values.length; i++) values[i]! /= 0x1_0000_0000;
    };
  }
  if ("permutation" in fill) {
    const permutation = shuffled(componentCount, xorshift(fill.permutation.seed));
    return (values, from) => values.set(permutation.subarray(from, from + values.length));
  }
  const { seed, from, to } = fill.random;
  const isRange = Number.isSafeInteger(from) && Number.isSafeInteger(to) && from < to && to - from <= 0xffff_ffff;
  if (!isRange) throw randomRange(from, to);
  const draw = xorshift(seed);
  return (values) => {
    draw(values);
    for (let i = 0; i < values.length; i++) values[i] = from + (values[i]! % (to - from));
  };
}

function setEach(values: Float64Array, valueOf: (i: number) => number): void {
  for (let i = 0; i < values.length; i++) values[i] = valueOf(i);
}

const ARRAYS = {
  bool: Uint8Array,
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  int64: BigInt64Array,
  uint64: BigUint64Array,
  half: Uint16Array,
  bfloat16: Uint16Array,
  e4m3: Uint8Array,
  e5m2: Uint8Array,
  float: Float32Array,
  double: Float64Array,
};

/** Conversions to the stored values, where a typed array does not do it. */
const STORED: { readonly [type in FilledType]?: (values: Float64Array) => Float64Array } = {
  bool: (values) => values.map((value) => (value === 0 ? 0 : 1)),
  half: (values) => values.map((value) => halfToBits(roundHalf(Math.fround(value)))),
  bfloat16: (values) => values.map((value) => bfloat16ToBits(roundBfloat16(value))),
  e4m3: (values) => values.map((value) => fp8ToBits(value, E4M3, true)),
  e5m2: (values) => values.map((value) => fp8ToBits(value, E5M2, true)),
};

/**
 * Marsaglia's generator of 32 bits with shifts 13, 17, 5: sets an array to its next numbers. The first number comes after one step from the
 * seed.
 */
function xorshift(seed: number): (numbers: Float64Array) => void {
  if (!(Number.isInteger(seed) && seed >= 0 && seed <= 0xffff_ffff))
    throw new RangeError(`a seed must be an integer from 0 to 2³² − 1, not ${seed}`);
  let last = seed;
  return (numbers) => {
    let state = last | 0;
    for (let i = 0; i < numbers.length; i++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      numbers[i] = state >>> 0;
    }
    last = state;
  };
}

function shuffled(length: number, draw: (numbers: Float64Array) => void): Uint32Array {
  const order = Uint32Array.from({ length }, (_, k) => k);
  const drawn = new Float64Array(Math.max(0, length - 1));
  draw(drawn);
  for (let i = length - 1; i > 0; i--) {
    const j = drawn[length - 1 - i]! % (i + 1);
    const swapped = order[i]!;
    order[i] = order[j]!;
    order[j] = swapped;
  }
  return order;
}
