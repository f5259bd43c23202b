import { notConstant } from "../errors/constant-errors.ts";
import {
  dynamicSharedArray,
  externInFunction,
  localTooLarge,
  memoryOutside,
  sharedLength,
  sharedReference,
  sharedTooLarge,
  sharedValue,
} from "../errors/declaration-errors.ts";
import { staticVariableRefused } from "../errors/refusals.ts";
import { autoPointer, autoValue, bindingCount, lambdaVariable, referenceTarget, voidVariable } from "../errors/type-errors.ts";
import { SourceError, type Span } from "../source-error.ts";
import type { Initializer, TypeNode, VariableNode, VariablesNode } from "../syntax/tree.ts";
import { elementOf, fixed, memberOf, store, valueOf } from "./access.ts";
import { construct, constructFromList, constructorsOf, withOwnValues } from "./construct.ts";
import type { Context } from "./context.ts";
import { convertTo } from "./conversions.ts";
import { isPlace, type LocalPlace, type Operand } from "./scope.ts";
import { alignOf, bytesOf, hasUnion, isInteger, plainName, typeName, type CudaType } from "./types.ts";
import { constant, integerOf, offsetBytes, special } from "../ir/values.ts";

/** Declares the variables of a statement. */
export function declareVariables(node: VariablesNode, context: Context): void {
  for (const variable of node.variables) {
    const operand = declared(node, variable, context);
    context.scope.declare(variable.name, { kind: "operand", operand });
    if (variable.bindings) bind(variable.bindings, operand, context, variable.span);
  }
}

/** `auto [a, b] = pair;`: each name stands for a member. */
function bind(names: readonly string[], object: Operand, context: Context, span: Span): void {
  const { type } = object;
  const parts =
    type.kind === "struct"
      ? type.struct.fields.map((field) => memberOf(object, field.name, span))
      : names.slice(0, type.kind === "array" ? type.length : 0).map((_, i) => elementOf(object, constant("i32", i), context, span));
  if (parts.length !== names.length) throw wrongNames(names, type, parts.length, span);
  for (const [i, name] of names.entries()) context.scope.declare(name, { kind: "operand", operand: parts[i]! });
}

/** Of names for the members of what has more or fewer. */
export function wrongNames(names: readonly string[], type: CudaType, members: number, span: Span): SourceError {
  return bindingCount(span, typeName(type), members, names.length);
}

function declared(node: VariablesNode, variable: VariableNode, context: Context): Operand {
  if (node.memory === "shared") return sharedVariable(node, variable, context);
  if (node.memory !== undefined) throw memoryOutside(variable.span, node.memory);
  if (node.isExtern) throw externInFunction(variable.span);
  if (node.isStatic && !node.isConstexpr && !isConstType(variable)) throw staticVariableRefused(variable.span);
  const { initializer, span } = variable;
  if (variable.type.kind === "reference") return reference(variable, context);
  const given = initializer?.kind === "value" ? context.expression(initializer.value) : undefined;
  const isAuto = isLeftToValue(variable.type);
  if (isAuto && given === undefined) throw autoValue(span);
  if (given?.kind === "lambda" || given?.kind === "group" || given?.kind === "function") return given;
  const type = lengthFromList(
    isAuto ? typeFromValue(variable.type, valueOf(given!, context, span).type, span) : context.type(variable.type),
    initializer,
  );
  if (type.kind === "group" || type.kind === "lambda") return given ?? emptyGroup(type, variable.name, span);
  if (bytesOf(type) > MAX_LOCAL_BYTES) throw localTooLarge(span, variable.name, bytesOf(type), MAX_LOCAL_BYTES);
  if (type.kind === "void") throw voidVariable(span, variable.name);
  const initial = given === undefined ? initialValue(type, initializer, context, span) : convertTo(type, given, context, span);
  const isConst = node.isConstexpr || isConstType(variable);
  if (node.isConstexpr && initializer?.kind === "value" && initial?.kind === "value" && initial.value.kind !== "constant") {
    const known = convertTo(type, context.constant(initializer.value), context, span);
    if (known.kind === "value" && known.value.kind === "constant") return known;
  }
  // A constant that is known needs no register, and can be an array's length.
  if (isConst && initial?.kind === "value" && initial.value.kind === "constant") return initial;
  // A pointer to a variable in registers is followed by name.
  if (initial?.kind === "pointer-to-local")
    return { ...initial, offset: context.keep(initial.offset, span), place: fixed(initial.place, context, span) as LocalPlace };
  const place = hasUnion(type)
    ? context.builder.localMemory(type, alignOf(type))
    : context.builder.variable(variable.name, type, isConst && isScalar(type), span, node.isStatic);
  if (initial !== undefined) store(place, initial, context, span);
  return place;
}

/** `auto`, `auto *`, `auto **` */
function isLeftToValue(node: TypeNode): boolean {
  return node.kind === "pointer" ? isLeftToValue(node.to) : node.kind === "auto";
}

/** The type of a value, which must be a pointer for `auto *`. */
function typeFromValue(node: TypeNode, type: CudaType, span: Span): CudaType {
  let to: CudaType | undefined = type;
  for (let left = node; left.kind === "pointer"; left = left.to) to = to?.kind === "pointer" ? to.to : undefined;
  if (!to) throw autoPointer(span, typeName(type));
  return type;
}

function isScalar(type: CudaType): boolean {
  return type.kind === "scalar";
}

function emptyGroup(type: CudaType, name: string, span: Span): Operand {
  if (type.kind === "group") return { kind: "group", type };
  throw lambdaVariable(span, name);
}

function isConstType({ type }: VariableNode): boolean {
  let inner = type;
  while (inner.kind === "array") inner = inner.of;
  return "isConst" in inner && inner.isConst;
}

/** `float w[] = {1, 2, 3}` is as long as its list. */
function lengthFromList(type: CudaType, initializer: Initializer | undefined): CudaType {
  if (type.kind !== "array" || type.length !== 0) return type;
  return { ...type, length: initializer?.kind === "list" ? initializer.list.items.length : 0 };
}

function initialValue(type: CudaType, initializer: Initializer | undefined, context: Context, span: Span): Operand | undefined {
  switch (initializer?.kind) {
    case undefined:
      return defaultValue(type, context, span);
    case "arguments":
      return construct(type, initializer.values, context, span);
    case "list":
      return constructFromList(type, initializer.list, context);
    case "value":
      throw new TypeError("already evaluated");
  }
}

/** A struct whose fields have values of their own, or that has a constructor, is never left unset. */
function defaultValue(type: CudaType, context: Context, span: Span): Operand | undefined {
  if (type.kind === "array") {
    const element = defaultValue(type.of, context, span);
    if (element?.kind !== "aggregate") return undefined;
    const leaves = Array.from({ length: type.length }, (_, i) =>
      [...element.leaves].map(([path, value]) => [`[${i}]${path}`, value] as const),
    );
    return { kind: "aggregate", type, leaves: new Map(leaves.flat()) };
  }
  if (type.kind !== "struct" || !hasOwnValues(type)) return undefined;
  return constructorsOf(type).length > 0 ? construct(type, [], context, span) : withOwnValues(type, context, span);
}

function hasOwnValues(type: CudaType & { kind: "struct" }): boolean {
  const { node, methods } = type.struct;
  const fieldsHaveValues =
    node?.members.some(
      (member) => member.kind === "variables" && !member.isStatic && member.variables.some(({ initializer }) => initializer),
    ) ?? false;
  if (type.struct.bases.some((base) => base.kind === "struct" && hasOwnValues(base))) return true;
  return (
    fieldsHaveValues ||
    methods.some((method) => method.node.name === plainName(type.struct) && method.node.parameters.every(({ fallback }) => fallback))
  );
}

function reference(variable: VariableNode, context: Context): Operand {
  const { initializer, span, type } = variable;
  const value = initializer?.kind === "value" ? initializer.value : initializer?.kind === "arguments" ? initializer.values[0] : undefined;
  if (value === undefined) throw referenceTarget(span, variable.name);
  const operand = context.lvalue(value);
  if (isPlace(operand)) return fixed(operand, context, span);
  // A const reference to a value keeps the value.
  const isAuto = type.kind === "reference" && type.to.kind === "auto";
  const kept = isAuto ? operand : convertTo(context.type(type), operand, context, span);
  if (kept.kind === "lambda" || kept.kind === "group" || kept.kind === "function") return kept;
  const place = context.builder.variable(variable.name, kept.type, false, span);
  store(place, kept, context, span);
  return place;
}

/** Shared memory, in a kernel or, if `extern`, at file scope. */
export function sharedVariable(node: VariablesNode, variable: VariableNode, context: Context): Operand {
  const { span, initializer } = variable;
  if (initializer !== undefined) throw sharedValue(span);
  const type = context.type(variable.type);
  const align = Math.max(alignOf(type), alignOfNode(variable, context));
  if (node.isExtern) {
    if (type.kind !== "array") throw dynamicSharedArray(span);
    context.builder.dynamicSharedArray(variable.name, type);
    return { kind: "memory", type: { ...type, length: 0 }, address: special("dynamicSharedBase") };
  }
  if (type.kind === "array" && type.length === 0) throw sharedLength(span);
  if (bytesOf(type) > MAX_SHARED_BYTES) throw sharedTooLarge(span, variable.name, bytesOf(type), MAX_SHARED_BYTES);
  const key = `${variable.name} ${span.from} ${context.frame.instance}`;
  // Each declaration has one place, even if the function that it is in is written out at several calls.
  const start = context.builder.sharedPlaces.get(key) ?? context.builder.shared(variable.name, type, align);
  context.builder.sharedPlaces.set(key, start);
  if (type.kind === "reference") throw sharedReference(span, typeName(type));
  return { kind: "memory", type, address: offsetBytes(special("sharedBase"), start) };
}

/** 512 KiB: local memory of a thread (CUDA C++ Programming Guide, technical specifications per compute capability). */
const MAX_LOCAL_BYTES = 524_288;

/** 227 KiB: the most that an H100 gives a block (CUDA C++ Programming Guide, compute capability 9.0). */
const MAX_SHARED_BYTES = 232_448;

function alignOfNode({ align, span }: VariableNode, context: Context): number {
  if (align === undefined) return 1;
  const operand = context.expression(align);
  const value = operand.kind === "value" && isInteger(operand.type) ? integerOf(operand.value) : undefined;
  if (value === undefined) throw notConstant(span, "An alignment");
  return Number(value);
}
