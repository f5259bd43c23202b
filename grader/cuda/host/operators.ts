import type { Context } from "../program/context.ts";
import { commonType, promoted } from "../program/conversions.ts";
import type { ArithmeticOperator, ComparisonOperator } from "../program/program.ts";
import { BOOL, type CudaType, I32, I64, bytesOf, isFloating, isInteger, pointerTo, sameType, typeName } from "../program/types.ts";
import { constant } from "../program/values.ts";
import { SourceError } from "../source-error.ts";
import type { Expression, Span } from "../syntax/tree.ts";
import { COMPARISONS, arithmeticOf } from "./arithmetic.ts";
import { type Code, type Translation, decayed, known, scalarKind } from "./code.ts";
import { made } from "./initial-values.ts";
import { isStream, streamed } from "./streams.ts";
import { elementAt, stored } from "./values.ts";

export function translateBinary(host: Translation, expression: Expression & { kind: "binary" }, context: Context): Code {
  const { operator, span } = expression;
  if (operator === "<<" && isStream(expression)) return streamed(host, expression, context);
  if (operator === "&&" || operator === "||") {
    const [a, b] = [host.truth(expression.left, context), host.truth(expression.right, context)];
    return { type: BOOL, value: operator === "&&" ? () => (a() && b() ? 1 : 0) : () => (a() || b() ? 1 : 0) };
  }
  const [left, right] = [host.expression(expression.left, context), host.expression(expression.right, context)];
  if (operator === ",") {
    return {
      type: right.type,
      value: () => {
        left.value();
        return right.value();
      },
    };
  }
  return combined(host, operator, left, right, span);
}

export function combined(host: Translation, operator: ArithmeticOperator | ComparisonOperator, left: Code, right: Code, span: Span): Code {
  const [p, q] = [decayed(left.type), decayed(right.type)];
  const compare = operator in COMPARISONS ? COMPARISONS[operator as ComparisonOperator] : undefined;
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
      throw new SourceError(`\`${operator}\` cannot be applied to a ${typeName(p)} and a ${typeName(q)}.`, span);
    return { type, value: () => Number(pointer()) + Number(count()) * size };
  }
  const isShift = operator === "<<" || operator === ">>";
  const type = isShift ? promoted(p) : commonType(p, q, span);
  const kind = scalarKind(type, span);
  const a = host.convert(left, type, span).value;
  const b = host.convert(right, isShift ? I32 : type, span).value;
  if (compare) return { type: BOOL, value: () => compare(a(), b()) };
  const combine = arithmeticOf(kind, operator as ArithmeticOperator);
  if (!combine) throw new SourceError(`\`${operator}\` cannot be applied to a ${typeName(p)} and a ${typeName(q)}.`, span);
  if (!isInteger(type) || (operator !== "/" && operator !== "%")) return { type, value: () => combine(a(), b()) };
  return {
    type,
    value: () => {
      const [x, y] = [a(), b()];
      if (y === 0) throw new SourceError("The host divides by zero here.", span);
      return combine(x, y);
    },
  };
}

export function translateConditional(host: Translation, expression: Expression & { kind: "conditional" }, context: Context): Code {
  const { span } = expression;
  const test = host.truth(expression.test, context);
  const [a, b] = [host.expression(expression.then, context), host.expression(expression.otherwise, context)];
  const [p, q] = [decayed(a.type), decayed(b.type)];
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
      if (!address) throw new SourceError("This has no address.", span);
      // `&kernel` is `kernel`.
      if (type.kind === "lambda") return { type, value: address, address };
      return { type: pointerTo(type), value: address };
    }
    case "*": {
      const pointer = host.expression(operand, context);
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
      const type = promoted(given.type);
      const kind = scalarKind(type, span);
      const { value } = host.convert(given, type, span);
      if (operator === "+") return { type, value };
      if (operator === "-" && isFloating(type)) return { type, value: () => -Number(value()) };
      const combine = arithmeticOf(kind, operator === "-" ? "-" : "^");
      if (!combine || (operator === "~" && !isInteger(type)))
        throw new SourceError(`\`${operator}\` cannot be applied to a ${typeName(type)}.`, span);
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
  if (value.kind === "list") {
    const given = made(host, place.type, value.items, true, context, span);
    return stored(host, place, given.value, span);
  }
  const given = host.expression(value, context);
  if (place.symbol !== undefined) return place;
  const result = operator === "=" ? given : combined(host, operator.slice(0, -1) as ArithmeticOperator, place, given, span);
  return stored(host, place, host.convert(result, place.type, span).value, span, result.address !== undefined);
}
