import { noMember, operatorTypes } from "../errors/type-errors.ts";
import { chooseFunction } from "../check/overloads.ts";
import type { Context } from "../check/context.ts";
import { originalOf } from "../check/pack-texts.ts";
import type { FunctionEntity, Scope } from "../check/scope.ts";
import { type CudaType, I32, typeName } from "../check/types.ts";
import { SourceError, type Span } from "../source-error.ts";
import type { Expression } from "../syntax/tree.ts";
import { callLambda, callableOf } from "./callables.ts";
import { type Code, type Translation, known } from "./code.ts";
import { callPointer } from "./pointer-calls.ts";
import { READ } from "./host-memory.ts";
import { isVector } from "./prelude.ts";
import { elementAt, memberAt } from "./values.ts";
import { vectorMethod } from "./vectors.ts";

// Methods and operators of the host's structs and classes.

export function methodsNamed(type: CudaType, name: string): FunctionEntity[] {
  if (type.kind !== "struct") return [];
  return type.struct.methods.flatMap(({ node, scope }) => (node.name === name ? [{ node, scope: scope as Scope }] : []));
}

/** What `*this` is in the method that is being compiled. */
export function selfOf(host: Translation): Code | undefined {
  const { self } = host.function;
  if (!self) return undefined;
  const { machine } = host;
  const address = (): number => Number(READ.ptr(machine.memory.view, machine.frame + self.offset));
  return { type: self.type, value: address, address };
}

/** The object that a function called by its bare name works on: a method calls other methods of its own object. */
export function selfFor(host: Translation, { node }: FunctionEntity): Code | undefined {
  const self = selfOf(host);
  if (node.isStatic || self?.type.kind !== "struct") return undefined;
  return self.type.struct.methods.some((method) => originalOf(method.node) === originalOf(node)) ? self : undefined;
}

/** `object.method(a, b)` and `pointer->method(a, b)`. */
export function callMethod(
  host: Translation,
  callee: Expression & { kind: "member" },
  given: readonly Expression[],
  context: Context,
  span: Span,
): Code {
  const { name, templateArguments } = callee;
  const self = objectOf(host, callee, context);
  const { type } = self;
  if (type.kind !== "struct") throw noMember(callee.span, typeName(type), name, []);
  if (isVector(type)) {
    const found = vectorMethod(host, self, name, given, context, span);
    if (found) return found;
  }
  const methods = methodsNamed(type, name);
  if (methods.length === 0) {
    if (!type.struct.fields.some((field) => field.name === name)) throw noMember(callee.span, typeName(type), name, []);
    return callCode(host, memberAt(host, self, name, callee.span), given, context, span);
  }
  const values = given.map((argument) => host.expression(argument, context));
  const chosen = chooseFunction(name, methods, templateArguments, values, context, span);
  return host.call(chosen.entity, chosen.given, values, context, span, chosen.entity.node.isStatic ? undefined : self);
}

/** A call by way of a variable: of a lambda, a function that was passed on, or an object with `operator()`. */
export function callCode(host: Translation, self: Code, given: readonly Expression[], context: Context, span: Span): Code {
  const values = given.map((argument) => host.expression(argument, context));
  if (self.type.kind === "struct") return operatorCall(host, "operator()", [self, ...values], context, span)!;
  const callable = callableOf(host, self, span);
  if (callable.kind === "lambda") return callLambda(host, self, callable, values, span);
  if (callable.kind === "pointer") return callPointer(host, self, callable, values, context, span);
  const { name, functions, templateArguments } = callable;
  const chosen = chooseFunction(name, functions, templateArguments, values, callable.context, span);
  return host.call(chosen.entity, chosen.given, values, callable.context, span);
}

/** What stands in front of `.` or `->`. */
export function objectOf(host: Translation, { base, arrow, span }: Expression & { kind: "member" }, context: Context): Code {
  const object = host.expression(base, context);
  if (!arrow) return object;
  const pointer = object.type.kind === "struct" ? operatorCall(host, "operator->", [object], context, span) : object;
  return elementAt(host, pointer!, () => 0, span);
}

/** A call of an operator that the text declares for a struct, as a method or as a function; undefined if it declares none that fits. */
export function operatorCall(
  host: Translation,
  name: string,
  operands: readonly Code[],
  context: Context,
  span: Span,
  isOptional = false,
): Code | undefined {
  const [first, ...others] = operands as [Code, ...Code[]];
  const methods = methodsNamed(first.type, name).filter(({ node }) => node.parameters.length === others.length || name === "operator()");
  if (methods.length > 0) {
    const chosen = chooseFunction(name, methods, undefined, others, context, span);
    return host.call(chosen.entity, chosen.given, others, context, span, first);
  }
  const entity = context.scope.find(name) ?? operands.map(({ type }) => declaredBeside(type, name)).find((found) => found !== undefined);
  if (entity?.kind === "functions") {
    const chosen = chosenOr(isOptional, () => chooseFunction(name, entity.functions, undefined, operands, context, span));
    if (chosen) return host.call(chosen.entity, chosen.given, operands, context, span);
  }
  if (isOptional) return undefined;
  throw operatorTypes(
    span,
    name.replace("operator", ""),
    operands.map(({ type }) => typeName(type)),
  );
}

/** What is declared where a struct is. */
function declaredBeside(type: CudaType, name: string) {
  return type.kind === "struct" && type.struct.scope ? (type.struct.scope as Scope).find(name) : undefined;
}

function chosenOr<T>(isOptional: boolean, choose: () => T): T | undefined {
  try {
    return choose();
  } catch (error) {
    if (isOptional && error instanceof SourceError) return undefined;
    throw error;
  }
}

/** The operand that tells `x++` from `++x`. */
export const POSTFIX: Code = known(I32, 0);
