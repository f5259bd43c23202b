import { formatWidth } from "../errors/call-errors.ts";
import { generalDigits, fixed, scientific } from "../launch/print-text.ts";
import { isInHeaders } from "../check/library.ts";
import { bytesOf, isFloating, type CudaType } from "../check/types.ts";
import { type Span } from "../source-error.ts";
import type { HostMachine } from "./host-machine.ts";
import { READ, type HostMemory, type Scalar } from "./host-memory.ts";
import type { NativeCall, Natives } from "./native.ts";
import { scalarKind } from "./scalars.ts";

/** The format of what is printed next; as the header's `ostream` lays it out. */
interface Format {
  precision: number;
  width: number;
  flags: number;
  fill: number;
}

/** As the header's `ios` has them. */
const FIXED = 1;
const SCIENTIFIC = 2;
const LEFT = 4;
const HEX = 8;
const WORDS = 16;

/** Functions of streams. */
export const STREAMS: Natives = {
  "operator<<": (call) => {
    const type = call.given[1]!.type;
    return isOfHeaders(type, "__format") ? formatting(call) : printing(call, type);
  },
  __check_width: limited("characters", 1000),
  __check_precision: limited("digits", 100),
  __stream_text:
    ({ machine, span }) =>
    (stream) =>
      machine.memory.text(machine.texts.get(Number(stream)) ?? "", span),
};

/** `stream << value`. Returns the stream. */
function printing({ machine, given, span }: NativeCall, type: CudaType): (...values: Scalar[]) => Scalar {
  const { memory } = machine;
  const text = textOf(machine, type, given[1]!.span);
  return (stream, value) => {
    const at = Number(stream);
    const format = readFormat(memory, at, span);
    print(machine, at, padded(text(Number(value), format), format), span);
    if (format.width !== 0) writeFormat(memory, at, { ...format, width: 0 }, span);
    return at;
  };
}

/** `stream << std::setw(8)` and the like: changes the format, and prints what belongs to it. */
function formatting({ machine, span }: NativeCall): (...values: Scalar[]) => Scalar {
  const { memory } = machine;
  return (stream, change) => {
    const at = Number(stream);
    const view = memory.locate(Number(change), 24, span, false);
    const start = memory.offset;
    const [set, clear, precision, width, fill, text] = [0, 4, 8, 12, 16, 20].map((offset) => view.getInt32(start + offset, true)) as [number, number, number, number, number, number]; // prettier-ignore
    const format = readFormat(memory, at, span);
    if (precision >= 0) format.precision = precision;
    if (width >= 0) format.width = width;
    if (fill >= 0) format.fill = fill;
    format.flags = (format.flags & ~clear) | set;
    writeFormat(memory, at, format, span);
    if (text !== 0) print(machine, at, String.fromCharCode(text), span);
    return at;
  };
}

function limited(unit: "characters" | "digits", most: number): Natives[string] {
  return ({ span }) =>
    (number) => {
      if (Number(number) > most || (unit === "digits" && Number(number) < 0)) throw formatWidth(span, unit, most, String(number));
      return 0;
    };
}

function readFormat(memory: HostMemory, at: number, span: Span): Format {
  const view = memory.locate(at, 20, span, false);
  const [precision, width, flags, fill] = [4, 8, 12, 16].map((offset) => view.getInt32(memory.offset + offset, true)) as [number, number, number, number]; // prettier-ignore
  return { precision, width, flags, fill: fill & 255 };
}

function writeFormat(memory: HostMemory, at: number, { precision, width, flags, fill }: Format, span: Span): void {
  const view = memory.locate(at, 20, span, true);
  for (const [i, number] of [precision, width, flags].entries()) view.setInt32(memory.offset + 4 + 4 * i, number, true);
  view.setUint8(memory.offset + 16, fill);
}

function print(machine: HostMachine, at: number, text: string, span: Span): void {
  const { memory } = machine;
  const kind = memory.locate(at, 4, span, false).getInt32(memory.offset, true);
  machine.work(text.length, span);
  if (kind === 2) machine.texts.set(at, (machine.texts.get(at) ?? "") + text);
  else if (kind < 2) machine.print(text);
}

function padded(text: string, { width, flags, fill }: Format): string {
  const filler = String.fromCharCode(fill);
  return flags & LEFT ? text.padEnd(width, filler) : text.padStart(width, filler);
}

function isOfHeaders(type: CudaType, name: string): type is CudaType & { kind: "struct" } {
  return type.kind === "struct" && type.struct.name === name && type.struct.node !== undefined && isInHeaders(type.struct.node.span);
}

/** The text of the value of a type at an address. */
function textOf(machine: HostMachine, type: CudaType, span: Span): (address: number, format: Format) => string {
  const { memory } = machine;
  const pointerAt = (address: number): number => Number(READ.ptr(memory.locate(address, 8, span, false), memory.offset));
  if (isOfHeaders(type, "string")) {
    const { offset } = type.struct.fields.find(({ name }) => name === "__text")!;
    return (address) => machine.readText(pointerAt(address + offset), span);
  }
  const isText = (of: CudaType): boolean => of.kind === "scalar" && of.scalar === "i8";
  if (type.kind === "array") return (address) => (isText(type.of) ? machine.readText(address, span) : hexadecimalAddress(address));
  if (type.kind === "pointer")
    return (address) => (isText(type.to) ? machine.readText(pointerAt(address), span) : hexadecimalAddress(pointerAt(address)));
  const kind = scalarKind(type, span);
  const read = READ[kind];
  const size = bytesOf(type);
  const value = (address: number): Scalar => read(memory.locate(address, size, span, false), memory.offset);
  if (kind === "i8" || kind === "u8") return (address) => String.fromCharCode(Number(value(address)) & 255);
  if (isFloating(type)) return (address, format) => floating(Number(value(address)), format);
  if (kind === "bool") return (address, { flags }) => (flags & WORDS ? (value(address) !== 0 ? "true" : "false") : String(value(address)));
  return (address, { flags }) => (flags & HEX ? hexadecimal(value(address)) : String(value(address)));
}

function hexadecimalAddress(address: number): string {
  return `0x${address.toString(16)}`;
}

function hexadecimal(value: Scalar): string {
  if (value >= 0) return value.toString(16);
  return typeof value === "number" ? (value >>> 0).toString(16) : BigInt.asUintN(64, value).toString(16);
}

function floating(value: number, { precision, flags }: Format): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value < 0 ? "-inf" : "inf";
  if (flags & FIXED) return fixed(value, precision);
  if (flags & SCIENTIFIC) return scientific(value, precision);
  return generalDigits(value, precision);
}
