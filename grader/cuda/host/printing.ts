import { formatMissing, nullStream, streamMissing } from "../errors/host-errors.ts";
import { numberNeeded } from "../errors/type-errors.ts";
import { formatted } from "../launch/print-text.ts";
import type { Context } from "../check/context.ts";
import { checkFormat } from "../check/print-format.ts";
import { I32, VOID, pointerTo, typeName, type CudaType } from "../check/types.ts";
import { type Span } from "../source-error.ts";
import type { Expression } from "../syntax/tree.ts";
import { argumentsOf } from "./arguments.ts";
import type { Code, Translation } from "./code.ts";
import { HOST_BASE, READ } from "./host-memory.ts";

// What prints, and what prints into texts: printf and its like.

const BYTES = pointerTo(VOID);

/** A call of a function that prints; undefined for another name. */
export function printingFunction(
  host: Translation,
  name: string,
  given: readonly Expression[],
  context: Context,
  span: Span,
): Code | undefined {
  const { machine } = host;
  switch (name) {
    case "printf": {
      const text = formattedText(host, given, context, span);
      return { type: I32, value: () => (machine.print(text()), 0) };
    }
    case "fprintf": {
      const stream = toFile(host, given[0], context, span);
      const text = formattedText(host, given.slice(1), context, span);
      return {
        type: I32,
        value: () => {
          if (!stream()) machine.print(text());
          return 0;
        },
      };
    }
    case "sprintf":
    case "snprintf": {
      const hasSize = name === "snprintf";
      const [to, size] = argumentsOf(host, name, given.slice(0, hasSize ? 2 : 1), hasSize ? [BYTES, I32] : [BYTES], context, span);
      const text = formattedText(host, given.slice(hasSize ? 2 : 1), context, span);
      return {
        type: I32,
        value: () => {
          const bytes = new TextEncoder().encode(text());
          const room = size ? Number(size()) : bytes.length + 1;
          const kept = bytes.subarray(0, Math.max(0, Math.min(bytes.length, room - 1)));
          if (room > 0) machine.memory.bytes(Number(to!()), kept.length + 1, span, true).set([...kept, 0]);
          return bytes.length;
        },
      };
    }
    case "puts":
    case "perror": {
      const [text] = argumentsOf(host, name, given, [BYTES], context, span);
      return { type: I32, value: () => (machine.print(`${machine.readText(Number(text!()), span)}\n`), 0) };
    }
    case "fputs": {
      const [text] = argumentsOf(host, name, given.slice(0, 1), [BYTES], context, span);
      const stream = toFile(host, given[1], context, span);
      return {
        type: I32,
        value: () => {
          if (!stream()) machine.print(machine.readText(Number(text!()), span));
          return 0;
        },
      };
    }
    case "putchar": {
      const [character] = argumentsOf(host, name, given, [I32], context, span);
      return { type: I32, value: () => (machine.print(String.fromCharCode(Number(character!()) & 255)), 0) };
    }
    default:
      return undefined;
  }
}

/** Whether what is printed goes to a file: the lab has none, and drops it. */
function toFile(host: Translation, given: Expression | undefined, context: Context, span: Span): () => boolean {
  if (!given) throw streamMissing(span);
  if (given.kind === "name" && ["stdout", "stderr"].includes(given.name) && !context.scope.find(given.name)) return () => false;
  const { value } = host.expression(given, context);
  const { memory } = host.machine;
  return () => {
    const at = Number(value());
    if (at === 0) throw nullStream(span);
    return Number(READ.i32(memory.locate(at, 4, span, false), memory.offset)) === FILE_KIND && at >= HOST_BASE;
  };
}

/** What `fopen` marks a stream to a file with. */
export const FILE_KIND = 3;

function formattedText(host: Translation, given: readonly Expression[], context: Context, span: Span): () => string {
  const [format, ...values] = given.map((argument) => host.expression(argument, context));
  if (!format) throw formatMissing(span, "printf");
  const { machine } = host;
  for (const { type } of values) if (type.kind === "struct") throw numberNeeded(span, typeName(type));
  return () => {
    const written = machine.readText(Number(format.value()), span);
    const operands = values.map(({ value }) => value());
    const text = withWidths(written, operands);
    checkFormat(text, span);
    const texts = textPositions(text);
    return formatted(
      text,
      operands.map((operand, i) =>
        texts.has(i) ? (operand === 0 ? "(null)" : machine.readText(Number(operand), span)) : asPassed(operand, values[i]!.type),
      ),
    );
  };
}

/** `%*d` and `%.*f` take their widths from the operands: puts them in, and takes those operands out. */
function withWidths(format: string, operands: (number | bigint)[]): string {
  let next = 0;
  return format.replace(/%(?:[-+ #0]*)(?:\*|\d*)(?:\.(?:\*|\d+))?(?:hh|h|ll|l|z|j|t|L)?[a-zA-Z%]/g, (conversion) => {
    const whole = conversion.replaceAll("*", () => String(Number(operands.splice(next, 1)[0] ?? 0)));
    if (!whole.endsWith("%")) next++;
    return whole;
  });
}

/** Small numbers become int; a `long` that the format calls an int is cut to it by nobody: it is printed whole. */
function asPassed(operand: number | bigint, type: CudaType): number | bigint {
  return type.kind === "scalar" && type.scalar === "bool" ? Number(operand) : operand;
}

/** Which operands a format takes as texts. */
function textPositions(format: string): ReadonlySet<number> {
  const kinds = [...format.matchAll(/%[-+ #0]*\d*(?:\.\d+)?(?:hh|h|ll|l|z|j|t|L)?([a-zA-Z%])/g)]
    .map(([, kind]) => kind)
    .filter((kind) => kind !== "%");
  return new Set(kinds.flatMap((kind, i) => (kind === "s" ? [i] : [])));
}
