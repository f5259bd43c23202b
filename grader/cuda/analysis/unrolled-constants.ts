import type { Loop } from "../ir/loop.ts";
import type { Label, Register, Step, Value } from "../ir/program.ts";
import { eachStep, operandsOf } from "../ir/walk.ts";
import type { Definitions } from "./definitions.ts";
import type { ScalarEvolution } from "./scalar-evolution.ts";
import type { Unrolling } from "./unrolling.ts";

const OPERATIONS: readonly Value["kind"][] = ["arithmetic", "convert", "comparison", "logic", "not"];

/** The values that are constants at each of their places once the loops that a compiler unrolls as a whole are unrolled. */
export class UnrolledConstants {
  readonly #registers = new Set<Register>();
  readonly #whole: ReadonlySet<Label>;
  readonly #evolution: ScalarEvolution;

  constructor(steps: readonly Step[], unrollings: ReadonlyMap<Loop, Unrolling>, evolution: ScalarEvolution, definitions: Definitions) {
    this.#evolution = evolution;
    const whole = [...unrollings].filter(([, { kind }]) => kind === "whole").map(([loop]) => loop);
    this.#whole = new Set(whole.map(({ label }) => label));
    const counted = new Set<Step>();
    for (const loop of whole)
      for (const { set, start } of evolution.of(loop)!.inductionVariables.values())
        if (evolution.counts(set) && start !== undefined) counted.add(set);
    // In the order of the text: what a value is made of is set before it.
    eachStep(steps, (step) => {
      if (step.kind !== "set") return;
      const sets = definitions.of(step.register);
      const isConstant = sets.length === 1 && this.has(step.value);
      const isCounter =
        sets.some((set) => counted.has(set)) && sets.every((set) => counted.has(set) || (set.kind === "set" && this.has(set.value)));
      if (isConstant || isCounter) this.#registers.add(step.register);
    });
  }

  /** Whether a whole number, or a comparison of whole numbers, is made of constants alone. */
  has(value: Value): boolean {
    if (value.kind === "register" && this.#registers.has(value.register)) return true;
    if (this.#evolution.loopsOfIndex(value)?.every((loop) => this.#whole.has(loop))) return true;
    return value.kind === "constant" || (OPERATIONS.includes(value.kind) && operandsOf(value).every((operand) => this.has(operand)));
  }
}
