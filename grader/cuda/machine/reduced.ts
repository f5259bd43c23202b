import { bfloat16FromBits, bfloat16ToBits, halfFromBits, halfToBits, roundBfloat16, roundHalf } from "../numbers/half.ts";
import type { REDUCED_TYPES, REDUCTIONS } from "../ir/instructions.ts";
import type { Memory } from "./memory.ts";

type Reduction = (typeof REDUCTIONS)[number];
type ReducedType = (typeof REDUCED_TYPES)[number];

/** Elements as a type sees them: read and written at a byte address. */
interface Elements<T extends number | bigint> {
  readonly bytes: number;
  readonly read: (view: DataView, at: number) => T;
  readonly write: (view: DataView, at: number, value: T) => void;
}

const NUMBERS: Readonly<Record<Exclude<ReducedType, "u64" | "i64">, Elements<number>>> = {
  u32: { bytes: 4, read: (view, at) => view.getUint32(at, true), write: (view, at, value) => view.setUint32(at, value, true) },
  i32: { bytes: 4, read: (view, at) => view.getInt32(at, true), write: (view, at, value) => view.setInt32(at, value, true) },
  f32: { bytes: 4, read: (view, at) => view.getFloat32(at, true), write: (view, at, value) => view.setFloat32(at, value, true) },
  f64: { bytes: 8, read: (view, at) => view.getFloat64(at, true), write: (view, at, value) => view.setFloat64(at, value, true) },
  f16: {
    bytes: 2,
    read: (view, at) => halfFromBits(view.getUint16(at, true)),
    write: (view, at, value) => view.setUint16(at, halfToBits(roundHalf(value)), true),
  },
  bf16: {
    bytes: 2,
    read: (view, at) => bfloat16FromBits(view.getUint16(at, true)),
    write: (view, at, value) => view.setUint16(at, bfloat16ToBits(roundBfloat16(value)), true),
  },
};

const LONGS: Readonly<Record<"u64" | "i64", Elements<bigint>>> = {
  u64: { bytes: 8, read: (view, at) => view.getBigUint64(at, true), write: (view, at, value) => view.setBigUint64(at, value, true) },
  i64: { bytes: 8, read: (view, at) => view.getBigInt64(at, true), write: (view, at, value) => view.setBigInt64(at, value, true) },
};

/** Adds elements of shared memory to those of global memory, or whatever the operation is, as a bulk reduction does. */
export function reduced(memory: Memory, operation: Reduction, type: ReducedType, to: number, from: number, bytes: number): void {
  const view = new DataView(memory.buffer);
  if (type === "u64" || type === "i64") {
    const { read, write } = LONGS[type];
    for (let at = 0; at < bytes; at += 8) write(view, to + at, combinedLong(operation, read(view, to + at), read(view, from + at)));
    return;
  }
  const { bytes: size, read, write } = NUMBERS[type];
  for (let at = 0; at < bytes; at += size) write(view, to + at, combined(operation, read(view, to + at), read(view, from + at)));
}

export function combined(operation: Reduction, a: number, b: number): number {
  switch (operation) {
    case "add":
      return a + b;
    case "min":
      return Math.min(a, b);
    case "max":
      return Math.max(a, b);
    case "inc":
      return a >= b ? 0 : a + 1;
    case "dec":
      return a === 0 || a > b ? b : a - 1;
    case "and":
      return a & b;
    case "or":
      return a | b;
    case "xor":
      return a ^ b;
  }
}

function combinedLong(operation: Reduction, a: bigint, b: bigint): bigint {
  switch (operation) {
    case "add":
      return a + b;
    case "min":
      return a < b ? a : b;
    case "max":
      return a > b ? a : b;
    case "inc":
      return a >= b ? 0n : a + 1n;
    case "dec":
      return a === 0n || a > b ? b : a - 1n;
    case "and":
      return a & b;
    case "or":
      return a | b;
    case "xor":
      return a ^ b;
  }
}
