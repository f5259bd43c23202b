import { constructorMissing, tooLargeToInitialize, tooManyValues } from "../errors/type-errors.ts";
import type { Span } from "../source-error.ts";
import type { Expression, ListExpression, StructNode } from "../syntax/tree.ts";
import type { CheckedExpression } from "./checked-tree.ts";
import type { Context } from "./context.ts";
import { castTo, convertTo, dim3Of, load, memberOf, scalarOf } from "./conversions.ts";
import { bytesOf, leavesOf, plainName, sameType, typeName, type CudaType } from "./types.ts";

/** Values of a type, made from what is written for them. What is not given is zero, or what its struct says. */

/** `T(a, b)` and `T x(a, b)`. */
export function construct(type: CudaType, values: readonly Expression[], context: Context, span: Span): CheckedExpression {
  switch (type.kind) {
    case "reference":
      return construct(type.to, values, context, span);
    case "struct": {
      if (type.struct.name === "dim3" || constructorsOf(type).length > 0 || values.length === 1) {
        const operands = values.map((value) => context.expression(value));
        return constructFrom(type, operands, context, span);
      }
      // half2 and __nv_bfloat162 are classes.
      if (values.length === 2 && /^(?:half2|__nv_bfloat162)$/.test(type.struct.name))
        return constructFromList(type, { kind: "list", items: values, span }, context);
      if (values.length > 0) throw constructorMissing(span, typeName(type));
      return withOwnValues(type, context, span);
    }
    case "scalar":
    case "pointer":
    case "lambda":
    case "group":
    case "void":
    case "array":
      if (values.length > 1) throw tooManyValues(span, typeName(type), 1, values.length);
      if (type.kind === "group" && values.length === 0) return { kind: "group", type, span };
      return values[0] === undefined ? zero(type, span) : castTo(type, context.expression(values[0]), context, span);
  }
}

/** A struct from values that are there already. */
export function constructFrom(
  type: CudaType & { kind: "struct" },
  operands: readonly CheckedExpression[],
  context: Context,
  span: Span,
): CheckedExpression {
  const [only] = operands;
  if (type.struct.name === "dim3") return only && sameType(only.type, type) ? load(only) : dim3Of(operands, type, context, span);
  if (only && operands.length === 1 && (sameType(only.type, type) || only.kind === "list")) return convertTo(type, only, context, span);
  if (constructorsOf(type).length > 0) return context.checker.visit.constructorCall(type, operands, context, span);
  if (only && operands.length === 1) return castTo(type, only, context, span);
  throw constructorMissing(span, typeName(type));
}

/** `T{a, b}`, `T x = {a, b}`, and a list where a T is needed. */
export function constructFromList(type: CudaType, list: ListExpression, context: Context): CheckedExpression {
  const { items, span } = list;
  switch (type.kind) {
    case "reference":
      return constructFromList(type.to, list, context);
    case "scalar":
    case "pointer":
    case "group":
    case "lambda":
    case "void":
      return construct(type, items, context, span);
    case "struct":
      if (type.struct.name === "dim3" || constructorsOf(type).length > 0)
        return constructFrom(
          type,
          items.map((item) => context.expression(item)),
          context,
          span,
        );
      break;
    case "array":
      break;
  }
  if (type.kind === "struct" && items.length === 1 && !list.designators && items[0]!.kind !== "list") {
    // A copy, or the first part.
    const operand = context.expression(items[0]!);
    if (sameType(operand.type, type)) return load(operand);
    return fromList(type, new ListItems(items.slice(0, 1), span, operand), undefined, context);
  }
  return fromList(type, new ListItems(items, span), list.designators, context);
}

export function constructorName(type: CudaType): string {
  return type.kind === "struct" ? plainName(type.struct) : "";
}

export function constructorsOf(type: CudaType) {
  return type.kind === "struct" ? type.struct.methods.filter(({ node }) => node.name === plainName(type.struct)) : [];
}

/** The conversions of a struct, `operator float()`. @param isExplicit whether those that only a cast calls count, too */
export function conversionsOf(type: CudaType, isExplicit: boolean) {
  if (type.kind !== "struct") return [];
  return type.struct.methods.filter(
    ({ node }) => node.name.startsWith("operator ") && node.parameters.length === 0 && (isExplicit || !node.isExplicit),
  );
}

/** The items of a list, taken one after the other: braces inside may be left out. */
class ListItems {
  readonly #items: readonly Expression[];
  /** By their places in the list, those that are evaluated. */
  readonly #operands = new Map<number, CheckedExpression>();
  readonly span: Span;
  #next = 0;

  /** @param first the first item, if it is evaluated already */
  constructor(items: readonly Expression[], span: Span, first?: CheckedExpression) {
    this.#items = items;
    if (first) this.#operands.set(0, first);
    this.span = span;
  }

  get isEmpty(): boolean {
    return this.#next >= this.#items.length;
  }

  get left(): number {
    return this.#items.length - this.#next;
  }

  /** The next item evaluated; it stays the next one. */
  peek(context: Context): CheckedExpression {
    const known = this.#operands.get(this.#next);
    if (known) return known;
    const operand = context.expression(this.#items[this.#next]!);
    this.#operands.set(this.#next, operand);
    return operand;
  }

  take(): void {
    this.#next++;
  }
}

/** Constant memory holds half as much (CUDA C++ Programming Guide, technical specifications per compute capability). */
const MAX_BYTES = 131_072;

function partsOf(type: CudaType & { kind: "struct" | "array" }): (readonly [path: string, type: CudaType])[] {
  if (type.kind === "array") return Array.from({ length: type.length }, (_, i) => [`[${i}]`, type.of] as const);
  const fields = type.struct.fields.map((field) => [`.${field.name}`, field.type] as const);
  return type.struct.isUnion ? fields.slice(0, 1) : fields;
}

function isUnion(type: CudaType): type is CudaType & { kind: "struct" } {
  return type.kind === "struct" && type.struct.isUnion;
}

function namedParts({ struct }: CudaType & { kind: "struct" }, names: readonly string[]): (readonly [path: string, type: CudaType])[] {
  return struct.fields.filter(({ name }) => names.includes(name)).map((field) => [`.${field.name}`, field.type] as const);
}

function fromList(
  type: CudaType & { kind: "struct" | "array" },
  given: ListItems,
  designators: readonly string[] | undefined,
  context: Context,
): CheckedExpression {
  const { span } = given;
  if (bytesOf(type) > MAX_BYTES) throw tooLargeToInitialize(span, typeName(type), bytesOf(type));
  if (isUnion(type) && given.isEmpty) return zero(type, span);
  const leaves: Part[] = [];
  const parts = isUnion(type) && designators ? namedParts(type, designators) : partsOf(type);
  const named = new Map<string, CheckedExpression>();
  for (const name of designators ?? []) {
    if (!parts.some(([path]) => path === `.${name}`)) memberOf(zero(type, span), name, span);
    named.set(`.${name}`, given.peek(context));
    given.take();
  }
  if (designators === undefined && given.left > leavesOf(type).length)
    throw tooManyValues(span, typeName(type), leavesOf(type).length, given.left);
  for (const [path, part] of parts) {
    const own = named.get(path);
    const operand = own
      ? convertTo(part, own, context, span)
      : designators || given.isEmpty
        ? zeroOrOwn(type, path, part, context)
        : next(part, given, context);
    addPart(leaves, path, operand, span);
  }
  return { kind: "aggregate", type, parts: leaves, span };
}

/** The next part of a list: an item of its type or its own list, or as many items as it has parts. */
function next(part: CudaType, given: ListItems, context: Context): CheckedExpression {
  const operand = given.peek(context);
  const isWhole =
    operand.kind === "list" ||
    (part.kind !== "struct" && part.kind !== "array") ||
    sameType(operand.type, part) ||
    constructorsOf(part).length > 0;
  if (!isWhole) {
    const leaves: Part[] = [];
    for (const [path, inner] of partsOf(part)) {
      const value = given.isEmpty ? zeroOrOwn(part, path, inner, context) : next(inner, given, context);
      addPart(leaves, path, value, given.span);
    }
    return { kind: "aggregate", type: part, parts: leaves, span: given.span };
  }
  given.take();
  return convertTo(part, operand, context, given.span);
}

/** A field that is not given has the value that the struct gives it, or zero. */
function zeroOrOwn(type: CudaType, path: string, part: CudaType, context: Context): CheckedExpression {
  const members = membersOf(type);
  for (const member of members) {
    if (member.kind !== "variables" || member.isStatic) continue;
    const own = member.variables.find(({ name }) => `.${name}` === path)?.initializer;
    if (own?.kind === "value") return convertTo(part, context.expression(own.value), context, member.span);
    if (own?.kind === "list") return constructFromList(part, own.list, context);
  }
  return part.kind === "struct" ? withOwnValues(part, context, NOWHERE) : zero(part, NOWHERE);
}

/** The members of a struct and its bases. */
function membersOf(type: CudaType): StructNode["members"] {
  if (type.kind !== "struct") return [];
  return [...(type.struct.node?.members ?? []), ...type.struct.bases.flatMap(membersOf)];
}

const NOWHERE: Span = { from: 0, to: 0 };

/** A struct of which nothing is given. */
export function withOwnValues(type: CudaType, context: Context, span: Span): CheckedExpression {
  if (type.kind !== "struct" || type.struct.node === undefined) return zero(type, span);
  return fromList(type, new ListItems([], span), undefined, context);
}

type Part = readonly [path: string, value: CheckedExpression];

function addPart(parts: Part[], path: string, value: CheckedExpression, span: Span): void {
  const isWhole = value.type.kind === "struct" || value.type.kind === "array";
  parts.push([path, isWhole ? value : scalarOf(value, span)]);
}

export function zero(type: CudaType, span: Span): CheckedExpression {
  return { kind: "zero", type, span };
}
