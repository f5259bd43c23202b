import { argumentCount, notAFunction } from "../errors/call-errors.ts";
import { notInHostCode, runtimeFunction } from "../errors/host-errors.ts";
import { notInType } from "../errors/name-errors.ts";
import { destructorRefused, refusalOfName } from "../errors/refusals.ts";
import { noMember, operatorTypes } from "../errors/type-errors.ts";
import { SourceError, type Span } from "../source-error.ts";
import type { Expression, FunctionNode, TemplateArgument } from "../syntax/tree.ts";
import { checkBuiltIn, isBuiltIn, isDeviceBuiltIn, isHostBuiltIn } from "./built-ins.ts";
import type { CheckedCall, CheckedExpression } from "./checked-tree.ts";
import { constructorName, conversionsOf, withOwnValues } from "./construct.ts";
import type { Context } from "./context.ts";
import { load, memberOf, nothing, pointedTo } from "./conversions.ts";
import { argumentFor, instantiated } from "./functions.ts";
import { checkGroupFunction, checkGroupMethod, isGroupFunction } from "./group-calls.ts";
import { evaluated, lookUp, memberOfOwner, refusalOf, typeByName, unknownName, withoutLibrary } from "./names.ts";
import { isInLibrary } from "./library.ts";
import { numericLimit } from "./numeric-limits.ts";
import { argumentCounts, argumentOf, calleeContext, chooseFunction, fittingFunctions, type Chosen } from "./overloads.ts";
import { expandLambda } from "./pack-expansion.ts";
import { hasPack, originalOf } from "./pack-texts.ts";
import { type FunctionEntity, Lambda, Scope, functionsOf, givenFor } from "./scope.ts";
import { VOID, functionPointerOf, isFunctionPointer, plainName, sameType, typeName, type CudaType, type GivenArgument } from "./types.ts";

/** Calls: of functions, methods, operators, lambdas, constructors and what the headers declare. */

export function checkCall(expression: Expression & { kind: "call" }, context: Context): CheckedExpression {
  const { callee, span } = expression;
  if (callee.kind === "member") return callMethod(callee, expression.arguments, context, span);
  if (callee.kind !== "name") return callValue(context.expression(callee), checkedAll(expression.arguments, context), context, span);
  const { name, owner, templateArguments } = callee;
  if (owner) {
    const limit = numericLimit(owner, name, context);
    if (limit) return limit;
  }
  const found = owner ? memberOfOwner(owner, name, context, callee.span) : lookUp(name, templateArguments, context, callee.span);
  // A text may declare what the compiler brings: `__nvvm_get_smem_pointer`.
  const isOnlyDeclared = found?.kind === "functions" && found.functions.every(({ node }) => node.body === undefined);
  const entity = (isOnlyDeclared && !context.isHost ? context.scope.findInLibrary(name) : undefined) ?? found;
  const refused = entity && refusalOf(entity);
  if (refused) throw new SourceError(refused.message, entity.kind === "refused" ? callee.span : refused.span, refused.code);
  if (entity?.kind === "value") return callValue(entity.value, checkedAll(expression.arguments, context), context, span);
  const explicit = templateArguments && entity?.kind === "functions" ? evaluated(templateArguments, context) : undefined;
  if (entity?.kind === "functions" && (context.isHost || !(isBuiltIn(name) && fitsBuiltIn(expression, entity.functions, context))))
    return callOneOf(name, entity.functions, explicit, checkedAll(expression.arguments, context), context, span);
  if (owner && entity === undefined) throw notInType(callee.span, name, typeName(context.type(owner)));
  const plain = withoutLibrary(name);
  const [only, ...others] = expression.arguments;
  if (entity === undefined && isPassingOn(plain, context) && only && others.length === 0) return context.lvalue(only);
  if (entity === undefined && isGroupFunction(plain))
    return checkGroupFunction(
      plain,
      templateArguments === undefined ? [] : evaluated(templateArguments, context),
      expression.arguments,
      context,
      span,
    );
  const type =
    entity?.kind === "type" ? entity.type : isBuiltIn(name) ? undefined : typeByName(name, templateArguments, context, callee.span);
  if (type) return context.construct(type, expression.arguments, span);
  if (context.isHost && !isHostBuiltIn(name)) {
    if (isDeviceBuiltIn(name)) throw notInHostCode(callee.span, name);
    // A text may lack one of its own, too: `cudaCheck`.
    if (/^cuda[A-Z]/.test(name) && !refusalOfName(name)) throw runtimeFunction(callee.span, name);
    throw unknownName(name, context, callee.span);
  }
  if (isBuiltIn(name)) return callNamedBuiltIn(expression, name, templateArguments, context);
  throw unknownName(name, context, callee.span);
}

/** Whether a call stands for its argument. */
function isPassingOn(name: string, { isHost }: Context): boolean {
  return name === "move" || name === "forward" || (isHost && (name === "ref" || name === "cref"));
}

function callNamedBuiltIn(
  { arguments: given, span }: Expression & { kind: "call" },
  name: string,
  templateArguments: readonly TemplateArgument[] | undefined,
  context: Context,
): CheckedExpression {
  return checkBuiltIn(name, templateArguments === undefined ? [] : evaluated(templateArguments, context), given, context, span);
}

/** Whether a call of a function that the headers and the text both declare means that of the headers: none of the text's fits as well. */
function fitsBuiltIn(expression: Expression & { kind: "call" }, functions: readonly FunctionEntity[], context: Context): boolean {
  const { callee, span } = expression;
  if (callee.kind !== "name") return false;
  const { name, templateArguments } = callee;
  const operands = checkedAll(expression.arguments, context.inner());
  const explicit = templateArguments && evaluated(templateArguments, context);
  const [best] = fittingFunctions(functions, explicit, operands.map(argumentOf), context, span);
  if (best && best.cost < 1) return false;
  try {
    callNamedBuiltIn(expression, name, templateArguments, context.inner());
    return true;
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return best === undefined;
  }
}

function checkedAll(given: readonly Expression[], context: Context): CheckedExpression[] {
  return given.map((argument) => context.expression(argument));
}

function callOneOf(
  name: string,
  functions: readonly FunctionEntity[],
  explicit: readonly GivenArgument[] | undefined,
  operands: readonly CheckedExpression[],
  context: Context,
  span: Span,
): CheckedExpression {
  const chosen = chooseFunction(name, functions, explicit, operands.map(argumentOf), context, span);
  const { self } = context.frame;
  const isMethod = self?.kind === "struct" && self.struct.methods.some(({ node }) => originalOf(node) === originalOf(chosen.entity.node));
  return callOf(chosen, operands, isMethod ? { kind: "self", type: self, span } : undefined, context, span);
}

/** A call of a function that is chosen. */
export function callOf(
  chosen: Chosen,
  operands: readonly CheckedExpression[],
  self: CheckedExpression | undefined,
  context: Context,
  span: Span,
  further: Partial<Pick<CheckedCall, "lambda" | "constructed">> & { readonly selfType?: CudaType | undefined } = {},
): CheckedCall {
  const called = instantiated(chosen, operands, further.selfType ?? self?.type, context, span);
  const given = called.parameters.flatMap(({ variable, isReference, fallback }, i) => {
    const operand = operands[i];
    if (operand === undefined) {
      if (fallback === undefined) throw argumentCount(span, called.name, argumentCounts(called), operands.length);
      return [];
    }
    return [argumentFor(variable.type, isReference, operand, context, span)];
  });
  const { result } = called;
  return {
    kind: "call",
    type: result === undefined ? VOID : result.kind === "reference" ? result.to : result,
    function: called,
    arguments: given,
    ...(called.isNative && { given: operands }),
    self,
    lambda: further.lambda,
    constructed: further.constructed,
    span,
  };
}

/** Calls a lambda, a function that was passed on, or a struct with `operator()`. */
export function callValue(
  callee: CheckedExpression,
  operands: readonly CheckedExpression[],
  context: Context,
  span: Span,
): CheckedExpression {
  const { type } = callee;
  if (type.kind === "struct") return operatorFunction("operator()", [callee, ...operands], context, span);
  if (type.kind !== "lambda") throw notAFunction(span, typeName(type));
  if (!(type.lambda instanceof Lambda)) {
    const functions = functionsOf(type);
    if (functions.length === 0 && context.isHost && isFunctionPointer(type)) return callPointer(callee, operands, context, span);
    if (functions.length === 0) throw notAFunction(span, typeName(type));
    const name = callee.kind === "function" ? callee.name : functions[0]!.node.name;
    return callOneOf(name, functions, givenFor(type), operands, context, span);
  }
  const { scope, self, node: written } = type.lambda;
  const node = hasPack(written.parameters) ? expandLambda(written, operands.length) : written;
  if (context.isHost && operands.length > node.parameters.length)
    throw argumentCount(span, "lambda", [node.parameters.length], operands.length);
  const chosen = { entity: { node: functionOf(node), scope }, given: [] };
  return callOf(chosen, operands, undefined, context, span, { lambda: callee, selfType: self });
}

const lambdaFunctions = new WeakMap<object, FunctionNode>();

/** A lambda as a function: one and the same for each call. */
function functionOf(node: Expression & { kind: "lambda" }): FunctionNode {
  const known = lambdaFunctions.get(node);
  if (known) return known;
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
  lambdaFunctions.set(node, asFunction);
  return asFunction;
}

function callMethod(
  callee: Expression & { kind: "member" },
  given: readonly Expression[],
  context: Context,
  span: Span,
): CheckedExpression {
  let self = context.expression(callee.base);
  if (callee.arrow && self.type.kind === "struct") self = operatorFunction("operator->", [self], context, span);
  if (callee.arrow) self = pointedTo(self, span);
  const { type } = self;
  if (callee.name.startsWith("~")) return destructorCall(self, callee, context);
  if (type.kind === "group") return checkGroupMethod(self, callee.name, given, context, span);
  if (type.kind !== "struct") throw noMember(span, typeName(type), callee.name, []);
  if (methodsOf(type, callee.name).length === 0) {
    if (context.isHost && !type.struct.fields.some(({ name }) => name === callee.name))
      throw noMember(callee.span, typeName(type), callee.name, []);
    return callValue(memberOf(self, callee.name, callee.span), checkedAll(given, context), context, span);
  }
  const explicit = callee.templateArguments && evaluated(callee.templateArguments, context);
  return methodCall(self, callee.name, checkedAll(given, context), context, span, explicit);
}

/** `bar.~barrier()`: an object of CUDA's library is destroyed without a step. */
function destructorCall({ type }: CheckedExpression, { name, span }: Expression & { kind: "member" }, context: Context): CheckedExpression {
  if (context.isHost || type.kind !== "struct" || !type.struct.node || !isInLibrary(type.struct.node)) throw destructorRefused(span);
  const named = typeByName(name.slice(1), undefined, context, span);
  if (named ? !sameType(named, type) : plainName(type.struct) !== name.slice(1)) throw noMember(span, typeName(type), name, []);
  return nothing(span);
}

/** A call of a method by its name. */
export function methodCall(
  self: CheckedExpression,
  name: string,
  operands: readonly CheckedExpression[],
  context: Context,
  span: Span,
  explicit?: readonly GivenArgument[],
): CheckedCall {
  const chosen = chooseFunction(name, methodsOf(self.type, name), explicit, operands.map(argumentOf), context, span);
  return callOf(chosen, operands, self, context, span);
}

export function methodsOf(type: CudaType, name: string): FunctionEntity[] {
  if (type.kind !== "struct") return [];
  return type.struct.methods.flatMap(({ node, scope }) => (node.name === name ? [{ node, scope: scope as Scope }] : []));
}

/** A constructor: fields are set by its list, then its body runs. */
export function callConstructor(
  type: CudaType,
  operands: readonly CheckedExpression[],
  context: Context,
  span: Span,
  isExplicit = true,
): CheckedExpression {
  const methods = methodsOf(type, constructorName(type)).filter(({ node }) => isExplicit || !node.isExplicit);
  const chosen = chooseFunction(typeName(type), methods, undefined, operands.map(argumentOf), context, span);
  const constructed: CheckedExpression = context.isHost ? { kind: "uninitialized", type, span } : withOwnValues(type, context, span);
  return { ...callOf(chosen, operands, undefined, context, span, { constructed, selfType: type }), type };
}

/** `operator float()` of a struct. One to another struct, or one that is `explicit`, is only to exactly this type. */
export function callConversion(
  to: CudaType,
  operand: CheckedExpression,
  context: Context,
  span: Span,
  isExplicit: boolean,
): CheckedExpression | undefined {
  const conversions = conversionsOf(operand.type, isExplicit).map((method) => ({
    entity: { node: method.node, scope: method.scope as Scope },
    given: [],
  }));
  const chosen =
    conversions.find(({ entity }) => sameType(calleeContext(entity, [], context, span).type(entity.node.result), to)) ??
    (to.kind === "struct" ? undefined : conversions.find(({ entity }) => !entity.node.isExplicit));
  if (!chosen) return undefined;
  const call = callOf(chosen, [], operand, context, span);
  return { kind: "user-conversion", type: call.type, operand, call, span };
}

/** An operator that the text declares for a struct: as a method, or as a function. */
export function operatorFunction(name: string, operands: readonly CheckedExpression[], context: Context, span: Span): CheckedExpression {
  const [first, ...others] = operands;
  if (first?.type.kind === "struct") {
    const methods = methodsOf(first.type, name).filter(({ node }) => name === "operator()" || node.parameters.length === others.length);
    if (methods.length > 0) {
      const chosen = chooseFunction(name, methods, undefined, others.map(argumentOf), context, span);
      return callOf(chosen, others, first, context, span);
    }
  }
  const functions = operatorsNamed(name, operands, context);
  if (functions.length === 0) {
    throw operatorTypes(
      span,
      name.replace("operator", ""),
      operands.map(({ type }) => typeName(type)),
    );
  }
  const chosen = chooseFunction(name, functions, undefined, operands.map(argumentOf), context, span);
  return callOf(chosen, operands, undefined, context, span);
}

/** The functions of an operator: those in scope, and those that are declared where the structs of the operands are. */
function operatorsNamed(name: string, operands: readonly CheckedExpression[], context: Context): FunctionEntity[] {
  const scopes = operands.flatMap(({ type }) => (type.kind === "struct" && type.struct.scope instanceof Scope ? [type.struct.scope] : []));
  const found = [context.scope, ...scopes, context.scope.library].flatMap((scope) => {
    const entity = scope.find(name);
    return entity?.kind === "functions" ? entity.functions : [];
  });
  return [...new Set(found)];
}

/** Whether an operator is declared for these operands. */
export function hasOperator(name: string, operands: readonly CheckedExpression[], context: Context, span: Span): boolean {
  const [first] = operands;
  if (first && methodsOf(first.type, name).some(({ node }) => node.parameters.length === operands.length - 1)) return true;
  try {
    return fittingFunctions(operatorsNamed(name, operands, context), undefined, operands.map(argumentOf), context, span).length > 0;
  } catch (error) {
    if (error instanceof SourceError) return false;
    throw error;
  }
}

/** A call by way of a pointer to a function. */
function callPointer(pointer: CheckedExpression, operands: readonly CheckedExpression[], context: Context, span: Span): CheckedExpression {
  const { signature, isHolder } = functionPointerOf(pointer.type)!;
  const { result, parameters } = signature();
  if (operands.length !== parameters.length) {
    const name = pointer.kind === "variable" && !isHolder ? pointer.variable.name : "lambda";
    throw argumentCount(span, name, [parameters.length], operands.length);
  }
  const given = parameters.map((type, i) => {
    const isReference = type.kind === "reference";
    return argumentFor(isReference ? type.to : type, isReference, operands[i]!, context, span);
  });
  const type = result.kind === "reference" ? result.to : result;
  return { kind: "pointer-call", type, pointer: load(pointer), arguments: given, span };
}
