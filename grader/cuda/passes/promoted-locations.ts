import { mayAlias, type Space } from "../analysis/aliases.ts";
import { LoopAccesses, type Load, type LoopAccess, type Store } from "../analysis/loop-accesses.ts";
import type { LoopFacts } from "../analysis/loop-facts.ts";
import { ValueNumbers } from "../analysis/value-numbers.ts";
import { guardOf, guardedByLoop, type Loop } from "../ir/loop.ts";
import type { Register, Step, Value } from "../ir/program.ts";
import type { ProgramParts } from "../ir/program-parts.ts";
import { read } from "../ir/values.ts";
import { withParts } from "../ir/walk.ts";

/**
 * Promotes to registers what a loop accesses at the same address in each pass: `sums[i] += in[j]` loads `sums[i]` once, before the loop.
 * What the loop stores there goes to the registers too; and if the loop loads nothing else that could be there, it stores once, after its
 * last pass.
 *
 * @param facts of the loop
 * @param parts of the program, to which registers are added
 * @param spaceBefore the space of an address before the loop
 * @returns the steps that take the loop's place; undefined where nothing can be promoted
 */
export function withPromotedLocations(
  loop: Loop,
  facts: LoopFacts,
  parts: ProgramParts,
  spaceBefore: (address: Value) => Space,
): Step[] | undefined {
  const locations = new Locations(loop, facts, spaceBefore);
  const promoted = locations.promotable().map((location): Promoted => ({
    ...location,
    registers: location.types.map((type) => parts.register(type, "promoted")),
  }));
  if (promoted.length === 0) return undefined;
  const loads = promoted.flatMap(({ load, address, registers }) => (load ? [{ ...load, address, into: registers }] : []));
  const stores = promoted.flatMap(({ store, isStoredOnce, address, registers }) =>
    store && isStoredOnce ? [{ ...store, address, values: registers.map(read) }] : [],
  );
  const body = locations.replaced(promoted);
  const { test } = guardOf(loop);
  if (test === undefined) return [...loads, body, ...stores];
  // For lanes that skip the loop, nothing is loaded or stored.
  const isEntered = parts.register("bool", "entered");
  const guarded = (steps: readonly Step[]): readonly Step[] => guardedByLoop(read(isEntered), steps, loop);
  return [
    { kind: "set", register: isEntered, value: { kind: "not", type: "bool", operand: test }, span: loop.span },
    ...guarded(loads),
    body,
    ...guarded(stores),
  ];
}

/** A location in memory that every pass of a loop accesses. */
interface Location {
  /** Equal for accesses to one address with the same types. */
  readonly key: string;
  /** Before the loop. */
  readonly address: Value;
  readonly types: readonly Register["type"][];
  /** A load of it that every pass performs. */
  readonly load: Load | undefined;
  readonly store: Store | undefined;
  /** Whether it need not be stored in each pass: nothing in the loop looks. */
  readonly isStoredOnce: boolean;
}

/** A location with the registers that take its place in the loop, one for each component. */
interface Promoted extends Location {
  readonly registers: readonly Register[];
}

class Locations {
  readonly #loop: Loop;
  readonly #facts: LoopFacts;
  readonly #accesses: LoopAccesses;
  /** The keys of the accesses whose location stays the same. */
  readonly #keys = new Map<Step, string>();

  constructor(loop: Loop, facts: LoopFacts, spaceBefore: (address: Value) => Space) {
    this.#loop = loop;
    this.#facts = facts;
    this.#accesses = new LoopAccesses(loop, facts.definitions, spaceBefore);
    const numbers = new ValueNumbers();
    const held = new Map<unknown, number>();
    for (const { step, address } of this.#accesses.all) {
      // What is volatile is loaded and stored in each pass.
      if (address === undefined || step.site.isVolatile) continue;
      const number = numbers.of(address, (source) => {
        if (!held.has(source)) held.set(source, numbers.fresh());
        return held.get(source)!;
      });
      this.#keys.set(step, `${number} ${typesOf(step).join()}`);
    }
  }

  promotable(): Location[] {
    const { certain, isOrdered, isLeftAtItsEnd } = this.#facts;
    const { all } = this.#accesses;
    const accesses = new Tally(all, this.#keys);
    const stores = new Tally(all.filter(isStore), this.#keys);
    const isLoaded = new Set(all.filter(isLoad).map(({ step }) => this.#keys.get(step)));
    const locations = new Map<string, Location>();
    for (const step of certain) {
      const key = this.#keys.get(step);
      const access = key === undefined ? undefined : this.#accesses.of(step);
      if (key === undefined || access?.address === undefined) continue;
      const { address, space } = access;
      const location = locations.get(key) ?? {
        key,
        address,
        types: typesOf(access.step),
        load: undefined,
        store: undefined,
        isStoredOnce: false,
      };
      // A store elsewhere may change it.
      if ((isOrdered && space !== "unchanged") || stores.hasElsewhere(key, space)) continue;
      if (access.step.kind === "load") locations.set(key, { ...location, load: location.load ?? access.step });
      else
        locations.set(key, {
          ...location,
          store: location.store ?? access.step,
          isStoredOnce: isLeftAtItsEnd && !accesses.hasElsewhere(key, space),
        });
    }
    // A load that not every pass performs cannot be performed before the loop.
    return [...locations.values()].filter(({ key, load, isStoredOnce }) => load !== undefined || (isStoredOnce && !isLoaded.has(key)));
  }

  /** The loop with accesses to these locations replaced by their registers. */
  replaced(promoted: readonly Promoted[]): Loop {
    const byKey = new Map(promoted.map((location) => [location.key, location]));
    const walk = (steps: readonly Step[]): Step[] =>
      steps.flatMap((step): Step[] => {
        if (step.kind !== "load" && step.kind !== "store") return [withParts(step, walk)];
        const location = byKey.get(this.#keys.get(step) ?? "");
        if (!location) return [step];
        const { registers, isStoredOnce } = location;
        const { span } = step;
        if (step.kind === "load") return step.into.map((register, i) => ({ kind: "set", register, value: read(registers[i]!), span }));
        const sets = step.values.map((value, i): Step => ({ kind: "set", register: registers[i]!, value, span }));
        return isStoredOnce ? sets : [...sets, { ...step, values: registers.map(read) }];
      });
    return { ...this.#loop, body: walk(this.#loop.body), step: walk(this.#loop.step) };
  }
}

/** Accesses by the spaces that they are in, and by their locations. */
class Tally {
  readonly #spaces = new Map<Space, number>();
  readonly #locations = new Map<string | undefined, number>();

  /** @param keys of the accesses whose location stays the same */
  constructor(accesses: readonly LoopAccess[], keys: ReadonlyMap<Step, string>) {
    for (const { step, space } of accesses) {
      const key = keys.get(step);
      this.#spaces.set(space, (this.#spaces.get(space) ?? 0) + 1);
      this.#locations.set(key, (this.#locations.get(key) ?? 0) + 1);
    }
  }

  /** Whether an access that isn't known to be to a location may be to it. */
  hasElsewhere(key: string, space: Space): boolean {
    let others = -(this.#locations.get(key) ?? 0);
    for (const [other, count] of this.#spaces) if (mayAlias(space, other)) others += count;
    return others > 0;
  }
}

function isStore(access: LoopAccess): access is LoopAccess<Store> {
  return access.step.kind === "store";
}

function isLoad(access: LoopAccess): access is LoopAccess<Load> {
  return access.step.kind === "load";
}

function typesOf(access: Load | Store): Register["type"][] {
  return access.kind === "load" ? access.into.map(({ type }) => type) : access.values.map(({ type }) => type);
}
