import { guardOf, type Loop } from "../ir/loop.ts";
import type { ArithmeticOperator, ComparisonOperator, Label, Register, Step, Value, Variable } from "../ir/program.ts";
import { arithmetic, comparison, constant, convert } from "../ir/values.ts";
import { eachStep, operandsOf, partsOf, setBy, valuesOf } from "../ir/walk.ts";
import { baseOf, spaceOf } from "./aliases.ts";
import type { Definitions } from "./definitions.ts";
import { LinearForms, differenceOf, summedForm, type LinearForm } from "./linear-forms.ts";
import type { Loops } from "./loop-facts.ts";

type Comparison = Extract<Value, { kind: "comparison" }>;
type SetStep = Extract<Step, { kind: "set" }>;

/** Iterations that are counted; a loop of more has no trip count. */
const MOST_ITERATIONS = 64;

/** The change of a value from iteration to iteration of a loop. */
export type Change =
  /** Not at all: it is loop-invariant. */
  | "none"
  /** By the same constant each time. */
  | "linear"
  /** By the same number each time, which only the launch knows. */
  | "strided"
  /** By a constant and back in turn (`from = 1 - from`), besides equal steps. */
  | "alternating"
  /** In another way, but it is a function of the iteration and of what does not change. */
  | "counted"
  /** By what the loop loads or carries on. */
  | "free";

/** A value in a loop as a function of the iteration: if it changes in equal steps, base + step × iteration. */
export interface Evolution {
  readonly change: Change;
  /** The number that each iteration adds, where a compiler knows it: bytes for an address, 0 for an invariant. */
  readonly step: number | undefined;
  /** Whether it is made of constants and numbers of iterations alone: it is a constant once the loops are unrolled. */
  readonly isOfIterations: boolean;
  /** Whether it is a sum of 32 bits without a sign, or made of one, which may wrap around before it becomes an address. */
  readonly mayWrap: boolean;
  /** Whether it is made of a pointer, or of a sum with what only the launch knows, that each iteration moves on: unrolling leaves the additions. */
  readonly isCarried: boolean;
}

const INVARIANT: Evolution = { change: "none", step: 0, isOfIterations: false, mayWrap: false, isCarried: false };
const CONSTANT: Evolution = { ...INVARIANT, isOfIterations: true };
const FREE: Evolution = { change: "free", step: undefined, isOfIterations: false, mayWrap: false, isCarried: false };

/** A register that each iteration of a loop sets once, to its own value combined with another one. */
export interface InductionVariable {
  readonly register: Register;
  /** The step that moves it on. */
  readonly set: SetStep;
  /** Whether it is moved by a constant, up or down: a pointer and what is multiplied are not. */
  readonly isCounter: boolean;
  readonly evolution: Evolution;
  /** Before the first iteration, if the text says. */
  readonly start: number | undefined;
  /** A power of two that it is a multiple of before the first iteration. */
  readonly startAlign: number;
}

/** The iterations of a loop, if the text says how many there are at most, up to `MOST_ITERATIONS`. */
export interface TripCount {
  readonly iterations: number;
  /**
   * The counter's start: a constant; a sum of the iterations of loops around it, `i = 2 * h`; or a number that only the launch knows, and
   * whether it is a multiple of a power of two that the counter stays below. Then the count is the difference of the bound and the start.
   */
  readonly start: "constant" | "iterations" | "aligned" | "unknown";
  /** The comparison with which the loop goes on, of the counter with its bound. */
  readonly operator: ComparisonOperator;
  readonly isUnsigned: boolean;
}

/** The facts at a point of a program: the constants that registers hold, and the linear forms of all values. */
interface Known {
  readonly constants: Map<Variable, Value>;
  readonly forms: LinearForms;
}

function within({ constants, forms }: Known): Known {
  return { constants: new Map(constants), forms: forms.within() };
}

function forget({ constants, forms }: Known, variable: Variable): void {
  constants.delete(variable);
  if (!("length" in variable)) forms.forget(variable);
}

/** The facts before a loop: the constants that registers hold, and the linear forms in those that the loop sets. */
interface KnownBefore {
  readonly constants: Constants;
  readonly starts: ReadonlyMap<Register, LinearForm>;
}

/** Scalar evolution: the induction variables, trip counts and evolving values of a program's loops. */
export class ScalarEvolution {
  readonly #loops = new Map<Label, LoopEvolution>();
  readonly #counting = new Set<Step>();
  readonly #facts: Loops;
  /** The loops of whose iterations alone an index is made. */
  readonly #indexes = new Map<Value, readonly Label[]>();

  constructor(steps: readonly Step[], loops: Loops) {
    this.#facts = loops;
    this.#walk(steps, { constants: new Map(), forms: new LinearForms() });
  }

  /** @param loop of the program, or what a pass has made of it: it has the same label */
  of(loop: Loop): LoopEvolution | undefined {
    return this.#loops.get(loop.label);
  }

  /** Whether a step moves an induction variable on by a constant. */
  counts(step: Step): boolean {
    return this.#counting.has(step);
  }

  /** The loops of whose iterations alone an index is made, besides constants: `i - lo` in a loop from `lo` on. */
  loopsOfIndex(index: Value): readonly Label[] | undefined {
    return this.#indexes.get(index);
  }

  /** Finds the loops in steps, inner ones first. @param known before the steps and then behind them */
  #walk(steps: readonly Step[], known: Known): void {
    for (const step of steps) {
      for (const value of valuesOf(step)) this.#noteIndexes(value, known);
      if (step.kind === "setElement") this.#noteIndex(step.index, known);
      if (step.kind === "loop") this.#enter(step, known);
      else if (step.kind === "if" || step.kind === "block") {
        const parts = partsOf(step).map((part) => ({ part, before: within(known) }));
        for (const { part, before } of parts) this.#walk(part, before);
        eachStep([step], (inner) => setBy(inner).forEach((set) => forget(known, set)));
      }
      known.forms.follow(step);
      const value = step.kind === "set" ? folded(step.value, known.constants) : undefined;
      for (const set of setBy(step)) known.constants.delete(set);
      if (step.kind === "set" && value?.kind === "constant") known.constants.set(step.register, value);
    }
  }

  #enter(loop: Loop, known: Known): void {
    const { definitions } = this.#facts.of(loop);
    const starts = new Map<Register, LinearForm>();
    for (const set of definitions.all) if (!("length" in set)) starts.set(set, known.forms.ofRegister(set));
    const before = { constants: new Map(known.constants), starts };
    for (const set of definitions.all) forget(known, set);
    const body = within(known);
    for (const step of everyIteration(loop)) {
      if (step.kind !== "set" || definitions.of(step.register).length > 1) continue;
      const by = constantStepOf(step.value, step.register);
      const form = by === undefined ? undefined : summedForm(starts.get(step.register)!, body.forms.iterations(loop.label, by));
      if (form) body.forms.hold(step.register, form);
    }
    this.#walk(loop.body, body);
    this.#walk(loop.step, within(known));
    const found = new LoopEvolution(loop, definitions, this, { before, fixed: known });
    this.#loops.set(loop.label, found);
    for (const { set, evolution } of found.inductionVariables.values()) if (!evolution.isCarried) this.#counting.add(set);
    for (const [register, value] of endsWith(loop, found, known.constants)) {
      known.constants.set(register, value);
      known.forms.hold(register, known.forms.of(value));
    }
  }

  #noteIndexes(value: Value, known: Known): void {
    if (value.kind === "element" || value.kind === "offset") this.#noteIndex(value.index, known);
    for (const operand of operandsOf(value)) this.#noteIndexes(operand, known);
  }

  #noteIndex(index: Value, { forms }: Known): void {
    const loops = index.kind === "constant" ? [] : forms.loopsOf(forms.of(index));
    if (loops) this.#indexes.set(index, loops);
  }
}

/** Constants by the registers that hold them. */
type Constants = ReadonlyMap<Variable, Value>;

/** The evolution of the values in one loop. */
export class LoopEvolution {
  readonly inductionVariables: ReadonlyMap<Register, InductionVariable>;
  /** The induction variables that its ends test, in the order of the text. */
  readonly counters: readonly InductionVariable[];
  readonly trips: TripCount | undefined;
  /** Whether nothing ends it but one test. */
  readonly hasOneEnd: boolean;
  readonly #definitions: Definitions;
  readonly #inner = new Set<Step>();
  readonly #registers = new Map<Register, Evolution>();
  readonly #pointers = new Map<Register, Register | undefined>();
  readonly #values = new Map<Value, Evolution>();

  /**
   * @param definitions in the loop
   * @param all of the program, as far as it is known: the loops in the loop
   * @param known before it, and what of it is known in it, too, of all that it doesn't set
   */
  constructor(
    loop: Loop,
    definitions: Definitions,
    all: ScalarEvolution,
    { before, fixed }: { readonly before: KnownBefore; readonly fixed: Known },
  ) {
    this.#definitions = definitions;
    this.inductionVariables = new Map(
      everyIteration(loop).flatMap((step) => {
        const found =
          step.kind === "set" && this.#definitions.of(step.register).length === 1
            ? this.#inductionVariable(step, before, fixed.forms)
            : undefined;
        return found ? [[found.register, found]] : [];
      }),
    );
    const { tests, hasOneEnd } = endsOf(loop);
    this.hasOneEnd = hasOneEnd;
    const counted = tests.flatMap((test) => {
      const counter = [test.left, test.right].map((side) => this.#countedBy(side)).find((side) => side !== undefined);
      return counter ? { test, counter } : [];
    });
    this.counters = counted.map(({ counter }) => counter);
    // It may end sooner for another reason.
    const counts = counted.flatMap(({ test, counter }) => tripsOf(test, counter, before, fixed) ?? []);
    this.trips = counts.sort((a, b) => a.iterations - b.iterations)[0];
    eachStep([...loop.body, ...loop.step], (inner) => {
      const evolution = inner.kind === "loop" ? all.of(inner) : undefined;
      if (evolution?.trips !== undefined) for (const { set } of evolution.inductionVariables.values()) this.#inner.add(set);
    });
    this.#follow(loop.body);
    this.#follow(loop.step);
  }

  /** The evolution of a value that stands in the loop. */
  of(value: Value): Evolution {
    let evolution = this.#values.get(value);
    if (!evolution) this.#values.set(value, (evolution = this.#evolutionOf(value)));
    return evolution;
  }

  /** The register that an address is so many bytes behind: one that the loop does not set, or that it only moves. */
  pointerOf(address: Value): Register | undefined {
    const base = baseOf(address);
    if (base.kind !== "register") return undefined;
    const { register } = base;
    return this.#definitions.has(register) && !this.#isMoved(register) ? this.#pointers.get(register) : register;
  }

  #isMoved(register: Register): boolean {
    const value = this.#definitions.onlyValue(register);
    return value !== undefined && movedBy(value, register) !== undefined;
  }

  /** Notes what the steps set once, in the order of the text. */
  #follow(steps: readonly Step[]): void {
    for (const step of steps) {
      if (step.kind === "set" && !this.inductionVariables.has(step.register)) {
        const sets = this.#definitions.of(step.register);
        // An inner loop counts it out each time from what it is set to.
        const begins = sets.filter((set) => !this.#inner.has(set));
        const isOnly = begins.length === 1 && begins[0] === step;
        const areConstants = begins.length < sets.length && begins.every((set) => set.kind === "set" && set.value.kind === "constant");
        if (isOnly || areConstants) {
          this.#registers.set(step.register, this.of(step.value));
          this.#pointers.set(step.register, this.pointerOf(step.value));
        }
      }
      for (const part of partsOf(step)) this.#follow(part);
    }
  }

  #inductionVariable(set: SetStep, { constants, starts }: KnownBefore, forms: LinearForms): InductionVariable | undefined {
    const { register, value } = set;
    const held = constants.get(register);
    const start = held?.kind === "constant" ? Number(held.value) : undefined;
    const startAlign = forms.alignOf(starts.get(register)!);
    const from = start === undefined ? INVARIANT : CONSTANT;
    const step = constantStepOf(value, register);
    if (step !== undefined) return { register, set, isCounter: true, evolution: { ...from, change: "linear", step }, start, startAlign };
    if (isChangeOf(value, register)) {
      const change = isTakenFromConstant(value) ? "alternating" : "counted";
      return { register, set, isCounter: false, evolution: { ...from, change, step: undefined }, start, startAlign };
    }
    const moved = movedBy(value, register);
    if (moved === undefined || !this.#isInvariant(moved)) return undefined;
    const bytes = value.kind === "offset" && moved.kind === "constant" ? Number(moved.value) * value.bytes : undefined;
    const change = bytes === undefined ? "strided" : "linear";
    return { register, set, isCounter: false, evolution: { ...INVARIANT, change, step: bytes, isCarried: true }, start, startAlign };
  }

  #isInvariant(value: Value): boolean {
    if (value.kind === "register") return !this.#definitions.has(value.register);
    if (value.kind === "element" && this.#definitions.has(value.array)) return false;
    if (value.kind === "special" && value.special === "activeMask") return false;
    return operandsOf(value).every((operand) => this.#isInvariant(operand));
  }

  #countedBy(side: Value): InductionVariable | undefined {
    const value = withoutConversion(side);
    const found = value.kind === "register" ? this.inductionVariables.get(value.register) : undefined;
    return found?.evolution.isCarried ? undefined : found;
  }

  #evolutionOf(value: Value): Evolution {
    switch (value.kind) {
      case "constant":
        return CONSTANT;
      case "register": {
        const { register } = value;
        if (!this.#definitions.has(register)) return INVARIANT;
        return this.inductionVariables.get(register)?.evolution ?? this.#registers.get(register) ?? FREE;
      }
      case "special":
        return value.special === "activeMask" ? FREE : INVARIANT;
      case "element": {
        if (this.#definitions.has(value.array)) return FREE;
        const index = this.of(value.index);
        return index.change === "none" ? INVARIANT : counted([index]);
      }
      default:
        return this.#ofOperation(value);
    }
  }

  #ofOperation(value: Value): Evolution {
    const operands = operandsOf(value).map((operand) => this.of(operand));
    const changing = operands.filter(({ change }) => change !== "none");
    if (changing.length === 0) return operands.every(({ isOfIterations }) => isOfIterations) ? CONSTANT : INVARIANT;
    if (changing.some(({ change }) => change === "free")) return FREE;
    const areSteps = changing.every(({ change }) => change !== "counted");
    const step = areSteps ? this.#stepOf(value) : undefined;
    const { isOfIterations, isCarried, mayWrap } = counted(operands);
    if (step === undefined) return { change: "counted", step: undefined, isOfIterations, isCarried, mayWrap };
    return {
      ...step,
      isOfIterations,
      isCarried,
      mayWrap: mayWrap || (value.kind === "arithmetic" && value.type === "u32"),
    };
  }

  /** The step of an operation on what changes in equal steps; undefined if that does not change in equal steps. */
  #stepOf(value: Value): Pick<Evolution, "change" | "step"> | undefined {
    switch (value.kind) {
      case "convert":
        return isWhole(value.type) && isWhole(value.operand.type) ? this.of(value.operand) : undefined;
      case "negate":
        return scaled(this.of(value.operand), -1);
      case "offset": {
        const index = this.of(value.index);
        const moved = sum(this.of(value.pointer), scaled(index, value.bytes));
        // Addresses of shared memory have 32 bits, as the sum has.
        if (!index.mayWrap || spaceOf(value.pointer, () => "unknown") === "shared") return moved;
        const isSumItself = value.index.kind === "arithmetic" && value.index.type === "u32";
        return isSumItself ? undefined : { change: moved.change, step: undefined };
      }
      case "arithmetic":
        return isWhole(value.type) ? this.#arithmeticStep(value) : undefined;
      default:
        return undefined;
    }
  }

  #arithmeticStep({ operator, left, right }: Extract<Value, { kind: "arithmetic" }>): Pick<Evolution, "change" | "step"> | undefined {
    const one = this.of(left);
    const other = this.of(right);
    if (operator === "+" || operator === "-") return sum(one, operator === "+" ? other : scaled(other, -1));
    if (operator === "<<") return other.change === "none" ? this.#product(one, other, right, (by) => 2 ** by) : undefined;
    if (operator !== "*" || (one.change !== "none" && other.change !== "none")) return undefined;
    return one.change === "none" ? this.#product(other, one, left) : this.#product(one, other, right);
  }

  /** @param by an invariant with its evolution */
  #product(
    evolution: Evolution,
    factor: Evolution,
    by: Value,
    of = (number: number): number => number,
  ): Pick<Evolution, "change" | "step"> {
    if (by.kind === "constant") return scaled(evolution, of(Number(by.value)));
    return { change: factor.isOfIterations || evolution.change === "alternating" ? evolution.change : "strided", step: undefined };
  }
}

function scaled({ change, step }: Pick<Evolution, "change" | "step">, by: number): Pick<Evolution, "change" | "step"> {
  return { change, step: step === undefined ? undefined : step * by };
}

/** The changes of sums: the first of these that one side has. */
const BY_WEIGHT = ["alternating", "strided", "linear", "none"] as const;

function sum(one: Pick<Evolution, "change" | "step">, other: Pick<Evolution, "change" | "step">): Pick<Evolution, "change" | "step"> {
  return {
    change: BY_WEIGHT.find((change) => change === one.change || change === other.change)!,
    step: one.step === undefined || other.step === undefined ? undefined : one.step + other.step,
  };
}

/** The evolution of a function of values that change. */
function counted(operands: readonly Evolution[]): Evolution {
  return {
    change: "counted",
    step: undefined,
    isOfIterations: operands.every(({ isOfIterations }) => isOfIterations),
    isCarried: operands.some(({ isCarried }) => isCarried),
    mayWrap: operands.some(({ mayWrap }) => mayWrap),
  };
}

function isWhole(type: Value["type"]): boolean {
  return type !== "f16" && type !== "bf16" && type !== "f32" && type !== "f64";
}

/** The steps that each iteration of a loop performs that goes on to the next one. */
function everyIteration({ body, step, label }: Loop): readonly Step[] {
  const end = body.findIndex((one) => endsIteration(one, label));
  return [...(end < 0 ? body : body.slice(0, end)), ...step];
}

/** Whether a step may end an iteration early. */
function endsIteration(step: Step, label: Label): boolean {
  return (step.kind === "again" && step.label === label) || partsOf(step).some((part) => part.some((inner) => endsIteration(inner, label)));
}

/** The comparisons that end a loop in each iteration, as they are while it goes on, and whether it has but one end. */
function endsOf({ body, step, label }: Loop): { tests: Comparison[]; hasOneEnd: boolean } {
  const inner = new Set([label]);
  let ends = 0;
  eachStep([...body, ...step], (one) => {
    if (one.kind === "loop" || one.kind === "block") inner.add(one.label);
    if (one.kind === "exit" || (one.kind === "leave" && (one.label === label || !inner.has(one.label)))) ends++;
  });
  const tests = [...body, ...step].flatMap((one): Comparison[] => {
    if (one.kind !== "if") return [];
    const isLeave = (way: Step): boolean => way.kind === "leave" && way.label === label;
    const leavesThen = one.then.some(isLeave);
    const leavesElse = one.otherwise.some(isLeave);
    const test = one.test.kind === "not" ? one.test.operand : one.test;
    if (leavesThen === leavesElse || test.kind !== "comparison") return [];
    const isLeftIf = (one.test.kind !== "not") === leavesThen;
    return [isLeftIf ? { ...test, operator: OPPOSITE[test.operator] } : test];
  });
  return { tests, hasOneEnd: ends === 1 };
}

const OPPOSITE: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  "==": "!=",
  "!=": "==",
  "<": ">=",
  ">": "<=",
  "<=": ">",
  ">=": "<",
};

/** The constants that induction variables hold behind a loop whose test at its beginning alone ends it. @param fixed what it doesn't set */
function endsWith(loop: Loop, { inductionVariables, trips, hasOneEnd }: LoopEvolution, fixed: Constants): (readonly [Register, Value])[] {
  if (guardOf(loop).test === undefined || !hasOneEnd || trips?.start !== "constant") return [];
  return [...inductionVariables.values()].flatMap(({ register, set, start }) => {
    let value: Value | undefined = start === undefined || !isWhole(register.type) ? undefined : constant(register.type, start);
    for (let iteration = 0; value && iteration < trips.iterations; iteration++) {
      const next = folded(set.value, new Map([...fixed, [register, value]]));
      value = next.kind === "constant" ? next : undefined;
    }
    return value ? [[register, value]] : [];
  });
}

/** The iterations of a loop until a test fails; undefined if the text does not say, or too many. */
function tripsOf(test: Comparison, counter: InductionVariable, before: KnownBefore, fixed: Known): TripCount | undefined {
  const { register, evolution } = counter;
  const isLeft = readsRegister(test.left, register);
  const operator = isLeft ? test.operator : MIRRORED[test.operator];
  const isUnsigned = test.left.type.startsWith("u");
  const iterations = iterationsOf(test, counter, before.constants, fixed.constants);
  if (iterations !== undefined) return { iterations, start: "constant", operator, isUnsigned };
  const start = before.starts.get(register)!;
  const difference = iterationsFrom(start, test, counter, fixed.forms);
  if (difference === undefined) return undefined;
  const end = difference * Math.abs(evolution.step ?? Infinity);
  const kind = fixed.forms.loopsOf(start) ? "iterations" : fixed.forms.alignOf(start) >= end ? "aligned" : "unknown";
  return { iterations: difference, start: kind, operator, isUnsigned };
}

const MIRRORED: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  "==": "==",
  "!=": "!=",
  "<": ">",
  ">": "<",
  "<=": ">=",
  ">=": "<=",
};

function readsRegister(value: Value, register: Register): boolean {
  return isRead(value, register) || operandsOf(value).some((operand) => readsRegister(operand, register));
}

function iterationsOf(test: Comparison, { register, set }: InductionVariable, before: Constants, fixed: Constants): number | undefined {
  const held = new Map(fixed);
  const start = before.get(register);
  if (start) held.set(register, start);
  for (let iterations = 0; iterations <= MOST_ITERATIONS; iterations++) {
    const goes = folded(test, held);
    const next = folded(set.value, held);
    if (goes.kind !== "constant" || next.kind !== "constant") return undefined;
    if (goes.value === 0) return iterations;
    held.set(register, next);
  }
  return undefined;
}

/** The iterations from a start that only the launch knows, if its difference from the bound is a constant. */
function iterationsFrom(start: LinearForm, test: Comparison, { register, set }: InductionVariable, fixed: LinearForms): number | undefined {
  const { left, right } = test;
  if (!isWhole(left.type) || left.type === "ptr" || left.type === "bool") return undefined;
  const bits = left.type.endsWith("64") ? 64 : 32;
  let held = start;
  for (let iterations = 0; iterations <= MOST_ITERATIONS; iterations++) {
    const forms = fixed.within();
    forms.hold(register, held);
    const difference = differenceOf(forms.of(left), forms.of(right));
    if (difference === undefined) return undefined;
    const goes = comparison(test.operator, constant("i64", BigInt.asIntN(bits, BigInt(difference))), constant("i64", 0));
    if (goes.kind === "constant" && goes.value === 0) return iterations;
    held = forms.of(set.value);
  }
  return undefined;
}

/** A value with constants for the registers that hold them, computed as far as that goes. */
function folded(value: Value, constants: Constants): Value {
  const of = (operand: Value): Value => folded(operand, constants);
  switch (value.kind) {
    case "register":
      return constants.get(value.register) ?? value;
    case "convert":
      return convert(value.type, of(value.operand));
    case "arithmetic":
      return arithmetic(value.type, value.operator, of(value.left), of(value.right));
    case "comparison":
      return comparison(value.operator, of(value.left), of(value.right));
    default:
      return value;
  }
}

/** Whether a value is made of a register's own and a constant. */
function isChangeOf(given: Value, register: Register): boolean {
  const value = withoutConversion(given);
  if (value.kind !== "arithmetic" || !CHANGES.includes(value.operator)) return false;
  const sides = [withoutConversion(value.left), withoutConversion(value.right)];
  return sides.some((side) => isRead(side, register)) && sides.some(({ kind }) => kind === "constant");
}

const CHANGES: readonly ArithmeticOperator[] = ["+", "-", "*", "/", "<<", ">>"];

/** The constant that a value is more than a register's own; undefined if it is none more or less. */
function constantStepOf(given: Value, register: Register): number | undefined {
  const value = withoutConversion(given);
  if (value.kind !== "arithmetic") return undefined;
  const left = withoutConversion(value.left);
  const right = withoutConversion(value.right);
  const isSum = value.operator === "+";
  if (isRead(left, register) && right.kind === "constant" && (isSum || value.operator === "-"))
    return (isSum ? 1 : -1) * Number(right.value);
  return isRead(right, register) && left.kind === "constant" && isSum ? Number(left.value) : undefined;
}

function isTakenFromConstant(given: Value): boolean {
  const value = withoutConversion(given);
  return value.kind === "arithmetic" && value.operator === "-" && withoutConversion(value.left).kind === "constant";
}

function isRead(value: Value, register: Register): boolean {
  return value.kind === "register" && value.register === register;
}

/** The value that is added to a register's own, or taken from it; undefined if a value is nothing of the kind. */
function movedBy(value: Value, register: Register): Value | undefined {
  if (value.kind === "offset" && isRead(value.pointer, register)) return value.index;
  if (value.kind !== "arithmetic" || (value.operator !== "+" && value.operator !== "-")) return undefined;
  if (isRead(value.left, register)) return value.right;
  return isRead(value.right, register) && value.operator === "+" ? value.left : undefined;
}

function withoutConversion(value: Value): Value {
  return value.kind === "convert" ? withoutConversion(value.operand) : value;
}
