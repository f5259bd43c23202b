import type { Register, Value } from "../ir/program.ts";
import { eachStep, operandsOf } from "../ir/walk.ts";
import type { Loop } from "../ir/loop.ts";
import { spaceOf } from "./aliases.ts";
import { Definitions } from "./definitions.ts";
import { isChangeOf, isStepOf, type Unrolling } from "./unrolling.ts";

/** How a value changes from pass to pass of a loop. */
export type Change =
  /** Not at all: a compiler computes it before the loop. */
  | "none"
  /** By the same constant in each pass: what unrolled passes share. */
  | "linear"
  /** By the same number in each pass, which only the launch knows: each pass adds it. */
  | "strided"
  /** In another way, but what it is depends on the number of the pass and on what does not change. */
  | "counted"
  /** By what the loop loads or carries on. */
  | "free";

/** The change of a value, and whether it depends on nothing but the number of the pass: unrolled as a whole, it is a constant. */
export interface PassValue {
  readonly change: Change;
  readonly isOfPassOnly: boolean;
}

const SAME: PassValue = { change: "none", isOfPassOnly: false };
const CONSTANT: PassValue = { change: "none", isOfPassOnly: true };
const COUNTER: PassValue = { change: "linear", isOfPassOnly: true };
const SCALED: PassValue = { change: "counted", isOfPassOnly: true };
const FREE: PassValue = { change: "free", isOfPassOnly: false };

/** Values are made of values of values. What is made of more is taken to change. */
const DEEPEST = 200;

/** How the values in a loop change from pass to pass. */
export class LoopValues {
  readonly #definitions: Definitions;
  readonly #known = new Map<Register, PassValue>();
  #depth = 0;

  /** @param unrollings of the loops in it: where they are unrolled as a whole, what they count is a constant */
  constructor(loop: Loop, unrollings: ReadonlyMap<Loop, Unrolling>) {
    const inner = [...loop.body, ...loop.step];
    this.#definitions = new Definitions(inner);
    eachStep(inner, (step) => {
      if (step.kind !== "loop" || unrollings.get(step)?.kind !== "whole") return;
      for (const own of step.step) if (own.kind === "set" && isChangeOf(own.value, own.register)) this.#known.set(own.register, CONSTANT);
    });
  }

  of(value: Value): PassValue {
    if (this.#depth > DEEPEST) return FREE;
    this.#depth++;
    const found = this.#found(value);
    this.#depth--;
    return found;
  }

  #found(value: Value): PassValue {
    switch (value.kind) {
      case "constant":
        return CONSTANT;
      case "register":
        return this.#ofRegister(value.register);
      case "special":
        return value.special === "activeMask" ? FREE : SAME;
      case "element":
        return this.#definitions.has(value.array) ? FREE : counted(this.of(value.index));
      default:
        return this.#ofOperation(value);
    }
  }

  #ofRegister(register: Register): PassValue {
    if (!this.#definitions.has(register)) return SAME;
    const known = this.#known.get(register);
    if (known !== undefined) return known;
    // A value that comes back to its register is carried on.
    this.#known.set(register, FREE);
    const only = this.#definitions.onlyValue(register);
    const found = only ? this.#ofSet(register, only) : FREE;
    this.#known.set(register, found);
    return found;
  }

  #ofSet(register: Register, value: Value): PassValue {
    if (isStepOf(value, register)) return COUNTER;
    return isChangeOf(value, register) ? SCALED : this.of(value);
  }

  #ofOperation(value: Value): PassValue {
    const operands = operandsOf(value).map((operand) => this.of(operand));
    const isOfPassOnly = operands.every((operand) => operand.isOfPassOnly);
    const changing = operands.filter(({ change }) => change !== "none");
    if (changing.length === 0) return isOfPassOnly ? CONSTANT : SAME;
    if (changing.some(({ change }) => change === "free")) return FREE;
    const areSteps = changing.every(({ change }) => change === "linear" || change === "strided");
    if (!areSteps || !keepsSteps(value, changing.length)) return { change: "counted", isOfPassOnly };
    const isByConstant = changing.every(({ change }) => change === "linear") && (!isScaling(value) || operands.some(isConstant));
    return { change: isByConstant ? "linear" : "strided", isOfPassOnly };
  }
}

function counted({ change, isOfPassOnly }: PassValue): PassValue {
  return { change: change === "linear" ? "counted" : change, isOfPassOnly: change !== "none" && isOfPassOnly };
}

function isScaling(value: Value): boolean {
  return value.kind === "arithmetic" && (value.operator === "*" || value.operator === "<<");
}

function isConstant({ change, isOfPassOnly }: PassValue): boolean {
  return change === "none" && isOfPassOnly;
}

/** Whether an operation on what changes in equal steps changes in equal steps. */
function keepsSteps(value: Value, changing: number): boolean {
  if (value.kind === "convert") return isWhole(value.type) && isWhole(value.operand.type);
  // A sum without a sign may wrap around before it becomes an address of 64 bits; those of shared memory have 32.
  if (value.kind === "offset")
    return spaceOf(value.pointer, () => "unknown") === "shared" || !(value.index.kind === "arithmetic" && value.index.type === "u32");
  if (value.kind === "negate") return true;
  if (value.kind !== "arithmetic" || !isWhole(value.type)) return false;
  if (value.operator === "+" || value.operator === "-") return true;
  return changing === 1 && (value.operator === "*" || value.operator === "<<");
}

function isWhole(type: Value["type"]): boolean {
  return type !== "f16" && type !== "bf16" && type !== "f32" && type !== "f64";
}
