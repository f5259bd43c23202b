import type { LoadOrder } from "#memory/load-rounds.ts";
import type { Loop } from "../ir/loop.ts";
import type { Program, Register, RegisterArray } from "../ir/program.ts";
import { parameterSpaces, promisesNoAlias, type Space } from "./aliases.ts";
import { arraysInMemory } from "./arrays-in-memory.ts";
import { Definitions } from "./definitions.ts";
import { joinedLoads } from "./joined-loads.ts";
import { loadOrder } from "./load-order.ts";
import { ScalarEvolution } from "./scalar-evolution.ts";
import { UnrolledConstants } from "./unrolled-constants.ts";
import { unrollingsIn, type Unrolling } from "./unrolling.ts";

/** What is asked of a program, each question answered once. A program that a pass has changed has analyses of its own. */
export class Analyses {
  readonly program: Program;
  readonly #answers = new Map<string, unknown>();

  constructor(program: Program) {
    this.program = program;
  }

  /** The steps that set each register and array. */
  get definitions(): Definitions {
    return this.#once("definitions", () => new Definitions(this.program.body));
  }

  /** The induction variables, trip counts and evolving values of each loop. */
  get evolution(): ScalarEvolution {
    return this.#once("evolution", () => new ScalarEvolution(this.program.body));
  }

  /** How a compiler unrolls each loop. */
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

  /** Whether `__restrict__` promises that what the kernel stores is not what it loads. */
  get promisesNoAlias(): boolean {
    return this.#once("promisesNoAlias", () => promisesNoAlias(this.program, this.definitions));
  }

  /** In which order loads can be under way. */
  get loadOrder(): LoadOrder {
    return this.#once("loadOrder", () => loadOrder(this.program, this.promisesNoAlias, this.unrollings, this.evolution));
  }

  /** How many loads from shared memory are joined into one, by access. */
  get joinedLoads(): ReadonlyMap<number, number> {
    return this.#once("joinedLoads", () => joinedLoads(this.program, this.unrollings, this.definitions, this.evolution));
  }

  /** The arrays of a thread's own that are in local memory though nothing points to them. */
  get arraysInMemory(): ReadonlySet<RegisterArray> {
    return this.#once("arraysInMemory", () => arraysInMemory(this.program.body, this.unrollings, this.definitions, this.evolution));
  }

  #once<T>(question: string, answer: () => T): T {
    if (!this.#answers.has(question)) this.#answers.set(question, answer());
    return this.#answers.get(question) as T;
  }
}
