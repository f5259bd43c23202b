import type { Step, Value, Variable } from "../ir/program.ts";
import { setBy, withParts } from "../ir/walk.ts";
import { copiedVariable } from "./copied-variable.ts";
import type { Pass } from "./pass.ts";

type Product = Step & { kind: "matrixProduct" };

/**
 * A product of `mma.sync` adds to what its registers hold. One whose sums no step can have set before it names their variable: the machine says so
 * where it is run. Sums of such a product have no value, either, and a copy of a register without one gives none; whatever else a step sets has
 * one. So has what a branch sets, or an earlier pass of a loop around the product: it may have been there.
 */
export const matrixSums: Pass<never> = {
  name: "matrix-sums",
  needs: [],
  isLowering: true,
  run: (program) => {
    const values = new PossibleValues(program.parameters.map(({ register }) => register));
    values.walk(program.body);
    if (values.unset.size === 0) return program;
    const marked = (steps: readonly Step[]): Step[] =>
      steps.map((step) => {
        const unset = step.kind === "matrixProduct" ? values.unset.get(step) : undefined;
        return unset === undefined ? withParts(step, marked) : { ...(step as Product), unset };
      });
    return { ...program, body: marked(program.body) };
  },
};

/** The registers that may have a value where the walk through a program is. Their number only grows: a loop is walked until it doesn't. */
class PossibleValues {
  /** The variable without a value that a product adds to, as the last walk through it found. */
  readonly unset = new Map<Product, string>();
  readonly #given: Set<Variable>;
  /** The variable of the text that a register without a value is a copy of. */
  readonly #names = new Map<Variable, string>();

  constructor(parameters: readonly Variable[]) {
    this.#given = new Set(parameters);
  }

  walk(steps: readonly Step[]): void {
    for (const step of steps) this.#take(step);
  }

  #take(step: Step): void {
    switch (step.kind) {
      case "matrixProduct":
        return this.#takeProduct(step);
      case "set":
        return this.#set(step.register, step.value);
      case "setElement":
        return this.#set(step.array, step.value);
      case "if":
        this.walk(step.then);
        return this.walk(step.otherwise);
      case "block":
        return this.walk(step.body);
      case "loop": {
        let before: number;
        do {
          before = this.#given.size;
          this.walk(step.body);
          this.walk(step.step);
        } while (this.#given.size > before);
        return;
      }
      default:
        for (const variable of setBy(step)) this.#given.add(variable);
    }
  }

  #takeProduct(step: Product): void {
    this.unset.delete(step);
    for (const [place, register] of step.into.entries()) {
      const sum = step.c[place]!;
      if (this.#isGiven(sum)) this.#given.add(register);
      const name = this.#isGiven(sum) ? undefined : this.#nameOf(sum);
      if (name === undefined) continue;
      this.#names.set(register, name);
      this.unset.set(step, name);
    }
  }

  #set(variable: Variable, value: Value): void {
    if (this.#isGiven(value)) return void this.#given.add(variable);
    const name = this.#nameOf(value);
    if (name !== undefined) this.#names.set(variable, name);
  }

  #isGiven(value: Value): boolean {
    const copied = copiedVariable(value);
    return copied === undefined || this.#given.has(copied);
  }

  #nameOf(value: Value): string | undefined {
    const copied = copiedVariable(value)!;
    return this.#names.get(copied) ?? nameInText(copied);
  }
}

/** `sums` of `sums[0]` and `sums.x[0]`; undefined for a register that the text does not name. */
function nameInText({ name }: Variable): string | undefined {
  if (name === "") return undefined;
  const ends = ["[", "."].map((sign) => name.indexOf(sign)).filter((at) => at > 0);
  return name.slice(0, Math.min(name.length, ...ends));
}
