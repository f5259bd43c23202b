import { typeName, type CudaType } from "../check/types.ts";
import { numberNeeded } from "../errors/type-errors.ts";
import type { ScalarType } from "../ir/program.ts";
import type { Span } from "../source-error.ts";

/** The scalar that a value of a type is: a number, or an address. A function is held as a number, too. */
export function scalarKind(type: CudaType, span: Span): ScalarType {
  switch (type.kind) {
    case "scalar":
      return type.scalar;
    case "pointer":
    case "array":
    case "reference":
    case "lambda":
      return "ptr";
    default:
      throw numberNeeded(span, typeName(type));
  }
}

/** Whether a value of a type is in memory, and passed on by its address. */
export function isAggregate(type: CudaType): boolean {
  return type.kind === "struct" || type.kind === "array";
}
