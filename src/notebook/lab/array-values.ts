import type { PlacedArray } from "#cuda/launch/place-arguments.ts";
import type { Memory } from "#cuda/machine/memory.ts";
import { bfloat16FromBits, halfFromBits } from "#cuda/numbers/half.ts";
import type { ScalarType } from "#cuda/program/program.ts";
import { bytesOf, leavesOf } from "#cuda/program/types.ts";

const READERS: Readonly<Record<ScalarType, (view: DataView, at: number) => number | bigint>> = {
  bool: (view, at) => view.getUint8(at),
  i8: (view, at) => view.getInt8(at),
  u8: (view, at) => view.getUint8(at),
  i16: (view, at) => view.getInt16(at, true),
  u16: (view, at) => view.getUint16(at, true),
  i32: (view, at) => view.getInt32(at, true),
  u32: (view, at) => view.getUint32(at, true),
  i64: (view, at) => view.getBigInt64(at, true),
  u64: (view, at) => view.getBigUint64(at, true),
  ptr: (view, at) => view.getBigUint64(at, true),
  f16: (view, at) => halfFromBits(view.getUint16(at, true)),
  bf16: (view, at) => bfloat16FromBits(view.getUint16(at, true)),
  f32: (view, at) => view.getFloat32(at, true),
  f64: (view, at) => view.getFloat64(at, true),
};

/** Elements of an array after the launch, as text: a number, or the components of a vector or struct in braces. */
export function arrayValues(memory: Memory, { type, length, address }: PlacedArray, from: number, most: number): string[] {
  const view = new DataView(memory.buffer);
  const leaves = leavesOf(type);
  const size = bytesOf(type);
  return Array.from({ length: Math.max(0, Math.min(most, length - from)) }, (_, i) => {
    const start = address + (from + i) * size;
    const parts = leaves.map(({ type, offset }) => {
      const scalar = type.kind === "scalar" ? type.scalar : "ptr";
      const value = READERS[scalar](view, start + offset);
      return typeof value === "number" ? numberText(value, scalar) : String(value);
    });
    return parts.length === 1 ? (parts[0] ?? "") : `{${parts.join(", ")}}`;
  });
}

/** As many digits as the type has. */
function numberText(value: number, scalar: ScalarType): string {
  return scalar === "f32" || scalar === "f16" || scalar === "bf16"
    ? String(Number(value.toPrecision(scalar === "f32" ? 7 : 4)))
    : String(value);
}
