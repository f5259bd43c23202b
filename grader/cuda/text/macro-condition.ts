import type { ErrorKind } from "../errors/error-kind.ts";
import {
  conditionDivision,
  conditionIncomplete,
  conditionNumber,
  conditionParenthesis,
  conditionToken,
  conditionTooDeep,
} from "../errors/text-errors.ts";
import { readCharacter, readInteger } from "./literals.ts";
import type { Token } from "./token.ts";
import type { Span } from "../source-error.ts";

const DEEPEST = 200;

const BINDING = new Map<string, number>([
  ["||", 1], ["&&", 2], ["|", 3], ["^", 4], ["&", 5], ["==", 6], ["!=", 6],
  ["<", 7], ["<=", 7], [">", 7], [">=", 7], ["<<", 8], [">>", 8], ["+", 9], ["-", 9], ["*", 10], ["/", 10], ["%", 10],
]); // prettier-ignore

/** Whether the condition of `#if` or `#elif` holds, after macros and `defined` were replaced. A remaining name counts as 0. */
export function conditionHolds(tokens: readonly Token[], place: Span): boolean {
  return new Condition(tokens, place).holds();
}

class Condition {
  readonly #tokens: readonly Token[];
  readonly #place: Span;
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], place: Span) {
    this.#tokens = tokens;
    this.#place = place;
  }

  holds(): boolean {
    const value = this.#conditional(true);
    if (this.#at < this.#tokens.length) this.#fail();
    return value !== 0n;
  }

  /** Throws an error at the next token; by default: that this token is unexpected. */
  #fail(error?: ErrorKind<[]>): never {
    const token = this.#tokens[this.#at];
    const place = token?.span ?? this.#place;
    throw error?.(place) ?? (token ? conditionToken(place, token.text) : conditionIncomplete(place));
  }

  /** `live` says whether the value matters: an operand that is not evaluated may divide by zero. */
  #conditional(live: boolean): bigint {
    if (++this.#depth > DEEPEST) this.#fail(conditionTooDeep);
    const test = this.#binary(1, live);
    let value = test;
    if (this.#accept("?")) {
      const then = this.#conditional(live && test !== 0n);
      if (!this.#accept(":")) this.#fail();
      const otherwise = this.#conditional(live && test === 0n);
      value = test !== 0n ? then : otherwise;
    }
    this.#depth--;
    return value;
  }

  #accept(text: string): boolean {
    if (this.#tokens[this.#at]?.text !== text) return false;
    this.#at++;
    return true;
  }

  #operator(): { readonly text: string; readonly tokens: number } | undefined {
    const token = this.#tokens[this.#at];
    if (!token) return undefined;
    if (token.text !== ">") return { text: token.text, tokens: 1 };
    const next = this.#tokens[this.#at + 1];
    return next && !next.spaceBefore && (next.text === ">" || next.text === "=")
      ? { text: `>${next.text}`, tokens: 2 }
      : { text: ">", tokens: 1 };
  }

  #binary(least: number, live: boolean): bigint {
    let left = this.#unary(live);
    for (;;) {
      const operator = this.#operator();
      const binding = operator && BINDING.get(operator.text);
      if (!operator || binding === undefined || binding < least) return left;
      this.#at += operator.tokens;
      const rightCounts = live && !(operator.text === "||" && left !== 0n) && !(operator.text === "&&" && left === 0n);
      const right = this.#binary(binding + 1, rightCounts);
      left = BigInt.asIntN(64, this.#apply(operator.text, left, right, rightCounts));
    }
  }

  #apply(operator: string, left: bigint, right: bigint, live: boolean): bigint {
    const truth = (value: boolean) => (value ? 1n : 0n);
    switch (operator) {
      case "||":
        return truth(left !== 0n || right !== 0n);
      case "&&":
        return truth(left !== 0n && right !== 0n);
      case "|":
        return left | right;
      case "^":
        return left ^ right;
      case "&":
        return left & right;
      case "==":
        return truth(left === right);
      case "!=":
        return truth(left !== right);
      case "<":
        return truth(left < right);
      case "<=":
        return truth(left <= right);
      case ">":
        return truth(left > right);
      case ">=":
        return truth(left >= right);
      case "<<":
        return left << (right & 63n);
      case ">>":
        return left >> (right & 63n);
      case "+":
        return left + right;
      case "-":
        return left - right;
      case "*":
        return left * right;
      default: {
        if (right === 0n) return live ? this.#fail(conditionDivision) : 0n;
        return operator === "/" ? left / right : left % right;
      }
    }
  }

  #unary(live: boolean): bigint {
    if (++this.#depth > DEEPEST) this.#fail(conditionTooDeep);
    const value = this.#operand(live);
    this.#depth--;
    return value;
  }

  #operand(live: boolean): bigint {
    const token = this.#tokens[this.#at];
    if (!token) this.#fail();
    if (token.kind === "number") {
      const written = /^(0[xX][\da-fA-F]+|0[bB][01]+|\d+)[uUlL]*$/.exec(token.text.replaceAll("'", ""))?.[1];
      if (written === undefined) throw conditionNumber(token.span, token.text);
      this.#at++;
      return readInteger(written, token.span);
    }
    if (token.kind === "character") {
      this.#at++;
      return BigInt(readCharacter(token.text, token.span));
    }
    if (token.kind === "name") {
      this.#at++;
      return token.text === "true" ? 1n : 0n;
    }
    this.#at++;
    switch (token.text) {
      case "(": {
        const value = this.#conditional(live);
        if (!this.#accept(")")) this.#fail(conditionParenthesis);
        return value;
      }
      case "!":
        return this.#unary(live) === 0n ? 1n : 0n;
      case "-":
        return -this.#unary(live);
      case "+":
        return this.#unary(live);
      case "~":
        return ~this.#unary(live);
      default:
        this.#at--;
        return this.#fail();
    }
  }
}
