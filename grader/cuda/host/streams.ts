import { formatWidth } from "../errors/call-errors.ts";
import { generalDigits, fixed, scientific } from "../launch/print-text.ts";
import type { Context } from "../check/context.ts";
import { withoutLibrary } from "../check/names.ts";
import { type CudaType, I32, isFloating } from "../check/types.ts";
import { type Span } from "../source-error.ts";
import type { Expression } from "../syntax/tree.ts";
import { type Code, type Translation, decayed } from "./code.ts";
import { scalarKind } from "./scalars.ts";
import type { Scalar } from "./host-memory.ts";
import { operatorCall } from "./methods.ts";
import { isOfHeaders } from "./prelude.ts";
import type { Natives } from "./native.ts";
import { memberAt } from "./values.ts";

/** Functions of streams. */
export const STREAMS: Natives = {
  __stream_text:
    ({ machine, span }) =>
    (stream) =>
      machine.memory.text(machine.texts.get(Number(stream)) ?? "", span),
};

/** What a stream has been told to do with what is printed next; as the prelude's `ostream` lays it out. */
interface Format {
  precision: number;
  width: number;
  flags: number;
  fill: number;
}

/** As the prelude's `ios` has them. */
const FIXED = 1;
const SCIENTIFIC = 2;
const LEFT = 4;
const HEX = 8;
const WORDS = 16;

/** Whether a value is a stream: `std::cout`, or what inherits from `ostream`. */
export function isStream(type: CudaType): boolean {
  return isOfHeaders(type, "ostream") || (type.kind === "struct" && type.struct.bases.some(isStream));
}

/** `stream << value` */
export function streamed(host: Translation, stream: Code, given: Expression, context: Context, span: Span): Code {
  const { machine } = host;
  const { memory } = machine;
  const address = stream.value as () => number;
  const change = manipulator(host, given, context);
  if (!change) {
    const value = host.expression(given, context);
    const own = value.type.kind === "struct" ? operatorCall(host, "operator<<", [stream, value], context, span, true) : undefined;
    if (own) return own;
    const text = textOf(host, value, given.span);
    return sent((at) => {
      const format = read(at);
      print(at, padded(text(format), format));
      if (format.width !== 0) write(at, { ...format, width: 0 });
    });
  }
  return sent((at) => {
    const format = read(at);
    const text = change(format);
    write(at, format);
    if (text !== "") print(at, text);
  });

  function sent(send: (at: number) => void): Code {
    const value = (): number => {
      const at = Number(address());
      send(at);
      return at;
    };
    return { type: stream.type, value, address: value };
  }

  function read(at: number): Format {
    const view = memory.locate(at, 20, span, false);
    const [precision, width, flags, fill] = [4, 8, 12, 16].map((offset) => view.getInt32(memory.offset + offset, true)) as [number, number, number, number]; // prettier-ignore
    return { precision, width, flags, fill: fill & 255 };
  }

  function write(at: number, { precision, width, flags, fill }: Format): void {
    const view = memory.locate(at, 20, span, true);
    for (const [i, number] of [precision, width, flags].entries()) view.setInt32(memory.offset + 4 + 4 * i, number, true);
    view.setUint8(memory.offset + 16, fill);
  }

  function print(at: number, text: string): void {
    const kind = memory.locate(at, 4, span, false).getInt32(memory.offset, true);
    machine.work(text.length, span);
    if (kind === 2) machine.texts.set(at, (machine.texts.get(at) ?? "") + text);
    else if (kind < 2) machine.print(text);
  }
}

const WORDS_OF_STREAMS: Readonly<Record<string, (format: Format) => string>> = {
  endl: () => "\n",
  flush: () => "",
  fixed: (format) => flagged(format, FIXED, SCIENTIFIC),
  scientific: (format) => flagged(format, SCIENTIFIC, FIXED),
  defaultfloat: (format) => flagged(format, 0, FIXED | SCIENTIFIC),
  left: (format) => flagged(format, LEFT, 0),
  right: (format) => flagged(format, 0, LEFT),
  hex: (format) => flagged(format, HEX, 0),
  dec: (format) => flagged(format, 0, HEX),
  boolalpha: (format) => flagged(format, WORDS, 0),
  noboolalpha: (format) => flagged(format, 0, WORDS),
};

function flagged(format: Format, set: number, clear: number): string {
  format.flags = (format.flags & ~clear) | set;
  return "";
}

/** `std::endl`, `std::setw(8)` and the like: changes the format, and returns what is printed. */
function manipulator(host: Translation, given: Expression, context: Context): ((format: Format) => string) | undefined {
  if (given.kind === "name") {
    const name = withoutLibrary(given.name).replace(/^ios(?:_base)?::/, "");
    return Object.hasOwn(WORDS_OF_STREAMS, name) && !context.scope.find(name) ? WORDS_OF_STREAMS[name] : undefined;
  }
  if (given.kind !== "call" || given.callee.kind !== "name" || given.arguments.length !== 1) return undefined;
  const name = withoutLibrary(given.callee.name);
  if (!["setw", "setprecision", "setfill"].includes(name) || context.scope.find(name)) return undefined;
  const { value } = host.convert(host.expression(given.arguments[0]!, context), I32, given.span);
  const member = ({ setw: "width", setprecision: "precision", setfill: "fill" } as const)[name as "setw"];
  return (format) => {
    const number = Number(value());
    if (name === "setprecision" && (number < 0 || number > 100)) throw formatWidth(given.span, "digits", 100, String(number));
    if (name === "setw" && number > 1000) throw formatWidth(given.span, "characters", 1000, String(number));
    format[member] = number;
    return "";
  };
}

function padded(text: string, { width, flags, fill }: Format): string {
  const filler = String.fromCharCode(fill);
  return flags & LEFT ? text.padEnd(width, filler) : text.padStart(width, filler);
}

function textOf(host: Translation, code: Code, span: Span): (format: Format) => string {
  const { type, value } = code;
  const { machine } = host;
  if (isOfHeaders(type, "string")) {
    const text = memberAt(host, code, "__text", span).value;
    return () => machine.readText(Number(text()), span);
  }
  const to = decayed(type);
  if (to.kind === "pointer") {
    if (to.to.kind === "scalar" && to.to.scalar === "i8") return () => machine.readText(Number(value()), span);
    return () => `0x${Number(value()).toString(16)}`;
  }
  if (to.kind === "scalar" && (to.scalar === "i8" || to.scalar === "u8")) return () => String.fromCharCode(Number(value()) & 255);
  if (isFloating(to)) return (format) => floating(Number(value()), format);
  const kind = scalarKind(to, span);
  if (kind === "bool") return ({ flags }) => (flags & WORDS ? (value() !== 0 ? "true" : "false") : String(value()));
  return ({ flags }) => (flags & HEX ? hexadecimal(value()) : String(value()));
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
