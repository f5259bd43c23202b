import { expectedCount, expectedLength } from "../errors/launch-errors.ts";
import type { Memory } from "../machine/memory.ts";
import { E4M3, E5M2, e4m3FromBits, e5m2FromBits, fp8ToBits } from "../numbers/fp8.ts";
import { roundBfloat16, roundHalf } from "../numbers/half.ts";
import { numberText } from "./array-text.ts";
import { arrayValues } from "./array-values.ts";
import type { ElementNumber } from "./numbers-of.ts";
import type { PlacedArray } from "./place-arguments.ts";

/** The comparison of a launch's array with its expected contents. */
export interface ArrayComparison {
  readonly elements: number;
  /** Elements in which any number differs. */
  readonly differing: number;
  /** The first numbers that differ. */
  readonly first: readonly ArrayDifference[];
}

interface ArrayDifference {
  readonly element: number;
  /** `.x` of a vector, empty for an array of numbers. */
  readonly path: string;
  readonly found: string;
  readonly expected: string;
}

/** The expected contents of an array: those of another array, or a list of numbers, with the numbers of an element next to each other. */
export type ExpectedArray =
  | { readonly kind: "array"; readonly array: PlacedArray; readonly memory: Memory }
  | { readonly kind: "numbers"; readonly numbers: readonly (number | bigint)[] };

/** How many differences are listed at most. */
const MOST_LISTED = 10;

/**
 * Compares an array with its expected contents. Expected numbers are first rounded to the array's type, and NaN equals NaN.
 *
 * @param tolerance how far numbers may be apart, relative to the expected one
 * @throws RangeError if the two have different lengths
 */
export function compareArrays(array: PlacedArray, memory: Memory, expected: ExpectedArray, tolerance: number): ArrayComparison {
  const components = arrayValues(array, memory);
  const expectedAt = expectedNumbers(expected, array, components.length);
  const first: ArrayDifference[] = [];
  let differing = 0;
  for (let element = 0; element < array.length; element++) {
    let differs = false;
    for (const [position, { path, type, values }] of components.entries()) {
      const found = values[element]!;
      const wanted = rounded(expectedAt(element, position), type);
      if (isWithin(found, wanted, tolerance)) continue;
      differs = true;
      if (first.length < MOST_LISTED) first.push({ element, path, found: numberText(found, type), expected: numberText(wanted, type) });
    }
    if (differs) differing++;
  }
  return { elements: array.length, differing, first };
}

function expectedNumbers(
  expected: ExpectedArray,
  { name, length }: PlacedArray,
  parts: number,
): (element: number, part: number) => number | bigint {
  if (expected.kind === "array") {
    const components = arrayValues(expected.array, expected.memory);
    const other = expected.array;
    if (other.length !== length || components.length !== parts)
      throw expectedLength(name, numbersText(length, parts), other.name, numbersText(other.length, components.length));
    return (element, part) => components[part]!.values[element]!;
  }
  const { numbers } = expected;
  if (numbers.length !== length * parts) throw expectedCount(name, numbersText(length, parts), numbers.length);
  return (element, part) => numbers[element * parts + part]!;
}

function numbersText(length: number, parts: number): string {
  return parts === 1 ? `${length} numbers` : `${length} elements of ${parts} numbers`;
}

/** A number rounded to a floating type. Integer types keep it as it is: an `int` cannot hold 1.5. */
function rounded(value: number | bigint, type: ElementNumber): number | bigint {
  switch (type) {
    case "f32":
      return Math.fround(Number(value));
    case "f16":
      return roundHalf(Number(value));
    case "bf16":
      return roundBfloat16(Number(value));
    case "e4m3":
      return e4m3FromBits(fp8ToBits(Number(value), E4M3, true));
    case "e5m2":
      return e5m2FromBits(fp8ToBits(Number(value), E5M2, true));
    case "f64":
      return Number(value);
    default:
      return value;
  }
}

function isWithin(found: number | bigint, expected: number | bigint, tolerance: number): boolean {
  if (found === expected) return true;
  const own = Number(found);
  const wanted = Number(expected);
  if (Number.isNaN(own) || Number.isNaN(wanted)) return Number.isNaN(own) && Number.isNaN(wanted);
  return tolerance > 0 && Number.isFinite(own) && Math.abs(own - wanted) <= tolerance * Math.abs(wanted);
}
