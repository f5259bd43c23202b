import type { Register, RegisterArray, Step, Value } from "../ir/program.ts";
import { essenceOf, operandsOf, setBy } from "../ir/walk.ts";

/** A sum of whole numbers without its constant. */
interface Sum {
  /** What is added up, each times a constant. */
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
 * Which values of a straight list of steps are computed already: a compiler computes each once. Sums of whole numbers that differ by a
 * constant are one sum, since a constant is part of the instruction that uses it.
 */
export class ValueNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #known = new Set<number>();
  readonly #sums = new Set<string>();
  readonly #held = new Map<Register | RegisterArray, number>();
  #next = 0;

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
    else for (const set of setBy(step)) this.#held.set(set, this.#next++);
  }

  /** The index of an address, without its constant. */
  address({ pointer, index, bytes }: Extract<Value, { kind: "offset" }>): Sum {
    return this.#sumOf(index, `${this.#numberOf(pointer)} × ${bytes}`);
  }

  /** Of a sum or a multiple of whole numbers; undefined for any other value. */
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
    if (value.kind === "register") return this.#heldBy(value.register);
    const key = this.#keyOf(value);
    const number = this.#numbers.get(key) ?? this.#next++;
    this.#numbers.set(key, number);
    return number;
  }

  #heldBy(register: Register | RegisterArray): number {
    const number = this.#held.get(register) ?? this.#next++;
    this.#held.set(register, number);
    return number;
  }

  #keyOf(value: Exclude<Value, { kind: "register" }>): string {
    const array = value.kind === "element" ? this.#heldBy(value.array) : "";
    return [essenceOf(value), array, ...operandsOf(value).map((operand) => this.#numberOf(operand))].join(" ");
  }
}

function isWhole(type: Value["type"]): boolean {
  return type !== "f16" && type !== "bf16" && type !== "f32" && type !== "f64";
}

function isLinear({ operator, left, right, type }: Extract<Value, { kind: "arithmetic" }>): boolean {
  if (!isWhole(type)) return false;
  return operator === "+" || operator === "-" || (operator === "*" && (left.kind === "constant" || right.kind === "constant"));
}
