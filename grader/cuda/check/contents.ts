import { notConstant } from "../errors/constant-errors.ts";
import type { Span } from "../source-error.ts";
import type { Register } from "../ir/program.ts";
import type { Known } from "./checked-tree.ts";
import { bytesOf, leavesOf, type CudaType } from "./types.ts";

/** The bytes of a value that is known. */
export function contentsOf(value: Known, type: CudaType, span: Span): Uint8Array {
  const bytes = new Uint8Array(bytesOf(type));
  const view = new DataView(bytes.buffer);
  for (const leaf of leavesOf(type)) {
    const part = value === undefined || "kind" in value ? value : value.get(leaf.path);
    if (part?.kind !== "constant") throw notConstant(span, "The value of a variable outside of functions");
    write(view, leaf.offset, part.type, part.value);
  }
  return bytes;
}

function write(view: DataView, offset: number, type: Register["type"], value: number | bigint): void {
  const number = Number(value);
  switch (type) {
    case "bool":
    case "u8":
      return view.setUint8(offset, number);
    case "i8":
      return view.setInt8(offset, number);
    case "i16":
      return view.setInt16(offset, number, true);
    case "u16":
      return view.setUint16(offset, number, true);
    case "i32":
      return view.setInt32(offset, number, true);
    case "u32":
      return view.setUint32(offset, number, true);
    case "i64":
    case "ptr":
      return view.setBigInt64(offset, BigInt(value), true);
    case "u64":
      return view.setBigUint64(offset, BigInt(value), true);
    case "f32":
      return view.setFloat32(offset, number, true);
    case "f64":
      return view.setFloat64(offset, number, true);
    case "f16":
    case "bf16":
      throw new TypeError("a half is never a known value");
  }
}
