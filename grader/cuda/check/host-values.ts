import { noMember, tooManyValues } from "../errors/type-errors.ts";
import type { Span } from "../source-error.ts";
import type { Expression, Initializer, ListExpression } from "../syntax/tree.ts";
import type { CheckedExpression, Variable } from "./checked-tree.ts";
import { constructorsOf, zero } from "./construct.ts";
import type { Context } from "./context.ts";
import { castTo, constantOf, convertTo, memberNames } from "./conversions.ts";
import { isInHeaders } from "./library.ts";
import { methodCall } from "./calls.ts";
import { Scope } from "./scope.ts";
import { U32, functionPointerOf, isBaseOf, plainName, sameType, typeName, type CudaType } from "./types.ts";
import { constant } from "../ir/values.ts";

/** Initial values of the host's variables and objects. An aggregate has only the parts that are given or have values of their own. */

type Struct = CudaType & { kind: "struct" };
type Part = readonly [path: string, value: CheckedExpression];

/** The initial value of a variable; undefined if it is left as it is. */
export function initialValue(
  type: CudaType,
  initializer: Initializer | undefined,
  context: Context,
  span: Span,
): CheckedExpression | undefined {
  switch (initializer?.kind) {
    case undefined:
      return defaultValue(type, context, span);
    case "value":
      return itemValue(type, initializer.value, context, span);
    case "list":
      return listValue(type, initializer.list, context, span);
    case "arguments":
      return constructHost(type, initializer.values, context, span);
  }
}

/** A value of a type from an expression or a list. */
function itemValue(type: CudaType, value: Expression, context: Context, span: Span): CheckedExpression {
  if (value.kind === "list") return listValue(type, value, context, span);
  if (type.kind === "array" && value.kind === "string") return { kind: "characters", type, text: value.value, span };
  return convertTo(type, context.expression(value), context, span);
}

/** `T(a, b)` and `T x(a, b)`. */
export function constructHost(type: CudaType, values: readonly Expression[], context: Context, span: Span): CheckedExpression {
  if (type.kind === "reference") return constructHost(type.to, values, context, span);
  if (type.kind !== "struct" || type.struct.name === "dim3") return listValue(type, { kind: "list", items: values, span }, context, span);
  return constructed(type, values, context, span) ?? fieldValues(type, values, undefined, context, span);
}

/** `T{a, b}`, `T x = {a, b}`, and a list where a T is needed. */
export function constructHostFromList(type: CudaType, list: ListExpression, context: Context): CheckedExpression {
  return listValue(type, list, context, list.span);
}

function listValue(type: CudaType, { items, designators }: ListExpression, context: Context, span: Span): CheckedExpression {
  if (type.kind === "reference") return listValue(type.to, { kind: "list", items, span }, context, span);
  if (type.kind === "array") return elementValues(type, items, context, span);
  if (type.kind !== "struct") {
    const [only] = items;
    if (items.length > 1) throw tooManyValues(span, typeName(type), 1, items.length);
    if (!only) return zero(type, span);
    return only.kind === "list" ? listValue(type, only, context, span) : castTo(type, context.expression(only), context, span);
  }
  if (designators) return fieldValues(type, items, designators, context, span);
  return insertions(type, items, context, span) ?? structValue(type, items, context, span);
}

function structValue(type: Struct, items: readonly Expression[], context: Context, span: Span): CheckedExpression {
  return constructed(type, items, context, span) ?? fieldValues(type, items, undefined, context, span);
}

/** An object that a constructor makes, or that is a copy; undefined for a struct whose fields are given. */
function constructed(type: Struct, values: readonly Expression[], context: Context, span: Span): CheckedExpression | undefined {
  const hasConstructors = constructorsOf(type).length > 0;
  if (!hasConstructors && values.length !== 1) return undefined;
  const operands = values.map((value) => context.expression(value));
  const [only] = operands;
  if (!hasConstructors && only) {
    const own = context.checker.visit.conversionCall(type, only, context, span, true);
    if (own) return own;
    if (type.struct.node === undefined) return undefined;
  }
  if (operands.length === 1 && only && (sameType(only.type, type) || (!hasConstructors && isBaseOf(type, only.type))))
    return convertTo(type, only, context, span);
  return hasConstructors ? context.checker.visit.constructorCall(type, operands, context, span) : undefined;
}

/** Methods that add an item, by the names of the containers that a list can make. */
const INSERTING: ReadonlyMap<string, string> = new Map([
  ...["map", "unordered_map", "set", "unordered_set"].map((name) => [name, "insert"] as const),
  ...["vector", "deque", "list"].map((name) => [name, "push_back"] as const),
]);

/** `std::map<int, int> m = {{1, 2}, {3, 4}};`; undefined for what is no such container, and for a copy of one. */
function insertions(type: Struct, items: readonly Expression[], context: Context, span: Span): CheckedExpression | undefined {
  const name = INSERTING.get(type.struct.name);
  if (name === undefined || !type.struct.node || !isInHeaders(type.struct.node.span)) return undefined;
  const values = items.map((item) => context.expression(item));
  const [only] = values;
  if (values.length === 1 && only && sameType(only.type, type)) return convertTo(type, only, context, span);
  const object: Variable = { name: "", type, span, isConst: false };
  const self: CheckedExpression = { kind: "variable", type, variable: object, span };
  const inserts = values.map((value) => methodCall(self, name, [value], context, value.span));
  return { kind: "insertions", type, object, empty: defaultValue(type, context, span), inserts, span };
}

function elementValues(type: CudaType & { kind: "array" }, items: readonly Expression[], context: Context, span: Span): CheckedExpression {
  const queue = [...items];
  const parts: Part[] = [];
  while (queue.length > 0 && parts.length < type.length) parts.push([`[${parts.length}]`, nextValue(type.of, queue, context, span)]);
  if (queue.length > 0) throw tooManyValues(span, typeName(type), type.length, items.length);
  return { kind: "aggregate", type, parts, span };
}

function fieldValues(
  type: Struct,
  items: readonly Expression[],
  designators: readonly string[] | undefined,
  context: Context,
  span: Span,
): CheckedExpression {
  const { fields } = type.struct;
  const named = new Map(designators?.map((name, i) => [name, items[i]!]));
  const queue = designators ? [] : [...items];
  const given = new Set<string>();
  const parts = fields.flatMap(({ name, type: of }): Part[] => {
    const item = named.get(name);
    if (!item && queue.length === 0) return [];
    given.add(name);
    return [[`.${name}`, item ? itemValue(of, item, context, span) : nextValue(of, queue, context, span)]];
  });
  for (const name of named.keys()) if (!given.has(name)) throw noMember(span, typeName(type), name, memberNames(type));
  if (queue.length > 0) throw tooManyValues(span, typeName(type), fields.length, items.length);
  return { kind: "aggregate", type, parts: [...ownParts(type, given, context, span), ...parts], span };
}

/** The next part of a list: one item, or, where inner braces are left out, as many as it has parts. */
function nextValue(type: CudaType, queue: Expression[], context: Context, span: Span): CheckedExpression {
  const item = queue.shift()!;
  const isWhole = (type.kind !== "struct" && type.kind !== "array") || constructorsOf(type).length > 0;
  if (isWhole || item.kind === "list" || (type.kind === "array" && item.kind === "string")) return itemValue(type, item, context, span);
  const operand = context.expression(item);
  if (sameType(operand.type, type) || (type.kind === "struct" && type.struct.name === "dim3"))
    return convertTo(type, operand, context, span);
  queue.unshift(item);
  const parts: Part[] = [];
  const own = type.kind === "array" ? Array.from({ length: type.length }, (_, i) => [`[${i}]`, type.of] as const) : type.kind === "struct" ? type.struct.fields.map((field) => [`.${field.name}`, field.type] as const) : []; // prettier-ignore
  for (const [path, of] of own) if (queue.length > 0) parts.push([path, nextValue(of, queue, context, span)]);
  return { kind: "aggregate", type, parts, span };
}

/** `S s;` of a struct or an array of such; undefined if it is left as it is. */
export function defaultValue(type: CudaType, context: Context, span: Span): CheckedExpression | undefined {
  if (type.kind === "array") {
    const element = defaultValue(type.of, context, span);
    return element && { kind: "repeated", type, element, span };
  }
  // A std::function holds nothing at first.
  if (functionPointerOf(type)?.isHolder) return zero(type, span);
  if (type.kind !== "struct") return undefined;
  const { defaults } = context.checker;
  if (!defaults.has(type.struct)) {
    // One that needs itself on the way has none of its own.
    defaults.set(type.struct, undefined);
    defaults.set(type.struct, ownDefault(type, context, span));
  }
  return defaults.get(type.struct);
}

function ownDefault(type: Struct, context: Context, span: Span): CheckedExpression | undefined {
  if (constructorsOf(type).length > 0) return context.checker.visit.constructorCall(type, [], context, span);
  const parts = ownParts(type, new Set(), context, span);
  return parts.length === 0 ? undefined : { kind: "aggregate", type, parts, isPartial: true, span };
}

/** The bases and members that have values of their own. @param except those that something else sets */
export function ownParts(type: Struct, except: ReadonlySet<string>, around: Context, span: Span): Part[] {
  const { struct } = type;
  if (struct.isUnion) return [];
  const context = struct.scope instanceof Scope ? around.with({ scope: struct.scope }) : around;
  const bases = struct.bases.flatMap((base): Part[] => {
    if (base.kind !== "struct" || except.has(base.struct.name) || except.has(plainName(base.struct))) return [];
    const value = defaultValue(base, context, span);
    return value ? [["", value]] : [];
  });
  const own = ownVariables(type);
  const members = struct.fields.flatMap(({ name, type: of }): Part[] => {
    if (except.has(name) || (struct.node && !own.has(name))) return [];
    if (struct.name === "dim3") return [[`.${name}`, constantOf(U32, constant("u32", 1), span)]];
    const initializer = own.get(name)?.initializer;
    const value = initializer ? initialValue(of, initializer, context, span) : defaultValue(of, context, span);
    return value ? [[`.${name}`, value]] : [];
  });
  return [...bases, ...members];
}

/** The variables that a struct's own text declares in each object. */
function ownVariables({ struct }: Struct) {
  const members = struct.node?.members.flatMap((member) => (member.kind === "variables" && !member.isStatic ? member.variables : [])) ?? [];
  return new Map(members.map((variable) => [variable.name, variable]));
}
