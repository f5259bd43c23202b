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

/** Sets all components of an array of a type. @throws RangeError for a fill that has no values */
export function fillArray<Filled extends FilledArray>(array: Filled, fill: LaunchFill, type: FilledType): Filled {
  const componentCount = array.length;
  const valueOf = fillValues(fill, componentCount);
  if (array instanceof BigInt64Array || array instanceof BigUint64Array) {
    for (let k = 0; k < componentCount; k++) array[k] = BigInt(Math.trunc(valueOf(k)));
  } else {
    const stored = STORED[type];
    if (stored) for (let k = 0; k < componentCount; k++) array[k] = stored(valueOf(k));
    else if (typeof fill === "object" && "constant" in fill) array.fill(fill.constant);
    else if (typeof fill === "object" && "indexModulo" in fill) repeat(array, Math.min(fill.indexModulo, componentCount), valueOf);
    else for (let k = 0; k < componentCount; k++) array[k] = valueOf(k);
  }
  return array;
}

/** Sets the first components of an array to their values, and repeats them to its end. */
function repeat(array: Exclude<FilledArray, BigInt64Array | BigUint64Array>, period: number, valueOf: (k: number) => number): void {
  for (let k = 0; k < period; k++) array[k] = valueOf(k);
  for (let filled = period; filled < array.length; filled *= 2) array.copyWithin(filled, 0, filled);
}

/**
 * The value of component k. Must be called for every component once, from 0 upwards.
 *
 * @throws RangeError for a fill that has no values.
 */
function fillValues(fill: LaunchFill, componentCount: number): (k: number) => number {
  if (fill === "index") return (k) => k;
  if ("indexModulo" in fill) {
    const { indexModulo } = fill;
    if (!(Number.isSafeInteger(indexModulo) && indexModulo > 0))
      throw new RangeError(`indexModulo must be a positive integer, not ${indexModulo}`);
    return (k) => k % indexModulo;
  }
  if ("constant" in fill) return () => fill.constant;
  if ("values" in fill) return (k) => fill.values[k] ?? 0;
  if ("randomUnit" in fill) {
    const next = xorshift(fill.randomUnit.seed);
    return () => next() / 0x1_0000_0000;
  }
  if ("permutation" in fill) {
    const permutation = shuffled(componentCount, xorshift(fill.permutation.seed));
    return (k) => permutation[k]!;
  }
  const { seed, from, to } = fill.random;
  const isRange = Number.isSafeInteger(from) && Number.isSafeInteger(to) && from < to && to - from <= 0xffff_ffff;
  if (!isRange) throw randomRange(from, to);
  const next = xorshift(seed);
  return () => from + (next() % (to - from));
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

/** Conversions to the stored value, where a typed array does not do it. */
const STORED: { readonly [type in FilledType]?: (value: number) => number } = {
  bool: (value) => (value === 0 ? 0 : 1),
  half: (value) => halfToBits(roundHalf(Math.fround(value))),
  bfloat16: (value) => bfloat16ToBits(roundBfloat16(value)),
  e4m3: (value) => fp8ToBits(value, E4M3, true),
  e5m2: (value) => fp8ToBits(value, E5M2, true),
};

/** Marsaglia's generator of 32 bits with shifts 13, 17, 5. The first number comes after one step from the seed. */
function xorshift(seed: number): () => number {
  if (!(Number.isInteger(seed) && seed >= 0 && seed <= 0xffff_ffff))
    throw new RangeError(`a seed must be an integer from 0 to 2³² − 1, not ${seed}`);
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

function shuffled(length: number, next: () => number): Uint32Array {
  const order = Uint32Array.from({ length }, (_, k) => k);
  for (let i = length - 1; i > 0; i--) {
    const j = next() % (i + 1);
    const swapped = order[i]!;
    order[i] = order[j]!;
    order[j] = swapped;
  }
  return order;
}
