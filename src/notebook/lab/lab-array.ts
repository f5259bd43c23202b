import type { PlacedArray } from "#cuda/launch/place-arguments.ts";
import { typeName } from "#cuda/check/types.ts";

/** An array of a launch, as the page lists it. */
export interface LabArray {
  readonly name: string;
  /** Of an element, as in the text. */
  readonly type: string;
  readonly length: number;
}

export function labArray({ name, type, length }: PlacedArray): LabArray {
  return { name, type: typeName(type), length };
}
