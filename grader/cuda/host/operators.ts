import type { CheckedExpression } from "../check/checked-tree.ts";
import { commonType } from "../check/conversions.ts";
import { I32, bytesOf, isFloating, isInteger, type CudaType } from "../check/types.ts";
import { divisionByZero } from "../errors/host-errors.ts";
import { valueChanged } from "../errors/type-errors.ts";
import type { ArithmeticOperator } from "../ir/program.ts";
import { constant } from "../ir/values.ts";
import type { Span } from "../source-error.ts";
import { arithmeticOf, conversion } from "./arithmetic.ts";
import type { FunctionCode, Value } from "./code.ts";
import type { Scalar } from "./host-memory.ts";
import { assignObject, isCopied } from "./objects.ts";
import { addressIn, placeOf, readerOf, writerOf, type Place } from "./places.ts";
import { isAggregate, scalarKind } from "./scalars.ts";

/** Operators on numbers and pointers, and what they set. */

type Of<Kind extends CheckedExpression["kind"]> = CheckedExpression & { kind: Kind };

/** An lvalue that is set: the value that it is given, or its address. */
export interface Setting {
  readonly value: Value;
  readonly address: () => number;
}

export function unary({ operator, operand, type, span }: Of<"unary">, code: FunctionCode): Value {
  if (operator === "!") {
    const test = code.truth(operand);
    return () => (test() ? 0 : 1);
  }
  const value = code.value(operand);
  if (operator === "+") return value;
  if (operator === "-" && isFloating(type)) return () => -Number(value());
  const kind = scalarKind(type, span);
  const combine = arithmeticOf(kind, operator === "-" ? "-" : "^")!;
  if (operator === "-") return () => combine(0, value());
  const all = constant(kind, -1n);
  const ones = all.kind === "constant" ? all.value : 0;
  return () => combine(ones, value());
}

export function arithmetic({ operator, left, right, type, span }: Of<"arithmetic">, code: FunctionCode): Value {
  const a = code.value(left);
  const b = code.value(right);
  const combine = combination(type, operator, span);
  return () => combine(a(), b());
}

/** An operator on numbers of a type; the host ends where it divides an integer by zero. */
function combination(type: CudaType, operator: ArithmeticOperator, span: Span): (a: Scalar, b: Scalar) => Scalar {
  const combine = arithmeticOf(scalarKind(type, span), operator)!;
  if (!isInteger(type) || (operator !== "/" && operator !== "%")) return combine;
  return (a, b) => {
    if (b === 0) throw divisionByZero(span);
    return combine(a, b);
  };
}

export function pointerOffset({ left, right, sign, isPointerRight, type }: Of<"pointer-offset">, code: FunctionCode): Value {
  const a = code.value(left);
  const b = code.value(right);
  const size = strideOf(type) * sign;
  return isPointerRight ? () => Number(b()) + Number(a()) * size : () => Number(a()) + Number(b()) * size;
}

export function pointerDifference({ left, right, bytes }: Of<"pointer-difference">, code: FunctionCode): Value {
  const a = code.value(left);
  const b = code.value(right);
  return () => Math.trunc((Number(a()) - Number(b())) / bytes);
}

function strideOf(type: CudaType): number {
  return type.kind === "pointer" ? bytesOf(type.to) : 1;
}

/** A place whose address is worked out once, when `locate` runs: reading and setting it use the same. */
function located(target: CheckedExpression, code: FunctionCode): { readonly place: Place; readonly locate: () => void } {
  const place = placeOf(target, code);
  if (place.kind === "frame") return { place, locate: () => undefined };
  const address = addressIn(place, code);
  let at = 0;
  return { place: { kind: "address", address: () => at, offset: 0 }, locate: () => void (at = address()) };
}

export function increment({ target, by, isPostfix, span }: Of<"increment">, code: FunctionCode): Setting {
  const { type } = target;
  const { place, locate } = located(target, code);
  const read = readerOf(place, type, span, code);
  const write = writerOf(place, type, span, code);
  const next = nextValue(type, by, span);
  const value = (): Scalar => {
    locate();
    const before = read();
    const after = next(before);
    write(after);
    return isPostfix ? before : after;
  };
  return { value, address: afterwards(value, place, code) };
}

function nextValue(type: CudaType, by: 1 | -1, span: Span): (value: Scalar) => Scalar {
  if (type.kind === "pointer") {
    const bytes = bytesOf(type.to) * by;
    return (value) => Number(value) + bytes;
  }
  const computed = commonType(type, I32, span);
  const own = scalarKind(type, span);
  const kind = scalarKind(computed, span);
  const widen = conversion(own, kind);
  const narrow = conversion(kind, own);
  const combine = arithmeticOf(kind, by === 1 ? "+" : "-")!;
  if (!widen && !narrow) return (value) => combine(value, 1);
  return (value) => {
    const sum = combine(widen ? widen(value) : value, 1);
    return narrow ? narrow(sum) : sum;
  };
}

/** The address of a place, once a value was worked out and set. */
function afterwards(value: Value, place: Place, code: FunctionCode): () => number {
  const address = addressIn(place, code);
  return () => {
    value();
    return address();
  };
}

export function assignment({ target, value, type, span }: Of<"assignment">, code: FunctionCode): Setting {
  const given = code.value(value);
  if (isAggregate(type)) {
    const to = code.address(target);
    const isPlace = isCopied(value);
    const assign = assignObject(type, isPlace, code.program, span);
    const copy = (): number => {
      const from = Number(given());
      const at = to();
      assign(at, from);
      return at;
    };
    return { value: copy, address: copy };
  }
  if (type.kind === "void") throw valueChanged(span);
  const place = placeOf(target, code);
  if (place.kind === "frame") {
    const write = writerOf(place, type, span, code);
    const set = (): Scalar => {
      const value = given();
      write(value);
      return value;
    };
    return { value: set, address: afterwards(set, place, code) };
  }
  const fixed = located(target, code);
  const write = writerOf(fixed.place, type, span, code);
  const set = (): Scalar => {
    const value = given();
    fixed.locate();
    write(value);
    return value;
  };
  return { value: set, address: afterwards(set, fixed.place, code) };
}

export function compoundAssignment(expression: Of<"compound-assignment">, code: FunctionCode): Setting {
  const { operator, target, value, computed, type, span } = expression;
  const given = code.value(value);
  const { place, locate } = located(target, code);
  const read = readerOf(place, type, span, code);
  const write = writerOf(place, type, span, code);
  const combine = combined(type, computed, operator, span);
  const set = (): Scalar => {
    const right = given();
    locate();
    const result = combine(read(), right);
    write(result);
    return result;
  };
  return { value: set, address: afterwards(set, place, code) };
}

function combined(type: CudaType, computed: CudaType, operator: ArithmeticOperator, span: Span): (a: Scalar, b: Scalar) => Scalar {
  if (computed.kind === "pointer") {
    const size = strideOf(computed) * (operator === "-" ? -1 : 1);
    return (a, b) => Number(a) + Number(b) * size;
  }
  const own = scalarKind(type, span);
  const kind = scalarKind(computed, span);
  const widen = conversion(own, kind);
  const narrow = conversion(kind, own);
  const combine = combination(computed, operator, span);
  if (!widen && !narrow) return combine;
  return (a, b) => {
    const result = combine(widen ? widen(a) : a, b);
    return narrow ? narrow(result) : result;
  };
}
