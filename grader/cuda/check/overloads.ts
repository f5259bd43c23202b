import { isBaseOf } from "./types.ts";
import { argumentCount, noOverload } from "../errors/call-errors.ts";
import { integerOf } from "../ir/values.ts";
import { SourceError, type Span } from "../source-error.ts";
import type { FunctionNode, ListExpression } from "../syntax/tree.ts";
import type { CheckedExpression } from "./checked-tree.ts";
import { constructorsOf, conversionsOf } from "./construct.ts";
import type { Context } from "./context.ts";

import { bindTemplate, matched, unify } from "./names.ts";
import { expandFunction } from "./pack-expansion.ts";
import { hasPack } from "./pack-texts.ts";
import { type FunctionEntity, functionsOf, givenFor, Scope } from "./scope.ts";
import {
  decayed,
  functionPointerOf,
  isFloating,
  isInteger,
  sameType,
  typeName,
  type CudaType,
  type GivenArgument,
  type Signature,
  type StructType,
} from "./types.ts";

/** Overload resolution: which function a call means, and with which template arguments. */

/** The facts of an argument that choose a function. */
export interface Argument {
  readonly type: CudaType;
  /** A list in braces, whose type is that of the parameter. */
  readonly list?: ListExpression;
  /** An integer that is known to be 0 can be a null pointer. */
  readonly isZero?: boolean;
}

export function argumentOf(expression: CheckedExpression): Argument {
  const { type } = expression;
  if (expression.kind === "list") return { type, list: expression.list };
  return { type, isZero: expression.kind === "constant" && Number(integerOf(expression.value)) === 0 };
}

export interface Chosen {
  readonly entity: FunctionEntity;
  readonly given: readonly (GivenArgument | undefined)[];
}

/** The overload or template that fits the arguments best. @param explicit the template arguments that are written */
export function chooseFunction(
  name: string,
  candidates: readonly FunctionEntity[],
  explicit: readonly GivenArgument[] | undefined,
  operands: readonly Argument[],
  context: Context,
  span: Span,
): Chosen {
  const [best] = fittingFunctions(candidates, explicit, operands, context, span);
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

/** The numbers of arguments that a function takes: its parameters may have defaults. */
export function argumentCounts({ parameters }: { readonly parameters: readonly { readonly fallback: unknown }[] }): number[] {
  const least = parameters.findIndex(({ fallback }) => fallback);
  const first = least < 0 ? parameters.length : least;
  return Array.from({ length: parameters.length - first + 1 }, (_, more) => first + more);
}

/** The overloads and templates that can be called with the arguments, the best first. */
export function fittingFunctions(
  candidates: readonly FunctionEntity[],
  explicit: readonly GivenArgument[] | undefined,
  operands: readonly Argument[],
  context: Context,
  span: Span,
): (Chosen & { readonly cost: number })[] {
  const fitting = candidates.flatMap((written) => {
    const entity = withoutPacks(written, explicit?.length ?? 0, operands);
    if (!entity || entity.node.specializes) return [];
    const { parameters } = entity.node;
    const fewest = parameters.filter(({ fallback }) => fallback === undefined).length;
    if (operands.length < fewest || operands.length > parameters.length) return [];
    const given = deduced(entity, explicit ?? [], operands, context, span);
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
    ({ node, scope }) => node.specializes && matched([], node.specializes, chosen.given, context.with({ scope })),
  );
  return special ? { entity: special, given: [] } : chosen;
}

/** The template arguments of a call, in order; undefined if they cannot be found. */
function deduced(
  { node }: FunctionEntity,
  explicit: readonly GivenArgument[],
  operands: readonly Argument[],
  context: Context,
  span: Span,
): (GivenArgument | undefined)[] | undefined {
  const found = new Map<string, GivenArgument>();
  for (const [i, parameter] of node.templateParameters.entries()) {
    const argument = explicit[i];
    if (argument) found.set(parameter.name, argument);
  }
  const names = new Set(node.templateParameters.map(({ name }) => name));
  for (const [i, operand] of operands.entries()) {
    const parameter = node.parameters[i];
    if (!parameter || operand.list !== undefined) continue;
    const { type } = parameter;
    const pointed = type.kind === "pointer" ? type.to : type;
    if (pointed.kind === "function" && operand.type.kind === "lambda") {
      const signature = names.size === 0 ? undefined : signatureOf(operand.type, context, span);
      if (!signature) continue;
      unify(pointed.result, signature.result, names, found);
      for (const [j, own] of pointed.parameters.entries())
        if (signature.parameters[j]) unify(own.type, signature.parameters[j], names, found);
    } else if (type.kind === "pointer" && functionsOf(operand.type).length > 0) unify(pointed, operand.type, names, found);
    else unify(type, operand.type, names, found);
  }
  const list = node.templateParameters.map((parameter) => found.get(parameter.name));
  const missing = node.templateParameters.some((parameter, i) => list[i] === undefined && parameter.fallback === undefined);
  return missing ? undefined : list;
}

/** What a function that is the only one of its name takes and gives, or what a pointer to it says. */
function signatureOf(type: CudaType, context: Context, span: Span): Signature | undefined {
  const pointer = functionPointerOf(type);
  if (pointer) return pointer.signature();
  const [only, ...others] = functionsOf(type);
  const given = givenFor(type) ?? [];
  if (!only || others.length > 0 || given.length < only.node.templateParameters.length) return undefined;
  const { result, parameters } = only.node;
  if (result.kind === "auto" || hasPack(only.node.templateParameters) || hasPack(parameters)) return undefined;
  const inner = calleeContext(only, given, context, span);
  return { result: inner.type(result), parameters: parameters.map((parameter) => decayed(inner.type(parameter.type))) };
}

/** Substitution failure is no error: a template that arguments don't fit is no candidate. The only candidate says why. */
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
  if (type.kind === "struct" && target.kind === "scalar") return conversionsOf(type, false).length > 0 ? 4 : undefined;
  if (target.kind === "struct" && conversionsOf(type, false).some((found) => sameType(resultOf(found, context), target))) return 4;
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
  if (!takesOne(node) || node.isExplicit) return false;
  if (node.templateParameters.length > 0) return true;
  const type = context.with({ scope: scope as Scope }).type(node.parameters[0]!.type);
  const of = type.kind === "reference" ? type.to : type;
  return of.kind === "struct" ? sameType(of, operand.type) || isBaseOf(of, operand.type) : costTo(of, operand, context) !== undefined;
}

function resultOf({ node, scope }: StructType["methods"][number], context: Context): CudaType {
  return context.with({ scope: scope as Scope }).type(node.result);
}

export function calleeContext(entity: FunctionEntity, given: Chosen["given"], context: Context, span: Span): Context {
  const inner = context.with({ scope: new Scope(entity.scope) });
  bindTemplate(entity.node.templateParameters, given, inner, span);
  return inner;
}

function takesOne({ parameters }: FunctionNode): boolean {
  return parameters.length > 0 && parameters.slice(1).every(({ fallback }) => fallback);
}
