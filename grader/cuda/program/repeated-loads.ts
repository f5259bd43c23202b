import type { Made } from "./context.ts";
import { withKeptPlaces } from "./loop-memory.ts";
import { areApart, type Place } from "./places-apart.ts";
import type { Register, RegisterArray, Step, Value } from "../ir/program.ts";
import { mayBeOne, parameterSpaces, type Space } from "./spaces.ts";
import { read } from "../ir/values.ts";
import { eachStep, essenceOf, operandsOf, setBy } from "../ir/walk.ts";

/**
 * Leaves out loads of what has been loaded already: from the same address, with nothing in between that may have changed it, as a
 * compiler does. `if (own[i] > own[j]) swap(own[i], own[j])` loads two numbers, not four. What has just been stored is not loaded either,
 * and what a loop comes back to is kept.
 *
 * @param made knows the kernel's parameters
 */
export function withoutRepeatedLoads(steps: readonly Step[], made: Made): Step[] {
  const known = new Known();
  for (const [parameter, space] of parameterSpaces(steps, made.parameters, made.restrict)) known.spaces.set(parameter, space);
  return new RepeatedLoads(made).walk(steps, known);
}

/** What is known to be in memory. */
interface Loaded {
  readonly values: readonly Value[];
  /** The numbers that the values have: while they have these, they are what is there. */
  readonly numbers: readonly number[];
  readonly space: Space;
  readonly place: Place;
}

/** What is known at one place of the program. */
class Known {
  /** A number for the value that each register holds: equal numbers, equal values. */
  readonly values: Map<Register | RegisterArray, number>;
  readonly spaces: Map<Register | RegisterArray, Space>;
  readonly loaded: Map<string, Loaded>;

  constructor(before?: Known) {
    this.values = new Map(before?.values);
    this.spaces = new Map(before?.spaces);
    this.loaded = new Map(before?.loaded);
  }

  /**
   * After a part that some lanes may have skipped: what it set is unknown, what it loaded may not be there. What it loaded anew, behind a
   * store of its own, is not what was loaded before it.
   */
  forgetSetIn(part: Known): void {
    for (const register of part.values.keys()) if (part.values.get(register) !== this.values.get(register)) this.values.delete(register);
    for (const [register, space] of part.spaces) if (this.spaces.get(register) !== space) this.spaces.delete(register);
    for (const [key, loaded] of this.loaded) if (part.loaded.get(key) !== loaded) this.loaded.delete(key);
  }

  /** What others may have changed meanwhile. */
  forgetOrdered(): void {
    for (const [key, { space }] of this.loaded) if (space !== "unchanged") this.loaded.delete(key);
  }

  /** A store may change what was loaded from the same memory, unless it is known to be beside it. */
  stored(space: Space, place: Place): void {
    for (const [key, loaded] of this.loaded) if (mayBeOne(space, loaded.space) && !areApart(place, loaded.place)) this.loaded.delete(key);
  }
}

class RepeatedLoads {
  readonly #made: Made;
  readonly #numbers = new Map<string, number>();
  /** By the number of an address: the number of the one that it is beyond, and by how many bytes. */
  readonly #beyond = new Map<number, readonly [number, number]>();
  #next = 0;

  constructor(made: Made) {
    this.#made = made;
  }

  walk(steps: readonly Step[], known: Known): Step[] {
    return steps.flatMap((step) => this.#step(step, known));
  }

  #step(step: Step, known: Known): Step[] {
    switch (step.kind) {
      case "set":
        this.#set(step.register, step.value, known);
        return [step];
      case "load":
        return this.#load(step, known);
      case "store":
        this.#store(step, known);
        return [step];
      case "atomic":
      case "barrier":
      case "warpBarrier":
      case "fence":
        known.forgetOrdered();
        return this.#unlikeBefore(step, known);
      case "if": {
        const [whenTrue, whenFalse] = [new Known(known), new Known(known)];
        const then = this.walk(step.then, whenTrue);
        const otherwise = this.walk(step.otherwise, whenFalse);
        known.forgetSetIn(whenTrue);
        known.forgetSetIn(whenFalse);
        return [{ ...step, then, otherwise }];
      }
      case "block": {
        const inside = new Known(known);
        const body = this.walk(step.body, inside);
        known.forgetSetIn(inside);
        return [{ ...step, body }];
      }
      case "loop": {
        const kept = withKeptPlaces(step, this.#made, (address) => this.#spaceOf(address, known));
        if (kept) return this.walk(kept, known);
        // Each pass begins with whatever the one before has left.
        this.#forgetAllSetIn(step.body, known);
        this.#forgetAllSetIn(step.step, known);
        known.forgetOrdered();
        const body = this.walk(step.body, new Known(known));
        const next = this.walk(step.step, new Known(known));
        return [{ ...step, body, step: next }];
      }
      default:
        return this.#unlikeBefore(step, known);
    }
  }

  /** What the step sets is unlike all that was there before. */
  #unlikeBefore(step: Step, known: Known): Step[] {
    for (const set of setBy(step)) known.values.set(set, this.#next++);
    return [step];
  }

  #set(register: Register, value: Value, known: Known): void {
    known.values.set(register, this.#numberOf(value, known));
    known.spaces.set(register, this.#spaceOf(value, known));
  }

  #load(step: Step & { kind: "load" }, known: Known): Step[] {
    const key = this.#keyOfPlace(step.address, step.into, known);
    const before = known.loaded.get(key);
    if (!step.site.isVolatile && before?.values.every((value, i) => this.#numberOf(value, known) === before.numbers[i])) {
      const { span } = step;
      return step.into.flatMap((register, i) => this.#step({ kind: "set", register, value: before.values[i]!, span }, known));
    }
    for (const register of step.into) {
      known.values.set(register, this.#next++);
      known.spaces.delete(register);
    }
    this.#note(step, key, step.into.map(read), known);
    return [step];
  }

  #store(step: Step & { kind: "store" }, known: Known): void {
    known.stored(this.#spaceOf(step.address, known), this.#placeOf(step, known));
    this.#note(step, this.#keyOfPlace(step.address, step.values, known), step.values, known);
  }

  #note(step: Step & { kind: "load" | "store" }, key: string, values: readonly Value[], known: Known): void {
    if (step.site.isVolatile) return;
    const numbers = values.map((value) => this.#numberOf(value, known));
    known.loaded.set(key, { values, numbers, space: this.#spaceOf(step.address, known), place: this.#placeOf(step, known) });
  }

  #placeOf({ address, site }: Step & { kind: "load" | "store" }, known: Known): Place {
    const [base, from] = this.#beyondOf(this.#numberOf(address, known));
    return { base, from, to: from + site.bytesPerLane };
  }

  #beyondOf(number: number): readonly [number, number] {
    return this.#beyond.get(number) ?? [number, 0];
  }

  #keyOfPlace(address: Value, values: readonly Pick<Register, "type">[], known: Known): string {
    return `${this.#numberOf(address, known)} ${values.map(({ type }) => type).join()}`;
  }

  #forgetAllSetIn(steps: readonly Step[], known: Known): void {
    eachStep(steps, (step) => {
      for (const set of setBy(step)) {
        known.values.delete(set);
        known.spaces.delete(set);
      }
    });
  }

  /** The number of what a register holds; one that is new is unlike all others. */
  #held(register: Register | RegisterArray, known: Known): number {
    const number = known.values.get(register) ?? this.#next++;
    known.values.set(register, number);
    return number;
  }

  #numberOf(value: Value, known: Known): number {
    if (value.kind === "register") return this.#held(value.register, known);
    const key = this.#keyOf(value, known);
    const number = this.#numbers.get(key) ?? this.#next++;
    this.#numbers.set(key, number);
    if (value.kind === "offset" && value.index.kind === "constant") {
      const [base, from] = this.#beyondOf(this.#numberOf(value.pointer, known));
      this.#beyond.set(number, [base, from + Number(value.index.value) * value.bytes]);
    }
    return number;
  }

  #keyOf(value: Exclude<Value, { kind: "register" }>, known: Known): string {
    // Which lanes take part changes from step to step.
    if (value.kind === "special" && value.special === "activeMask") return `once ${this.#next++}`;
    const array = value.kind === "element" ? this.#held(value.array, known) : "";
    return [essenceOf(value), array, ...operandsOf(value).map((operand) => this.#numberOf(operand, known))].join(" ");
  }

  #spaceOf(address: Value, known: Known): Space {
    switch (address.kind) {
      case "offset":
        return this.#spaceOf(address.pointer, known);
      case "special":
        return address.special === "localBase" ? "local" : address.special.endsWith("haredBase") ? "shared" : "unknown";
      case "symbol":
        return "global";
      case "register":
        return known.spaces.get(address.register) ?? "unknown";
      default:
        return "unknown";
    }
  }
}
