import { arrayValues } from "#cuda/launch/array-values.ts";
import type { PlacedArray } from "#cuda/launch/place-arguments.ts";
import type { Memory } from "#cuda/machine/memory.ts";

/** An array as JSON: its numbers, or its elements as objects of theirs. What JSON has no number for is a text: "NaN", "9007199254740993". */
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

function fieldName(path: string): string {
  return path.replace(/^\./, "");
}
