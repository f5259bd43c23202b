import type { Made } from "./context.ts";
import { MOST_PARTS, inTermsOf, type PartsLeft } from "./address-in-loop.ts";
import { withKeptRows } from "./loop-rows.ts";
import type { Register, Step, Value } from "../ir/program.ts";
import { mayBeOne, type Space } from "./spaces.ts";
import { read } from "../ir/values.ts";
import { eachStep, operandsOf, partsOf, settersIn, withParts, type Setters } from "../ir/walk.ts";

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
  const rows = withKeptRows(loop, made, spaceOf);
  if (rows) return rows;
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
/** A load or store of a loop: the place in memory, and the memory that it is in. */
interface Access {
  readonly step: Load | Store;
  /** In terms of what the loop does not set; undefined where the place changes. */
  readonly address: Value | undefined;
  /** Equal for accesses to one place with the same types; undefined where the place changes. */
  readonly key: string | undefined;
  readonly space: Space;
}

/** What a register was set to. */
interface SetBefore {
  /** In terms of what the loop does not set; undefined where that cannot be. */
  readonly value: Value | undefined;
  /** How many parts that has. */
  readonly parts: number;
  /** Of an address: the memory that it is in. */
  readonly space: Space;
}

class Places {
  readonly #loop: Loop;
  readonly #spaceOf: (address: Value) => Space;
  /** What sets each register or array in the loop. */
  readonly #sets: Setters;
  readonly #accesses = new Map<Step, Access>();
  #isOrdered = false;
  readonly #ends: Step[] = [];
  readonly #labels = new Set<number>();

  constructor(loop: Loop, spaceOf: (address: Value) => Space) {
    this.#loop = loop;
    this.#sets = settersIn([loop]);
    this.#spaceOf = spaceOf;
    eachStep([loop], (step) => {
      if (["atomic", "barrier", "warpBarrier", "fence"].includes(step.kind)) this.#isOrdered = true;
      else if (step.kind === "loop" || step.kind === "block") this.#labels.add(step.label);
      else if (step.kind === "exit" || step.kind === "leave" || step.kind === "again") this.#ends.push(step);
    });
    this.#find(loop.body, new Map());
    this.#find(loop.step, new Map());
  }

  /** Notes the accesses in steps. @param set what the loop has set before them in the same pass, and nowhere else */
  #find(steps: readonly Step[], set: Map<Register, SetBefore>): void {
    for (const step of steps) {
      if (step.kind === "load" || step.kind === "store") {
        const address = this.#constant(step.address, set);
        // What is volatile is loaded and stored in each pass.
        const key = address && !step.site.isVolatile ? `${keyOf(address)} ${typesOf(step).join()}` : undefined;
        this.#accesses.set(step, { step, address, key, space: this.#spaceIn(address ?? step.address, set) });
      } else if (step.kind === "set" && this.#sets.get(step.register)!.length === 1) {
        const left = { left: MOST_PARTS };
        const value = this.#constant(step.value, set, left);
        set.set(step.register, { value, parts: MOST_PARTS - left.left, space: this.#spaceIn(step.value, set) });
      }
      for (const part of partsOf(step)) this.#find(part, new Map(set));
    }
  }

  kept(): Place[] {
    const all = [...this.#accesses.values()];
    if (all.length > MOST_ACCESSES) return [];
    const places = new Map<string, Place>();
    const certain = this.#certain();
    for (const { key, address, space, step } of certain) {
      if (key === undefined || address === undefined || places.has(key)) continue;
      const isHere = (access: Access): boolean => access.key === key;
      if (this.#isOrdered && space !== "unchanged") continue;
      const elsewhere = all.filter((access) => !isHere(access) && mayBeOne(space, access.space));
      // A store elsewhere may change it.
      if (elsewhere.some(isStore)) continue;
      const load = certain.find((access) => isHere(access) && !isStore(access))?.step as Load | undefined;
      const store = certain.find((access) => isHere(access) && isStore(access))?.step as Store | undefined;
      const isStoredOnce = store !== undefined && elsewhere.length === 0 && this.#isLeftAtItsEnd();
      // A load that not every pass performs is none that could be performed before the loop.
      if (load === undefined && (!isStoredOnce || all.some((access) => isHere(access) && !isStore(access)))) continue;
      places.set(key, { key, address, types: typesOf(step), load, store, isStoredOnce });
    }
    return [...places.values()];
  }

  /** The loop with what is loaded from and stored to these places in their registers, by key. */
  replaced(places: ReadonlyMap<string, Place & { readonly registers: readonly Register[] }>): Loop {
    const walk = (steps: readonly Step[]): Step[] =>
      steps.flatMap((step): Step[] => {
        if (step.kind !== "load" && step.kind !== "store") return [withParts(step, walk)];
        const place = places.get(this.#accesses.get(step)?.key ?? "");
        if (!place) return [step];
        const { registers, isStoredOnce } = place;
        const { span } = step;
        if (step.kind === "load") return step.into.map((register, i) => ({ kind: "set", register, value: read(registers[i]!), span }));
        const sets = step.values.map((value, i): Step => ({ kind: "set", register: registers[i]!, value, span }));
        return isStoredOnce ? sets : [...sets, { ...step, values: registers.map(read) }];
      });
    return { ...this.#loop, body: walk(this.#loop.body), step: walk(this.#loop.step) };
  }

  /** The accesses that every pass performs. */
  #certain(): Access[] {
    const [test, steps] = guardOf(this.#loop);
    // Which lanes take part is another question before the loop.
    if (test !== undefined && asksForLanes(test)) return [];
    const end = steps.findIndex(mayLeave);
    return steps.slice(0, end < 0 ? steps.length : end).flatMap((step) => this.#accesses.get(step) ?? []);
  }

  /** Whether all lanes go on behind the loop. */
  #isLeftAtItsEnd(): boolean {
    return this.#ends.every((step) => step.kind !== "exit" && "label" in step && this.#labels.has(step.label));
  }

  /** The memory that an address is in: that of the pointer that it begins with. */
  #spaceIn(address: Value, set: ReadonlyMap<Register, SetBefore>): Space {
    const root = rootOf(address);
    if (root.kind !== "register") return this.#spaceOf(root);
    const before = set.get(root.register);
    if (before !== undefined) return before.space;
    // A pointer that the loop moves stays in its memory.
    const isMoved = (step: Step): boolean => {
      const from = step.kind === "set" ? rootOf(step.value) : undefined;
      return from?.kind === "register" && from.register === root.register;
    };
    return (this.#sets.get(root.register) ?? []).every(isMoved) ? this.#spaceOf(root) : "unknown";
  }

  /** A value in terms of what the loop does not set; undefined where that cannot be. */
  #constant(value: Value, set: ReadonlyMap<Register, SetBefore>, parts: PartsLeft = { left: MOST_PARTS }): Value | undefined {
    return inTermsOf(
      value,
      (own, left) => {
        if (!this.#sets.has(own.register)) return own;
        const before = set.get(own.register);
        left.left -= before?.parts ?? 0;
        return left.left < 0 ? undefined : before?.value;
      },
      parts,
    );
  }
}

function isStore({ step }: Access): boolean {
  return step.kind === "store";
}

function rootOf(address: Value): Value {
  return address.kind === "offset" ? rootOf(address.pointer) : address;
}

function asksForLanes(value: Value): boolean {
  return (value.kind === "special" && value.special === "activeMask") || operandsOf(value).some(asksForLanes);
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
