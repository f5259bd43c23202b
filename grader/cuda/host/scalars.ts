import { typeName, type CudaType } from "../check/types.ts";
import { numberNeeded } from "../errors/type-errors.ts";
import type { ScalarType } from "../ir/program.ts";
import type { Span } from "../source-error.ts";

/** The scalar that a value of a type is: a number, or an address. */
export function scalarKind(type: CudaType, span: Span): ScalarType {
  if (type.kind === "scalar") return type.scalar;
  if (type.kind === "pointer" || type.kind === "array") return "ptr";
  throw numberNeeded(span, typeName(type));
}
