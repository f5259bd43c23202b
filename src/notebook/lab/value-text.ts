import { numberText } from "#cuda/launch/array-text.ts";
import type { ScalarType } from "#cuda/ir/program.ts";
import { elementAt, elementName, type BlockArray } from "./block-arrays.ts";

/** A value of a variable or an element: a pointer as what it points to. */
export function valueText(value: number | bigint, type: ScalarType, arrays: readonly BlockArray[]): string {
  if (type === "bool") return Number(value) === 0 ? "false" : "true";
  if (type === "ptr") return pointerText(Number(value), arrays);
  return numberText(value, type);
}

function pointerText(address: number, arrays: readonly BlockArray[]): string {
  if (address === 0) return "nullptr";
  const pointed = elementAt(arrays, address);
  return pointed === undefined ? `0x${address.toString(16)}` : `&${elementName(pointed.array, pointed.element)}`;
}
