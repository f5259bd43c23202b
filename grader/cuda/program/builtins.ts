import { formatLiteral, swapVariables } from "../errors/call-errors.ts";
import { refusalOfFunction } from "../errors/refusals.ts";
import type { Span } from "../source-error.ts";
import type { Expression } from "../syntax/tree.ts";
import { scalarOf, store, valueOf } from "./access.ts";
import { NOTHING, argument, expectArguments, type BuiltIn } from "./builtins/call.ts";
import { BYTE_FUNCTIONS } from "./builtins/bytes.ts";
import { MEMORY_FUNCTIONS } from "./builtins/memory.ts";
import { NUMBER_FUNCTIONS } from "./builtins/numbers.ts";
import { VECTOR_FUNCTIONS } from "./builtins/vectors.ts";
import { WARP_FUNCTIONS } from "./builtins/warps.ts";
import type { Context } from "./context.ts";
import { truthOf, valueOperand } from "./conversions.ts";
import { HALF_FUNCTIONS } from "./builtins/halves.ts";
import { withoutLibrary } from "./names.ts";
import { checkFormat } from "./print-format.ts";
import { SCALAR_BYTES } from "../ir/program.ts";
import type { Operand } from "./scope.ts";
import { I32, I64, isFloating, isInteger, type GivenArgument } from "./types.ts";
import { FALSE, constant, convert } from "../ir/values.ts";

/** The functions of CUDA's headers. */

export function isBuiltIn(name: string): boolean {
  const plain = withoutLibrary(name);
  return TABLE.has(plain) || refusalOfFunction(plain) !== undefined;
}

export function callBuiltIn(
  name: string,
  templateArguments: readonly GivenArgument[],
  given: readonly Expression[],
  context: Context,
  span: Span,
): Operand {
  const plain = withoutLibrary(name);
  const builtIn = TABLE.get(plain);
  if (builtIn) return builtIn({ name: plain, templateArguments, given, context, span });
  const refused = refusalOfFunction(plain);
  if (!refused) throw new TypeError(`${plain} is no function of CUDA's headers`);
  throw refused(span, plain);
}

const print: BuiltIn = (invoked) => {
  const { given, context, span } = invoked;
  const [format, ...values] = given;
  if (format?.kind !== "string") throw formatLiteral(span);
  checkFormat(format.value, format.span);
  const texts = values.map((value) => (value.kind === "string" ? value.value : undefined));
  const operands = values.flatMap((value) => {
    if (value.kind === "string") return [];
    const operand = valueOf(context.expression(value), context, value.span);
    // As in C: small numbers become int and double.
    if (isFloating(operand.type)) return convert("f64", scalarOf(operand, context, value.span));
    if (isInteger(operand.type) && SCALAR_BYTES[operand.type.scalar] < 4) return convert("i32", scalarOf(operand, context, value.span));
    return scalarOf(operand, context, value.span);
  });
  context.add({ kind: "print", format: context.builder.format(withTexts(format.value, texts)), operands, span });
  return valueOperand(I32, constant("i32", operands.length));
};

/** A format with the texts for its `%s` put in. */
function withTexts(format: string, texts: readonly (string | undefined)[]): string {
  let next = 0;
  return format.replace(/%(?:%|[-+ #0-9.]*(?:hh|ll|[hlzjt])?([a-zA-Z]))/g, (whole: string, kind: string | undefined) => {
    if (kind === undefined) return whole;
    return texts[next++]?.replaceAll("%", "%%") ?? whole;
  });
}

const assertion: BuiltIn = (invoked) => {
  expectArguments(invoked, 1);
  const { context, span, given } = invoked;
  const text = given[0]!;
  context.add({ kind: "assert", test: truthOf(context.expression(text), context, span), text: "assert", span });
  return NOTHING;
};

/** The kernel stops here with an error. */
const trap: BuiltIn = ({ context, span, name }) => {
  context.add({ kind: "assert", test: FALSE, text: name, span });
  return NOTHING;
};

/** `swap(a, b)`. */
const swap: BuiltIn = (invoked) => {
  expectArguments(invoked, 2);
  const { context, span, given } = invoked;
  const [a, b] = given.map((argument) => context.expression(argument)) as [Operand, Operand];
  if ((a.kind !== "local" && a.kind !== "memory") || (b.kind !== "local" && b.kind !== "memory")) throw swapVariables(span);
  const keep = (operand: Operand): Operand => {
    const value = valueOf(operand, context, span);
    if (value.kind === "aggregate")
      return { ...value, leaves: new Map([...value.leaves].map(([path, part]) => [path, context.keep(part, span)])) };
    return value.kind === "value" ? valueOperand(value.type, context.keep(value.value, span)) : value;
  };
  const [first, second] = [keep(a), keep(b)];
  store(a, second, context, span);
  store(b, first, context, span);
  return NOTHING;
};

/** There is no clock in this machine: differences of it are 0. */
const unclocked: Operand = valueOperand(I64, constant("i64", 0));

const TABLE = new Map<string, BuiltIn>([
  ...WARP_FUNCTIONS,
  ...MEMORY_FUNCTIONS,
  ...VECTOR_FUNCTIONS,
  ...NUMBER_FUNCTIONS,
  ...BYTE_FUNCTIONS,
  ...HALF_FUNCTIONS,
  ["printf", print],
  ["assert", assertion],
  ["swap", swap],
  ["__trap", trap],
  ["__builtin_unreachable", trap],
  ["__builtin_assume", () => NOTHING],
  ["__builtin_expect", (invoked) => argument(invoked, 0)],
  ["clock64", () => unclocked],
  ["clock", () => unclocked],
]);
