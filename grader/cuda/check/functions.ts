import { isBaseOf } from "./types.ts";
import { argumentCount, functionUndefined, kernelCalled } from "../errors/call-errors.ts";
import { deviceFunctionCalled } from "../errors/host-errors.ts";
import { SourceError, type Span } from "../source-error.ts";
import type { FunctionNode, Initializer, TypeNode } from "../syntax/tree.ts";
import { changedNames, countReturns, labelsOf } from "./changed-names.ts";
import type { CheckedExpression, CheckedFunction, Parameter, Variable } from "./checked-tree.ts";
import type { Context } from "./context.ts";
import { convertTo, isReferable, load, memberOf } from "./conversions.ts";
import { isInHeaders, isOfLibrary } from "./library.ts";
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
  const isNative = body === undefined && context.isHost && isInHeaders(node.nameSpan);
  if (node.refused) throw node.refused;
  if (body === undefined && !isNative) throw functionUndefined(span, node.name);
  if (node.runs.global) throw kernelCalled(span, node.name);
  if (context.isHost && node.runs.device && !node.runs.host && !isOfLibrary(node)) throw deviceFunctionCalled(span, node.name);
  const { checker } = context;
  const bound = calleeContext(entity, given, context, span);
  if (self) bindOwnersTemplate(entity.node, node, self, bound, span);
  const types = node.parameters.map(({ type }, i) => parameterType(type, operands[i], bound, isNative));
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
  const written = resultNode.kind === "reference" || resultNode.kind === "pointer" ? resultNode.to : resultNode;
  const checked: Mutable = {
    name: isNative ? nativeName(node, self) : node.name,
    // What `decltype` names may be a parameter or a member: the first return says it as well.
    result: written.kind === "auto" || resultNode.kind === "decltype" ? undefined : bound.type(resultNode),
    ...(resultNode.kind === "reference" && { isReferenceDeduced: true }),
    self,
    parameters: [],
    memberInitializers: [],
    body: [],
    returns: body ? countReturns(body) : 0,
    instance,
    isOfLibrary: isOfLibrary(node) || isInHeaders(node.nameSpan),
    ...(isNative && { isNative }),
    ...(node.isCalled && { isCalled: true }),
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
      const changed = body && changedNames(body);
      for (const [i, parameter] of node.parameters.entries()) {
        const { name } = parameter;
        const isReference = parameter.type.kind === "reference";
        const fallback = operands[i] === undefined && parameter.fallback ? inner.expression(parameter.fallback) : undefined;
        const { type } = types[i]!.type ? types[i]! : parameterType(parameter.type, fallback, bound, isNative);
        if (type === undefined) throw argumentCount(span, node.name, argumentCounts(node), operands.length);
        const variable: Variable = { name, type, span, isConst: false, ...(context.isHost && { memory: "host" }) };
        checked.parameters.push({
          variable,
          isReference,
          fallback: parameter.fallback && argumentFor(type, isReference, inner.expression(parameter.fallback), inner, span),
          isAssigned: changed?.assigned.has(name) ?? false,
          isPassed: changed?.passed.has(name) ?? false,
        });
        if (name !== "") inner.scope.declare(name, { kind: "value", value: { kind: "variable", type, variable, span } });
      }
      if (context.isHost && self?.kind === "struct" && isConstructor(node, self))
        checked.memberInitializers.push(...otherMembers(node, self, inner, span));
      for (const { name, initializer } of node.memberInitializers)
        checked.memberInitializers.push(initializedMember(self!, name, initializer, inner, span));
      const bodyContext = inner.inner({ labels: body ? labelsOf(body) : [] });
      for (const statement of body?.statements ?? []) checked.body.push(...bodyContext.statement(statement));
    });
  } catch (error) {
    instances.delete(key);
    // An error in a function of a header stands at the call of it.
    if (error instanceof SourceError && isInHeaders(node.nameSpan) && isInHeaders(error.span)) throw error.at(span);
    throw error;
  }
  return checked;
}

/** The name of a function that the runtime has; of a method with that of its struct. */
function nativeName({ name }: FunctionNode, self: CudaType | undefined): string {
  return self?.kind === "struct" ? `${self.struct.name}::${name}` : name;
}

function isConstructor({ name }: FunctionNode, { struct }: CudaType & { kind: "struct" }): boolean {
  const plain = plainName(struct);
  return name === plain || name === `${struct.name}::${plain}`;
}

/** The members and bases of an object that a constructor does not name. */
function otherMembers(
  { memberInitializers }: FunctionNode,
  self: CudaType & { kind: "struct" },
  context: Context,
  span: Span,
): CheckedFunction["memberInitializers"] {
  const named = new Set(memberInitializers.map(({ name }) => name));
  const { struct } = self;
  if (named.has(struct.name) || named.has(plainName(struct))) return [];
  const object: CheckedExpression = { kind: "self", type: self, span };
  return context.checker.visit.ownParts(self, named, context, span).map(([path, value]) => ({
    target: path === "" ? { kind: "base", type: value.type, operand: object, span } : memberOf(object, path.slice(1), span),
    value,
  }));
}

/** The type of a parameter; of `auto` and of what stands for a function or a group that of the argument. */
function parameterType(
  node: TypeNode,
  operand: CheckedExpression | undefined,
  context: Context,
  isNative: boolean,
): { readonly type: CudaType | undefined; readonly isLeftOpen: boolean } {
  const isReference = node.kind === "reference";
  const written = isReference ? node.to : node;
  const type = written.kind === "auto" ? undefined : context.type(written);
  if (type === undefined || (type.kind === "lambda" && !isNative && isTypedByArgument(operand)) || type.kind === "group") {
    if (operand === undefined) return { type, isLeftOpen: true };
    return { type: isReference && isReferable(operand) ? operand.type : load(operand).type, isLeftOpen: true };
  }
  const decayed = type.kind === "array" && !isReference ? pointerTo(type.of) : type;
  return { type: decayed, isLeftOpen: false };
}

/** Whether a parameter for a function has the argument's type: null has none. */
function isTypedByArgument(operand: CheckedExpression | undefined): boolean {
  return operand === undefined || operand.type.kind === "lambda" || operand.type.kind === "struct";
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
  const isOpen = type.kind === "lambda" && (!context.isHost || sameType(type, operand.type));
  return isOpen || type.kind === "group"
    ? load(operand)
    : convertTo(type.kind === "array" ? pointerTo(type.of) : type, operand, context, span);
}

/** A method's body may stand outside of its struct: `float S::f() {…}`. */
function withBody({ node, scope }: FunctionEntity, self: { readonly type: CudaType } | undefined): FunctionNode {
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
function bindOwnersTemplate(declared: FunctionNode, defined: FunctionNode, self: CudaType, context: Context, span: Span): void {
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
  if (initializer.kind === "list") return context.list(type, initializer.list);
  const values = initializer.kind === "value" ? [initializer.value] : initializer.values;
  return context.construct(type, values, span);
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
