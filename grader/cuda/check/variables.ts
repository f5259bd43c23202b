import { elementAt } from "./conversions.ts";
import { notConstant } from "../errors/constant-errors.ts";
import {
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
import { constant, integerOf } from "../ir/values.ts";
import type { SourceError, Span } from "../source-error.ts";
import type { Initializer, TypeNode, VariableNode, VariablesNode } from "../syntax/tree.ts";

import type { CheckedExpression, CheckedStatement, Variable } from "./checked-tree.ts";
import { constructorsOf, withOwnValues } from "./construct.ts";
import type { Context } from "./context.ts";
import { constantOf, convertTo, isReferable, load, memberOf } from "./conversions.ts";
import { isFoldable } from "./folding.ts";
import { I32, alignOf, bytesOf, isInteger, plainName, typeName, type CudaType } from "./types.ts";

/** The variables of a statement. */
export function checkVariables(node: VariablesNode, context: Context): CheckedStatement[] {
  return node.variables.flatMap((variable) => {
    const statements: CheckedStatement[] = [];
    const value = declared(node, variable, context, statements);
    context.scope.declare(variable.name, { kind: "value", value });
    if (variable.bindings) bind(variable.bindings, value, context, variable.span);
    return statements;
  });
}

/** `auto [a, b] = pair;`: each name stands for a member. */
function bind(names: readonly string[], object: CheckedExpression, context: Context, span: Span): void {
  const { type } = object;
  const parts =
    type.kind === "struct"
      ? type.struct.fields.map((field) => memberOf(object, field.name, span))
      : names
          .slice(0, type.kind === "array" ? type.length : 0)
          .map((_, i) => elementAt(object, constantOf(I32, constant("i32", i), span), span));
  if (parts.length !== names.length) throw wrongNames(names, type, parts.length, span);
  for (const [i, name] of names.entries()) context.scope.declare(name, { kind: "value", value: parts[i]! });
}

/** The error of names for the members of an object that has more or fewer. */
export function wrongNames(names: readonly string[], type: CudaType, members: number, span: Span): SourceError {
  return bindingCount(span, typeName(type), members, names.length);
}

/** The expression that the name of a variable stands for; adds the statement that declares it. */
function declared(node: VariablesNode, variable: VariableNode, context: Context, statements: CheckedStatement[]): CheckedExpression {
  const { initializer, span, name } = variable;
  const add = (own: Variable, initial: CheckedExpression | undefined, isReference = false): CheckedExpression => {
    statements.push({ kind: "variable", variable: own, initial, isReference });
    return { kind: "variable", type: own.type, variable: own, span };
  };
  if (node.memory === "shared") return add(sharedVariable(node, variable, context), undefined);
  if (node.memory !== undefined) throw memoryOutside(span, node.memory);
  if (node.isExtern) throw externInFunction(span);
  if (node.isStatic && !node.isConstexpr && !isConstType(variable)) throw staticVariableRefused(span);
  if (variable.type.kind === "reference") {
    const value = referred(variable, context);
    return add({ name, type: value.type, span, isConst: false }, value, true);
  }
  const given = initializer?.kind === "value" ? context.expression(initializer.value) : undefined;
  const isAuto = isLeftToValue(variable.type);
  if (isAuto && given === undefined) throw autoValue(span);
  if (given && (given.type.kind === "lambda" || given.type.kind === "group"))
    return add({ name, type: given.type, span, isConst: false }, given);
  const type = lengthFromList(isAuto ? typeFromValue(variable.type, load(given!).type, span) : context.type(variable.type), initializer);
  if (type.kind === "group") return add({ name, type, span, isConst: false }, { kind: "group", type, span });
  if (type.kind === "lambda") throw lambdaVariable(span, name);
  if (bytesOf(type) > MAX_LOCAL_BYTES) throw localTooLarge(span, name, bytesOf(type), MAX_LOCAL_BYTES);
  if (type.kind === "void") throw voidVariable(span, name);
  const initial = given === undefined ? initialValue(type, initializer, context, span) : convertTo(type, given, context, span);
  const isConst = node.isConstexpr || isConstType(variable);
  const isSettled = node.isConstexpr && initializer?.kind === "value";
  if (isConst && initial && (type.kind === "scalar" || type.kind === "pointer") && (isSettled || isFoldable(initial))) {
    const known = context.checker.evaluate(initial, isSettled);
    // A constant that is known needs no register, and can be an array's length.
    if (known && "kind" in known && known.kind === "constant") return constantOf(type, known, span);
  }
  return add({ name, type, span, isConst: isConst && type.kind === "scalar", ...(node.isStatic && { isStatic: true }) }, initial);
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

function initialValue(type: CudaType, initializer: Initializer | undefined, context: Context, span: Span): CheckedExpression | undefined {
  switch (initializer?.kind) {
    case undefined:
      return defaultValue(type, context, span);
    case "arguments":
      return context.construct(type, initializer.values, span);
    case "list":
      return context.list(type, initializer.list);
    case "value":
      throw new TypeError("already checked");
  }
}

/** A struct whose fields have values of their own, or that has a constructor, is never left unset. */
function defaultValue(type: CudaType, context: Context, span: Span): CheckedExpression | undefined {
  if (type.kind === "array") {
    const element = defaultValue(type.of, context, span);
    if (!element) return undefined;
    // One element is made, and copied to all.
    return { kind: "repeated", type, element, span };
  }
  if (type.kind !== "struct" || !hasOwnValues(type)) return undefined;
  return constructorsOf(type).length > 0 ? context.construct(type, [], span) : withOwnValues(type, context, span);
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

/** The target of a reference: a place, or a value of its own. */
function referred(variable: VariableNode, context: Context): CheckedExpression {
  const { initializer, span, type } = variable;
  const value = initializer?.kind === "value" ? initializer.value : initializer?.kind === "arguments" ? initializer.values[0] : undefined;
  if (value === undefined) throw referenceTarget(span, variable.name);
  const operand = context.lvalue(value);
  if (isReferable(operand)) return operand;
  const isAuto = type.kind === "reference" && type.to.kind === "auto";
  return isAuto ? operand : convertTo(context.type(type), operand, context, span);
}

/** Shared memory, in a kernel or, if `extern`, at file scope. */
export function sharedVariable(node: VariablesNode, variable: VariableNode, context: Context): Variable {
  const { span, initializer, name } = variable;
  if (initializer !== undefined) throw sharedValue(span);
  const type = context.type(variable.type);
  if (type.kind === "reference") throw sharedReference(span, typeName(type));
  const align = Math.max(alignOf(type), alignOfNode(variable, context));
  if (bytesOf(type) > MAX_SHARED_BYTES) throw sharedTooLarge(span, name, bytesOf(type), MAX_SHARED_BYTES);
  if (node.isExtern) return { name, type, span, isConst: false, memory: "dynamic shared", align };
  if (type.kind === "array" && type.length === 0) throw sharedLength(span);
  return { name, type, span, isConst: false, memory: "shared", align };
}

/** 512 KiB: local memory of a thread (CUDA C++ Programming Guide, technical specifications per compute capability). */
const MAX_LOCAL_BYTES = 524_288;

/** 227 KiB: the most that an H100 gives a block (CUDA C++ Programming Guide, compute capability 9.0). */
const MAX_SHARED_BYTES = 232_448;

function alignOfNode({ align, span }: VariableNode, context: Context): number {
  if (align === undefined) return 1;
  const operand = context.constant(align);
  const value = operand.kind === "constant" && isInteger(operand.type) ? integerOf(operand.value) : undefined;
  if (value === undefined) throw notConstant(span, "An alignment");
  return Number(value);
}
