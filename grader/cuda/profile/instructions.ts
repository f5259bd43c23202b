import type { Executions } from "../machine/run-program.ts";
import type { Program, ScalarType, Step, Value } from "../program/program.ts";
import { operandsOf, partsOf, valuesOf } from "../program/walk.ts";
import { unrollingOf, type Loop } from "./loops.ts";
import { ValueNumbers } from "./value-numbers.ts";

/** Instructions that begin and end a warp: its arguments, its coordinates, its exit. */
const PER_WARP = 8;
/** Of the whole-number arithmetic and branches in a loop, what is left when the compiler has unrolled it and moved out what does not change. */
const LEFT_IN_LOOPS = 0.25;

/**
 * Instructions that a launch's warps execute on a GPU, by estimate: what nvcc makes of each operation, seen in the listings of the
 * gallery's kernels for sm_90. What was computed before is not computed again, and constants of an address are part of its access.
 */
export class InstructionEstimate {
  /** Of each step: what an instruction on whole numbers counts. */
  readonly #whole = new Map<Step, number>();

  constructor(program: Program) {
    this.#mark(program.body, 1);
  }

  /** @param warps of the launch */
  of(executions: readonly Executions[], warps: number): number {
    return executions.reduce((sum, { steps, warps: times }) => (times === 0 ? sum : sum + times * this.#ofSteps(steps)), PER_WARP * warps);
  }

  #mark(steps: readonly Step[], whole: number): void {
    for (const step of steps) {
      this.#whole.set(step, whole);
      const inner = step.kind === "loop" ? leftIn(step) : whole;
      for (const part of partsOf(step)) this.#mark(part, inner);
    }
  }

  #ofSteps(steps: readonly Step[]): number {
    const numbers = new ValueNumbers();
    let sum = 0;
    for (const step of steps) {
      const whole = this.#whole.get(step) ?? 1;
      // A test that does not end a loop stays, however the loop is unrolled.
      const isTest = step.kind === "if" && !step.then.some(({ kind }) => kind === "leave");
      sum += ownOf(step, isTest ? 1 : whole);
      for (const value of valuesOf(step)) sum += ofValue(value, isTest ? 1 : whole, numbers);
      numbers.follow(step);
    }
    return sum;
  }
}

/** What an instruction on whole numbers counts in a loop. */
function leftIn(loop: Loop): number {
  switch (unrollingOf(loop).kind) {
    case "whole":
      return 0;
    case "counted":
      return LEFT_IN_LOOPS;
    case "none":
      return 1;
  }
}

/** What a step takes beside its values. @param whole what an instruction on whole numbers counts */
function ownOf(step: Step, whole: number): number {
  switch (step.kind) {
    case "load":
    case "store":
    case "atomic":
    case "shuffle":
    case "vote":
      return 1;
    case "barrier":
    case "warpBarrier":
    case "fence":
      return 1;
    case "if":
    case "leave":
    case "again":
      return whole;
    default:
      return 0;
  }
}

function ofValue(value: Value, whole: number, numbers: ValueNumbers): number {
  if (numbers.isKnown(value)) return 0;
  if (value.kind === "offset") {
    const { terms, isNew } = numbers.address(value);
    return (isNew ? whole : 0) + ofSum(terms, whole, numbers) + ofValue(value.pointer, whole, numbers);
  }
  const sum = numbers.sum(value);
  if (sum !== undefined) {
    const own = sum.isNew ? (isWide(value.type) ? 2 : 1) * whole * Math.max(1, sum.terms.length - 1) : 0;
    return own + ofSum(sum.terms, whole, numbers);
  }
  return operandsOf(value).reduce((total, operand) => total + ofValue(operand, whole, numbers), ofOperation(value, whole));
}

function ofSum(terms: readonly Value[], whole: number, numbers: ValueNumbers): number {
  return terms.reduce((total, term) => total + ofValue(term, whole, numbers), 0);
}

function ofOperation(value: Value, whole: number): number {
  switch (value.kind) {
    case "arithmetic":
      if (value.operator === "/" || value.operator === "%") return ofDivision(value.type, value.right, whole);
      if (!isFloat(value.type)) return isWide(value.type) ? 2 * whole : whole;
      // A sum of a product is one instruction with it.
      return value.operator !== "*" && [value.left, value.right].some(isProduct) ? 0 : 1;
    case "function":
      return FUNCTIONS[value.name] ?? 1;
    case "comparison":
    case "select":
      return isFloat(value.kind === "select" ? value.type : value.left.type) ? 1 : whole;
    case "convert":
      return isFloat(value.type) === isFloat(value.operand.type) ? whole / 2 : 1;
    default:
      return 0;
  }
}

const isFloat = (type: ScalarType): boolean => type === "f32" || type === "f64" || type === "f16" || type === "bf16";
const isWide = (type: ScalarType): boolean => type === "i64" || type === "u64" || type === "ptr";
const isProduct = (value: Value): boolean => value.kind === "arithmetic" && value.operator === "*";

/** No GPU has an instruction that divides. */
function ofDivision(type: ScalarType, divisor: Value, whole: number): number {
  if (type === "f64") return 15;
  if (isFloat(type)) return 10;
  if (divisor.kind === "constant") return (isPowerOfTwo(divisor.value) ? 1 : 4) * whole;
  return isWide(type) ? 70 : 18;
}

function isPowerOfTwo(value: number | bigint): boolean {
  const whole = BigInt(value);
  return whole > 0n && (whole & (whole - 1n)) === 0n;
}

/** Functions that take more than one instruction, from CUDA's mathematical library. */
const FUNCTIONS: Readonly<Record<string, number>> = {
  sqrtf: 8,
  rsqrtf: 4,
  expf: 8,
  __expf: 3,
  exp2f: 5,
  logf: 15,
  __logf: 3,
  log2f: 12,
  sinf: 25,
  cosf: 25,
  tanhf: 18,
  powf: 60,
  __powf: 5,
  erff: 20,
  exp: 30,
  sqrt: 20,
  pow: 150,
};
