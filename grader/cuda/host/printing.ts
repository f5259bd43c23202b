import { formatMissing, nullStream, streamMissing } from "../errors/host-errors.ts";
import { numberNeeded } from "../errors/type-errors.ts";
import { formatted } from "../launch/print-text.ts";
import { checkFormat } from "../check/print-format.ts";
import { typeName, type CudaType } from "../check/types.ts";
import { type Span } from "../source-error.ts";
import type { HostMachine } from "./host-machine.ts";
import { HOST_BASE, READ, type Scalar } from "./host-memory.ts";
import type { NativeCall, Natives } from "./native.ts";

/** Functions that print, and that print into strings. */
export const PRINTING: Natives = {
  printf: (call) => {
    const text = formattedText(call, 0);
    return (...values) => (call.machine.print(text(values)), 0);
  },
  fprintf: (call) => {
    if (call.given.length === 0) throw streamMissing(call.span);
    const text = formattedText(call, 1);
    return (stream, ...values) => {
      if (!isFile(call, stream!)) call.machine.print(text(values));
      return 0;
    };
  },
  sprintf: (call) => {
    const text = formattedText(call, 1);
    return (to, ...values) => printTo(call, Number(to), undefined, text(values));
  },
  snprintf: (call) => {
    const text = formattedText(call, 2);
    return (to, size, ...values) => printTo(call, Number(to), Number(size), text(values));
  },
  puts: line,
  perror: line,
  fputs: (call) => (text, stream) => {
    const { machine, span } = call;
    if (!isFile(call, stream!)) machine.print(machine.readText(Number(text), span));
    return 0;
  },
  putchar:
    ({ machine }) =>
    (character) => (machine.print(String.fromCharCode(Number(character) & 255)), 0),
};

function line({ machine, span }: NativeCall): (...values: Scalar[]) => Scalar {
  return (text) => (machine.print(`${machine.readText(Number(text), span)}\n`), 0);
}

/** Writes a string and its final zero, as far as there is room. Returns the length of the whole. */
function printTo({ machine, span }: NativeCall, to: number, size: number | undefined, text: string): number {
  const bytes = new TextEncoder().encode(text);
  const room = size ?? bytes.length + 1;
  const kept = bytes.subarray(0, Math.max(0, Math.min(bytes.length, room - 1)));
  if (room > 0) machine.memory.bytes(to, kept.length + 1, span, true).set([...kept, 0]);
  return bytes.length;
}

/** Whether a stream leads to a file: the lab has none, and drops what is printed there. */
function isFile({ machine: { memory }, span }: NativeCall, stream: Scalar): boolean {
  const at = Number(stream);
  if (at === 0) throw nullStream(span);
  return Number(READ.i32(memory.locate(at, 4, span, false), memory.offset)) === FILE_KIND && at >= HOST_BASE;
}

/** The kind of a stream to a file, which `fopen` makes. */
export const FILE_KIND = 3;

/** The text of a format with its operands. @param first the position of the format among the arguments */
function formattedText({ machine, span, given }: NativeCall, first: number): (values: readonly Scalar[]) => string {
  if (given.length <= first) throw formatMissing(span, "printf");
  const types = given.slice(first + 1).map(({ type }) => type);
  for (const type of types) if (type.kind === "struct") throw numberNeeded(span, typeName(type));
  return ([format, ...operands]) => textOf(machine, Number(format), operands, types, span);
}

function textOf(machine: HostMachine, format: number, operands: Scalar[], types: readonly CudaType[], span: Span): string {
  const text = withWidths(machine.readText(format, span), operands);
  checkFormat(text, span);
  const texts = textPositions(text);
  return formatted(
    text,
    operands.map((operand, i) =>
      texts.has(i) ? (operand === 0 ? "(null)" : machine.readText(Number(operand), span)) : asPassed(operand, types[i]!),
    ),
  );
}

/** `%*d` and `%.*f` take their widths from the operands: puts them in, and takes those operands out. */
function withWidths(format: string, operands: Scalar[]): string {
  let next = 0;
  return format.replace(/%(?:[-+ #0]*)(?:\*|\d*)(?:\.(?:\*|\d+))?(?:hh|h|ll|l|z|j|t|L)?[a-zA-Z%]/g, (conversion) => {
    const whole = conversion.replaceAll("*", () => String(Number(operands.splice(next, 1)[0] ?? 0)));
    if (!whole.endsWith("%")) next++;
    return whole;
  });
}

/** Small numbers become int; a `long` that the format calls an int is cut to it by nobody: it is printed whole. */
function asPassed(operand: Scalar, type: CudaType): Scalar {
  return type.kind === "scalar" && type.scalar === "bool" ? Number(operand) : operand;
}

/** Positions of the operands that a format takes as strings. */
function textPositions(format: string): ReadonlySet<number> {
  const kinds = [...format.matchAll(/%[-+ #0]*\d*(?:\.\d+)?(?:hh|h|ll|l|z|j|t|L)?([a-zA-Z%])/g)]
    .map(([, kind]) => kind)
    .filter((kind) => kind !== "%");
  return new Set(kinds.flatMap((kind, i) => (kind === "s" ? [i] : [])));
}
