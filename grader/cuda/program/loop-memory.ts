import type { Made } from "./context.ts";
import type { Register, RegisterArray, Step, Value } from "./program.ts";
import { mayBeOne, type Space } from "./spaces.ts";
import { read } from "./values.ts";
import { eachStep, operandsOf, partsOf, setBy, withParts } from "./walk.ts";

type Loop = Extract<Step, { kind: "loop" }>;
type Load = Extract<Step, { kind: "load" }>;
type Store = Extract<Step, { kind: "store" }>;

/**
 * Keeps in a register what a loop loads from the same place in each pass, as a compiler does: `sums[i] += in[j]` loads `sums[i]` once,
 * before the loop. What the loop stores there goes to the register too; and if the loop loads nothing else that could be there, it stores
 * once, after its last pass.
 *
 * @param spaceOf the memory that an address from outside the loop is in
 * @returns the steps that take the loop's place; undefined where there is nothing to keep
 */
export function withKeptPlaces(loop: Loop, made: Made, spaceOf: (address: Value) => Space): Step[] | undefined {
  const places = new Places(loop, spaceOf);
  const kept = places.kept().map((place) => ({ ...place, registers: place.types.map((type) => made.register(type, "kept")) }));
  if (kept.length === 0) return undefined;
  const { span } = loop;
  const before = kept.flatMap(({ load, address, registers }) => (load ? [{ ...load, address, into: registers }] : []));
  const after = kept.flatMap(({ store, isStoredOnce, address, registers }) =>
    store && isStoredOnce ? [{ ...store, address, values: registers.map(read) }] : [],
  );
  const body = places.replaced(new Map(kept.map((place) => [place.key, place])));
  const [test] = guardOf(loop);
  if (test === undefined) return [...before, body, ...after];
  // For lanes that go round no time, nothing is loaded or stored.
  const goes = made.register("bool", "goes");
  const guarded = (then: readonly Step[]): Step[] =>
    then.length === 0 ? [] : [{ kind: "if", test: read(goes), then, otherwise: [], span }];
  const value: Value = { kind: "not", type: "bool", operand: test };
  return [{ kind: "set", register: goes, value, span }, ...guarded(before), body, ...guarded(after)];
}

/** A place in memory that a loop comes back to in every pass. */
interface Place {
  readonly key: string;
  /** In terms of what does not change in the loop. */
  readonly address: Value;
  readonly types: readonly Register["type"][];
  /** A load of it that every pass performs. */
  readonly load: Load | undefined;
  readonly store: Store | undefined;
  /** Whether it need not be stored in each pass: nothing in the loop looks. */
  readonly isStoredOnce: boolean;
}

/** The test that ends a loop before its first step, if it has one, and the steps behind it. */
function guardOf({ body, label }: Loop): readonly [Value | undefined, readonly Step[]] {
  const [first, ...others] = body;
  const isGuard =
    first?.kind === "if" &&
    first.otherwise.length === 0 &&
    first.then.length === 1 &&
    first.then[0]!.kind === "leave" &&
    first.then[0].label === label;
  return isGuard ? [first.test, others] : [undefined, body];
}

/** More accesses than a loop has: each is compared with all others. */
const MOST_ACCESSES = 500;
/** More parts than an address has: what is larger is left as it is. */
const MOST_PARTS = 64;

class Places {
  readonly #loop: Loop;
  readonly #spaceOf: (address: Value) => Space;
  /** How often each register or array is set in the loop. */
  readonly #sets = new Map<Register | RegisterArray, number>();
  /** What is set once per pass, by every pass. */
  readonly #values = new Map<Register, Value>();
  readonly #keys = new Map<Load | Store, string | undefined>();
  readonly #loads: Load[] = [];
  readonly #stores: Store[] = [];
  #isOrdered = false;
  readonly #ends: Step[] = [];
  readonly #labels = new Set<number>();

  constructor(loop: Loop, spaceOf: (address: Value) => Space) {
    this.#loop = loop;
    this.#spaceOf = spaceOf;
    eachStep([loop], (step) => {
      for (const set of setBy(step)) this.#sets.set(set, (this.#sets.get(set) ?? 0) + 1);
      if (step.kind === "load") this.#loads.push(step);
      else if (step.kind === "store") this.#stores.push(step);
      else if (["atomic", "barrier", "warpBarrier", "fence"].includes(step.kind)) this.#isOrdered = true;
      else if (step.kind === "loop" || step.kind === "block") this.#labels.add(step.label);
      else if (step.kind === "exit" || step.kind === "leave" || step.kind === "again") this.#ends.push(step);
      if (step.kind === "set" && this.#sets.get(step.register) === 1) this.#values.set(step.register, step.value);
    });
  }

  kept(): Place[] {
    const accesses = this.#loads.length + this.#stores.length;
    if (this.#isOrdered || accesses === 0 || accesses > MOST_ACCESSES) return [];
    const [loads, stores] = this.#certain();
    const places = new Map<string, Place>();
    for (const access of [...loads, ...stores]) {
      const place = this.#placeOf(access);
      if (place === undefined || places.has(place.key)) continue;
      const own = stores.find((store) => this.#keyOf(store) === place.key);
      const load = loads.find((one) => this.#keyOf(one) === place.key);
      const space = this.#spaceIn(place.address);
      const mayBeHere = (other: Load | Store): boolean => this.#keyOf(other) !== place.key && mayBeOne(space, this.#spaceIn(other.address));
      // A store elsewhere may change it; a store here that not every pass performs has nothing to begin with, unless it is loaded first.
      if (this.#stores.some(mayBeHere) || (load === undefined && own === undefined)) continue;
      const isStoredOnce = own !== undefined && !this.#loads.some(mayBeHere) && this.#isLeftAtItsEnd();
      if (load === undefined && !isStoredOnce) continue;
      places.set(place.key, { ...place, load, store: own, isStoredOnce });
    }
    return [...places.values()];
  }

  /** The loop with what is loaded from and stored to these places in their registers, by key. */
  replaced(places: ReadonlyMap<string, Place & { readonly registers: readonly Register[] }>): Loop {
    const walk = (steps: readonly Step[]): Step[] =>
      steps.flatMap((step): Step[] => {
        if (step.kind !== "load" && step.kind !== "store") return [withParts(step, walk)];
        const place = places.get(this.#keyOf(step) ?? "");
        if (!place) return [step];
        const { registers, isStoredOnce } = place;
        const { span } = step;
        if (step.kind === "load") return step.into.map((register, i) => ({ kind: "set", register, value: read(registers[i]!), span }));
        const sets = step.values.map((value, i): Step => ({ kind: "set", register: registers[i]!, value, span }));
        return isStoredOnce ? sets : [...sets, { ...step, values: registers.map(read) }];
      });
    return { ...this.#loop, body: walk(this.#loop.body), step: walk(this.#loop.step) };
  }

  /** The loads and the stores that every pass performs. */
  #certain(): readonly [Load[], Store[]] {
    const [test, steps] = guardOf(this.#loop);
    const [loads, stores]: [Load[], Store[]] = [[], []];
    // What the test needs must be there before the loop.
    if (test !== undefined && !this.#isThereBefore(test)) return [loads, stores];
    for (const step of steps) {
      if (mayLeave(step)) break;
      if (step.kind === "load") loads.push(step);
      else if (step.kind === "store") stores.push(step);
    }
    return [loads, stores];
  }

  /** Whether all lanes go on behind the loop. */
  #isLeftAtItsEnd(): boolean {
    return this.#ends.every((step) => step.kind !== "exit" && "label" in step && this.#labels.has(step.label));
  }

  #isThereBefore(test: Value): boolean {
    return test.kind !== "special" || test.special !== "activeMask"
      ? operandsOf(test).every((operand) => this.#isThereBefore(operand))
      : false;
  }

  /** The memory that an address in the loop is in: that of the pointer that it begins with. */
  #spaceIn(address: Value): Space {
    if (address.kind === "offset") return this.#spaceIn(address.pointer);
    if (address.kind !== "register") return this.#spaceOf(address);
    const set = this.#sets.get(address.register) ?? 0;
    const value = set === 1 ? this.#values.get(address.register) : undefined;
    if (value) return this.#spaceIn(value);
    return set === 0 ? this.#spaceOf(address) : "unknown";
  }

  #placeOf(access: Load | Store): Pick<Place, "key" | "address" | "types"> | undefined {
    const address = this.#constant(access.address);
    if (address === undefined) return undefined;
    return { key: this.#keyOf(access)!, address, types: typesOf(access) };
  }

  /** Equal for accesses to one place with the same types; undefined where the place changes. */
  #keyOf(access: Load | Store): string | undefined {
    if (!this.#keys.has(access)) {
      const address = this.#constant(access.address);
      this.#keys.set(access, address && `${keyOf(address)} ${typesOf(access).join()}`);
    }
    return this.#keys.get(access);
  }

  /** A value in terms of what the loop does not set; undefined where that cannot be. */
  #constant(value: Value, parts = { left: MOST_PARTS }): Value | undefined {
    if (--parts.left < 0) return undefined;
    switch (value.kind) {
      case "register": {
        const sets = this.#sets.get(value.register) ?? 0;
        if (sets === 0) return value;
        const set = sets === 1 ? this.#values.get(value.register) : undefined;
        return set && this.#constant(set, parts);
      }
      case "constant":
      case "symbol":
        return value;
      case "special":
        return value.special === "activeMask" ? undefined : value;
      case "arithmetic": {
        const [left, right] = [this.#constant(value.left, parts), this.#constant(value.right, parts)];
        return left && right && { ...value, left, right };
      }
      case "convert":
      case "negate": {
        const operand = this.#constant(value.operand, parts);
        return operand && { ...value, operand };
      }
      case "offset": {
        const [pointer, index] = [this.#constant(value.pointer, parts), this.#constant(value.index, parts)];
        return pointer && index && { ...value, pointer, index };
      }
      default:
        return undefined;
    }
  }
}

function typesOf(access: Load | Store): Register["type"][] {
  return access.kind === "load" ? access.into.map(({ type }) => type) : access.values.map(({ type }) => type);
}

function keyOf(value: Value): string {
  return JSON.stringify(value, (name, inner: unknown) =>
    name === "register" ? (inner as Register).number : typeof inner === "bigint" ? `${inner}n` : inner,
  );
}

function mayLeave(step: Step): boolean {
  if (step.kind === "leave" || step.kind === "again" || step.kind === "exit") return true;
  return partsOf(step).some((part) => part.some(mayLeave));
}
