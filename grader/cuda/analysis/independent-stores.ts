import type { Program, Register, Step, Value } from "../ir/program.ts";
import { eachStep, setBy } from "../ir/walk.ts";
import { areDisjoint, byteRange, type ByteRange } from "./aliases.ts";
import { ValueNumbers, type Source } from "./value-numbers.ts";

/**
 * The stores that a compiler may move each load before: those that it knows to be beside what is loaded, as the fields of a struct are.
 *
 * @returns by the site of a load: the sites of the stores
 */
export function independentStores({ body, parameters, sites }: Program): ReadonlySet<number>[] {
  const addresses = new PassAddresses(
    body,
    parameters.map(({ register }) => register),
  );
  const loads = new Map<number, ByteRange>();
  const stores = new Map<number, ByteRange>();
  eachStep(body, (step) => {
    if (step.kind !== "load" && step.kind !== "store") return;
    const range = addresses.rangeOf(step.address, step.site.bytesPerLane);
    if (range) (step.kind === "load" ? loads : stores).set(step.site.number, range);
  });
  return sites.map(({ number }) => {
    const loaded = loads.get(number);
    return new Set(loaded ? [...stores].filter(([, stored]) => areDisjoint(loaded, stored)).map(([site]) => site) : []);
  });
}

/** Addresses, as against others of the same pass of all loops. */
class PassAddresses {
  readonly #numbers = new ValueNumbers();
  readonly #definitions = new Map<Source, Step[]>();
  readonly #parameters: ReadonlySet<Source>;
  readonly #held = new Map<Register, number | undefined>();

  constructor(steps: readonly Step[], parameters: readonly Register[]) {
    this.#parameters = new Set(parameters);
    this.#find(steps);
  }

  /** Undefined if something that the address reads has other values at other times of a pass. */
  rangeOf(address: Value, bytes: number): ByteRange | undefined {
    const number = this.#numberOf(address);
    return number === undefined ? undefined : byteRange(this.#numbers.based(number), bytes);
  }

  /** Finds what sets registers, but for what the end of a loop's pass sets: it stays the same all through a pass. */
  #find(steps: readonly Step[]): void {
    for (const step of steps) {
      for (const set of setBy(step)) {
        const before = this.#definitions.get(set);
        if (before) before.push(step);
        else this.#definitions.set(set, [step]);
      }
      if (step.kind === "if") [step.then, step.otherwise].forEach((part) => this.#find(part));
      else if (step.kind === "loop" || step.kind === "block") this.#find(step.body);
    }
  }

  #numberOf(value: Value): number | undefined {
    let isKnown = true;
    const number = this.#numbers.of(value, (source) => {
      const held = source === "activeMask" || "length" in source ? undefined : this.#heldBy(source);
      isKnown &&= held !== undefined;
      return held ?? this.#numbers.fresh();
    });
    return isKnown ? number : undefined;
  }

  #heldBy(register: Register): number | undefined {
    if (this.#held.has(register)) return this.#held.get(register);
    const own = this.#numbers.fresh();
    // While its value is looked for, and if it is set from itself.
    this.#held.set(register, own);
    const definitions = this.#definitions.get(register) ?? [];
    const [only] = definitions;
    // A parameter has a value before it is set.
    const values = definitions.length + (this.#parameters.has(register) ? 1 : 0);
    const held = values > 1 ? undefined : only?.kind === "set" && register.type === "ptr" ? this.#numberOf(only.value) : own;
    this.#held.set(register, held);
    return held;
  }
}
