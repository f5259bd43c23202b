import type { Register, Step, Value, Variable } from "../ir/program.ts";
import { eachStep, setBy } from "../ir/walk.ts";

/** The steps that set each register and array, those in others included. A parameter has a value before all of them. */
export class Definitions {
  readonly #steps = new Map<Variable, Step[]>();

  /** @param steps of a program, or of a part of it: then of that part only */
  constructor(steps: readonly Step[]) {
    eachStep(steps, (step) => {
      for (const set of setBy(step)) {
        const known = this.#steps.get(set);
        if (known) known.push(step);
        else this.#steps.set(set, [step]);
      }
    });
  }

  /** Empty for what the steps don't set. */
  of(set: Variable): readonly Step[] {
    return this.#steps.get(set) ?? NONE;
  }

  /** All that the steps set. */
  get all(): Iterable<Variable> {
    return this.#steps.keys();
  }

  has(set: Variable): boolean {
    return this.#steps.has(set);
  }

  /** The value of a register that one step sets, by computing it; undefined for any other register. */
  onlyValue(register: Register): Value | undefined {
    const [step, ...others] = this.of(register);
    return step?.kind === "set" && others.length === 0 ? step.value : undefined;
  }
}

const NONE: readonly Step[] = [];
