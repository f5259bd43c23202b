import { mayAlias, type Space } from "../analysis/aliases.ts";
import { LoopAccesses, type Load, type LoopAccess, type Store } from "../analysis/loop-accesses.ts";
import { ValueNumbers } from "../analysis/value-numbers.ts";
import { guardOf, mayLeave, guardedByLoop, type Loop } from "../ir/loop.ts";
import type { Register, Step, Value } from "../ir/program.ts";
import type { ProgramParts } from "../ir/program-parts.ts";
import { read } from "../ir/values.ts";
import { eachStep, operandsOf, withParts } from "../ir/walk.ts";

/**
 * Promotes to registers what a loop accesses at the same address in each pass: `sums[i] += in[j]` loads `sums[i]` once, before the loop.
 * What the loop stores there goes to the registers too; and if the loop loads nothing else that could be there, it stores once, after its
 * last pass.
 *
 * @param parts of the program, to which registers are added
 * @param spaceBefore the space of an address before the loop
 * @returns the steps that take the loop's place; undefined where nothing can be promoted
 */
export function withPromotedLocations(loop: Loop, parts: ProgramParts, spaceBefore: (address: Value) => Space): Step[] | undefined {
  const locations = new Locations(loop, spaceBefore);
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

/** More accesses than a loop has: each is compared with all others. */
const MOST_ACCESSES = 500;

class Locations {
  readonly #loop: Loop;
  readonly #accesses: LoopAccesses;
  /** The keys of the accesses whose location stays the same. */
  readonly #keys = new Map<Step, string>();

  constructor(loop: Loop, spaceBefore: (address: Value) => Space) {
    this.#loop = loop;
    this.#accesses = new LoopAccesses(loop, spaceBefore);
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
    const { all, isOrdered } = this.#accesses;
    if (all.length > MOST_ACCESSES) return [];
    const locations = new Map<string, Location>();
    const certain = this.#certain();
    for (const { address, space, step } of certain) {
      const key = this.#keys.get(step);
      if (key === undefined || address === undefined || locations.has(key)) continue;
      const isHere = (access: LoopAccess): boolean => this.#keys.get(access.step) === key;
      if (isOrdered && space !== "unchanged") continue;
      const elsewhere = all.filter((access) => !isHere(access) && mayAlias(space, access.space));
      // A store elsewhere may change it.
      if (elsewhere.some(isStore)) continue;
      const load = certain.filter(isLoad).find(isHere)?.step;
      const store = certain.filter(isStore).find(isHere)?.step;
      const isStoredOnce = store !== undefined && elsewhere.length === 0 && this.#isLeftAtItsEnd();
      // A load that not every pass performs cannot be performed before the loop.
      if (load === undefined && (!isStoredOnce || all.some((access) => isHere(access) && isLoad(access)))) continue;
      locations.set(key, { key, address, types: typesOf(step), load, store, isStoredOnce });
    }
    return [...locations.values()];
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

  /** The accesses that every pass performs. */
  #certain(): LoopAccess[] {
    const { test, behind } = guardOf(this.#loop);
    // Which lanes take part is another question before the loop.
    if (test !== undefined && readsActiveMask(test)) return [];
    const end = behind.findIndex(mayLeave);
    return behind.slice(0, end < 0 ? behind.length : end).flatMap((step) => this.#accesses.of(step) ?? []);
  }

  /** Whether all lanes go on behind the loop. */
  #isLeftAtItsEnd(): boolean {
    const labels = new Set<number>();
    eachStep([this.#loop], (step) => (step.kind === "loop" || step.kind === "block") && labels.add(step.label));
    let isLeftAtItsEnd = true;
    eachStep([this.#loop], (step) => {
      if (step.kind === "exit" || ((step.kind === "leave" || step.kind === "again") && !labels.has(step.label))) isLeftAtItsEnd = false;
    });
    return isLeftAtItsEnd;
  }
}

function isStore(access: LoopAccess): access is LoopAccess<Store> {
  return access.step.kind === "store";
}

function isLoad(access: LoopAccess): access is LoopAccess<Load> {
  return access.step.kind === "load";
}

function readsActiveMask(value: Value): boolean {
  return (value.kind === "special" && value.special === "activeMask") || operandsOf(value).some(readsActiveMask);
}

function typesOf(access: Load | Store): Register["type"][] {
  return access.kind === "load" ? access.into.map(({ type }) => type) : access.values.map(({ type }) => type);
}
