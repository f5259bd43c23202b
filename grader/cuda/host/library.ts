import { formatted } from "../launch/printer.ts";
import { numberFunctions } from "../numbers/all-functions.ts";
import type { Context } from "../program/context.ts";
import { commonType } from "../program/conversions.ts";
import { refusedFormat } from "../program/print-format.ts";
import { MATH, OVERLOADS } from "../program/math-names.ts";
import { F64, I32, I64, U32, U64, VOID, bytesOf, isFloating, pointerTo, typeName, type CudaType } from "../program/types.ts";
import { SourceError } from "../source-error.ts";
import type { Expression, Span } from "../syntax/tree.ts";
import { decayed, type Code, type Translation } from "./code.ts";
import { HostExit } from "./host-machine.ts";
import type { Scalar } from "./host-memory.ts";
import { argumentsOf, within } from "./arguments.ts";
import { cudaFunction } from "./cuda-runtime.ts";

const BYTES = pointerTo(VOID);

/** What a library of the host does: the types of its parameters, its result, and the function itself. */
type Entry = readonly [
  parameters: readonly CudaType[],
  result: CudaType,
  run: (host: Translation, span: Span, ...values: Scalar[]) => Scalar,
];

const LARGEST_RANDOM = 2 ** 31 - 1;

const FUNCTIONS: Readonly<Record<string, Entry>> = {
  malloc: [[U64], BYTES, ({ machine }, span, bytes) => machine.allocate(Number(bytes), span)],
  calloc: [[U64, U64], BYTES, ({ machine }, span, count, bytes) => machine.allocate(Number(count) * Number(bytes), span)],
  free: [[BYTES], VOID, freed],
  memset: [
    [BYTES, I32, U64],
    BYTES,
    (host, span, to, value, bytes) => {
      host.machine.work(Number(bytes), span);
      host.machine.memory.bytes(Number(to), Number(bytes), span, true).fill(Number(value));
      return to!;
    },
  ],
  memcpy: [[BYTES, BYTES, U64], BYTES, copied],
  memmove: [[BYTES, BYTES, U64], BYTES, copied],
  memcmp: [
    [BYTES, BYTES, U64],
    I32,
    ({ machine: { memory } }, span, a, b, count) => {
      const x = memory.bytes(Number(a), Number(count), span, false);
      const y = memory.bytes(Number(b), Number(count), span, false);
      const at = x.findIndex((byte, i) => byte !== y[i]);
      return at < 0 ? 0 : x[at]! - y[at]!;
    },
  ],
  strcmp: [
    [BYTES, BYTES],
    I32,
    ({ machine }, span, a, b) => {
      const [x, y] = [machine.readText(Number(a), span), machine.readText(Number(b), span)];
      return x === y ? 0 : x < y ? -1 : 1;
    },
  ],
  strlen: [[BYTES], U64, ({ machine }, span, text) => new TextEncoder().encode(machine.readText(Number(text), span)).length],
  atoi: [[BYTES], I32, ({ machine }, span, text) => Number.parseInt(machine.readText(Number(text), span), 10) || 0],
  atof: [[BYTES], F64, ({ machine }, span, text) => Number.parseFloat(machine.readText(Number(text), span)) || 0],
  srand: [
    [U32],
    VOID,
    ({ machine }, _, seed) => {
      machine.random = Number(seed) || 1;
      return 0;
    },
  ],
  rand: [
    [],
    I32,
    ({ machine }) => {
      let x = machine.random;
      x ^= x << 13;
      x ^= x >>> 17;
      x ^= x << 5;
      machine.random = x >>> 0;
      return machine.random & LARGEST_RANDOM;
    },
  ],
  time: [[BYTES], I64, () => 0],
  clock: [[], I64, () => 0],
  fflush: [[], I32, () => 0],
  exit: [
    [I32],
    VOID,
    (_, __, code) => {
      throw new HostExit(Number(code));
    },
  ],
  abort: [
    [],
    VOID,
    () => {
      throw new HostExit(134);
    },
  ],
};

function freed({ machine: { memory } }: Translation, span: Span, address: Scalar | undefined): Scalar {
  if (address !== 0) memory.free(Number(address), span);
  return 0;
}

function copied(host: Translation, span: Span, to: Scalar | undefined, from: Scalar | undefined, bytes: Scalar | undefined): Scalar {
  host.copy(Number(to), Number(from), Number(bytes), span);
  return to!;
}

/** A call of a function that the text does not define; undefined if the lab has none of this name. */
export function libraryFunction(
  host: Translation,
  name: string,
  given: readonly Expression[],
  context: Context,
  span: Span,
): Code | undefined {
  if (Object.hasOwn(FUNCTIONS, name)) {
    const [parameters, result, run] = FUNCTIONS[name]!;
    const values = argumentsOf(host, name, name === "fflush" ? [] : given, parameters, context, span);
    return { type: result, value: within(span, () => run(host, span, ...values.map((value) => value()))) };
  }
  switch (name) {
    case "printf":
      return printed(host, given, context, span);
    case "fprintf":
      return printed(host, given.slice(1), context, span);
    case "puts": {
      const [text] = argumentsOf(host, name, given, [BYTES], context, span);
      return {
        type: I32,
        value: () => {
          host.machine.print(`${host.machine.readText(Number(text!()), span)}\n`);
          return 0;
        },
      };
    }
    case "assert":
      return asserted(host, given, context, span);
    case "swap":
      return swapped(host, given, context, span);
  }
  return cudaFunction(host, name, given, context, span) ?? mathFunction(host, name, given, context, span);
}

function printed(host: Translation, given: readonly Expression[], context: Context, span: Span): Code {
  const [format, ...values] = given.map((argument) => host.expression(argument, context));
  if (!format) throw new SourceError("printf needs a format.", span);
  const { machine } = host;
  for (const { type } of values) if (type.kind === "struct") throw new SourceError(`printf cannot print a ${typeName(type)}.`, span);
  return {
    type: I32,
    value: () => {
      const text = machine.readText(Number(format.value()), span);
      const refused = refusedFormat(text);
      if (refused !== undefined) throw new SourceError(refused, span);
      const operands = values.map(({ value }) => value());
      const texts = textPositions(text);
      machine.print(
        formatted(
          text,
          operands.map((operand, i) => (texts.has(i) ? machine.readText(Number(operand), span) : operand)),
        ),
      );
      return 0;
    },
  };
}

/** Which operands a format takes as texts. */
function textPositions(format: string): ReadonlySet<number> {
  const kinds = [...format.matchAll(/%[-+ #0]*\d*(?:\.\d+)?(?:hh|h|ll|l|z|j|t)?([a-zA-Z%])/g)]
    .map(([, kind]) => kind)
    .filter((kind) => kind !== "%");
  return new Set(kinds.flatMap((kind, i) => (kind === "s" ? [i] : [])));
}

function asserted(host: Translation, given: readonly Expression[], context: Context, span: Span): Code {
  const [test] = given;
  if (!test) throw new SourceError("assert needs a condition.", span);
  const holds = host.truth(test, context);
  return {
    type: VOID,
    value: () => {
      if (!holds()) throw new SourceError("This assertion of the host fails.", span);
      return 0;
    },
  };
}

function swapped(host: Translation, given: readonly Expression[], context: Context, span: Span): Code {
  const [a, b] = given.map((argument) => host.expression(argument, context));
  if (!a?.address || !b?.address) throw new SourceError("std::swap takes two variables.", span);
  const bytes = bytesOf(a.type);
  const { memory } = host.machine;
  return {
    type: VOID,
    value: () => {
      const [x, y] = [a.address!(), b.address!()];
      const kept = memory.bytes(x, bytes, span, false).slice();
      host.copy(x, y, bytes, span);
      memory.bytes(y, bytes, span, true).set(kept);
      return 0;
    },
  };
}

function mathFunction(host: Translation, name: string, given: readonly Expression[], context: Context, span: Span): Code | undefined {
  const overload = OVERLOADS.find(([known, count]) => known === name && count === given.length);
  const math = MATH.find(([known]) => known === name);
  if (!overload && !math) return undefined;
  const codes = given.map((argument) => host.expression(argument, context));
  const [, base, result, ...parameters] = overload ? overloaded(overload, codes, span) : math!;
  if (codes.length !== parameters.length)
    throw new SourceError(`\`${name}\` takes ${parameters.length} arguments; ${codes.length} are given.`, span);
  if (!Object.hasOwn(numberFunctions, base)) throw new SourceError(`\`${name}\` is not a function of these types.`, span);
  const run = numberFunctions[base] as (...values: Scalar[]) => Scalar;
  const values = codes.map((code, i) => host.convert(code, parameters[i]!, span).value);
  const [a, b] = values;
  if (values.length === 1) return { type: result, value: () => run(a!()) };
  if (values.length === 2) return { type: result, value: () => run(a!(), b!()) };
  return { type: result, value: () => run(...values.map((value) => value())) };
}

type Chosen = readonly [name: string, base: string, result: CudaType, ...parameters: CudaType[]];

function overloaded([name, count, kinds]: (typeof OVERLOADS)[number], codes: readonly Code[], span: Span): Chosen {
  let type = codes.map((code) => decayed(code.type)).reduce((a, b) => commonType(a, b, span));
  if (type.kind === "scalar" && !isFloating(type)) type = kinds === "floating" ? F64 : commonType(type, I32, span);
  const scalar = type.kind === "scalar" ? type.scalar : "f64";
  return [name, `${name}.${scalar}`, type, ...Array.from({ length: count }, () => type)];
}
