import { arrayValues } from "./array-values.ts";
import type { ElementNumber } from "./numbers-of.ts";
import type { PlacedArray } from "./place-arguments.ts";
import type { Memory } from "../machine/memory.ts";

/** An array as JSON: its numbers, or its elements as objects. A value that is no JSON number is a string: "NaN", "9007199254740993". */
export function arrayJson(array: PlacedArray, memory: Memory): string {
  const components = arrayValues(array, memory);
  const elements = Array.from({ length: array.length }, (_, element) => {
    const [only] = components;
    if (components.length === 1 && only?.path === "") return jsonValue(only.values[element]!);
    return Object.fromEntries(components.map(({ path, values }) => [fieldName(path), jsonValue(values[element]!)]));
  });
  return `${JSON.stringify(elements)}\n`;
}

function jsonValue(value: number | bigint): number | string {
  return typeof value === "number" && Number.isFinite(value) ? value : String(value);
}

/** An array as a table: a row for each element, a column for each of its numbers. */
export function arrayCsv(array: PlacedArray, memory: Memory): string {
  const components = arrayValues(array, memory);
  const head = ["index", ...components.map(({ path }) => (path === "" ? array.name : fieldName(path)))];
  const rows = Array.from({ length: array.length }, (_, element) => [element, ...components.map(({ values }) => values[element]!)]);
  return `${[head, ...rows].map((row) => row.join(",")).join("\n")}\n`;
}

/** Elements as a page lists them: a number, or the numbers of a vector or struct in braces. Beyond the array's end there are none. */
export function elementTexts(array: PlacedArray, memory: Memory, from: number, most: number): string[] {
  const length = Math.max(0, Math.min(most, array.length - from));
  const components = arrayValues(array, memory, from, length);
  return Array.from({ length }, (_, element) => {
    const parts = components.map(({ type, values }) => numberText(values[element]!, type));
    return components.length === 1 ? (parts[0] ?? "") : `{${parts.join(", ")}}`;
  });
}

const DIGITS: Partial<Record<ElementNumber, number>> = { f32: 7, f16: 4, bf16: 3 };

/** A number with all the digits that its type guarantees. */
export function numberText(value: number | bigint, type: ElementNumber): string {
  const digits = DIGITS[type];
  return typeof value === "bigint" || digits === undefined ? String(value) : String(Number(value.toPrecision(digits)));
}

function fieldName(path: string): string {
  return path.replace(/^\./, "");
}
