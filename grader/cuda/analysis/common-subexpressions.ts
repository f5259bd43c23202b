import type { Step, Value } from "../ir/program.ts";
import { setBy } from "../ir/walk.ts";
import { ValueNumbers, type Source } from "./value-numbers.ts";

/** A sum of whole numbers without its constant. */
interface Sum {
  /** The values that are added up, each times a constant. */
  readonly terms: readonly Value[];
  /** Whether it has not been computed before: another one may differ by a constant. */
  readonly isNew: boolean;
}

/** The terms of a sum with their factors, by the terms' numbers, and its constant. */
interface Terms {
  readonly factors: Map<number, { readonly term: Value; factor: number }>;
  constant: number;
}

/**
 * Common subexpressions of a straight list of steps: a compiler computes each once. Sums of whole numbers that differ by a constant are
 * one sum, since a constant is part of the instruction that uses it.
 */
export class CommonSubexpressions {
  readonly #numbers = new ValueNumbers();
  readonly #known = new Set<number>();
  readonly #sums = new Set<string>();
  readonly #held = new Map<Source, number>();

  /** Whether a value is there already; it is from now on. */
  isKnown(value: Value): boolean {
    if (value.kind === "constant" || value.kind === "register" || value.kind === "special" || value.kind === "symbol") return true;
    const number = this.#numberOf(value);
    if (this.#known.has(number)) return true;
    this.#known.add(number);
    return false;
  }

  /** Notes what a step sets. */
  follow(step: Step): void {
    if (step.kind === "set") this.#held.set(step.register, this.#numberOf(step.value));
    else for (const set of setBy(step)) this.#held.set(set, this.#numbers.fresh());
  }

  /** The index of an address, without its constant. */
  address({ pointer, index, bytes }: Extract<Value, { kind: "offset" }>): Sum {
    return this.#sumOf(index, `${this.#numberOf(pointer)} × ${bytes}`);
  }

  /** The sum that a value is: a sum or a multiple of whole numbers; undefined for any other value. */
  sum(value: Value): Sum | undefined {
    return value.kind === "arithmetic" && isLinear(value) ? this.#sumOf(value, "") : undefined;
  }

  #sumOf(value: Value, around: string): Sum {
    const { factors } = this.#termsOf(value);
    const parts = [...factors].map(([number, { factor }]) => `${number} × ${factor}`).sort();
    const key = `${around}: ${parts.join(" + ")}`;
    const isNew = !this.#sums.has(key);
    this.#sums.add(key);
    return { terms: [...factors.values()].map(({ term }) => term), isNew };
  }

  #termsOf(value: Value, factor = 1, terms: Terms = { factors: new Map(), constant: 0 }): Terms {
    if (value.kind === "constant") terms.constant += factor * Number(value.value);
    else if (value.kind === "convert" && isWhole(value.type) && isWhole(value.operand.type)) this.#termsOf(value.operand, factor, terms);
    else if (value.kind === "arithmetic" && isLinear(value)) {
      const { left, right, operator } = value;
      if (operator === "+" || operator === "-") {
        this.#termsOf(left, factor, terms);
        this.#termsOf(right, operator === "+" ? factor : -factor, terms);
      } else if (left.kind === "constant") this.#termsOf(right, factor * Number(left.value), terms);
      else if (right.kind === "constant") this.#termsOf(left, factor * Number(right.value), terms);
    } else {
      const number = this.#numberOf(value);
      const known = terms.factors.get(number);
      if (known) known.factor += factor;
      else terms.factors.set(number, { term: value, factor });
    }
    return terms;
  }

  #numberOf(value: Value): number {
    return this.#numbers.of(value, (source) => {
      const number = this.#held.get(source) ?? this.#numbers.fresh();
      this.#held.set(source, number);
      return number;
    });
  }
}

function isWhole(type: Value["type"]): boolean {
  return type !== "f16" && type !== "bf16" && type !== "f32" && type !== "f64";
}

function isLinear({ operator, left, right, type }: Extract<Value, { kind: "arithmetic" }>): boolean {
  if (!isWhole(type)) return false;
  return operator === "+" || operator === "-" || (operator === "*" && (left.kind === "constant" || right.kind === "constant"));
}
