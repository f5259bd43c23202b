import type { AtomicOperation } from "#simulator/atomic-cost.ts";
import type { CheckedExpression } from "../check/checked-tree.ts";
import { I32, U64, bytesOf, leavesOf, scalarType, type CudaType } from "../check/types.ts";
import { SCALAR_BYTES, type AtomicOperator, type ScalarType, type Step, type Value } from "../ir/program.ts";
import type { SiteOp } from "../ir/access-site.ts";
import { INSTRUCTIONS, instructionFacts, type InstructionName } from "../ir/instructions.ts";
import { FALSE, arithmetic, call, comparison, constant, convert, read, select, special, unsignedOf, withBits } from "../ir/values.ts";
import { sharedPointer } from "../errors/call-errors.ts";
import type { Span } from "../source-error.ts";
import { elementOf, inTemporaries, scalarOf, scalarOfType, store, valueOf, valueOperand, wholeOf } from "./access.ts";
import { inline } from "./calls.ts";
import type { Lowering } from "./lowering.ts";
import { lowerFill, lowerMove, lowerMultiply } from "./wmma.ts";
import { Environment, type Aggregate, type Lvalue, type MemoryLvalue, type Operand } from "./operand.ts";

/** Functions of CUDA's headers as steps. */

type BuiltIn = CheckedExpression & { kind: "built-in" };

export function lowerBuiltIn(
  expression: CheckedExpression & { kind: "built-in" | "atomic" | "bytes" | "print" },
  lowering: Lowering,
): Operand {
  switch (expression.kind) {
    case "built-in":
      return TABLE.get(expression.name)!(expression, lowering);
    case "atomic":
      return lowerAtomic(expression, lowering);
    case "bytes":
      return lowerBytes(expression, lowering);
    case "print": {
      const { operands, format, type, span } = expression;
      const values = operands.map((operand) => scalar(operand, lowering));
      lowering.add({ kind: "print", format: lowering.builder.format(format), operands: values, span });
      return valueOperand(type, constant("i32", values.length));
    }
  }
}

function lower(expression: CheckedExpression, lowering: Lowering, span = expression.span): Operand {
  return lowering.lower.finish(expression, lowering.lower.locate(expression, lowering), lowering, span);
}

function scalar(expression: CheckedExpression, lowering: Lowering): Value {
  return scalarOf(lower(expression, lowering), lowering, expression.span);
}

function nothing({ type }: CheckedExpression): Operand {
  return { kind: "nothing", type };
}

/** A place that a pointer argument points to, which is not the expression that an access is said to stand at. */
function target(expression: CheckedExpression, lowering: Lowering): Lvalue {
  const place = lower(expression, lowering) as Lvalue;
  if (place.kind !== "memory") return place;
  const { span: _, ...unnamed } = place;
  return unnamed;
}

function sharedTarget(expression: CheckedExpression, name: string, lowering: Lowering): MemoryLvalue {
  const place = target(expression, lowering);
  if (place.kind === "local") throw sharedPointer(expression.span, name);
  return place;
}

function lowerAtomic({ name, operator, operands, type, span }: CheckedExpression & { kind: "atomic" }, lowering: Lowering): Operand {
  const [first, ...others] = operands as [CheckedExpression, ...CheckedExpression[]];
  const { address } = sharedTarget(first, name, lowering);
  if (type.kind !== "struct") {
    const element = scalarOfType(type);
    const values = others.map((operand) => scalar(operand, lowering));
    const on = element.startsWith("f") || element === "bf16" ? "floats" : "integers";
    const [old] = addAtomic(operator, element, 1, { kind: operationKind(operator, values), on }, address, values, lowering, span);
    return valueOperand(type, old!);
  }
  const { leaves } = lower(others[0]!, lowering) as Aggregate;
  const { fields } = type.struct;
  const paths = fields.map((field) => `.${field.name}`);
  const element = scalarOfType(fields[0]!.type);
  const on = element === "f32" ? "vectors of floats" : "pairs of halves";
  const values = paths.map((path) => leaves.get(path)!);
  const old = addAtomic(operator, element, fields.length, { kind: "add", on }, address, values, lowering, span);
  return { kind: "aggregate", type, leaves: new Map(paths.map((path, i) => [path, old[i]!])) };
}

function addAtomic(
  operator: AtomicOperator,
  type: ScalarType,
  components: number,
  atomic: AtomicOperation,
  address: Value,
  operands: readonly Value[],
  lowering: Lowering,
  span: Span,
): Value[] {
  const into = Array.from({ length: components }, () => lowering.builder.register(type));
  const site = { ...lowering.builder.site("atomic", components * SCALAR_BYTES[type], span), atomic };
  const [at, ...values] = [address, ...operands].map((value) => lowering.temporary(value, span));
  lowering.add({ kind: "atomic", site, operator, type, address: at!, operands: values, into, span });
  return into.map(read);
}

/** The kind of an atomic operation, as far as its cost depends on it. */
export function operationKind(operator: AtomicOperator, [operand]: readonly Value[]): AtomicOperation["kind"] {
  switch (operator) {
    case "cas":
      return "compare and swap";
    case "exchange":
      return "exchange";
    case "add":
      return operand?.kind === "constant" && Number(operand.value) === 1 ? "add one" : "add";
    default:
      return "other";
  }
}

/** The most elements that are copied or set one by one, without a loop. */
const MOST_WRITTEN_OUT = 64;
/**
 * The same of a thread's own array. nvcc 13.0 keeps any length in registers (SROA: even 1,024 floats have no stack frame); the limit, half as
 * many again as a thread has registers, keeps the lab's program short.
 */
const MOST_OF_OWN = 384;

/** Bytes that lie one after the other, by the smaller element of both sides: the pass `byteCopies` splits what cannot move as a whole. */
function lowerBytes(expression: CheckedExpression & { kind: "bytes" }, lowering: Lowering): Operand {
  const { span, unit: wanted, loops } = expression;
  const to = lower(expression.to, lowering);
  const from = expression.from && lower(expression.from, lowering);
  const byte = expression.byte && convert("u8", scalar(expression.byte, lowering));
  const bytes = scalar(expression.count, lowering);
  const isWhole = bytes.kind === "constant" && Number(bytes.value) % bytesOf(wanted) === 0;
  const unit = isWhole ? wanted : scalarType("u8");
  const count = isWhole ? constant("u64", Number(bytes.value) / bytesOf(wanted)) : bytes;
  const [destination, source] = [to, from].map((side) => side && pointerTo(unit, side, lowering, span));
  const value = byte && filledWith(byte, unit);
  lowering.builder.copying(() => {
    const isOwn = destination!.kind === "pointer-to-local" || source?.kind === "pointer-to-local";
    const indexes = fewIndexes(count, isOwn ? MOST_OF_OWN : MOST_WRITTEN_OUT);
    if (indexes === undefined) {
      const operands = [destination!, source ?? value!, valueOperand(U64, count)];
      const given = operands.map(({ type }): CheckedExpression => ({ kind: "zero", type, span }));
      inline(loops[isWhole ? 0 : 1], given, operands, new Environment(lowering.builder.globals), lowering, span);
      return;
    }
    // All are loaded before the first is stored: the two may overlap.
    const values = indexes.map(
      (index) => value ?? inTemporaries(wholeOf(elementOf(source!, index, lowering, span), lowering, span), lowering, span),
    );
    for (const [i, index] of indexes.entries()) store(elementOf(destination!, index, lowering, span), values[i]!, lowering, span);
  });
  return to;
}

/** A pointer as one to another type. */
function pointerTo(to: CudaType, pointer: Operand, lowering: Lowering, span: Span): Operand {
  const type: CudaType = { kind: "pointer", to };
  const zero: CheckedExpression = { kind: "zero", type: pointer.type, span };
  return lowering.lower.finish({ kind: "convert", type, operand: zero, span }, pointer, lowering, span);
}

/** A value of which all bytes are the same. */
function filledWith(byte: Value, type: CudaType): Operand {
  if (type.kind !== "struct" && type.kind !== "array") return valueOperand(type, scalarFilledWith(byte, scalarOfType(type)));
  const leaves = leavesOf(type).map((leaf) => [leaf.path, scalarFilledWith(byte, scalarOfType(leaf.type))] as const);
  return { kind: "aggregate", type, leaves: new Map(leaves) };
}

function scalarFilledWith(byte: Value, type: ScalarType): Value {
  const whole = unsignedOf(type);
  return withBits(type, arithmetic(whole, "*", convert(whole, byte), constant(whole, 0x0101010101010101n)));
}

/** The indexes of elements, if it is known that they are few. */
function fewIndexes(count: Value, most: number): Value[] | undefined {
  if (count.kind !== "constant" || Number(count.value) > most) return undefined;
  return Array.from({ length: Number(count.value) }, (_, index) => constant("i32", index));
}

const ALL_LANES = constant("u32", 0xffffffff);

type ShuffleMode = (Step & { kind: "shuffle" })["mode"];

/** A shuffle of a scalar, or of each scalar of a struct. */
export function shuffled(
  mode: ShuffleMode,
  mask: Value,
  operand: Operand,
  lane: Value,
  width: Value,
  lowering: Lowering,
  span: Span,
): Operand {
  const one = (value: Value): Value => {
    const into = lowering.builder.register(value.type);
    lowering.add({ kind: "shuffle", mode, mask, value, lane, width, into, span });
    return read(into);
  };
  if (operand.kind === "aggregate") return { ...operand, leaves: new Map([...operand.leaves].map(([path, value]) => [path, one(value)])) };
  return valueOperand(operand.type, one(scalarOf(operand, lowering, span)));
}

function shuffle(mode: ShuffleMode) {
  return ({ operands, span }: BuiltIn, lowering: Lowering): Operand => {
    const mask = scalar(operands[0]!, lowering);
    const value = lower(operands[1]!, lowering);
    const lane = scalar(operands[2]!, lowering);
    const width = operands[3] ? scalar(operands[3], lowering) : constant("i32", 32);
    return shuffled(mode, mask, value, lane, width, lowering, span);
  };
}

type VoteMode = (Step & { kind: "vote" })["mode"];

export function voted(mode: VoteMode, mask: Value, value: Value, result: ScalarType, lowering: Lowering, span: Span): Value {
  const into = lowering.builder.register(result);
  lowering.add({ kind: "vote", mode, mask, value, into, span });
  return read(into);
}

function vote(mode: VoteMode) {
  return ({ operands, type, span }: BuiltIn, lowering: Lowering): Operand => {
    const mask = scalar(operands[0]!, lowering);
    const value = scalar(operands[1]!, lowering);
    const found = voted(mode, mask, value, scalarOfType(type), lowering, span);
    if (operands[2]) {
      const isFound = select(comparison("!=", found, constant("u32", 0)), constant("i32", 1), constant("i32", 0));
      store(target(operands[2], lowering), valueOperand(I32, isFound), lowering, span);
    }
    return valueOperand(type, found);
  };
}

function barrier(reduce: "count" | "and" | "or" | undefined) {
  return (expression: BuiltIn, lowering: Lowering): Operand => {
    const { operands, type, span } = expression;
    if (reduce === undefined) {
      lowering.add({ kind: "barrier", reduce, test: undefined, into: undefined, span });
      return nothing(expression);
    }
    const test = scalar(operands[0]!, lowering);
    const into = lowering.builder.register("i32");
    lowering.add({ kind: "barrier", reduce, test, into, span });
    return valueOperand(type, read(into));
  };
}

/** The kernel stops here with an error. */
function trap(expression: BuiltIn, lowering: Lowering): Operand {
  lowering.add({ kind: "assert", test: FALSE, text: expression.name, span: expression.span });
  return nothing(expression);
}

const VOTES: readonly VoteMode[] = ["ballot", "any", "all", "match-any", "match-all", "reduce-add", "reduce-min", "reduce-max", "reduce-and", "reduce-or", "reduce-xor"]; // prettier-ignore

/** What bulk copies do with global memory. */
const SITE_OPS: Partial<Record<InstructionName, SiteOp>> = {
  "bulk.load": "load",
  "tensor.load": "load",
  "bulk.store": "store",
  "tensor.store": "store",
  "bulk.reduce": "reduction",
  "tensor.reduce": "reduction",
};

/** Adds an instruction of the machine. Returns its results. */
export function addInstruction(name: InstructionName, operands: readonly Value[], lowering: Lowering, span: Span): Value[] {
  const { builder } = lowering;
  const place = builder.placeOf(span);
  const into = instructionFacts(name).results.map((type) => builder.register(type));
  const op = SITE_OPS[name];
  const given = operands.map((operand) => lowering.temporary(operand, place));
  const isOfTensor = name.startsWith("tensor.");
  const site = op && { ...builder.site(op, 16, span), ...(isOfTensor && { isOfTensor: true as const }) };
  const { kernelCall: call } = builder;
  lowering.add({ kind: "instruction", name, operands: given, into, ...(site && { site }), span: place, ...(call && { call }) });
  return into.map(read);
}

function instruction(name: InstructionName) {
  return (expression: BuiltIn, lowering: Lowering): Operand => {
    const { operands, type, span } = expression;
    const values = operands.map((operand) => scalar(operand, lowering));
    const results = addInstruction(name, values, lowering, span);
    const result = results.at(-1);
    if (type.kind === "void" || result === undefined) return nothing(expression);
    return valueOperand(type, convert(scalarOfType(type), result));
  };
}

const TABLE = new Map<string, (expression: BuiltIn, lowering: Lowering) => Operand>([
  ["load", ({ operands, span, name }, lowering) => valueOf(sharedTarget(operands[0]!, name, lowering), lowering, span)],
  [
    "store",
    (expression, lowering) => {
      const { operands, span, name } = expression;
      const place = sharedTarget(operands[0]!, name, lowering);
      store(place, lower(operands[1]!, lowering, span), lowering, span);
      return nothing(expression);
    },
  ],
  [
    "sincos",
    (expression, lowering) => {
      const { operands, span } = expression;
      const [angle, ...places] = operands as [CheckedExpression, ...CheckedExpression[]];
      const value = lowering.temporary(scalar(angle, lowering), span);
      for (const [i, base] of ["sin", "cos"].entries()) {
        const place = target(places[i]!, lowering);
        const result = call(value.type, `${base}.${value.type}`, value);
        store(place, valueOperand(place.type, convert(scalarOfType(place.type), result)), lowering, span);
      }
      return nothing(expression);
    },
  ],
  ...(Object.keys(INSTRUCTIONS) as InstructionName[]).map((name) => [`instruction ${name}`, instruction(name)] as const),
  ["barrier", barrier(undefined)],
  ["barrier count", barrier("count")],
  ["barrier and", barrier("and")],
  ["barrier or", barrier("or")],
  [
    "warp barrier",
    (expression, lowering) => {
      const [mask] = expression.operands;
      lowering.add({ kind: "warpBarrier", mask: mask ? scalar(mask, lowering) : ALL_LANES, span: expression.span });
      return nothing(expression);
    },
  ],
  ...(["index", "up", "down", "xor"] as const).map((mode) => [`shuffle ${mode}`, shuffle(mode)] as const),
  ...VOTES.map((mode) => [`vote ${mode}`, vote(mode)] as const),
  [
    "await copies",
    (expression, lowering) => {
      const [pending] = expression.operands;
      lowering.add({ kind: "awaitCopies", pending: pending && scalar(pending, lowering), span: expression.span });
      return nothing(expression);
    },
  ],
  ["active mask", ({ type }) => valueOperand(type, special("activeMask"))],
  [
    "fence",
    (expression, lowering) => {
      lowering.add({ kind: "fence", span: expression.span });
      return nothing(expression);
    },
  ],
  [
    "assert",
    (expression, lowering) => {
      lowering.add({ kind: "assert", test: scalar(expression.operands[0]!, lowering), text: "assert", span: expression.span });
      return nothing(expression);
    },
  ],
  ["wmma fill", lowerFill],
  ["wmma load", lowerMove("load")],
  ["wmma store", lowerMove("store")],
  ["wmma multiply", lowerMultiply],
  ["__trap", trap],
  ["__builtin_unreachable", trap],
  [
    "swap",
    (expression, lowering) => {
      const { span } = expression;
      const [first, second, ofSecond, ofFirst] = expression.operands as [
        CheckedExpression,
        CheckedExpression,
        CheckedExpression,
        CheckedExpression,
      ];
      const { locate, finish } = lowering.lower;
      const a = locate(first, lowering) as Lvalue;
      const b = locate(second, lowering) as Lvalue;
      const [x, y] = [a, b].map((place) => inTemporaries(valueOf(place, lowering, span), lowering, span)) as [Operand, Operand];
      store(a, finish(ofSecond, y, lowering, span), lowering, span);
      store(b, finish(ofFirst, x, lowering, span), lowering, span);
      return nothing(expression);
    },
  ],
]);
