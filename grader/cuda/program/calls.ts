import { argumentCount, functionUndefined, kernelCalled, noOverload, notAFunction, returnMissing } from "../errors/call-errors.ts";
import { notInType } from "../errors/name-errors.ts";
import { noMember, operatorTypes } from "../errors/type-errors.ts";
import { SourceError, type Span } from "../source-error.ts";
import type { Block, Expression, FunctionNode, Initializer, ListExpression, TemplateArgument, TypeNode } from "../syntax/tree.ts";
import { baseOf, elementOf, fixed, isBaseOf, memberOf, pointerValue, store, valueOf } from "./access.ts";
import { changedNames, countReturns, type ChangedNames } from "./changed-names.ts";
import { callBuiltIn, isBuiltIn } from "./builtins.ts";
import { construct, constructFromList, constructorName, constructorsOf, withOwnValues } from "./construct.ts";
import type { CallFrame, Context } from "./context.ts";
import { convertTo } from "./conversions.ts";
import { isGroupFunction } from "./group-names.ts";
import { callGroupFunction, callGroupMethod } from "./group-calls.ts";
import {
  bindTemplate,
  evaluated,
  lookUp,
  matched,
  memberOfOwner,
  refusalOf,
  typeByName,
  unify,
  unknownName,
  withoutLibrary,
} from "./names.ts";
import { isOfLibrary } from "./library.ts";
import { hasPack, originalOf } from "./pack-texts.ts";
import { expandFunction, expandLambda } from "./pack-expansion.ts";
import { type FunctionEntity, isPlace, type Operand, type Place, Scope, withDefaultsOf } from "./scope.ts";
import type { Step } from "../ir/program.ts";
import { argumentKey } from "./structs.ts";
import {
  alignOf,
  builtInType,
  hasUnion,
  isFloating,
  isInteger,
  plainName,
  pointerTo,
  sameType,
  typeName,
  VOID,
  type CudaType,
  type GivenArgument,
  type StructType,
} from "./types.ts";
import { constant, integerOf, read } from "../ir/values.ts";
import { numericLimit } from "./numeric-limits.ts";

/** Calls of functions: which one is meant, and its body written out in place of the call. */

export function callFunction(expression: Expression & { kind: "call" }, context: Context): Operand {
  const { callee, span } = expression;
  if (callee.kind === "member") return callMethod(callee, expression.arguments, context, span);
  if (callee.kind !== "name") return callValue(context.expression(callee), evaluatedOperands(expression.arguments, context), context, span);
  const { name, owner, templateArguments } = callee;
  if (owner) {
    const limit = numericLimit(owner, name, context);
    if (limit) return limit;
  }
  const entity = owner ? memberOfOwner(owner, name, context, callee.span) : lookUp(name, templateArguments, context, callee.span);
  const refused = entity && refusalOf(entity);
  if (refused) throw new SourceError(refused.message, entity.kind === "refused" ? callee.span : refused.span, refused.code);
  if (entity?.kind === "operand") return callValue(entity.operand, evaluatedOperands(expression.arguments, context), context, span);
  if (entity?.kind === "functions" && !(isBuiltIn(name) && fitsBuiltIn(expression, entity.functions, context))) {
    const operands = expression.arguments.map((argument) => context.expression(argument));
    return callOneOf(name, entity.functions, templateArguments, operands, context, span);
  }
  if (owner && entity === undefined) throw notInType(callee.span, name, typeName(context.type(owner)));
  const plain = withoutLibrary(name);
  const [only, ...others] = expression.arguments;
  if (entity === undefined && (plain === "move" || plain === "forward") && only && others.length === 0) return context.lvalue(only);
  if (entity === undefined && isGroupFunction(plain)) {
    return callGroupFunction(
      plain,
      templateArguments === undefined ? [] : evaluated(templateArguments, context),
      expression.arguments,
      context,
      span,
    );
  }
  const type =
    entity?.kind === "type" ? entity.type : isBuiltIn(name) ? undefined : typeByName(name, templateArguments, context, callee.span);
  if (type) return construct(type, expression.arguments, context, span);
  if (isBuiltIn(name)) return callNamedBuiltIn(expression, name, templateArguments, context);
  throw unknownName(name, context, callee.span);
}

function callNamedBuiltIn(
  { arguments: given, span }: Expression & { kind: "call" },
  name: string,
  templateArguments: readonly TemplateArgument[] | undefined,
  context: Context,
): Operand {
  return callBuiltIn(name, templateArguments === undefined ? [] : evaluated(templateArguments, context), given, context, span);
}

/** Whether a call of a function that the headers and the text both declare means that of the headers: none of the text's fits as well. */
function fitsBuiltIn(expression: Expression & { kind: "call" }, functions: readonly FunctionEntity[], context: Context): boolean {
  const { callee, span } = expression;
  if (callee.kind !== "name") return false;
  const { name, templateArguments } = callee;
  // Not evaluated: only types count.
  const aside = context.inner({ steps: [] });
  const operands = evaluatedOperands(expression.arguments, aside);
  const [best] = fittingFunctions(functions, templateArguments, operands.map(argumentOf), aside, span);
  if (best && best.cost < 1) return false;
  try {
    callNamedBuiltIn(expression, name, templateArguments, aside);
    return true;
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return best === undefined;
  }
}

function evaluatedOperands(given: readonly Expression[], context: Context): Operand[] {
  return given.map((argument) => context.expression(argument));
}

function callOneOf(
  name: string,
  functions: readonly FunctionEntity[],
  templateArguments: readonly TemplateArgument[] | undefined,
  operands: readonly Operand[],
  context: Context,
  span: Span,
): Operand {
  const chosen = chooseFunction(name, functions, templateArguments, operands.map(argumentOf), context, span);
  const { self } = context.frame;
  const isMethod =
    self?.type.kind === "struct" && self.type.struct.methods.some(({ node }) => originalOf(node) === originalOf(chosen.entity.node));
  return inline(chosen, operands, isMethod ? self : undefined, context, span);
}

/** Calls a lambda, a function that was passed on, or a struct with `operator()`. */
export function callValue(operand: Operand, operands: readonly Operand[], context: Context, span: Span): Operand {
  if (operand.type.kind === "struct") return operatorFunction("operator()", [operand, ...operands], context, span);
  if (operand.kind === "function") {
    return callOneOf(operand.name, operand.functions, undefined, operands, context, span);
  }
  if (operand.kind !== "lambda") throw notAFunction(span, typeName(operand.type));
  const { scope, self } = operand.lambda;
  const node = hasPack(operand.lambda.node.parameters) ? expandLambda(operand.lambda.node, operands.length) : operand.lambda.node;
  const asFunction: FunctionNode = {
    kind: "function",
    name: "lambda",
    templateParameters: [],
    result: node.result ?? { kind: "auto", isConst: false, span: node.span },
    parameters: node.parameters,
    runs: { global: false, device: true, host: true },
    body: node.body,
    memberInitializers: [],
    isConst: true,
    isStatic: false,
    span: node.span,
    nameSpan: node.span,
  };
  return inline({ entity: { node: asFunction, scope }, given: [] }, operands, self, context, span);
}

function callMethod(callee: Expression & { kind: "member" }, given: readonly Expression[], context: Context, span: Span): Operand {
  let self = context.expression(callee.base);
  if (callee.arrow) self = elementOf(self, constant("i32", 0), context, span);
  const { type } = self;
  if (self.kind === "group") return callGroupMethod(self, callee.name, given, context, span);
  if (type.kind !== "struct") throw noMember(span, typeName(type), callee.name, []);
  const methods = methodsOf(type, callee.name);
  if (methods.length === 0) return callValue(memberOf(self, callee.name, callee.span), evaluatedOperands(given, context), context, span);
  const operands = given.map((argument) => context.expression(argument));
  const chosen = chooseFunction(callee.name, methods, callee.templateArguments, operands.map(argumentOf), context, span);
  return inline(chosen, operands, selfPlace(self, context, span), context, span);
}

/** What `this` points to: the object itself, or a copy of a value. */
function selfPlace(self: Operand, context: Context, span: Span): Place {
  if (isPlace(self)) return fixed(self, context, span);
  return ownVariable("this", self.type, self, context, span);
}

function methodsOf(type: CudaType, name: string): FunctionEntity[] {
  if (type.kind !== "struct") return [];
  return type.struct.methods.flatMap(({ node, scope }) => (node.name === name ? [{ node, scope: scope as Scope }] : []));
}

/** A constructor: fields are set by its list, then its body runs. */
export function callConstructor(type: CudaType, operands: readonly Operand[], context: Context, span: Span): Operand {
  const chosen = chooseFunction(typeName(type), methodsOf(type, constructorName(type)), undefined, operands.map(argumentOf), context, span);
  const self = ownVariable(typeName(type), type, withOwnValues(type, context, span), context, span);
  inline(chosen, operands, self, context, span);
  return valueOf(self, context, span);
}

/** `operator float()` of a struct. */
export function callConversion(to: CudaType, operand: Operand, context: Context, span: Span): Operand | undefined {
  if (operand.type.kind !== "struct") return undefined;
  const conversions = operand.type.struct.methods
    .filter(({ node }) => node.name.startsWith("operator ") && node.parameters.length === 0)
    .map((method) => ({ entity: { node: method.node, scope: method.scope as Scope }, given: [] }));
  const chosen =
    conversions.find(({ entity }) => sameType(calleeContext(entity, [], context, span).type(entity.node.result), to)) ?? conversions[0];
  return chosen && inline(chosen, [], selfPlace(operand, context, span), context, span);
}

/** An operator that the text declares for a struct: as a method, or as a function. */
export function operatorFunction(name: string, operands: readonly Operand[], context: Context, span: Span): Operand {
  const [first, ...others] = operands;
  if (first?.type.kind === "struct") {
    const methods = methodsOf(first.type, name).filter(({ node }) => node.parameters.length === others.length);
    if (methods.length > 0) {
      const chosen = chooseFunction(name, methods, undefined, others.map(argumentOf), context, span);
      return inline(chosen, others, selfPlace(first, context, span), context, span);
    }
  }
  const entity = context.scope.find(name);
  if (entity?.kind !== "functions") {
    throw operatorTypes(
      span,
      name.replace("operator", ""),
      operands.map(({ type }) => typeName(type)),
    );
  }
  return inline(
    chooseFunction(name, entity.functions, undefined, operands.map(argumentOf), context, span),
    operands,
    undefined,
    context,
    span,
  );
}

/** The facts of an argument that choose a function. */
export interface Argument {
  readonly type: CudaType;
  /** A list in braces, whose type is that of the parameter. */
  readonly list?: ListExpression;
  /** An integer that is known to be 0 can be a null pointer. */
  readonly isZero?: boolean;
}

function argumentOf(operand: Operand): Argument {
  const { type } = operand;
  if (operand.kind === "list") return { type, list: operand.list };
  return { type, isZero: operand.kind === "value" && Number(integerOf(operand.value)) === 0 };
}

export interface Chosen {
  readonly entity: FunctionEntity;
  readonly given: readonly (GivenArgument | undefined)[];
}

/** The numbers of arguments that a function takes: its parameters may have defaults. */
function argumentCounts({ parameters }: FunctionNode): number[] {
  const least = parameters.findIndex(({ fallback }) => fallback);
  const first = least < 0 ? parameters.length : least;
  return Array.from({ length: parameters.length - first + 1 }, (_, more) => first + more);
}

/** The overload or template that fits the arguments best. */
export function chooseFunction(
  name: string,
  candidates: readonly FunctionEntity[],
  templateArguments: readonly TemplateArgument[] | undefined,
  operands: readonly Argument[],
  context: Context,
  span: Span,
): Chosen {
  const [best] = fittingFunctions(candidates, templateArguments, operands, context, span);
  // One that is not understood has no parameters: it can be the one that is meant.
  const { refused } = (best?.entity ?? candidates.find((candidate) => candidate.node.refused))?.node ?? {};
  if (refused) throw refused;
  if (best) return specialized(best, candidates, context);
  const [only] = candidates;
  if (candidates.length === 1 && only && only.node.parameters.length !== operands.length && !hasPack(only.node.parameters)) {
    throw argumentCount(span, name, argumentCounts(only.node), operands.length);
  }
  throw noOverload(
    span,
    name,
    operands.map(({ type }) => typeName(type)),
  );
}

/** The overloads and templates that can be called with the arguments, the best first. */
function fittingFunctions(
  candidates: readonly FunctionEntity[],
  templateArguments: readonly TemplateArgument[] | undefined,
  operands: readonly Argument[],
  context: Context,
  span: Span,
): (Chosen & { readonly cost: number })[] {
  const explicit = templateArguments === undefined ? [] : evaluated(templateArguments, context);
  const fitting = candidates.flatMap((written) => {
    const entity = withoutPacks(written, explicit.length, operands);
    if (!entity || entity.node.specializes) return [];
    const { parameters } = entity.node;
    const fewest = parameters.filter(({ fallback }) => fallback === undefined).length;
    if (operands.length < fewest || operands.length > parameters.length) return [];
    const given = deduced(entity, explicit, operands);
    if (given === undefined) return [];
    const cost = unlessRefused(() => conversionCost(entity, given, operands, context, span), candidates.length === 1);
    const isTemplate = written.node.templateParameters.length > 0;
    return cost === undefined ? [] : [{ entity, given, cost: cost + (isTemplate ? 0.5 : 0) + (entity === written ? 0 : 0.25) }];
  });
  return fitting.toSorted((a, b) => a.cost - b.cost);
}

/** A function with its packs written out for these arguments; undefined if they are too few. */
function withoutPacks(entity: FunctionEntity, explicit: number, operands: readonly Argument[]): FunctionEntity | undefined {
  const { node, scope } = entity;
  if (!hasPack(node.templateParameters) && !hasPack(node.parameters)) return entity;
  const expanded = expandFunction(node, explicit, operands);
  return expanded && { node: expanded, scope };
}

/** The specialization for the arguments that a template was chosen with, or the template itself. */
function specialized(chosen: Chosen, candidates: readonly FunctionEntity[], context: Context): Chosen {
  const { templateParameters } = chosen.entity.node;
  if (templateParameters.length === 0) return chosen;
  const special = candidates.find(
    ({ node, scope }) => node.specializes && matched([], node.specializes, chosen.given, context.with({ scope, steps: [] })),
  );
  return special ? { entity: special, given: [] } : chosen;
}

/** The template arguments of a call, in order; undefined if they cannot be found. */
function deduced(
  { node }: FunctionEntity,
  explicit: readonly GivenArgument[],
  operands: readonly Argument[],
): (GivenArgument | undefined)[] | undefined {
  const found = new Map<string, GivenArgument>();
  for (const [i, parameter] of node.templateParameters.entries()) {
    const argument = explicit[i];
    if (argument) found.set(parameter.name, argument);
  }
  const names = new Set(node.templateParameters.map(({ name }) => name));
  for (const [i, operand] of operands.entries()) {
    const parameter = node.parameters[i];
    if (parameter && operand.list === undefined) unify(parameter.type, operand.type, names, found);
  }
  const list = node.templateParameters.map((parameter) => found.get(parameter.name));
  const missing = node.templateParameters.some((parameter, i) => list[i] === undefined && parameter.fallback === undefined);
  return missing ? undefined : list;
}

/** What cannot be put in for a template's parameters takes the template out of the choice; the only one says why. */
function unlessRefused<T>(find: () => T, isOnly: boolean): T | undefined {
  try {
    return find();
  } catch (error) {
    if (isOnly || !(error instanceof SourceError)) throw error;
    return undefined;
  }
}

function conversionCost(
  entity: FunctionEntity,
  given: Chosen["given"],
  operands: readonly Argument[],
  context: Context,
  span: Span,
): number | undefined {
  const inner = calleeContext(entity, given, context, span);
  let cost = 0;
  const { result, templateParameters } = entity.node;
  // `enable_if_t<…, int> f(T x)`: whether there is such a result decides.
  if (templateParameters.length > 0 && result.kind === "named" && (result.owner ?? result.templateArguments)) inner.type(result);
  for (const [i, operand] of operands.entries()) {
    const node = entity.node.parameters[i]!.type;
    if (node.kind === "auto" || (node.kind === "reference" && node.to.kind === "auto")) continue;
    const own = costTo(inner.type(node), operand, inner);
    if (own === undefined) return undefined;
    cost += own;
  }
  return cost;
}

function costTo(parameter: CudaType, operand: Argument, context: Context): number | undefined {
  const target = parameter.kind === "reference" ? parameter.to : parameter;
  const { type } = operand;
  if (operand.list) return target.kind === "struct" || target.kind === "array" ? 1 : operand.list.items.length <= 1 ? 2 : undefined;
  if (sameType(target, type)) return 0;
  if (target.kind === "array" || target.kind === "pointer") {
    const of = target.kind === "array" ? target.of : target.to;
    if (type.kind === "array") return sameType(of, type.of) ? 0 : of.kind === "void" ? 2 : undefined;
    if (type.kind === "pointer") return sameType(of, type.to) ? 0 : of.kind === "void" || type.to.kind === "void" ? 2 : undefined;
    return isInteger(type) && operand.isZero ? 3 : undefined;
  }
  if (target.kind === "scalar" && type.kind === "scalar") return isFloating(target) === isFloating(type) ? 1 : 2;
  if (target.kind === "scalar" && target.scalar === "bool" && type.kind === "pointer") return 3;
  if (target.kind === "group" && type.kind === "group") return 0;
  if (isBaseOf(target, type)) return 1;
  if (type.kind === "struct" && target.kind === "scalar")
    return type.struct.methods.some(({ node }) => node.name.startsWith("operator ")) ? 4 : undefined;
  if (target.kind === "struct" && constructorsOf(target).some((found) => convertsFrom(found, operand, context))) return 4;
  if (target.kind === "lambda") return type.kind === "lambda" || type.kind === "struct" ? 1 : undefined;
  if (target.kind === "group") return 1;
  if (
    target.kind === "struct" &&
    target.struct.name === "dim3" &&
    (isInteger(type) || (type.kind === "struct" && type.struct.name === "uint3"))
  )
    return 2;
  return undefined;
}

/** Whether a constructor makes an object of one operand, without another constructor in between. */
function convertsFrom({ node, scope }: StructType["methods"][number], operand: Argument, context: Context): boolean {
  if (!takesOne(node)) return false;
  if (node.templateParameters.length > 0) return true;
  const type = context.with({ scope: scope as Scope }).type(node.parameters[0]!.type);
  const of = type.kind === "reference" ? type.to : type;
  return of.kind === "struct" ? sameType(of, operand.type) || isBaseOf(of, operand.type) : costTo(of, operand, context) !== undefined;
}

function calleeContext(entity: FunctionEntity, given: Chosen["given"], context: Context, span: Span): Context {
  const inner = context.with({ scope: new Scope(entity.scope), steps: [] });
  bindTemplate(entity.node.templateParameters, given, inner, span);
  return inner;
}

/** Writes a function's body out in place of its call. */
function inline({ entity, given }: Chosen, operands: readonly Operand[], self: Operand | undefined, context: Context, span: Span): Operand {
  const node = withBody(entity, self);
  const { body } = node;
  if (node.refused) throw node.refused;
  if (body === undefined) throw functionUndefined(span, node.name);
  if (node.runs.global) throw kernelCalled(span, node.name);
  return context.builder.within(isOfLibrary(node) ? span : undefined, node.name, span, () => {
    const bound = calleeContext(entity, given, context, span);
    if (self) bindOwnersTemplate(entity.node, node, self.type, bound, span);
    const steps: Step[] = [];
    const resultNode = node.result;
    const frame: CallFrame = {
      name: node.name,
      // What `decltype` names may be a parameter or a member: the first return says it as well.
      result: resultNode.kind === "auto" || resultNode.kind === "decltype" ? undefined : bound.type(resultNode),
      resultPlace: undefined,
      returnTo: context.builder.label(),
      returns: 0,
      pointer: undefined,
      self,
      instance: `${given.map(argumentKey).join()} ${selfKey(self)}`,
      returnsOften: countReturns(body) > 1,
    };
    const inner = bound.with({ steps, frame, exits: { breakTo: undefined, continueTo: undefined } });
    if (self?.type.kind === "struct") declareMembers(self, inner);
    bindParameters(node, body, operands, inner, context, span);
    for (const { name, initializer } of node.memberInitializers) initializeMember(self!, name, initializer, inner, span);
    const bodyContext = inner.inner();
    for (const statement of body.statements) bodyContext.statement(statement);
    // The library's own places are none of the text.
    place(isOfLibrary(node) ? placedAt(steps, span) : steps, frame, context, span);
    if (frame.pointer) {
      const to = (frame.result as CudaType & { kind: "reference" }).to;
      return { kind: "memory", type: to, address: read(frame.pointer) };
    }
    if (frame.result === undefined || frame.result.kind === "void") return { kind: "nothing", type: VOID };
    if (frame.resultPlace === undefined) throw returnMissing(node.nameSpan, node.name);
    return frame.resultPlace;
  });
}

/** Steps with all that are in them, as if they stood at one place of the text. */
function placedAt(steps: readonly Step[], span: Span): Step[] {
  return steps.map((step): Step => {
    switch (step.kind) {
      case "if":
        return { ...step, then: placedAt(step.then, span), otherwise: placedAt(step.otherwise, span), span };
      case "block":
        return { ...step, body: placedAt(step.body, span), span };
      case "loop":
        return { ...step, body: placedAt(step.body, span), step: placedAt(step.step, span), span };
      default:
        return { ...step, span };
    }
  });
}

/** Adds the steps of a body to those of the caller. A body that returns only at its end needs no block around it. */
function place(steps: Step[], { returnTo, returns }: CallFrame, context: Context, span: Span): void {
  const last = steps.at(-1);
  const endsWithReturn = last?.kind === "leave" && last.label === returnTo;
  if (returns === 0 || (returns === 1 && endsWithReturn)) {
    for (const step of endsWithReturn ? steps.slice(0, -1) : steps) context.add(step);
    return;
  }
  context.add({ kind: "block", label: returnTo!, body: endsWithReturn ? steps.slice(0, -1) : steps, span });
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

/** Where a method's body stands outside of its struct, the template's parameters may have other names there. */
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

/** Methods of what a template makes differ with its arguments. */
function selfKey(self: Operand | undefined): string {
  return self === undefined ? "" : argumentKey({ kind: "type", type: self.type });
}

function takesOne({ parameters }: FunctionNode): boolean {
  return parameters.length > 0 && parameters.slice(1).every(({ fallback }) => fallback);
}

function initialized(type: CudaType, initializer: Initializer, context: Context, span: Span): Operand {
  if (initializer.kind === "list") return constructFromList(type, initializer.list, context);
  const values = initializer.kind === "value" ? [initializer.value] : initializer.values;
  return construct(type, values, context, span);
}

function declareMembers(self: Operand, context: Context): void {
  if (self.type.kind !== "struct") return;
  for (const field of self.type.struct.fields) {
    if (field.name !== "") context.scope.declare(field.name, { kind: "operand", operand: memberOf(self, field.name, NOWHERE) });
  }
}

const NOWHERE: Span = { from: 0, to: 0 };

function initializeMember(self: Operand, name: string, initializer: Initializer, context: Context, span: Span): void {
  const own = self.type.kind === "struct" ? self.type.struct : undefined;
  const isNamed = (struct: StructType) => struct.name === name || plainName(struct) === name;
  const base = own?.bases.find((type) => type.kind === "struct" && isNamed(type.struct));
  if ((own && isNamed(own)) || base) {
    const type = base ?? self.type;
    const value = initialized(type, initializer, context, span);
    store(base ? baseOf(self as Place, base) : (self as Place), value, context, span);
    return;
  }
  const member = memberOf(self, name, span) as Place;
  store(member, initialized(member.type, initializer, context, span), context, span);
}

function bindParameters(node: FunctionNode, body: Block, operands: readonly Operand[], inner: Context, caller: Context, span: Span): void {
  const changed = changedNames(body);
  for (const [i, parameter] of node.parameters.entries()) {
    // A default is looked up where the function is declared, and its steps come before the body.
    const operand = operands[i] ?? (parameter.fallback ? inner.with({ steps: caller.steps }).expression(parameter.fallback) : undefined);
    if (operand === undefined) throw argumentCount(span, node.name, argumentCounts(node), operands.length);
    if (parameter.name === "") continue;
    const bound = boundParameter(parameter.name, parameter.type, operand, changed, inner, caller, span);
    inner.scope.declare(parameter.name, { kind: "operand", operand: bound });
  }
}

function boundParameter(
  name: string,
  node: TypeNode,
  operand: Operand,
  changed: ChangedNames,
  inner: Context,
  caller: Context,
  span: Span,
): Operand {
  const isReference = node.kind === "reference";
  const written = isReference ? node.to : node;
  const type = written.kind === "auto" ? undefined : inner.type(written);
  if (isReference && isPlace(operand) && (type === undefined || sameType(type, operand.type))) return fixed(operand, caller, span);
  if (isReference && isPlace(operand) && type && isBaseOf(type, operand.type)) return fixed(baseOf(operand, type), caller, span);
  const decayed: CudaType | undefined = type?.kind === "array" ? pointerTo(type.of) : type;
  const value = decayed === undefined ? valueOf(operand, caller, span) : convertTo(decayed, operand, caller, span);
  if (value.kind === "group" || value.kind === "lambda" || value.kind === "function" || value.kind === "nothing") return value;
  if (value.kind === "pointer-to-local") {
    if (changed.assigned.has(name)) return ownVariable(name, value.type, pointerValue(value, caller), caller, span);
    return { ...value, offset: caller.keep(value.offset, span) };
  }
  if (!changed.assigned.has(name) && !changed.passed.has(name) && value.kind === "value" && value.value.kind === "constant") return value;
  return ownVariable(name, value.type, value, caller, span);
}

function ownVariable(name: string, type: CudaType, value: Operand, context: Context, span: Span): Place {
  const place = hasUnion(type) ? context.builder.localMemory(type, alignOf(type)) : context.builder.variable(name, type, false, span);
  store(place, value, context, span);
  return place;
}
