import type { Value } from "../ir/program.ts";
import type { Definitions } from "./definitions.ts";

/**
 * The length of the row that a subscript is in: of an array that the text declares, or of the row that a pointer was made from and stayed
 * at, `float *row = tile[y]`. Undefined where an index may go on.
 */
export function rowLength({ length, pointer, bytes }: Extract<Value, { kind: "offset" }>, definitions: Definitions): number | undefined {
  if (length !== undefined || pointer.kind !== "register") return length;
  const value = definitions.onlyValue(pointer.register);
  const row = value?.kind === "offset" ? value.row : undefined;
  return row?.bytes === bytes ? row.length : undefined;
}
