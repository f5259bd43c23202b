import type { Memory } from "../machine/memory.ts";
import { bytesOf } from "../check/types.ts";
import { arrayBytes } from "./array-values.ts";
import { compareArrays } from "./compare-arrays.ts";
import { numbersOf, type ElementNumber } from "./numbers-of.ts";
import type { PlacedArray } from "./place-arguments.ts";

/** What a launch left in its arrays. */
export interface LaunchResults {
  readonly arrays: readonly PlacedArray[];
  readonly memory: Memory;
}

/** The first array in which a launch's results differ from the expected ones. */
export type ResultDifference =
  | {
      readonly kind: "element";
      readonly array: string;
      readonly element: number;
      /** `.x` of a vector, empty for an array of numbers. */
      readonly path: string;
      readonly found: string;
      readonly expected: string;
      /** Elements that differ. */
      readonly differing: number;
      readonly elements: number;
    }
  /** `found`: undefined for an array that the launch does not have. */
  | { readonly kind: "size"; readonly array: string; readonly found: number | undefined; readonly expected: number };

/**
 * How far numbers may be apart that were summed in another order, relative to the expected one. Integers have to be equal, and a rounding
 * of each type is at most 6 · 10⁻⁸, 1 · 10⁻¹⁶, 5 · 10⁻⁴, 4 · 10⁻³, 6 · 10⁻² and 13 · 10⁻² of the number.
 */
const TOLERANCES: Partial<Record<ElementNumber, number>> = { f32: 1e-5, f64: 1e-12, f16: 4e-3, bf16: 3e-2, e4m3: 0.13, e5m2: 0.26 };

/**
 * The difference between what two launches left in their arrays, undefined if they left the same: every byte, or numbers as far apart as sums
 * in another order are. Arrays of one name are compared, or else those of one place; bytes are read as elements of the expected array.
 */
export function resultDifference(found: LaunchResults, expected: LaunchResults): ResultDifference | undefined {
  for (const [place, wanted] of expected.arrays.entries()) {
    const { name: array, length: elements, type } = wanted;
    const bytes = sizeOf(wanted);
    const own = counterpart(wanted, place, found.arrays, expected.arrays);
    if (own === undefined || sizeOf(own) !== bytes) return { kind: "size", array, found: own && sizeOf(own), expected: bytes };
    if (areEqual(arrayBytes(own, found.memory), arrayBytes(wanted, expected.memory))) continue;
    const tolerance = Math.max(...numbersOf(type).map((number) => TOLERANCES[number.type] ?? 0));
    const read = { ...own, type, length: elements };
    const compared = compareArrays(read, found.memory, { kind: "array", array: wanted, memory: expected.memory }, tolerance);
    const [first] = compared.first;
    if (first !== undefined) return { kind: "element", array, ...first, differing: compared.differing, elements };
  }
  return undefined;
}

const sizeOf = ({ type, length }: PlacedArray): number => length * bytesOf(type);

function counterpart(
  { name }: PlacedArray,
  place: number,
  found: readonly PlacedArray[],
  expected: readonly PlacedArray[],
): PlacedArray | undefined {
  const other = found.length === expected.length ? found[place] : undefined;
  const isRenamed = other !== undefined && expected.every((array) => array.name !== other.name);
  return found.find((array) => array.name === name) ?? (isRenamed ? other : undefined);
}

function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.every((byte, position) => byte === other[position]);
}
