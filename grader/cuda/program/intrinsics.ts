import type { BuiltIn } from "./builtins/call.ts";
import { HALF_FUNCTIONS } from "./builtins/halves.ts";
import { INTRINSICS } from "./intrinsics-text.ts";
import { LIBRARY_TYPES } from "./library-types.ts";

/** The text of an intrinsic of conversions or packed numbers. In the lab's worker `fetched-intrinsics.ts` takes the place of this file. */
export function intrinsicText(name: string): string | undefined {
  return INTRINSICS.get(name);
}

/** The structs that headers declare. In the lab's worker `fetched-intrinsics.ts` takes the place of this file. */
export function typesText(): string {
  return LIBRARY_TYPES;
}

const halves = new Map(HALF_FUNCTIONS);

/** A function of half and bfloat16. In the lab's worker `fetched-intrinsics.ts` takes the place of this file. */
export function halfFunction(name: string): BuiltIn | undefined {
  return halves.get(name);
}

export { numericLimit } from "./numeric-limits.ts";
