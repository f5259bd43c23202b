import type { Loop } from "../ir/loop.ts";
import type { Register, Step, Value } from "../ir/program.ts";
import { eachStep, operandsOf } from "../ir/walk.ts";
import type { Definitions } from "./definitions.ts";
import type { ScalarEvolution } from "./scalar-evolution.ts";
import type { Unrolling } from "./unrolling.ts";

/** The registers that hold a constant at each of their places once the loops that a compiler unrolls as a whole are unrolled. */
export class UnrolledConstants {
  readonly #registers = new Set<Register>();

  constructor(steps: readonly Step[], unrollings: ReadonlyMap<Loop, Unrolling>, evolution: ScalarEvolution, definitions: Definitions) {
    for (const [loop, { kind }] of unrollings) {
      if (kind !== "whole") continue;
      for (const { register, set } of evolution.of(loop)!.inductionVariables.values())
        if (evolution.counts(set)) this.#registers.add(register);
    }
    // In the order of the text: what a value is made of is set before it.
    eachStep(steps, (step) => {
      if (step.kind === "set" && definitions.of(step.register).length === 1 && this.has(step.value)) this.#registers.add(step.register);
    });
  }

  /** Whether a whole number is made of constants alone. */
  has(value: Value): boolean {
    if (value.kind === "register") return this.#registers.has(value.register);
    return (
      value.kind === "constant" ||
      ((value.kind === "arithmetic" || value.kind === "convert") && operandsOf(value).every((operand) => this.has(operand)))
    );
  }
}
