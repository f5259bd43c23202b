import type { Label, Program, Step, Value, Variable } from "../ir/program.ts";
import { operandsOf, partsOf, setBy, valuesOf } from "../ir/walk.ts";

/**
 * Stores, by the numbers of their sites, whose address, or whether they are made at all, depends on what was read from memory: those of a
 * compaction or a scatter. All others are made for the same elements whatever the arrays hold.
 */
export function dataDependentStores({ body }: Program): ReadonlySet<number> {
  const follower = new Follower();
  let before: number;
  do {
    before = follower.size;
    follower.follow(body, false);
  } while (follower.size > before);
  return follower.stores;
}

/** Follows a program until nothing more turns out to depend on data. */
class Follower {
  readonly stores = new Set<number>();
  readonly #variables = new Set<Variable>();
  /** Loops and blocks that lanes leave, or go on with, by what was read. */
  readonly #labels = new Set<Label>();
  /** Whether threads end by what was read. */
  #endsEarly = false;

  get size(): number {
    return this.stores.size + this.#variables.size + this.#labels.size + Number(this.#endsEarly);
  }

  /** @param isDependent whether it depends on data that the steps are run */
  follow(steps: readonly Step[], isDependent: boolean): void {
    for (const step of steps) this.#step(step, isDependent || this.#endsEarly);
  }

  #step(step: Step, isDependent: boolean): void {
    switch (step.kind) {
      case "load":
      case "atomic":
        step.into.forEach((register) => this.#variables.add(register));
        if (step.kind === "atomic" && (isDependent || this.#reads(step.address))) this.stores.add(step.site.number);
        return;
      case "store":
        if (isDependent || this.#reads(step.address)) this.stores.add(step.site.number);
        return;
      case "copy":
        if (isDependent || this.#reads(step.to)) this.stores.add(step.destination.number);
        return;
      case "exit":
        this.#endsEarly ||= isDependent;
        return;
      case "leave":
      case "again":
        if (isDependent) this.#labels.add(step.label);
        return;
      case "if":
        return partsOf(step).forEach((part) => this.follow(part, isDependent || this.#reads(step.test)));
      case "loop":
      case "block":
        return partsOf(step).forEach((part) => this.follow(part, isDependent || this.#labels.has(step.label)));
      default:
        if (isDependent || valuesOf(step).some((value) => this.#reads(value)))
          setBy(step).forEach((variable) => this.#variables.add(variable));
    }
  }

  #reads(value: Value): boolean {
    if (value.kind === "register") return this.#variables.has(value.register);
    if (value.kind === "element" && this.#variables.has(value.array)) return true;
    return operandsOf(value).some((operand) => this.#reads(operand));
  }
}
