import type { Executions } from "../machine/run-program.ts";
import type { Program, ScalarType, Step, Value } from "../program/program.ts";
import { operandsOf, partsOf, valuesOf } from "../program/walk.ts";

/** Instructions that begin and end a warp: its arguments, its coordinates, its exit. */
const PER_WARP = 8;
/** Of the whole-number arithmetic and branches in a loop, what is left when the compiler has unrolled it and moved out what does not change. */
const LEFT_IN_LOOPS = 0.25;
/** A loop of up to so many passes, a number that the text gives, is unrolled as a whole: nothing of that is left. */
const UNROLLED_PASSES = 64;

/**
 * Instructions that a launch's warps execute on a GPU, by estimate: what nvcc makes of each operation, seen in the listings of the
 * gallery's kernels for sm_90. Of those, three of five are within a quarter of what Nsight Compute counts (`smsp__inst_executed.sum` in
 * hardware/data/kernels-memory-h200.json), and seven of eight within a factor of 2.
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
      const inner = step.kind === "loop" ? leftInLoop(step) : whole;
      for (const part of partsOf(step)) this.#mark(part, inner);
    }
  }

  #ofSteps(steps: readonly Step[]): number {
    return steps.reduce((sum, step) => {
      const whole = this.#whole.get(step) ?? 1;
      return sum + ownOf(step, whole) + valuesOf(step).reduce((values, value) => values + ofValue(value, whole), 0);
    }, 0);
  }
}

/** What an instruction on whole numbers counts in a loop. Past a barrier, nothing is moved or joined. */
function leftInLoop(loop: Extract<Step, { kind: "loop" }>): number {
  if (loop.body.some(({ kind }) => kind === "barrier")) return 1;
  return isUnrolled(loop) ? 0 : LEFT_IN_LOOPS;
}

/** Whether a loop counts up to a small number. */
function isUnrolled({ body, label }: Extract<Step, { kind: "loop" }>): boolean {
  const end = body.find((step) => step.kind === "if" && partsOf(step).some((part) => part.some((inner) => leaves(inner, label))));
  if (end?.kind !== "if") return false;
  const test = end.test.kind === "not" ? end.test.operand : end.test;
  if (test.kind !== "comparison") return false;
  return [test.left, test.right].some(
    (side) => side.kind === "constant" && Number(side.value) > 1 && Number(side.value) <= UNROLLED_PASSES,
  );
}

function leaves(step: Step, label: number): boolean {
  return step.kind === "leave" && step.label === label;
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

function ofValue(value: Value, whole: number): number {
  return operandsOf(value).reduce((sum, operand) => sum + ofValue(operand, whole), ofOperation(value, whole));
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
    case "offset":
      return whole;
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
