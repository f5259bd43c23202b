import { divisionByZero } from "../errors/host-errors.ts";
import { integerOperator, noAddress, operatorTypes } from "../errors/type-errors.ts";
import type { Context } from "../check/context.ts";
import { commonType, promoted } from "../check/conversions.ts";
import type { ArithmeticOperator, ComparisonOperator } from "../ir/program.ts";
import type { Scope } from "../check/scope.ts";
import {
  BOOL,
  type CudaType,
  I32,
  I64,
  bytesOf,
  isFloating,
  isFunctionPointer,
  isInteger,
  pointerTo,
  sameType,
  typeName,
} from "../check/types.ts";
import { constant } from "../ir/values.ts";
import { type Span } from "../source-error.ts";
import type { Expression } from "../syntax/tree.ts";
import { COMPARISONS, arithmeticOf } from "./arithmetic.ts";
import { type Code, type Translation, decayed, isAggregate, known } from "./code.ts";
import { scalarKind } from "./scalars.ts";
import { pointedAt, pointerToEither } from "./function-pointers.ts";
import { isCopied, constructedValue } from "./initial-values.ts";
import { POSTFIX, methodsNamed, operatorCall } from "./methods.ts";
import { prepareCopies } from "./objects.ts";
import { isStream, streamed } from "./streams.ts";
import { elementAt, stored } from "./values.ts";

export function translateBinary(host: Translation, expression: Expression & { kind: "binary" }, context: Context): Code {
  const { operator, span } = expression;
  if (operator === "&&" || operator === "||") {
    const [a, b] = [host.truth(expression.left, context), host.truth(expression.right, context)];
    return { type: BOOL, value: operator === "&&" ? () => (a() && b() ? 1 : 0) : () => (a() || b() ? 1 : 0) };
  }
  const left = host.expression(expression.left, context);
  if (operator === "<<" && isStream(left.type)) return streamed(host, left, expression.right, context, span);
  const right = host.expression(expression.right, context);
  if (operator === ",") {
    return {
      type: right.type,
      value: () => {
        left.value();
        return right.value();
      },
    };
  }
  return combinedIn(host, operator, left, right, context, span);
}

/** Of two values, of which one may be a struct that the text declares the operator for. */
function combinedIn(
  host: Translation,
  operator: ArithmeticOperator | ComparisonOperator,
  left: Code,
  right: Code,
  context: Context,
  span: Span,
): Code {
  if (left.type.kind !== "struct" && right.type.kind !== "struct") return combined(host, operator, left, right, span);
  const called = operatorCall(host, `operator${operator}`, [left, right], context, span, true);
  if (called) return called;
  if (operator === "!=") return negated(operatorCall(host, "operator==", [left, right], context, span)!);
  const numbers = [left, right].map((side) => (side.type.kind === "struct" ? scalarOfObject(host, side, operator, context, span) : side));
  return combined(host, operator, numbers[0]!, numbers[1]!, span);
}

function negated({ value }: Code): Code {
  return { type: BOOL, value: () => (value() === 0 ? 1 : 0) };
}

/** What `operator T()` makes of an object. */
function scalarOfObject(host: Translation, self: Code, operator: string, context: Context, span: Span): Code {
  const conversion = self.type.kind === "struct" && self.type.struct.methods.find(({ node }) => node.name.startsWith("operator "));
  if (!conversion) throw operatorTypes(span, operator, [typeName(self.type)]);
  const type = context.with({ scope: conversion.scope as Scope }).type(conversion.node.result);
  return host.convertIn(self, type, context, span);
}

export function combined(host: Translation, operator: ArithmeticOperator | ComparisonOperator, left: Code, right: Code, span: Span): Code {
  const [p, q] = [decayed(left.type), decayed(right.type)];
  const compare = operator in COMPARISONS ? COMPARISONS[operator as ComparisonOperator] : undefined;
  const pointers = p.kind === "lambda" && q.kind === "lambda" ? pointerToEither(host, left, right) : undefined;
  if (compare && (pointers || isFunctionPointer(p) || isFunctionPointer(q))) {
    const type = pointers ?? (isFunctionPointer(p) ? p : q);
    const [a, b] = [left, right].map((side) => pointedAt(host, host.convert(side, type, span), span));
    return { type: BOOL, value: () => compare(a!(), b!()) };
  }
  if (p.kind === "pointer" || q.kind === "pointer") {
    const [a, b] = [left.value, right.value];
    if (compare) return { type: BOOL, value: () => compare(a(), b()) };
    if (operator === "-" && p.kind === "pointer" && q.kind === "pointer") {
      const size = bytesOf(p.to);
      return { type: I64, value: () => Math.trunc((Number(a()) - Number(b())) / size) };
    }
    const [type, pointer, count] = p.kind === "pointer" ? [p, a, b] : [q as CudaType & { kind: "pointer" }, b, a];
    const size = bytesOf(type.to) * (operator === "-" ? -1 : 1);
    if ((operator !== "+" && operator !== "-") || !isInteger(p.kind === "pointer" ? q : p))
      throw operatorTypes(span, operator, [typeName(p), typeName(q)]);
    return { type, value: () => Number(pointer()) + Number(count()) * size };
  }
  const isShift = operator === "<<" || operator === ">>";
  const type = isShift ? promoted(p) : commonType(p, q, span);
  const kind = scalarKind(type, span);
  const a = host.convert(left, type, span).value;
  const b = host.convert(right, isShift ? I32 : type, span).value;
  if (compare) return { type: BOOL, value: () => compare(a(), b()) };
  const combine = arithmeticOf(kind, operator as ArithmeticOperator);
  if (!combine) throw integerOperator(span, operator);
  if (!isInteger(type) || (operator !== "/" && operator !== "%")) return { type, value: () => combine(a(), b()) };
  return {
    type,
    value: () => {
      const [x, y] = [a(), b()];
      if (y === 0) throw divisionByZero(span);
      return combine(x, y);
    },
  };
}

export function translateConditional(host: Translation, expression: Expression & { kind: "conditional" }, context: Context): Code {
  const { span } = expression;
  const test = host.truth(expression.test, context);
  const [a, b] = [host.expression(expression.then, context), host.expression(expression.otherwise, context)];
  const [p, q] = [decayed(a.type), decayed(b.type)];
  const chosen = p.kind === "lambda" && q.kind === "lambda" && !sameType(p, q) && pointerToEither(host, a, b);
  if (chosen) {
    const [then, otherwise] = [host.convert(a, chosen, span).value, host.convert(b, chosen, span).value];
    return { type: chosen, value: () => (test() ? then() : otherwise()) };
  }
  if (isAggregate(p) && sameType(p, q)) return { type: p, value: () => (test() ? a.value() : b.value()) };
  const isNull = p.kind === "pointer" && p.to.kind === "void";
  const type = sameType(p, q) || (p.kind === "pointer" && !isNull) ? p : q.kind === "pointer" ? q : commonType(p, q, span);
  const [then, otherwise] = [host.convert(a, type, span).value, host.convert(b, type, span).value];
  return { type, value: () => (test() ? then() : otherwise()) };
}

export function translateUnary(host: Translation, expression: Expression & { kind: "unary" }, context: Context): Code {
  const { operator, operand, span } = expression;
  switch (operator) {
    case "++":
    case "--":
      return translateIncrement(host, operand, operator, false, context, span);
    case "&": {
      const { type, address, symbol } = host.expression(operand, context);
      if (symbol !== undefined) return { type: pointerTo(type), value: () => host.machine.symbols.get(symbol)!.address, symbol };
      if (!address) throw noAddress(span);
      // `&kernel` is `kernel`.
      if (type.kind === "lambda") return { type, value: address, address };
      return { type: pointerTo(type), value: address };
    }
    case "*": {
      const pointer = host.expression(operand, context);
      if (pointer.type.kind === "struct") return operatorCall(host, "operator*", [pointer], context, span)!;
      // `(*kernel)` is `kernel`.
      if (pointer.type.kind === "lambda") return pointer;
      return elementAt(host, pointer, () => 0, span);
    }
    case "!": {
      const test = host.truth(operand, context);
      return { type: BOOL, value: () => (test() ? 0 : 1) };
    }
    case "+":
    case "-":
    case "~": {
      const given = host.expression(operand, context);
      if (given.type.kind === "struct") return operatorCall(host, `operator${operator}`, [given], context, span)!;
      const type = promoted(given.type);
      const kind = scalarKind(type, span);
      const { value } = host.convert(given, type, span);
      if (operator === "+") return { type, value };
      if (operator === "-" && isFloating(type)) return { type, value: () => -Number(value()) };
      const combine = arithmeticOf(kind, operator === "-" ? "-" : "^");
      if (!combine || (operator === "~" && !isInteger(type))) throw operatorTypes(span, operator, [typeName(type)]);
      const all = constant(kind, -1n);
      const ones = all.kind === "constant" ? all.value : 0;
      return { type, value: operator === "-" ? () => combine(0, value()) : () => combine(ones, value()) };
    }
  }
}

export function translateIncrement(
  host: Translation,
  target: Expression,
  operator: "++" | "--",
  isPostfix: boolean,
  context: Context,
  span: Span,
): Code {
  const place = host.expression(target, context);
  if (place.type.kind === "struct")
    return operatorCall(host, `operator${operator}`, isPostfix ? [place, POSTFIX] : [place], context, span)!;
  const one: Code = known(I32, 1);
  const next = combined(host, operator === "++" ? "+" : "-", place, one, span);
  const { value } = host.convert(next, place.type, span);
  if (!isPostfix) return stored(host, place, value, span);
  const store = stored(host, place, value, span).value;
  return {
    type: place.type,
    value: () => {
      const before = place.value();
      store();
      return before;
    },
  };
}

export function translateAssignment(
  host: Translation,
  { operator, target, value, span }: Expression & { kind: "assignment" },
  context: Context,
): Code {
  const place = host.expression(target, context);
  const given =
    value.kind === "list" ? constructedValue(host, place.type, value.items, true, context, span) : host.expression(value, context);
  if (place.symbol !== undefined) return place;
  if (methodsNamed(place.type, `operator${operator}`).length > 0)
    return operatorCall(host, `operator${operator}`, [place, given], context, span)!;
  const own = place.type.kind === "struct" ? operatorCall(host, `operator${operator}`, [place, given], context, span, true) : undefined;
  if (own) return own;
  prepareCopies(host, place.type, context, span);
  const result = operator === "=" ? given : combinedIn(host, operator.slice(0, -1) as ArithmeticOperator, place, given, context, span);
  return stored(host, place, host.convertIn(result, place.type, context, span).value, span, isCopied(result, place.type));
}
