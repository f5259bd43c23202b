import { isBaseOf } from "./types.ts";
import { argumentCount, functionUndefined, kernelCalled } from "../errors/call-errors.ts";
import type { Span } from "../source-error.ts";
import type { FunctionNode, Initializer, TypeNode } from "../syntax/tree.ts";
import { changedNames, countReturns } from "./changed-names.ts";
import type { CheckedExpression, CheckedFunction, Parameter, Variable } from "./checked-tree.ts";
import { construct, constructFromList } from "./construct.ts";
import type { Context } from "./context.ts";
import { convertTo, isReferable, load, memberOf } from "./conversions.ts";
import { isOfLibrary } from "./library.ts";
import { bindTemplate } from "./names.ts";
import { argumentCounts, calleeContext, type Chosen } from "./overloads.ts";
import { type FunctionEntity, withDefaultsOf } from "./scope.ts";
import { argumentKey, identityOf } from "./structs.ts";
import { builtInType, plainName, pointerTo, sameType, type CudaType, type StructType } from "./types.ts";

/** Functions with the arguments of their templates, checked once for each. */

type Mutable = CheckedFunction & { parameters: Parameter[]; memberInitializers: CheckedFunction["memberInitializers"][number][] };

/** The function that a call means, for these arguments. @param self the type of the object that a method works on */
export function instantiated(
  { entity, given }: Chosen,
  operands: readonly CheckedExpression[],
  self: CudaType | undefined,
  context: Context,
  span: Span,
): CheckedFunction {
  const node = withBody(entity, self && { type: self });
  const { body } = node;
  if (node.refused) throw node.refused;
  if (body === undefined) throw functionUndefined(span, node.name);
  if (node.runs.global) throw kernelCalled(span, node.name);
  const { checker } = context;
  const bound = calleeContext(entity, given, context, span);
  if (self) bindOwnersTemplate(entity.node, node, self, bound, span);
  const types = node.parameters.map(({ type }, i) => parameterType(type, operands[i], bound));
  const instance = `${given.map(argumentKey).join()} ${self ? argumentKey({ kind: "type", type: self }) : ""}`;
  const key = [
    identityOf(entity.scope),
    instance,
    ...types.map(({ isLeftOpen, type }) => (isLeftOpen && type ? argumentKey({ kind: "type", type }) : "")),
  ].join();
  const instances = checker.instances.get(entity.node) ?? new Map<string, CheckedFunction>();
  checker.instances.set(entity.node, instances);
  const known = instances.get(key);
  if (known) {
    checker.expectResult(known, span);
    return known;
  }
  const resultNode = node.result;
  const checked: Mutable = {
    name: node.name,
    // What `decltype` names may be a parameter or a member: the first return says it as well.
    result: resultNode.kind === "auto" || resultNode.kind === "decltype" ? undefined : bound.type(resultNode),
    self,
    parameters: [],
    memberInitializers: [],
    body: [],
    returns: countReturns(body),
    instance,
    isOfLibrary: isOfLibrary(node),
    nameSpan: node.nameSpan,
  };
  instances.set(key, checked);
  try {
    checker.inside(checked, span, () => {
      const inner = bound.with({
        frame: { name: node.name, function: checked, self, isKernel: false },
        canBreak: false,
        canContinue: false,
      });
      if (self?.kind === "struct") declareMembers(self, inner);
      const changed = changedNames(body);
      for (const [i, parameter] of node.parameters.entries()) {
        const { name } = parameter;
        const isReference = parameter.type.kind === "reference";
        const fallback = operands[i] === undefined && parameter.fallback ? inner.expression(parameter.fallback) : undefined;
        const { type } = types[i]!.type ? types[i]! : parameterType(parameter.type, fallback, bound);
        if (type === undefined) throw argumentCount(span, node.name, argumentCounts(node), operands.length);
        const variable: Variable = { name, type, span, isConst: false };
        checked.parameters.push({
          variable,
          isReference,
          fallback: parameter.fallback && argumentFor(type, isReference, inner.expression(parameter.fallback), inner, span),
          isAssigned: changed.assigned.has(name),
          isPassed: changed.passed.has(name),
        });
        if (name !== "") inner.scope.declare(name, { kind: "value", value: { kind: "variable", type, variable, span } });
      }
      for (const { name, initializer } of node.memberInitializers)
        checked.memberInitializers.push(initializedMember(self!, name, initializer, inner, span));
      const bodyContext = inner.inner();
      for (const statement of body.statements) checked.body.push(...bodyContext.statement(statement));
    });
  } catch (error) {
    instances.delete(key);
    throw error;
  }
  return checked;
}

/** The type of a parameter; of `auto` and of what stands for a function or a group that of the argument. */
function parameterType(
  node: TypeNode,
  operand: CheckedExpression | undefined,
  context: Context,
): { readonly type: CudaType | undefined; readonly isLeftOpen: boolean } {
  const isReference = node.kind === "reference";
  const written = isReference ? node.to : node;
  const type = written.kind === "auto" ? undefined : context.type(written);
  if (type === undefined || type.kind === "lambda" || type.kind === "group") {
    if (operand === undefined) return { type, isLeftOpen: true };
    return { type: isReference && isReferable(operand) ? operand.type : load(operand).type, isLeftOpen: true };
  }
  const decayed = type.kind === "array" && !isReference ? pointerTo(type.of) : type;
  return { type: decayed, isLeftOpen: false };
}

/** An argument as its parameter takes it: what a reference refers to, or a value. */
export function argumentFor(
  type: CudaType,
  isReference: boolean,
  operand: CheckedExpression,
  context: Context,
  span: Span,
): CheckedExpression {
  if (isReference && isReferable(operand)) {
    if (sameType(type, operand.type)) return operand;
    if (isBaseOf(type, operand.type)) return { kind: "base", type, operand, span: operand.span };
  }
  return type.kind === "lambda" || type.kind === "group"
    ? load(operand)
    : convertTo(type.kind === "array" ? pointerTo(type.of) : type, operand, context, span);
}

/** A method's body may stand outside of its struct: `float S::f() {…}`. */
export function withBody({ node, scope }: FunctionEntity, self: { readonly type: CudaType } | undefined): FunctionNode {
  if (node.body !== undefined || node.refused) return node;
  const owner = self?.type.kind === "struct" ? self.type.struct.name : "";
  for (const name of [`${owner}::${node.name}`, node.name]) {
    const outside = scope.find(name);
    const same = outside?.kind === "functions" ? outside.functions.filter((other) => sameParameters(other.node, node)) : [];
    const found = same.find((other) => other.node.body ?? other.node.refused);
    if (found) return withDefaultsOf(node, found.node);
  }
  return node;
}

/** Binds the names that the template's parameters have where a method's body stands outside of its struct. */
export function bindOwnersTemplate(declared: FunctionNode, defined: FunctionNode, self: CudaType, context: Context, span: Span): void {
  if (declared === defined || self.kind !== "struct" || declared.templateParameters.length > 0) return;
  if ((self.struct.node?.templateParameters.length ?? 0) > 0)
    bindTemplate(defined.templateParameters, self.struct.given ?? [], context, span);
}

function sameParameters(a: FunctionNode, b: FunctionNode): boolean {
  return (
    a.parameters.length === b.parameters.length &&
    a.isConst === b.isConst &&
    a.parameters.every(({ type }, i) => looksLike(type, b.parameters[i]!.type))
  );
}

/** Whether two types are written alike, but for names: those of a template's parameters may differ. */
function looksLike(a: TypeNode, b: TypeNode): boolean {
  if (a.kind === "pointer" || a.kind === "reference") return b.kind === a.kind && looksLike(a.to, b.to);
  if (a.kind === "named" && b.kind === "named") {
    const [first, second] = [a, b].map(({ name }) => builtInType(name));
    return first === second || (first !== undefined && second !== undefined && sameType(first, second));
  }
  return a.kind === b.kind;
}

function initialized(type: CudaType, initializer: Initializer, context: Context, span: Span): CheckedExpression {
  if (initializer.kind === "list") return constructFromList(type, initializer.list, context);
  const values = initializer.kind === "value" ? [initializer.value] : initializer.values;
  return construct(type, values, context, span);
}

function declareMembers(self: CudaType & { kind: "struct" }, context: Context): void {
  for (const { name } of self.struct.fields) {
    if (name === "") continue;
    const value = memberOf({ kind: "self", type: self, span: NOWHERE }, name, NOWHERE);
    context.scope.declare(name, { kind: "value", value });
  }
}

const NOWHERE: Span = { from: 0, to: 0 };

function initializedMember(self: CudaType, name: string, initializer: Initializer, context: Context, span: Span) {
  const own = self.kind === "struct" ? self.struct : undefined;
  const isNamed = (struct: StructType) => struct.name === name || plainName(struct) === name;
  const base = own?.bases.find((type) => type.kind === "struct" && isNamed(type.struct));
  const object: CheckedExpression = { kind: "self", type: self, span };
  if ((own && isNamed(own)) || base) {
    const value = initialized(base ?? self, initializer, context, span);
    return { target: base ? ({ kind: "base", type: base, operand: object, span } as const) : object, value };
  }
  const target = memberOf(object, name, span);
  return { target, value: initialized(target.type, initializer, context, span) };
}
