import type { LoadOrder } from "#memory/load-rounds.ts";
import type { Program, Register, RegisterArray, Step, Value, Variable } from "../ir/program.ts";
import { eachRegisterIn, eachStep, operandsOf, partsOf, setBy, valuesOf } from "../ir/walk.ts";
import type { Loop } from "../ir/loop.ts";
import type { ScalarEvolution } from "./scalar-evolution.ts";
import type { Unrolling } from "./unrolling.ts";
import { spaceOf } from "./aliases.ts";
import type { Loops } from "./loop-facts.ts";

/**
 * In which order a program's loads can be under way. A compiler moves the loads of those passes of a loop to the front that it puts together
 * (`unrollingsIn`), but not past a store that may be to the same place. A load whose address, or whose turn, depends on what another one
 * loads comes after it.
 *
 * @param isRestrict whether different pointers never reach the same place; otherwise a loop that may store has one load after the other
 */
export function loadOrder(program: Program, isRestrict: boolean, analyses: OrderingFacts): LoadOrder {
  const passes = program.sites.map(() => 1);
  const after = program.sites.map(() => new Set<number>());
  new Dependences(passes, after, isRestrict, analyses).follow(program.body);
  return { passes, after: after.map((before) => [...before]), independentStores: analyses.independentStores };
}

/** The analyses that the order of loads is made of. */
interface OrderingFacts {
  readonly unrollings: ReadonlyMap<Loop, Unrolling>;
  readonly evolution: ScalarEvolution;
  readonly loops: Loops;
  readonly independentStores: readonly ReadonlySet<number>[];
}

type Sites = ReadonlySet<number>;
const NONE: Sites = new Set();
/** The most loads that a value is noted to depend on: the first ones. */
const MOST_SITES = 64;

/** Follows what is loaded through registers to addresses and tests. */
class Dependences {
  readonly #passes: number[];
  readonly #after: readonly Set<number>[];
  /** The loads that a register's value depends on. */
  readonly #from = new Map<Variable, Sites>();
  /** Registers that hold addresses of shared or local memory. */
  readonly #own = new Set<Register>();
  readonly #isRestrict: boolean;
  readonly #analyses: OrderingFacts;
  #hasGrown = false;

  constructor(passes: number[], after: readonly Set<number>[], isRestrict: boolean, analyses: OrderingFacts) {
    this.#analyses = analyses;
    this.#passes = passes;
    this.#after = after;
    this.#isRestrict = isRestrict;
  }

  follow(steps: readonly Step[]): void {
    do {
      this.#hasGrown = false;
      this.#walk(steps, NONE, 1, []);
    } while (this.#hasGrown);
  }

  /**
   * @param deciding loads that decide whether these steps are performed
   * @param passes of the loops around that are put together
   * @param around those loops
   */
  #walk(steps: readonly Step[], deciding: Sites, passes: number, around: readonly Loop[]): void {
    let turn = deciding;
    for (const step of steps) {
      const from = valuesOf(step).reduce<Sites>((sites, value) => union(sites, this.#sitesIn(value)), NONE);
      if (step.kind === "load") {
        const { number } = step.site;
        this.#passes[number] = around.some((loop) => this.#staysBehindStores(step.address, loop)) ? 1 : passes;
        for (const site of union(turn, from)) this.#after[number]!.add(site);
        for (const register of step.into) this.#add(register, new Set([number]));
        continue;
      }
      for (const set of setBy(step)) this.#add(set, from);
      if (step.kind === "set" && this.#isOwn(step.value)) this.#own.add(step.register);
      const inner = step.kind === "if" ? union(turn, from) : turn;
      const within = step.kind === "loop" ? this.#passesIn(step, passes) : passes;
      const loops = step.kind === "loop" ? [...around, step] : around;
      for (const part of partsOf(step)) this.#walk(part, inner, within, loops);
      if (step.kind === "if" && partsOf(step).some((part) => part.some(leaves))) turn = inner;
    }
  }

  /** Passes of the loops around a loop's steps that are put together; those of an outer loop only if the inner one is unrolled as a whole. */
  #passesIn(loop: Loop, around: number): number {
    if (this.#analyses.loops.of(loop).hasBarrier || (!this.#isRestrict && this.#mayStore(loop))) return 1;
    const { kind, passes } = this.#analyses.unrollings.get(loop)!;
    return kind === "whole" ? passes * around : passes;
  }

  /** Whether a loop stores to the array that a load is from, and the compiler cannot know that it is to another place than the next pass loads. */
  #staysBehindStores(address: Value, loop: Loop): boolean {
    const values = this.#analyses.evolution.of(loop)!;
    const pointer = values.pointerOf(address);
    if (pointer === undefined || this.#isOwn(address)) return false;
    const bytes = values.of(address).step;
    let stays = false;
    eachStep([loop], (step) => {
      if (step.kind === "store" && values.pointerOf(step.address) === pointer)
        stays ||= bytes === undefined || values.of(step.address).step !== bytes;
    });
    return stays;
  }

  /** Whether a loop may store to global memory. */
  #mayStore(loop: Loop): boolean {
    let stores = false;
    eachStep([loop], (step) => (stores ||= step.kind === "atomic" || (step.kind === "store" && !this.#isOwn(step.address))));
    return stores;
  }

  /** Whether an address is in shared or local memory. */
  #isOwn(address: Value): boolean {
    const space = spaceOf(address, (register) => (this.#own.has(register) ? "local" : "unknown"));
    return space === "shared" || space === "local";
  }

  #sitesIn(value: Value): Sites {
    let sites = NONE;
    eachRegisterIn(value, (register) => (sites = union(sites, this.#from.get(register) ?? NONE)));
    eachArrayIn(value, (array) => (sites = union(sites, this.#from.get(array) ?? NONE)));
    return sites;
  }

  #add(set: Variable, sites: Sites): void {
    const before = this.#from.get(set) ?? NONE;
    const both = union(before, sites);
    if (both.size === before.size) return;
    this.#from.set(set, both);
    this.#hasGrown = true;
  }
}

function leaves(step: Step): boolean {
  return step.kind === "leave" || step.kind === "again" || step.kind === "exit";
}

function eachArrayIn(value: Value, visit: (array: RegisterArray) => void): void {
  if (value.kind === "element") visit(value.array);
  for (const operand of operandsOf(value)) eachArrayIn(operand, visit);
}

function union(one: Sites, other: Sites): Sites {
  if (other.size === 0 || one === other || one.size >= MOST_SITES) return one;
  return one.size === 0 ? other : new Set([...one, ...other]);
}
