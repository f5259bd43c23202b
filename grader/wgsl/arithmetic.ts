import type { Node } from "acorn";
import { count } from "#pictures/format.ts";
import { NotTranslatable } from "#kit/cuda/not-translatable.ts";
import { LEAST, MOST, constantNumber, knownNumber, numberOf, type NumberValue, type QuotientValue, type Range } from "./wgsl-value.ts";

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
