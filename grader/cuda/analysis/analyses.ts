import type { LoadOrder } from "#memory/load-rounds.ts";
import type { Loop } from "../ir/loop.ts";
import type { Program, Register, RegisterArray, Step, Value } from "../ir/program.ts";
import { addressedArrays, type AddressedArray } from "./addressed-arrays.ts";
import { AddressSources } from "./address-sources.ts";
import { eachStep } from "../ir/walk.ts";
import { parameterSpaces, promisesNoAlias, type Space } from "./aliases.ts";
import { arraysInMemory } from "./arrays-in-memory.ts";
import { availableValues } from "./available-values.ts";
import { Definitions } from "./definitions.ts";
import type { LaunchKind } from "../machine/shapes.ts";
import { laneShapes, type LaneShapes } from "./lane-shapes.ts";
import { joinedLoads } from "./joined-loads.ts";
import { independentStores } from "./independent-stores.ts";
import { Loops } from "./loop-facts.ts";
import { loadOrder } from "./load-order.ts";
import { MemoryContents } from "./memory-contents.ts";
import { pointerOrigins, type PointerOrigin } from "./pointer-origins.ts";
import { Reads } from "./reads.ts";
import { ScalarEvolution } from "./scalar-evolution.ts";
import { stagedLoads } from "./staged-loads.ts";
import { UnrolledConstants } from "./unrolled-constants.ts";
import { unrollingsIn, type Unrolling } from "./unrolling.ts";

const known = new WeakMap<Program, Analyses>();

/** Facts of a program, each found once. A program that a pass has changed has others. */
export class Analyses {
  readonly program: Program;
  readonly #answers = new Map<string, unknown>();

  private constructor(program: Program) {
    this.program = program;
  }

  /** The analyses of a program, for all who ask. */
  static of(program: Program): Analyses {
    let analyses = known.get(program);
    if (!analyses) known.set(program, (analyses = new Analyses(program)));
    return analyses;
  }

  /** The steps that set each register and array. */
  get definitions(): Definitions {
    return this.#once("definitions", () => new Definitions(this.program.body));
  }

  /** The number of reads of each register. */
  get reads(): Reads {
    return this.#once("reads", () => new Reads(this.program.body));
  }

  /** Facts of each loop that its own steps tell. */
  get loops(): Loops {
    return this.#once("loops", () => new Loops());
  }

  /** The induction variables, trip counts and evolving values of each loop. */
  get evolution(): ScalarEvolution {
    return this.#once("evolution", () => new ScalarEvolution(this.program.body, this.loops));
  }

  /** A compiler's unrolling of each loop. */
  get unrollings(): ReadonlyMap<Loop, Unrolling> {
    return this.#once("unrollings", () => unrollingsIn(this.program.body, this.evolution));
  }

  /** The registers that hold constants once loops are unrolled as a whole. */
  get unrolledConstants(): UnrolledConstants {
    return this.#once(
      "unrolledConstants",
      () => new UnrolledConstants(this.program.body, this.unrollings, this.evolution, this.definitions),
    );
  }

  /** The memory that each parameter points to. */
  get parameterSpaces(): ReadonlyMap<Register, Space> {
    return this.#once("parameterSpaces", () => parameterSpaces(this.program, this.definitions));
  }

  /** The arrays that the addresses of each access are made from, by its number; undefined where they may be in any. */
  get pointerOrigins(): readonly (readonly PointerOrigin[] | undefined)[] {
    return this.#once("pointerOrigins", () => pointerOrigins(this.program));
  }

  /** The array that the text means by the addresses of each access, by its number. */
  get addressedArrays(): readonly AddressedArray[] {
    return this.#once("addressedArrays", () => addressedArrays(this.program, this.definitions));
  }

  /** Whether `__restrict__` promises that what the kernel stores is not what it loads. */
  get promisesNoAlias(): boolean {
    return this.#once("promisesNoAlias", () => promisesNoAlias(this.program, this.definitions));
  }

  /** The contents of registers and memory before the first step: to be followed with `rewriteForward`. */
  get atStart(): MemoryContents {
    return this.#once("atStart", () => MemoryContents.atStart(this.parameterSpaces, this.loops));
  }

  /** The values that loads bring though registers hold them already. */
  get availableValues(): ReadonlyMap<Step, readonly Value[]> {
    return this.#once("availableValues", () => availableValues(this.program.body, this.atStart));
  }

  /** The stores that each load may be moved before, by their sites. */
  get independentStores(): readonly ReadonlySet<number>[] {
    return this.#once("independentStores", () => independentStores(this.program));
  }

  /** In which order loads can be under way. */
  get loadOrder(): LoadOrder {
    return this.#once("loadOrder", () => loadOrder(this.program, this.promisesNoAlias, this));
  }

  /** The number of loads from shared memory that are joined into one, by access. */
  get joinedLoads(): ReadonlyMap<number, number> {
    return this.#once("joinedLoads", () => joinedLoads(this.program, this.unrollings, this.definitions, this.evolution));
  }

  /** The loads and atomics that each access's address is computed from. */
  get addressSources(): AddressSources {
    return this.#once("addressSources", () => new AddressSources(this.program, this.definitions));
  }

  /** The loads that only bring values to shared memory. */
  get stagedLoads(): ReadonlySet<number> {
    return this.#once("stagedLoads", () => stagedLoads(this.program, this.definitions));
  }

  /** Whether lanes of a warp exchange values, and so depend on which threads are in it. */
  get hasWarpFunctions(): boolean {
    return this.#once("hasWarpFunctions", () => {
      let has = false;
      const kinds: readonly Step["kind"][] = ["shuffle", "vote", "matrixProduct", "warpgroupProduct"];
      eachStep(this.program.body, ({ kind }) => (has ||= kinds.includes(kind)));
      return has;
    });
  }

  /** The arrays of a thread's own that are in local memory though nothing points to them. */
  get arraysInMemory(): ReadonlySet<RegisterArray> {
    return this.#once("arraysInMemory", () => arraysInMemory(this.program.body, this.unrollings, this.definitions, this.evolution));
  }

  /**
   * The shapes of values across the lanes of a warp, in launches of a kind; found anew, as the code that is made of them is kept.
   *
   * @param refused values that are not to be affine
   * @param affine whether any value may be
   */
  laneShapes(kind: LaunchKind, refused: ReadonlySet<Value>, affine: boolean): LaneShapes {
    return laneShapes(this.program, this, kind, refused, affine);
  }

  #once<T>(question: string, answer: () => T): T {
    if (!this.#answers.has(question)) this.#answers.set(question, answer());
    return this.#answers.get(question) as T;
  }
}
