import type { BuiltIn } from "./builtins/call.ts";
import { HALF_FUNCTIONS } from "./builtins/halves.ts";
import { CONSTANTS } from "./constants.ts";
import { INTRINSICS } from "./intrinsics-text.ts";
import { LIBRARY_TYPES } from "./library-types.ts";
import type { Operand } from "./scope.ts";

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

export { insteadOfFunction, insteadOfType } from "./beyond.ts";
export { numericLimit } from "./numeric-limits.ts";

/** A number by its name in a header, or by the name that compilers have for it: `FLT_MAX`, `__FLT_MAX__`. */
export function constantNamed(name: string): Operand | undefined {
  return CONSTANTS.get(name.replace(/^__(\w+)__$/, "$1"));
}

export function constantNames(): Iterable<string> {
  return CONSTANTS.keys();
}
