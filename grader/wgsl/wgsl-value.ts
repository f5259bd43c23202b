import type { Expression, Node, Pattern, Statement } from "acorn";
import { count } from "#pictures/format.ts";
import { NotTranslatable } from "#kit/cuda/not-translatable.ts";

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
  /** Whether evaluating it may do more than give a value: count a fault, or take long. */
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

/** Arithmetic of i32 that keeps within i32, or is refused. */
export class Arithmetic {
  /** Whether ranges may be too large, because they are only a first guess. */
  isTentative = false;

  /** @throws NotTranslatable for a number that an i32 may not hold */
  #number(node: Node, text: string, low: number, high: number, operands: readonly NumberValue[]): NumberValue {
    if (!this.isTentative && (low < LEAST || high > MOST)) {
      const reached = high > MOST ? high : low;
      const number = Number.isFinite(reached) ? `could reach ${count(reached)}` : "could grow without a limit that is known beforehand";
      throw new NotTranslatable(node, `calculates a number that ${number}: a GPU's integers end at ${count(MOST)}`);
    }
    return numberOf(
      text,
      { low, high },
      operands.some(({ hasEffects }) => hasEffects),
    );
  }

  add(node: Node, a: NumberValue, b: NumberValue): NumberValue {
    if (knownNumber(b) === 0) return a;
    if (knownNumber(a) === 0) return b;
    return this.#number(node, `(${a.text} + ${b.text})`, a.low + b.low, a.high + b.high, [a, b]);
  }

  subtract(node: Node, a: NumberValue, b: NumberValue): NumberValue {
    if (knownNumber(b) === 0) return a;
    // What is left without the remainder is between 0 and the number.
    const isWithoutRemainder = b.text.startsWith(`(${a.text} % `) && a.low >= 0;
    const [low, high] = isWithoutRemainder ? [0, a.high] : [a.low - b.high, a.high - b.low];
    const difference = this.#number(node, `(${a.text} - ${b.text})`, low, high, [a, b]);
    return isWithoutRemainder ? { ...difference, multipleOf: [b.text.slice(a.text.length + 4, -1)] } : difference;
  }

  multiply(node: Node, a: NumberValue, b: NumberValue): NumberValue {
    if (knownNumber(b) === 1) return a;
    if (knownNumber(a) === 1) return b;
    const products = [product(a.low, b.low), product(a.low, b.high), product(a.high, b.low), product(a.high, b.high)];
    const value = this.#number(node, `(${a.text} * ${b.text})`, Math.min(...products), Math.max(...products), [a, b]);
    return { ...value, multipleOf: [a.text, b.text] };
  }

  /** The remainder, with the sign of the dividend: the same in JavaScript and WGSL. */
  remainder(_: Node, a: NumberValue, b: NumberValue): NumberValue {
    const [x, y] = [knownNumber(a), knownNumber(b)];
    if (x !== undefined && y !== undefined && y !== 0) return constantNumber((x % y) + 0);
    const most = Math.max(Math.abs(b.low), Math.abs(b.high)) - 1;
    const low = a.low >= 0 ? 0 : Math.max(a.low, -most);
    const high = a.high <= 0 ? 0 : Math.min(a.high, most);
    if (isPositive(b) && a.low >= 0 && a.high < b.low) return a;
    const text = isPositive(b) ? `(${a.text} % ${b.text})` : `remainder(${a.text}, ${b.text})`;
    return numberOf(text, { low, high }, a.hasEffects || b.hasEffects || !isPositive(b));
  }

  /** A quotient rounded as Math.floor, Math.ceil or Math.trunc do; "exact" counts a fault where there is a remainder. */
  divide(node: Node, how: "floor" | "ceil" | "trunc" | "exact", { dividend: a, divisor: b }: QuotientValue): NumberValue {
    const [x, y] = [knownNumber(a), knownNumber(b)];
    if (x !== undefined && y !== undefined && y !== 0) {
      const quotient = x / y;
      if (how !== "exact") return constantNumber(Math[how](quotient) + 0);
      if (Number.isInteger(quotient)) return constantNumber(quotient + 0);
      throw new NotTranslatable(node, `uses ${String(quotient)}, which is not a whole number`);
    }
    if (y === 1) return a;
    const divisors = [b.low, b.high, ...(b.low <= 1 && b.high >= 1 ? [1] : []), ...(b.low <= -1 && b.high >= -1 ? [-1] : [])];
    const quotients = divisors.filter((each) => each !== 0).flatMap((each) => [a.low, a.high].map((one) => quotientOf(one, each)));
    const [low, high] = [Math.floor(Math.min(0, ...quotients)), Math.ceil(Math.max(0, ...quotients))];
    const hasEffects = a.hasEffects || b.hasEffects;
    if (how === "exact" && isPositive(b) && a.multipleOf?.includes(b.text))
      return this.divide(node, "trunc", { kind: "quotient", dividend: a, divisor: b });
    if (isPositive(b) && a.low >= 0) {
      const least = quotientOf(a.low, b.high);
      const most = quotientOf(a.high, b.low);
      if (how === "floor" || how === "trunc") {
        return numberOf(`(${a.text} / ${b.text})`, { low: Math.floor(least), high: Math.floor(most) }, hasEffects);
      }
      if (how === "ceil" && a.high + b.high <= MOST) {
        const up = b.low === b.high ? String(b.low - 1) : `${b.text} - 1`;
        return numberOf(`((${a.text} + ${up}) / ${b.text})`, { low: Math.ceil(least), high: Math.ceil(most) }, hasEffects);
      }
    }
    if (how === "trunc" && isPositive(b)) return numberOf(`(${a.text} / ${b.text})`, { low, high }, hasEffects);
    return numberOf(`${how}_quotient(${a.text}, ${b.text})`, { low, high }, hasEffects || how === "exact" || !isPositive(b));
  }

  negate(node: Node, a: NumberValue): NumberValue {
    return this.subtract(node, constantNumber(0), a);
  }

  /** The larger or smaller one of two. */
  extreme(how: "min" | "max", a: NumberValue, b: NumberValue): NumberValue {
    const pick = Math[how];
    return numberOf(`${how}(${a.text}, ${b.text})`, { low: pick(a.low, b.low), high: pick(a.high, b.high) }, a.hasEffects || b.hasEffects);
  }

  absolute(a: NumberValue): NumberValue {
    if (a.low >= 0) return a;
    const high = Math.max(Math.abs(a.low), Math.abs(a.high));
    return numberOf(`abs(${a.text})`, { low: a.high < 0 ? -a.high : 0, high }, a.hasEffects);
  }

  /** `<<`, `>>`, `>>>`, `&`, `|`, `^` of 32-bit integers. */
  bits(node: Node, operator: string, a: NumberValue, b: NumberValue): NumberValue {
    const [x, y] = [knownNumber(a), knownNumber(b)];
    if (x !== undefined && y !== undefined) return this.#number(node, "", folded(operator, x, y), folded(operator, x, y), []);
    const hasEffects = a.hasEffects || b.hasEffects;
    if (operator === "&" || operator === "|" || operator === "^") {
      const range = bitRange(operator, a, b);
      return numberOf(`(${a.text} ${operator} ${b.text})`, range, hasEffects);
    }
    const shift = y === undefined ? (b.low >= 0 && b.high < 32 ? `u32(${b.text})` : `(u32(${b.text}) & 31u)`) : `${y & 31}u`;
    const isInReach = b.low >= 0 && b.high < 32;
    if (operator === "<<") {
      const [low, high] = [a.low * 2 ** (a.low < 0 ? b.high : b.low), a.high * 2 ** (a.high < 0 ? b.low : b.high)];
      const range = isInReach && low >= LEAST && high <= MOST ? { low, high } : { low: LEAST - 1, high: MOST };
      return numberOf(`(${a.text} << ${shift})`, range, hasEffects);
    }
    if (operator === ">>" || a.low >= 0) {
      const [most, least] = isInReach ? [b.high, b.low] : [31, 0];
      const low = Math.floor(a.low / 2 ** (a.low < 0 ? least : most));
      const high = Math.floor(a.high / 2 ** (a.high < 0 ? most : least));
      return numberOf(`(${a.text} >> ${shift})`, { low, high }, hasEffects);
    }
    // A negative number counts as one above 2^31, which an i32 holds only when it is shifted.
    const high = y === undefined ? 2 ** 32 - 1 : Math.floor((2 ** 32 - 1) / 2 ** (y & 31));
    return this.#number(node, `i32(u32(${a.text}) >> ${shift})`, 0, high, [a, b]);
  }
}

const isPositive = ({ low }: Range): boolean => low > 0;
const product = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : a * b);
const quotientOf = (a: number, b: number): number => (Number.isFinite(a) ? a / b : b > 0 ? a : -a);

function folded(operator: string, a: number, b: number): number {
  switch (operator) {
    case "<<":
      return a << b;
    case ">>":
      return a >> b;
    case ">>>":
      return a >>> b;
    case "&":
      return a & b;
    case "|":
      return a | b;
    default:
      return a ^ b;
  }
}

function bitRange(operator: string, a: Range, b: Range): Pick<Range, "low" | "high"> {
  if (operator === "&" && (a.low >= 0 || b.low >= 0)) {
    return { low: 0, high: Math.min(...[a, b].filter(({ low }) => low >= 0).map(({ high }) => high)) };
  }
  const ends = [a, b].flatMap(({ low, high }) => [low, high]).map((end) => (end < 0 ? -1 - end : end));
  const reach = 2 ** (32 - Math.clz32(Math.min(MOST, Math.max(...ends))));
  if (a.low < 0 || b.low < 0) return { low: -reach, high: reach - 1 };
  return { low: operator === "|" ? Math.max(a.low, b.low) : 0, high: reach - 1 };
}
