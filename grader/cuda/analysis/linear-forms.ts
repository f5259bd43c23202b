import type { Label, Register, Step, Value } from "../ir/program.ts";
import { arithmetic, constant, isIntegerType } from "../ir/values.ts";
import { essenceOf, operandsOf, setBy } from "../ir/walk.ts";

/** A whole number as a sum of multiples of terms, and a constant. Sums without terms are constants. */
export interface LinearForm {
  /** The factor of each term, by the term's number: terms with equal numbers are equal. */
  readonly factors: ReadonlyMap<number, number>;
  readonly constant: number;
}

/** A sum of more terms is one term. */
const MOST_TERMS = 16;
/** As many bits as a multiple of a power of two is asked for. */
const MOST_ALIGN = 1024;
const ZERO: LinearForm = { factors: new Map(), constant: 0 };
const BITS: Partial<Record<Value["type"], number>> = { bool: 1, i8: 8, u8: 8, i16: 16, u16: 16, i32: 32, u32: 32, i64: 64, u64: 64 };

/** The terms of a program's sums. */
class Terms {
  readonly #numbers = new Map<string, number>();
  readonly #aligns: number[] = [];
  readonly #counters = new Map<number, Label>();

  fresh(align = 1): number {
    return this.#aligns.push(align) - 1;
  }

  /** The term of an operation. @param align a power of two that it is a multiple of */
  of(key: string, align = 1): number {
    let term = this.#numbers.get(key);
    if (term === undefined) this.#numbers.set(key, (term = this.fresh(align)));
    return term;
  }

  counter(label: Label): number {
    const term = this.fresh();
    this.#counters.set(term, label);
    return term;
  }

  loopOf(term: number): Label | undefined {
    return this.#counters.get(term);
  }

  alignOf(term: number): number {
    return this.#aligns[term]!;
  }
}

/**
 * The linear forms of values at a point of a program: two values whose forms differ by a constant differ by that number, whatever the launch
 * gives. Signed sums don't overflow in C++; unsigned ones are equal modulo 2³² or 2⁶⁴.
 */
export class LinearForms {
  readonly #held = new Map<Register, LinearForm>();
  readonly #around: LinearForms | undefined;
  readonly #terms: Terms;

  /** @param around what is known before the steps of which this is the beginning */
  constructor(around?: LinearForms) {
    this.#around = around;
    this.#terms = around ? around.#terms : new Terms();
  }

  /** The forms at the beginning of the steps in a step. */
  within(): LinearForms {
    return new LinearForms(this);
  }

  hold(register: Register, form: LinearForm): void {
    this.#held.set(register, form);
  }

  /** Forgets what a register held: it is something else from here on. */
  forget(register: Register): void {
    this.#held.set(register, termForm(this.#terms.fresh()));
  }

  /** Moves behind a step, without the steps in it. */
  follow(step: Step): void {
    if (step.kind === "set") return this.hold(step.register, this.of(step.value));
    for (const set of setBy(step)) if (!("length" in set)) this.forget(set);
  }

  /** The number of a loop's iteration, times a step. */
  iterations(label: Label, step: number): LinearForm {
    return scaledForm(termForm(this.#terms.counter(label)), step) ?? termForm(this.#terms.fresh());
  }

  /** The loops of whose iterations alone a form is made, besides constants; undefined if it has other terms. */
  loopsOf(form: LinearForm): readonly Label[] | undefined {
    const loops = [...form.factors.keys()].map((term) => this.#terms.loopOf(term));
    return loops.every((loop) => loop !== undefined) ? loops : undefined;
  }

  /** The largest known power of two that a form is a multiple of. */
  alignOf({ factors, constant }: LinearForm): number {
    let align = powerOfTwoIn(constant);
    for (const [term, factor] of factors) align = Math.min(align, powerOfTwoIn(factor) * this.#terms.alignOf(term));
    return align;
  }

  of(value: Value): LinearForm {
    switch (value.kind) {
      case "register":
        return this.ofRegister(value.register);
      case "constant":
        if (isIntegerType(value.type) && typeof value.value === "number") return { factors: ZERO.factors, constant: value.value };
        return this.#term(essenceOf(value));
      case "special":
        return value.special === "activeMask" ? this.#fresh() : this.#term(`${value.special} ${value.variable ?? ""}`);
      case "symbol":
        return this.#term(`symbol ${value.name}`);
      case "element":
        return this.#fresh();
      case "convert":
        return this.#converted(value);
      case "negate":
        return this.#scaled(this.of(value.operand), -1, value);
      case "arithmetic":
        return isIntegerType(value.type) ? this.#arithmetic(value) : this.#operation(value);
      default:
        return this.#operation(value);
    }
  }

  ofRegister(register: Register): LinearForm {
    let form = this.#held.get(register);
    for (let around = this.#around; form === undefined && around; around = around.#around) form = around.#held.get(register);
    if (form === undefined) this.hold(register, (form = this.#fresh()));
    return form;
  }

  /** Sums keep their terms in a type of the same bits, and signed ones in a wider type: there, C++ knows that they don't wrap around. */
  #converted(value: Extract<Value, { kind: "convert" }>): LinearForm {
    const form = this.of(value.operand);
    const [from, to] = [BITS[value.operand.type], BITS[value.type]];
    if (from === undefined || to === undefined) return this.#operation(value);
    const isUnsigned = value.operand.type.startsWith("u");
    const isKept = to > from ? !isUnsigned : to === from && (!isUnsigned || value.type.startsWith("u"));
    if (isKept || form.factors.size === 0) return form;
    return this.#term(`${essenceOf(value)} ${keyOf(form)}`, to >= from ? this.alignOf(form) : 1);
  }

  #arithmetic(value: Extract<Value, { kind: "arithmetic" }>): LinearForm {
    const { operator } = value;
    const left = this.of(value.left);
    const right = this.of(value.right);
    if (left.factors.size === 0 && right.factors.size === 0) {
      const folded = arithmetic(value.type, operator, constant(value.type, left.constant), constant(value.right.type, right.constant));
      return folded.kind === "constant" ? this.of(folded) : this.#operation(value);
    }
    if (operator === "+" || operator === "-") {
      const sum = scaledForm(right, operator === "+" ? 1 : -1);
      return (sum && summedForm(left, sum)) ?? this.#operation(value);
    }
    if (operator === "*" && right.factors.size === 0) return this.#scaled(left, right.constant, value);
    if (operator === "*" && left.factors.size === 0) return this.#scaled(right, left.constant, value);
    if (operator === "<<" && right.factors.size === 0) return this.#scaled(left, 2 ** right.constant, value);
    return this.#operation(value, operator === "&" ? Math.max(...[left, right].map((form) => this.alignOf(form))) : 1);
  }

  #scaled(form: LinearForm, factor: number, value: Exclude<Value, { kind: "register" }>): LinearForm {
    return scaledForm(form, factor) ?? this.#operation(value);
  }

  #operation(value: Exclude<Value, { kind: "register" }>, align?: number): LinearForm {
    return this.#term([essenceOf(value), ...operandsOf(value).map((operand) => keyOf(this.of(operand)))].join("; "), align);
  }

  #term(key: string, align?: number): LinearForm {
    return termForm(this.#terms.of(key, align));
  }

  #fresh(): LinearForm {
    return termForm(this.#terms.fresh());
  }
}

/** The constant by which a form is more than another one; undefined if only the launch knows. */
export function differenceOf(form: LinearForm, other: LinearForm): number | undefined {
  const negative = scaledForm(other, -1);
  const difference = negative && summedForm(form, negative);
  return difference?.factors.size === 0 ? difference.constant : undefined;
}

/** The sum of two forms; undefined if it has too many terms, or numbers that aren't exact. */
export function summedForm(one: LinearForm, other: LinearForm): LinearForm | undefined {
  const factors = new Map(one.factors);
  for (const [term, factor] of other.factors) {
    const sum = (factors.get(term) ?? 0) + factor;
    if (sum === 0) factors.delete(term);
    else factors.set(term, sum);
  }
  return exact({ factors, constant: one.constant + other.constant });
}

function scaledForm({ factors, constant }: LinearForm, by: number): LinearForm | undefined {
  if (by === 0) return ZERO;
  return exact({ factors: new Map([...factors].map(([term, factor]) => [term, factor * by])), constant: constant * by });
}

function exact(form: LinearForm): LinearForm | undefined {
  const isExact = [form.constant, ...form.factors.values()].every((number) => Number.isSafeInteger(number));
  return isExact && form.factors.size <= MOST_TERMS ? form : undefined;
}

function termForm(term: number): LinearForm {
  return { factors: new Map([[term, 1]]), constant: 0 };
}

function keyOf({ factors, constant }: LinearForm): string {
  const parts = [...factors].sort(([a], [b]) => a - b).map(([term, factor]) => `${term} × ${factor}`);
  return [...parts, constant].join(" + ");
}

function powerOfTwoIn(number: number): number {
  if (number === 0) return MOST_ALIGN;
  let align = 1;
  while (align < MOST_ALIGN && number % (2 * align) === 0) align *= 2;
  return align;
}
