import { NotKnownError } from "../errors/constant-errors.ts";
import { deviceVariableInHost } from "../errors/host-errors.ts";
import { autoPointer, autoValue, referenceTarget, voidVariable } from "../errors/type-errors.ts";
import { SourceError, type Span } from "../source-error.ts";
import type { Initializer, TypeNode, VariableNode, VariablesNode } from "../syntax/tree.ts";
import type { CheckedExpression, CheckedStatement, Variable } from "./checked-tree.ts";
import type { Context } from "./context.ts";
import { constantOf, convertTo, elementAt, isReferable, load, memberOf } from "./conversions.ts";
import { isFoldable } from "./folding.ts";
import { initialValue } from "./host-values.ts";
import { isInHeaders } from "./library.ts";
import { I32, I64, decayed, isBaseOf, isFunctionPointer, pointerTo, sameType, typeName, type CudaType } from "./types.ts";
import { wrongNames } from "./variables.ts";
import { constant } from "../ir/values.ts";

/** Variables of the host. */

export function checkHostVariables(node: VariablesNode, context: Context): CheckedStatement[] {
  if (node.memory !== undefined) throw deviceVariableInHost(node.span);
  return node.variables.flatMap((variable) => {
    const statements = declared(node, variable, context);
    if (variable.bindings) bindNames(variable.bindings, variable.name, context, variable.span);
    return statements;
  });
}

/** A variable of the host, which its name stands for. */
export function declareHost(name: string, type: CudaType, context: Context, span: Span, further: Partial<Variable> = {}): Variable {
  if (type.kind === "void") throw voidVariable(span, name);
  const variable: Variable = { name, type, span, isConst: false, memory: "host", ...further };
  if (name !== "") context.scope.declare(name, { kind: "value", value: { kind: "variable", type, variable, span } });
  return variable;
}

/** `auto [a, b] = pair;`: each name stands for a member. */
export function bindNames(names: readonly string[], object: string, context: Context, span: Span): void {
  const entity = context.scope.find(object);
  if (entity?.kind !== "value") return;
  const parts = membersOf(entity.value, span);
  if (parts.length !== names.length) throw wrongNames(names, entity.value.type, parts.length, span);
  for (const [i, name] of names.entries()) context.scope.declare(name, { kind: "value", value: parts[i]! });
}

function membersOf(object: CheckedExpression, span: Span): CheckedExpression[] {
  const { type } = object;
  if (type.kind === "array")
    return Array.from({ length: type.length }, (_, i) => elementAt(object, constantOf(I32, constant("i32", i), span), span));
  if (type.kind !== "struct") return [];
  const { fields, name, node } = type.struct;
  const members = fields.map((field) => memberOf(object, field.name, span));
  if (name !== "tuple" || !node || !isInHeaders(node.span)) return members;
  // The first, and a tuple of the others.
  const [head, tail] = members;
  return head && tail ? [head, ...membersOf(tail, span)] : [];
}

function declared(node: VariablesNode, variable: VariableNode, context: Context): CheckedStatement[] {
  const { name, initializer, span } = variable;
  if (isKnownConstant(node, variable, context)) return [];
  if (takesItsType(variable.type, initializer)) return fromValue(variable, context);
  const sized = typeOrLength(variable.type, context);
  if ("count" in sized) {
    const array = declareHost(name, pointerTo(sized.of), context, span);
    context.checker.runtimeArrays.add(array);
    return [{ kind: "runtime-array", variable: array, ...sized, span }];
  }
  const type = lengthOf(sized, initializer);
  // Known in its own initializer: `Node *node = (Node *)malloc(sizeof(*node));`
  const own = declareHost(name, type, context, span, node.isStatic ? { isStatic: true } : {});
  return [{ kind: "variable", variable: own, initial: initialValue(type, initializer, context, span), isReference: false }];
}

/** A reference, or a variable that has the type of its value. */
function fromValue({ name, type: written, initializer, span }: VariableNode, context: Context): CheckedStatement[] {
  const value = initializer?.kind === "value" ? initializer.value : undefined;
  if (!value) throw written.kind === "reference" ? referenceTarget(span, name) : autoValue(span);
  if (written.kind === "reference") {
    const target = context.lvalue(value);
    const type = written.to.kind === "auto" ? target.type : context.type(written.to);
    const initial = referred(type, target, context, span);
    return [{ kind: "variable", variable: declareHost(name, type, context, span), initial, isReference: true }];
  }
  const given = context.expression(value);
  const type = decayed(load(given).type);
  const isFunction = given.kind === "function" || isFunctionPointer(type);
  let to: CudaType | undefined = type;
  for (let left: TypeNode = written; left.kind === "pointer" && left.to.kind !== "function"; left = left.to)
    to = to?.kind === "pointer" ? to.to : to && left.to.kind === "auto" && isFunction ? to : undefined;
  if (!to) throw autoPointer(span, typeName(type));
  const initial = convertTo(type, given, context, span);
  return [{ kind: "variable", variable: declareHost(name, type, context, span), initial, isReference: false }];
}

/** The target of a reference: what is there, or a value of its own. */
function referred(type: CudaType, target: CheckedExpression, context: Context, span: Span): CheckedExpression {
  if (isReferable(target) && sameType(type, target.type)) return target;
  if (isReferable(target) && isBaseOf(type, target.type)) return { kind: "base", type, operand: target, span };
  return convertTo(type, target, context, span);
}

/** A type; for an array whose length is not known before the program runs, its elements' type and the length. */
function typeOrLength(node: TypeNode, context: Context): CudaType | { of: CudaType; count: CheckedExpression } {
  try {
    return context.type(node);
  } catch (error) {
    if (!(error instanceof NotKnownError) || node.kind !== "array" || !node.length) throw error;
    return { of: context.type(node.of), count: convertTo(I64, context.expression(node.length), context, node.length.span) };
  }
}

/** A constant with a known value can be an array's length and a template's argument: `const int N = 256;` */
function isKnownConstant(
  { isConstexpr }: VariablesNode,
  { name, bindings, type: node, initializer, span }: VariableNode,
  context: Context,
): boolean {
  const isConst = isConstexpr || ("isConst" in node && node.isConst);
  if (bindings || !isConst || initializer?.kind !== "value" || (node.kind !== "named" && node.kind !== "auto")) return false;
  try {
    const inner = context.inner();
    const given = inner.expression(initializer.value);
    const type = node.kind === "auto" ? load(given).type : context.type(node);
    if (type.kind !== "scalar" && type.kind !== "pointer") return false;
    const initial = convertTo(type, given, inner, span);
    if (!isConstexpr && !isFoldable(initial)) return false;
    const known = context.checker.evaluate(initial, isConstexpr);
    if (!known || !("kind" in known) || known.kind !== "constant") return false;
    context.scope.declare(name, { kind: "value", value: constantOf(type, known, span) });
    return true;
  } catch (error) {
    // What only the host can work out is no constant.
    if (error instanceof SourceError) return false;
    throw error;
  }
}

/** A reference, or a type that is left to the value: `auto`, `auto *`, `auto &`; a pointer to a lambda that has no single type. */
function takesItsType(node: TypeNode, initializer: Initializer | undefined): boolean {
  const lambda = initializer?.kind === "value" && initializer.value.kind === "lambda" ? initializer.value : undefined;
  const isGeneric = lambda?.parameters.some(({ type }) => isLeftToValue(type)) === true;
  if (node.kind === "named") return node.name === "std::function" && isGeneric;
  if (node.kind !== "pointer") return node.kind === "auto" || node.kind === "reference";
  return node.to.kind === "auto" || (node.to.kind === "function" && isGeneric);
}

/** `auto`, `auto &` and pointers to functions: which function it is, only the argument says. */
function isLeftToValue(node: TypeNode): boolean {
  const of = node.kind === "pointer" || node.kind === "reference" ? node.to : node;
  return of.kind === "auto" || of.kind === "function" || (of.kind === "named" && of.name === "std::function");
}

export function lengthOf(type: CudaType, initializer: Initializer | undefined): CudaType {
  if (type.kind !== "array" || type.length !== 0) return type;
  const list = initializer?.kind === "list" ? initializer.list : initializer?.kind === "value" ? initializer.value : undefined;
  if (list?.kind === "list") return { ...type, length: list.items.length };
  return list?.kind === "string" ? { ...type, length: new TextEncoder().encode(list.value).length + 1 } : type;
}

/** A variable outside of functions, unless it is a constant that is known. */
export function checkHostGlobal({ name, type: written, initializer, span }: VariableNode, context: Context): CheckedStatement[] {
  const entity = context.scope.find(name);
  // What is known needs no memory; a table that kernels may read is the host's as well.
  if (entity?.kind !== "refused" && !(entity?.kind === "value" && entity.value.kind === "variable")) return [];
  try {
    const given = written.kind === "auto" && initializer?.kind === "value" ? load(context.expression(initializer.value)) : undefined;
    const type = given ? decayed(given.type) : lengthOf(context.type(written), initializer);
    const variable = declareHost(name, type, context, span, { isStatic: true });
    declareMember(name, variable, context, span);
    const initial = given ?? initialValue(type, initializer, context, span);
    return [{ kind: "variable", variable, initial, isReference: false }];
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    // That matters only to code that uses it.
    context.scope.declare(name, { kind: "refused", error });
    return [];
  }
}

/** `int S::count = 0;` defines what all objects of a struct share. */
function declareMember(name: string, variable: Variable, context: Context, span: Span): void {
  const at = name.lastIndexOf("::");
  const owner = at < 0 ? undefined : context.scope.find(name.slice(0, at));
  if (owner?.kind !== "struct-template" || owner.node.templateParameters.length > 0) return;
  const type = context.struct(owner, [], span);
  if (type.kind !== "struct") return;
  const scope = type.struct.scope as Context["scope"];
  scope.declare(name.slice(at + 2), { kind: "value", value: { kind: "variable", type: variable.type, variable, span } });
}
