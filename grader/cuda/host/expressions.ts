import type { CheckedExpression } from "../check/checked-tree.ts";
import { functionsOf } from "../check/scope.ts";
import { deviceVariable, notInHostCode, runtimeFunction } from "../errors/host-errors.ts";
import { thisOutside } from "../errors/name-errors.ts";
import { refusalOfName } from "../errors/refusals.ts";
import { noPack } from "../errors/template-errors.ts";
import { indexType, listType } from "../errors/type-errors.ts";
import { chooseFunction } from "../check/overloads.ts";
import type { Context } from "../check/context.ts";
import { findName, lookUp, memberOfOwner, staticMember, unknownName, withoutLibrary } from "../check/names.ts";
import { numericLimit } from "../check/numeric-limits.ts";
import { U64, VOID, builtInType, bytesOf, isInteger, pointerTo, typeName } from "../check/types.ts";
import type { Expression, TypeNode } from "../syntax/tree.ts";
import { functionValue, lambdaValue } from "./callables.ts";
import { type Code, type Translation, known, slotOf } from "./code.ts";
import { constructedValue } from "./initial-values.ts";
import { translateLaunch } from "./launches.ts";
import { isLibraryFunction, libraryFunction } from "./library.ts";
import { callCode, callMethod, objectOf, operatorCall, selfFor, selfOf } from "./methods.ts";
import { deleteObject, newObject } from "./objects.ts";
import { translateAssignment, translateBinary, translateConditional, translateIncrement, translateUnary } from "./operators.ts";
import { callNative, isNative } from "./native-calls.ts";
import { isVector } from "./prelude.ts";
import { elementAt, memberAt, variableAt } from "./values.ts";
import { vectorElement } from "./vectors.ts";

export function translateExpression(host: Translation, expression: Expression, context: Context): Code {
  const { span } = expression;
  switch (expression.kind) {
    case "number":
    case "character":
    case "boolean":
    case "null":
    case "alignof":
      return constantCode(context.expression(expression))!;
    case "string":
      return host.text(expression.value, span);
    case "name":
      return variableNamed(host, expression, context);
    case "unary":
      return translateUnary(host, expression, context);
    case "postfix":
      return translateIncrement(host, expression.operand, expression.operator, true, context, span);
    case "binary":
      return translateBinary(host, expression, context);
    case "assignment":
      return translateAssignment(host, expression, context);
    case "conditional":
      return translateConditional(host, expression, context);
    case "cast": {
      const type = context.type(expression.type);
      return host.convertIn(host.expression(expression.operand, context), type, context, span);
    }
    case "call":
      return translateCall(host, expression, context);
    case "construct":
      return constructedValue(host, context.type(expression.type), expression.arguments, expression.braces, context, span);
    case "index":
      return indexed(host, expression, context);
    case "member":
      return memberOf(host, expression, context);
    case "sizeof": {
      const bytes = bytesAtRuntime(host, expression, context);
      if (bytes) return bytes;
      const type = expression.isType ? context.type(expression.of as TypeNode) : host.expression(expression.of as Expression, context).type;
      return known(U64, bytesOf(type.kind === "reference" ? type.to : type));
    }
    case "launch":
      return translateLaunch(host, expression, context);
    case "lambda":
      return lambdaValue(host, expression, context);
    case "this": {
      const self = selfOf(host);
      if (!self) throw thisOutside(span);
      return { type: pointerTo(self.type), value: self.value };
    }
    case "new":
      return newObject(host, expression, context);
    case "delete":
      return deleteObject(host, expression, context);
    case "list":
      return {
        type: VOID,
        list: expression,
        value: () => {
          throw listType(span);
        },
      };
    case "expansion":
    case "pack-size":
    case "fold":
      throw noPack(span);
  }
}

/** A constant of the checked tree; undefined for any other expression. */
function constantCode(checked: CheckedExpression): Code | undefined {
  const value = checked.kind === "constant" ? checked.value : undefined;
  return value?.kind === "constant" ? known(checked.type, value.value) : undefined;
}

/** `sizeof a` of `float a[n];` */
function bytesAtRuntime(host: Translation, { of, isType }: Expression & { kind: "sizeof" }, context: Context): Code | undefined {
  const entity = !isType && of.kind === "name" && "templateArguments" in of ? context.scope.find(of.name) : undefined;
  const slot = slotOf(host, entity);
  if (!slot?.isRuntimeArray) return undefined;
  const { value } = variableAt(host, slot, of.span);
  return { type: U64, value: () => host.machine.memory.bytesAt(Number(value())) ?? 0 };
}

function variableNamed(host: Translation, expression: Expression & { kind: "name" }, context: Context): Code {
  const { span } = expression;
  if (["__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"].includes(expression.name)) return host.text(host.function.node.name, span);
  const found = findName(expression, context);
  if (found.kind === "function") {
    const { name, type } = found;
    return functionValue(host, {
      kind: "functions",
      name,
      functions: functionsOf(type),
      templateArguments: expression.templateArguments,
      context,
    });
  }
  const constant = constantCode(found);
  if (constant) return constant;
  const variable = found.kind === "variable" ? found.variable : undefined;
  if (variable && variable.memory !== "host") {
    const symbol = host.machine.symbols.get(variable.name);
    if (!symbol) throw notInHostCode(span, expression.name);
    const refuse = (): never => {
      throw deviceVariable(span, symbol.name);
    };
    return { type: symbol.type, value: refuse, symbol: symbol.name };
  }
  const slot = variable && host.slots.get(variable);
  if (!slot) throw notInHostCode(span, expression.name);
  return variableAt(host, slot, span);
}

function indexed(host: Translation, expression: Expression & { kind: "index" }, context: Context): Code {
  const base = host.expression(expression.base, context);
  const given = host.expression(expression.index, context);
  if (base.type.kind !== "struct" && !isInteger(given.type)) throw indexType(expression.index.span, typeName(given.type));
  const index = (): number => Number(given.value());
  if (isVector(base.type)) return vectorElement(host, base, index, expression.span, true);
  if (base.type.kind === "struct") return operatorCall(host, "operator[]", [base, given], context, expression.span)!;
  return elementAt(host, base, index, expression.span);
}

function memberOf(host: Translation, expression: Expression & { kind: "member" }, context: Context): Code {
  const base = objectOf(host, expression, context);
  const constantOf = base.type.kind === "struct" ? staticMember(base.type, expression.name) : undefined;
  const constant = constantOf && constantCode(constantOf);
  if (constant) return constant;
  return memberAt(host, base, expression.name, expression.span);
}

function translateCall(host: Translation, { callee, arguments: given, span }: Expression & { kind: "call" }, context: Context): Code {
  if (callee.kind === "member") return callMethod(host, callee, given, context, span);
  if (callee.kind !== "name") return callCode(host, host.expression(callee, context), given, context, span);
  const { name, owner, templateArguments } = callee;
  const limit = owner && numericLimit(owner, name, context);
  const limitCode = limit && constantCode(limit);
  if (limitCode) return limitCode;
  const chain = !owner && given.length === 1 && /^(?:std::)?(?:max|min)$/.test(name) ? chainOf(callee, given[0]!) : undefined;
  if (chain) return host.expression(chain, context);
  const entity = owner ? memberOfOwner(owner, name, context, callee.span) : lookUp(name, templateArguments, context, callee.span);
  if (entity?.kind === "functions" && !isHostsOwn(name, context)) {
    const values = given.map((argument) => host.expression(argument, context));
    const chosen = chooseFunction(name, entity.functions, templateArguments, values, context, span);
    if (isNative(chosen.entity.node)) return callNative(host, chosen, given, values, context, span);
    return host.call(chosen.entity, chosen.given, values, context, span, selfFor(host, chosen.entity));
  }
  if (entity?.kind === "value") return callCode(host, host.expression(callee, context), given, context, span);
  if (entity?.kind === "type") return constructedValue(host, entity.type, given, false, context, span);
  if (entity === undefined || entity.kind === "functions") {
    const called = libraryFunction(host, withoutLibrary(name), given, context, span);
    if (called) return called;
    // `dim3(4, 4)` and `make_float3(1, 2, 3)`
    const builtIn = builtInType(name.replace(/^make_/, ""));
    if (builtIn) return constructedValue(host, builtIn, given, builtIn.kind === "struct" && builtIn.struct.name !== "dim3", context, span);
    // A text may lack one of its own, too: `cudaCheck`.
    if (/^cuda[A-Z]/.test(name) && !refusalOfName(name)) throw runtimeFunction(callee.span, name);
  }
  throw unknownName(name, context, callee.span);
}

/** `max({a, b, c})` is `max(max(a, b), c)`. */
function chainOf(callee: Expression, list: Expression): Expression | undefined {
  if (list.kind !== "list" || list.items.length === 0) return undefined;
  return list.items.reduce((most, item) => ({ kind: "call", callee, arguments: [most, item], span: list.span }));
}

/** Whether the host has a function of this name itself, and the text declares none: that of the prelude or the device's library is not meant. */
function isHostsOwn(name: string, context: Context): boolean {
  return isLibraryFunction(withoutLibrary(name)) && context.scope.find(name) === context.scope.findInLibrary(withoutLibrary(name));
}
