import { areApart, type Place } from "../program/places-apart.ts";
import type { Program, Register, Step, Value } from "../ir/program.ts";
import { eachStep, essenceOf, operandsOf, setBy } from "../ir/walk.ts";

/** What the order of a program's loads depends on. */
export type OrderedProgram = Pick<Program, "body" | "parameters" | "sites">;

/**
 * The stores that a compiler may move each load before: those that it knows to be beside what is loaded, as the fields of a struct are.
 *
 * @returns by the site of a load: the sites of the stores
 */
export function storesAside({ body, parameters, sites }: OrderedProgram): ReadonlySet<number>[] {
  const places = new AddressPlaces(body, parameters);
  const [loads, stores] = [new Map<number, Place>(), new Map<number, Place>()];
  eachStep(body, (step) => {
    if (step.kind !== "load" && step.kind !== "store") return;
    const place = places.of(step.address, step.site.bytesPerLane);
    if (place) (step.kind === "load" ? loads : stores).set(step.site.number, place);
  });
  return sites.map(({ number }) => {
    const loaded = loads.get(number);
    return new Set(loaded ? [...stores].filter(([, stored]) => areApart(loaded, stored)).map(([site]) => site) : []);
  });
}

/** What stands for a register in an address: its value, or itself. */
interface Known {
  readonly base: string;
  readonly bytes: number;
}

/** Where addresses are, as against others of the same pass of all loops. */
class AddressPlaces {
  readonly #setters = new Map<Register, Step[]>();
  readonly #parameters: ReadonlySet<Register>;
  readonly #known = new Map<Register, Known | undefined>();

  constructor(steps: readonly Step[], parameters: readonly Register[]) {
    this.#parameters = new Set(parameters);
    this.#find(steps);
  }

  /** Undefined if a register in the address has other values at other times of a pass. */
  of(address: Value, bytes: number): Place | undefined {
    const known = this.#knownOf(address);
    return known && { base: known.base, from: known.bytes, to: known.bytes + bytes };
  }

  /** Finds what sets registers, but for what the end of a loop's pass sets: it stays the same all through a pass. */
  #find(steps: readonly Step[]): void {
    for (const step of steps) {
      for (const set of setBy(step)) {
        if ("length" in set) continue;
        const before = this.#setters.get(set);
        if (before) before.push(step);
        else this.#setters.set(set, [step]);
      }
      if (step.kind === "if") [step.then, step.otherwise].forEach((part) => this.#find(part));
      else if (step.kind === "loop" || step.kind === "block") this.#find(step.body);
    }
  }

  #knownOf(value: Value): Known | undefined {
    if (value.kind === "register") return this.#registerKnown(value.register);
    // A field is so many bytes beyond its struct.
    if (value.kind === "offset" && value.index.kind === "constant") {
      const known = this.#knownOf(value.pointer);
      return known && { base: known.base, bytes: known.bytes + Number(value.index.value) * value.bytes };
    }
    if (value.kind === "element" || (value.kind === "special" && value.special === "activeMask")) return undefined;
    const operands = operandsOf(value).map((operand) => this.#knownOf(operand));
    if (operands.includes(undefined)) return undefined;
    return { base: [essenceOf(value), ...operands.map((operand) => `(${operand!.base} ${operand!.bytes})`)].join(" "), bytes: 0 };
  }

  #registerKnown(register: Register): Known | undefined {
    if (this.#known.has(register)) return this.#known.get(register);
    const own = { base: `register ${register.number}`, bytes: 0 };
    // While its value is looked for, and if it is set from itself.
    this.#known.set(register, own);
    const setters = this.#setters.get(register) ?? [];
    const [only] = setters;
    // A parameter has a value before it is set.
    const values = setters.length + (this.#parameters.has(register) ? 1 : 0);
    const known = values > 1 ? undefined : only?.kind === "set" && register.type === "ptr" ? this.#knownOf(only.value) : own;
    this.#known.set(register, known);
    return known;
  }
}
