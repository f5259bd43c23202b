import type { Expression, Node, Pattern, Statement } from "acorn";

/** The values that a number can have: from `low` to `high`, and null if it `mayBeNull`. */
export interface Range {
  readonly low: number;
  readonly high: number;
  readonly mayBeNull: boolean;
}

/** A whole number, as an expression of WGSL of type i32. A constant is written as its digits. */
export interface NumberValue extends Range {
  readonly kind: "number";
  readonly text: string;
  /** Whether it is evaluated only where it is needed: it may count a fault, take long, or read an entry that is there only then. */
  readonly hasEffects: boolean;
  /** Texts of numbers that divide it. */
  readonly multipleOf?: readonly string[];
}

/** A division that has not been rounded yet: `Math.floor(a / b)` rounds it down. */
export interface QuotientValue {
  readonly kind: "quotient";
  readonly dividend: NumberValue;
  readonly divisor: NumberValue;
}

/** What a condition says of numbers, by their texts. */
export type Facts = ReadonlyMap<string, Partial<Range>>;

/** A condition. */
export interface BooleanValue {
  readonly kind: "boolean";
  readonly text: string;
  /** Whether it is the same for every thread. */
  readonly known?: boolean;
  readonly whenTrue: Facts;
  readonly whenFalse: Facts;
  readonly hasEffects: boolean;
}

/** An object: its fields, and a condition for whether it is there at all. */
export interface FieldsValue {
  readonly kind: "fields";
  readonly fields: ReadonlyMap<string, Value>;
  readonly exists?: BooleanValue;
}

/** The meaning of an expression of an answer. */
export type Value =
  | NumberValue
  | QuotientValue
  | BooleanValue
  | FieldsValue
  | { readonly kind: "null" }
  | { readonly kind: "thread" }
  /** `threadIdx` or another one of its fields. */
  | { readonly kind: "coordinates"; readonly name: Coordinates }
  /** An array of the size. */
  | { readonly kind: "table"; readonly table: readonly number[] }
  | { readonly kind: "function"; readonly callable: Callable };

export type Coordinates = "threadIdx" | "blockIdx" | "blockDim" | "gridDim";

/** A function that can be translated: one of an answer, or one that an exercise wraps around it. */
export interface Callable {
  readonly name: string;
  /** Whether it is the exercise's. */
  readonly isGiven: boolean;
  readonly parameters: readonly Pattern[];
  readonly body: readonly Statement[] | Expression;
  readonly node: Node;
  /** The meaning of a name outside of the function; undefined when there is none of that name. */
  readonly outer: (name: string, node: Node) => Value | undefined;
}

/** The largest number of an i32. */
export const MOST = 2 ** 31 - 1;
/** The smallest number that a value can be; the one below stands for null. */
export const LEAST = -MOST;
/** The name of what stands for null: -2³¹. */
export const NULL = "NOTHING";

const NO_FACTS: Facts = new Map();

export const NULL_VALUE: Value = { kind: "null" };

export function constantNumber(value: number): NumberValue {
  return { kind: "number", text: value < 0 ? `(${value})` : String(value), low: value, high: value, mayBeNull: false, hasEffects: false };
}

export function numberOf(text: string, range: Partial<Range> & Pick<Range, "low" | "high">, hasEffects = false): NumberValue {
  if (range.low === range.high && range.mayBeNull !== true && !hasEffects) return constantNumber(range.low);
  return { kind: "number", text, mayBeNull: false, hasEffects, ...range };
}

/** The number that stands for null, as a number that is never anything else. */
export const NULL_NUMBER: NumberValue = { kind: "number", text: NULL, low: Infinity, high: -Infinity, mayBeNull: true, hasEffects: false };

export function constantBoolean(known: boolean): BooleanValue {
  return { kind: "boolean", text: String(known), known, whenTrue: NO_FACTS, whenFalse: NO_FACTS, hasEffects: false };
}

export function booleanOf(text: string, hasEffects: boolean, whenTrue: Facts = NO_FACTS, whenFalse: Facts = NO_FACTS): BooleanValue {
  return { kind: "boolean", text, whenTrue, whenFalse, hasEffects };
}

/** The value of a constant; undefined for any other number. */
export function knownNumber({ low, high, mayBeNull }: Range): number | undefined {
  return low === high && !mayBeNull ? low : undefined;
}

/** The smallest range that has all values of both. */
export function hull(a: Range, b: Range): Range {
  return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high), mayBeNull: a.mayBeNull || b.mayBeNull };
}

/** The values of a range that are also known to be in the other one. */
export function narrowed(range: Range, facts: Partial<Range>): Range {
  return {
    low: Math.max(range.low, facts.low ?? -Infinity),
    high: Math.min(range.high, facts.high ?? Infinity),
    mayBeNull: range.mayBeNull && facts.mayBeNull !== false,
  };
}

/** Null counts as 0 in arithmetic. */
export function orZero(value: NumberValue): NumberValue {
  if (!value.mayBeNull) return value;
  if (value.text === NULL) return constantNumber(0);
  const { low, high } = hull(value, constantNumber(0));
  return numberOf(`or_zero(${value.text})`, { low, high }, value.hasEffects);
}

export function negated({ text, known, whenTrue, whenFalse, hasEffects }: BooleanValue): BooleanValue {
  if (known !== undefined) return constantBoolean(!known);
  return booleanOf(`!${text}`, hasEffects, whenFalse, whenTrue);
}

/** Whether both hold: what each says holds, too. */
export function both(left: BooleanValue, right: BooleanValue): BooleanValue {
  if (left.known !== undefined) return left.known ? right : left;
  if (right.known === true) return left;
  if (right.known === false && !left.hasEffects) return right;
  const whenTrue = new Map(left.whenTrue);
  for (const [text, facts] of right.whenTrue) whenTrue.set(text, { ...narrowed(everything(facts), whenTrue.get(text) ?? {}) });
  return booleanOf(`(${left.text} && ${right.text})`, left.hasEffects || right.hasEffects, whenTrue);
}

export function either(left: BooleanValue, right: BooleanValue): BooleanValue {
  return negated(both(negated(left), negated(right)));
}

const everything = (facts: Partial<Range>): Range => ({ low: -Infinity, high: Infinity, mayBeNull: true, ...facts });

const SWAPPED: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!=" };

/** @param operator of WGSL */
export function comparison(operator: string, a: NumberValue, b: NumberValue): BooleanValue {
  const isEquality = operator === "==" || operator === "!=";
  // Null is no number, but counts as 0 where it is compared in size.
  const [left, right] = isEquality ? [a, b] : [orZero(a), orZero(b)];
  const hasEffects = left.hasEffects || right.hasEffects;
  if (!left.mayBeNull && !right.mayBeNull) {
    const known = knownComparison(operator, left, right);
    if (known !== undefined && !hasEffects) return constantBoolean(known);
  }
  const facts = (holds: boolean): Facts => {
    const found = new Map<string, Partial<Range>>();
    for (const [one, other, op] of [
      [left, right, operator],
      [right, left, SWAPPED[operator] ?? operator],
    ] as const) {
      if (!/^[\w.]+$/.test(one.text) || knownNumber(one) !== undefined) continue;
      const fact = factOf(op, holds, other);
      if (fact) found.set(one.text, fact);
    }
    return found;
  };
  return booleanOf(`(${left.text} ${operator} ${right.text})`, hasEffects, facts(true), facts(false));
}

/** What is known of a number if its comparison with the other one holds, or doesn't. */
function factOf(operator: string, holds: boolean, { low, high, mayBeNull }: Range): Partial<Range> | undefined {
  switch (operator) {
    case "<":
      return holds ? { high: high - 1 } : { low };
    case "<=":
      return holds ? { high } : { low: low + 1 };
    case ">":
      return holds ? { low: low + 1 } : { high };
    case ">=":
      return holds ? { low } : { high: high - 1 };
    case "==":
    case "!=":
      if ((operator === "==") !== holds) return low > high && mayBeNull ? { mayBeNull: false } : undefined;
      return mayBeNull ? undefined : { low, high, mayBeNull: false };
    default:
      return undefined;
  }
}

function knownComparison(operator: string, a: Range, b: Range): boolean | undefined {
  switch (operator) {
    case "<":
      return a.high < b.low ? true : a.low >= b.high ? false : undefined;
    case "<=":
      return a.high <= b.low ? true : a.low > b.high ? false : undefined;
    case ">":
      return knownComparison("<", b, a);
    case ">=":
      return knownComparison("<=", b, a);
    case "==":
      if (a.high < b.low || b.high < a.low) return false;
      return a.low === a.high && b.low === b.high ? true : undefined;
    default: {
      const equal = knownComparison("==", a, b);
      return equal === undefined ? undefined : !equal;
    }
  }
}

/** A comparison of a number with null. */
export function isNull(value: NumberValue): BooleanValue {
  if (!value.mayBeNull && !value.hasEffects) return constantBoolean(false);
  return comparison("==", value, NULL_NUMBER);
}

/** A choice between two numbers that have no effects. */
export function selected(test: BooleanValue, whenTrue: NumberValue, whenFalse: NumberValue): NumberValue {
  if (test.known !== undefined) return test.known ? whenTrue : whenFalse;
  return numberOf(`select(${whenFalse.text}, ${whenTrue.text}, ${test.text})`, hull(whenTrue, whenFalse), test.hasEffects);
}
