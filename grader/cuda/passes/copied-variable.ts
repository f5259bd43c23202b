import { SCALAR_BYTES, type Value, type Variable } from "../ir/program.ts";
import { isIntegerType } from "../ir/values.ts";

const isInteger = ({ type }: Value): boolean => isIntegerType(type);
const bytesOf = ({ type }: Value): number => SCALAR_BYTES[type];

/** The register, or the array in registers, that a value is a copy of, its bits in whatever type; undefined if it is computed. */
export function copiedVariable(value: Value): Variable | undefined {
  if (value.kind === "register") return value.register;
  if (value.kind === "element") return value.array;
  if (value.kind !== "bits" && value.kind !== "convert") return undefined;
  const isSameBits = value.kind === "bits" || (isInteger(value) && isInteger(value.operand) && bytesOf(value) === bytesOf(value.operand));
  return isSameBits ? copiedVariable(value.operand) : undefined;
}
