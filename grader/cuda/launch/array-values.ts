import { e4m3FromBits, e5m2FromBits } from "../numbers/fp8.ts";
import { halfFromBits, bfloat16FromBits } from "../numbers/half.ts";
import type { Memory } from "../machine/memory.ts";
import { bytesOf } from "../check/types.ts";
import { numbersOf, type ElementNumber } from "./numbers-of.ts";
import type { PlacedArray } from "./place-arguments.ts";

/** One number of each element of an array: the array itself, or a field of its structs. */
interface ArrayComponent {
  /** `.x` of a vector, empty for an array of numbers. */
  readonly path: string;
  readonly type: ElementNumber;
  /** Whole numbers beyond 2⁵³ are bigints. */
  readonly values: readonly (number | bigint)[];
}

/** The contents of elements of a launch's array, number by number. Default: all elements. */
export function arrayValues({ type, length, address }: PlacedArray, memory: Memory, from = 0, count = length - from): ArrayComponent[] {
  const bytes = bytesOf(type);
  const view = new DataView(memory.buffer);
  const start = address + from * bytes;
  return numbersOf(type).map((part) => ({
    path: part.path,
    type: part.type,
    values: Array.from({ length: count }, (_, element) => numberAt(view, start + element * bytes + part.offset, part.type)),
  }));
}

/** The bytes of a launch's array. */
export function arrayBytes({ type, length, address }: PlacedArray, memory: Memory): Uint8Array {
  return memory.u8.slice(address, address + length * bytesOf(type));
}

function numberAt(view: DataView, address: number, type: ElementNumber): number | bigint {
  switch (type) {
    case "bool":
    case "u8":
      return view.getUint8(address);
    case "i8":
      return view.getInt8(address);
    case "i16":
      return view.getInt16(address, true);
    case "u16":
      return view.getUint16(address, true);
    case "i32":
      return view.getInt32(address, true);
    case "u32":
      return view.getUint32(address, true);
    case "i64":
      return numberIfExact(view.getBigInt64(address, true));
    case "u64":
      return numberIfExact(view.getBigUint64(address, true));
    case "e4m3":
      return e4m3FromBits(view.getUint8(address));
    case "e5m2":
      return e5m2FromBits(view.getUint8(address));
    case "f16":
      return halfFromBits(view.getUint16(address, true));
    case "bf16":
      return bfloat16FromBits(view.getUint16(address, true));
    case "f32":
      return view.getFloat32(address, true);
    case "f64":
      return view.getFloat64(address, true);
  }
}

function numberIfExact(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
