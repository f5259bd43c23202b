import { SECTOR_BYTES } from "#simulator";
import { WARPGROUP_WARPS } from "#simulator/warpgroup-product.ts";
import type { Executions } from "../machine/run-program.ts";
import { SCALAR_BYTES, type RegisterArray, type Step, type Value } from "../ir/program.ts";
import type { InstructionName } from "../ir/instructions.ts";
import { operandsOf, partsOf, valuesOf } from "../ir/walk.ts";
import type { Analyses } from "../analysis/analyses.ts";
import type { Change, Evolution, LoopEvolution, ScalarEvolution } from "../analysis/scalar-evolution.ts";
import type { Unrolling } from "../analysis/unrolling.ts";
import type { UnrolledConstants } from "../analysis/unrolled-constants.ts";
import type { Loop } from "../ir/loop.ts";
import { TENSOR_CORES, costOf, isProduct, isWide, productCost, warpgroupCost } from "./operation-costs.ts";
import { CommonSubexpressions } from "../analysis/common-subexpressions.ts";

/** Instructions that begin and end a warp: its arguments, its coordinates, its exit. */
const PER_WARP = 8;
/** Marks of the lab's own, no instructions. */
const MARKS: readonly InstructionName[] = ["wgmma.taken", "wgmma.touched", "wgmma.set"];

/** Work that warps execute: instructions, clocks of their SMs' special function units, and requests to arrays in local memory. */
export interface Instructions {
  instructions: number;
  unitClocks: number;
  /** Clocks of tensor cores, and those that warps wait for their results. */
  tensorClocks: number;
  tensorWaits: number;
  localLoads: number;
  localStores: number;
  /** Sectors that the stores write: a thread's words lie between those of its warp's other threads. */
  localStoreSectors: number;
}

/** A loop around steps, with how often it is entered and how many passes it takes. */
interface EnclosingLoop {
  readonly loop: Loop;
  readonly unrolling: Unrolling;
  readonly values: LoopEvolution;
  readonly outer: EnclosingLoop | undefined;
  entries: number;
  passes: number;
}

/**
 * Estimates the instructions that a launch's warps execute on a GPU, from what nvcc makes of each operation in the listings of the
 * gallery's kernels for sm_90. Common subexpressions are computed once, constants of an address are part of its access, loop invariants are
 * computed before the loop, and unrolling removes most of a loop's overhead.
 */
export class InstructionEstimate {
  readonly #body: readonly Step[];
  /** The innermost loop around each step. */
  readonly #enclosing = new Map<Step, EnclosingLoop>();
  readonly #loops: EnclosingLoop[] = [];
  /** How many loads from shared memory are combined into one, by access. */
  readonly #joined: ReadonlyMap<number, number>;
  readonly #inMemory: ReadonlySet<RegisterArray>;
  readonly #constants: UnrolledConstants;

  constructor({ program, joinedLoads, arraysInMemory, unrollings, evolution, unrolledConstants }: Analyses) {
    this.#body = program.body;
    this.#constants = unrolledConstants;
    this.#joined = joinedLoads;
    this.#inMemory = arraysInMemory;
    this.#place(program.body, undefined, unrollings, evolution);
  }

  /** The instructions of the launch. @param warps of the launch */
  of(executions: readonly Executions[], warps: number): Instructions {
    const times = new Map<Step, number>();
    for (const { steps, warps: own } of executions) for (const step of steps) times.set(step, own);
    this.#count(this.#body, warps, times);
    const sum: Instructions = {
      instructions: PER_WARP * warps,
      unitClocks: 0,
      tensorClocks: 0,
      tensorWaits: 0,
      localLoads: 0,
      localStores: 0,
      localStoreSectors: 0,
    };
    for (const execution of executions) this.#add(execution, sum);
    return sum;
  }

  #place(
    steps: readonly Step[],
    enclosing: EnclosingLoop | undefined,
    unrollings: ReadonlyMap<Loop, Unrolling>,
    evolution: ScalarEvolution,
  ): void {
    for (const step of steps) {
      if (enclosing) this.#enclosing.set(step, enclosing);
      let inner = enclosing;
      if (step.kind === "loop") {
        const values = evolution.of(step)!;
        inner = { loop: step, unrolling: unrollings.get(step)!, values, outer: enclosing, entries: 0, passes: 0 };
        this.#loops.push(inner);
      }
      for (const part of partsOf(step)) this.#place(part, inner, unrollings, evolution);
    }
  }

  /** Notes how often each loop is entered and how many passes it takes. @param entries times that warps come to these steps */
  #count(steps: readonly Step[], entries: number, times: ReadonlyMap<Step, number>): void {
    let here = entries;
    for (const step of steps) {
      here = times.get(step) ?? here;
      if (step.kind === "loop") {
        const enclosing = this.#loops.find(({ loop }) => loop === step)!;
        enclosing.entries = here;
        const [, ...behindTest] = step.body;
        enclosing.passes = Math.max(0, ...behindTest.map((inner) => times.get(inner) ?? 0));
      }
      for (const part of partsOf(step)) this.#count(part, here, times);
    }
  }

  #add({ steps, warps, lanes }: Executions, sum: Instructions): void {
    if (warps === 0) return;
    const numbers = new CommonSubexpressions();
    this.#addProducts(steps, warps, sum);
    for (const step of steps) {
      const enclosing = this.#enclosing.get(step);
      // A comparison and a branch.
      if (enclosing && isEndOf(enclosing, step)) sum.instructions += 2 * warps * leftOf(enclosing);
      else new StepEstimate(warps, enclosing, numbers, sum, this.#inMemory, this.#constants).add(step, this.#joined);
      if (step.kind === "setElement" && this.#inMemory.has(step.array))
        sum.localStoreSectors += (lanes * SCALAR_BYTES[step.array.type]) / SECTOR_BYTES;
    }
  }

  /**
   * Products of matrices: those that follow each other, also in the passes of loops that are unrolled, are taken to add to sums of their own,
   * so that a warp waits for each no longer than its tensor core takes, or its share of the latency. Those of a warpgroup follow each other on
   * all tensor cores, and are waited for together.
   */
  #addProducts(steps: readonly Step[], warps: number, sum: Instructions): void {
    const products = steps.filter((step) => step.kind === "matrixProduct" || step.kind === "warpgroupProduct");
    if (products.length === 0) return;
    let sideBySide = products.length;
    for (let around = this.#enclosing.get(products[0]!); around?.unrolling.kind === "whole"; around = around.outer)
      sideBySide *= Math.max(1, around.passes / Math.max(1, around.entries));
    for (const step of products) {
      if (step.kind === "warpgroupProduct") {
        const { clocks, wait } = warpgroupCost(step.product, step.a.length === 1);
        sum.tensorClocks += (warps / WARPGROUP_WARPS) * clocks;
        sum.tensorWaits += warps * (clocks + wait / sideBySide);
        continue;
      }
      const { clocks, latency } = productCost(step.product);
      sum.tensorClocks += warps * clocks;
      sum.tensorWaits += warps * Math.max(TENSOR_CORES * clocks, latency / sideBySide);
    }
  }
}

/** One list of steps, with how often warps come to it. */
class StepEstimate {
  readonly #times: number;
  readonly #enclosing: EnclosingLoop | undefined;
  readonly #numbers: CommonSubexpressions;
  readonly #sum: Instructions;
  readonly #inMemory: ReadonlySet<RegisterArray>;
  readonly #constants: UnrolledConstants;

  /**
   * @param times that warps come here
   * @param numbers value numbers of what is computed already
   * @param sum to add to
   * @param inMemory arrays that are in local memory
   * @param constants once loops are unrolled
   */
  constructor(
    times: number,
    enclosing: EnclosingLoop | undefined,
    numbers: CommonSubexpressions,
    sum: Instructions,
    inMemory: ReadonlySet<RegisterArray>,
    constants: UnrolledConstants,
  ) {
    this.#constants = constants;
    this.#times = times;
    this.#enclosing = enclosing;
    this.#numbers = numbers;
    this.#sum = sum;
    this.#inMemory = inMemory;
  }

  /** Adds the cost of a step. */
  add(step: Step, joined: ReadonlyMap<number, number>): void {
    switch (step.kind) {
      case "load":
        this.#sum.instructions += this.#times / (joined.get(step.site.number) ?? 1);
        break;
      case "store":
      case "atomic":
      case "shuffle":
      case "vote":
      case "matrixProduct":
      case "warpgroupProduct":
      case "barrier":
      case "warpBarrier":
      case "fence":
      case "copy":
      case "commitCopies":
      case "awaitCopies":
        this.#sum.instructions += this.#times;
        break;
      case "instruction":
        if (!MARKS.includes(step.name)) this.#sum.instructions += this.#times;
        break;
      case "exchange":
        // `movmatrix` (hardware/data/mma-rates-h200.csv); `ldmatrix` and `stmatrix` are their accesses.
        if (step.exchange.kind !== "transpose") break;
        this.#sum.instructions += this.#times;
        this.#sum.unitClocks += this.#times;
        break;
      case "setElement":
        if (!this.#inMemory.has(step.array)) break;
        this.#sum.instructions += this.#times;
        this.#sum.localStores += this.#times;
        break;
      case "if":
        // A branch.
        if (!this.#isConstant(step.test) && !this.#constants.has(step.test)) this.#sum.instructions += this.#times;
    }
    for (const value of valuesOf(step)) this.#addValue(value);
    this.#numbers.follow(step);
  }

  #addValue(value: Value): void {
    const numbers = this.#numbers;
    if (numbers.isKnown(value)) return;
    if (value.kind === "offset") {
      const { terms, isNew } = numbers.address(value);
      if (isNew) this.#sum.instructions += this.#timesOf(value, true);
      terms.forEach((term) => this.#addValue(term));
      return this.#addValue(value.pointer);
    }
    const sum = numbers.sum(value);
    if (sum !== undefined) {
      // A multiplication and an addition are one instruction.
      const own = Math.max(1, sum.terms.length - 1) - (sum.terms.some(isProduct) && !isWide(value.type) ? 1 : 0);
      if (sum.isNew) this.#sum.instructions += (isWide(value.type) ? 2 : 1) * own * this.#timesOf(value);
      return sum.terms.forEach((term) => this.#addValue(term));
    }
    if (value.kind === "element" && this.#inMemory.has(value.array)) {
      this.#sum.instructions += this.#times;
      this.#sum.localLoads += this.#times;
    }
    const [instructions, unitClocks] = costOf(value, value.kind === "arithmetic" && this.#isConstant(value.right));
    if (instructions > 0) {
      const times = this.#timesOf(value);
      this.#sum.instructions += instructions * times;
      this.#sum.unitClocks += unitClocks * times;
    }
    operandsOf(value).forEach((operand) => this.#addValue(operand));
  }

  #isConstant(value: Value): boolean {
    for (let enclosing = this.#enclosing; enclosing; enclosing = enclosing.outer) {
      const { change, isOfIterations } = enclosing.values.of(value);
      if (!isOfIterations) return false;
      if (change !== "none") return enclosing.unrolling.kind === "whole";
    }
    return false;
  }

  /**
   * How often a value is computed. @param isAddress whether it is an address: its access includes the increment of its index in each pass
   */
  #timesOf(value: Value, isAddress = false): number {
    let times = this.#times;
    for (let enclosing = this.#enclosing; enclosing; enclosing = enclosing.outer) {
      const evolution = enclosing.values.of(value);
      const change = changeLeft(evolution);
      const { kind } = enclosing.unrolling;
      const { isOfIterations } = evolution;
      if (change === "free" || (change === "counted" && !(kind === "whole" && isOfIterations))) return times;
      if (change === "none" && isOfIterations) return 0;
      if (change !== "none" && kind === "whole" && isOfIterations) return 0;
      if (change === "strided" && isAddress) return times;
      if ((change === "linear" || change === "strided") && kind !== "whole") return times * leftOf(enclosing);
      times = Math.min(times, enclosing.entries);
    }
    return times;
  }
}

/**
 * The change of a value as unrolling leaves it: a pointer that is moved on is moved in each pass, and what alternates has one of two
 * constants in each, as what counts has one of many.
 */
function changeLeft({ change, isCarried }: Evolution): Change {
  if (isCarried) return "free";
  return change === "alternating" ? "linear" : change;
}

/** Whether a step is the test that ends the loop around it. */
function isEndOf({ loop, unrolling }: EnclosingLoop, step: Step): boolean {
  if (unrolling.kind === "none" || step.kind !== "if") return false;
  return [...step.then, ...step.otherwise].some((way) => way.kind === "leave" && way.label === loop.label);
}

/** The share of loop overhead that unrolling leaves; remainder iterations run one by one. */
function leftOf({ unrolling: { kind, passes: together }, entries, passes }: EnclosingLoop): number {
  if (kind === "whole") return 0;
  if (together === 1 || passes === 0) return 1;
  const perEntry = passes / Math.max(1, entries);
  const unrolled = Math.floor(perEntry / together) * together;
  return (unrolled / together + perEntry - unrolled) / perEntry;
}
