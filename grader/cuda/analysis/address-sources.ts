import type { Program, Step, Value, Variable } from "../ir/program.ts";
import { eachStep, operandsOf, valuesOf } from "../ir/walk.ts";
import type { Definitions } from "./definitions.ts";

/** The most values that are followed for one address: what lies beyond counts as no source. */
const MOST_FOLLOWED = 4096;

const NONE: ReadonlySet<number> = new Set();

/** The loads and atomics that addresses are computed from, at any number of steps: those that bring the index of `x[index[i]]`. */
export class AddressSources {
  readonly #definitions: Definitions;
  readonly #addresses = new Map<number, Value>();
  readonly #sources = new Map<number, ReadonlySet<number>>();

  constructor({ body }: Program, definitions: Definitions) {
    this.#definitions = definitions;
    eachStep(body, (step) => {
      if (isAccess(step)) this.#addresses.set(step.site.number, step.address);
      if (step.kind !== "copy") return;
      this.#addresses.set(step.source.number, step.from);
      this.#addresses.set(step.destination.number, step.to);
    });
  }

  /** Numbers of the sites that the address of a site is computed from. */
  of(site: number): ReadonlySet<number> {
    let sources = this.#sources.get(site);
    if (!sources) {
      const address = this.#addresses.get(site);
      this.#sources.set(site, (sources = address ? this.#follow(address) : NONE));
    }
    return sources;
  }

  #follow(address: Value): ReadonlySet<number> {
    const sources = new Set<number>();
    const seen = new Set<Variable>();
    const values = [address];
    const define = (variable: Variable): void => {
      if (seen.has(variable)) return;
      seen.add(variable);
      for (const step of this.#definitions.of(variable)) {
        if (isAccess(step)) sources.add(step.site.number);
        else values.push(...valuesOf(step));
      }
    };
    for (let followed = 0; values.length > 0 && followed < MOST_FOLLOWED; followed++) {
      const value = values.pop()!;
      if (value.kind === "register") define(value.register);
      if (value.kind === "element") define(value.array);
      values.push(...operandsOf(value));
    }
    return sources;
  }
}

function isAccess(step: Step): step is Extract<Step, { kind: "load" | "store" | "atomic" }> {
  return step.kind === "load" || step.kind === "store" || step.kind === "atomic";
}
