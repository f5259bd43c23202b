import type { Loop } from "../ir/loop.ts";
import type { ComparisonOperator, Register, RegisterArray, Step, Value } from "../ir/program.ts";
import { arithmetic, comparison, convert } from "../ir/values.ts";
import { eachStep, partsOf, setBy } from "../ir/walk.ts";

type Comparison = Extract<Value, { kind: "comparison" }>;

/** A loop of up to so many passes, a number that the text gives, is unrolled as a whole. */
const WHOLE_PASSES = 64;
/** Of another loop that counts in constant steps, so many passes are put together: hardware/probes/memory-system/unrolling.py, and `sum_counted`, `sum_unsigned` and `sum_positive` in waiting.cu. */
const COUNTED_PASSES = 4;

/** How a compiler unrolls a loop. */
export type Unrolling =
  | { readonly kind: "whole"; readonly passes: number }
  | { readonly kind: "counted"; readonly passes: number }
  /** Not at all: it counts in steps that only the launch knows (`sum_stepped`, `sum_by_block`), may end for another reason, or does not count. */
  | { readonly kind: "none"; readonly passes: 1 };

const NONE = { kind: "none", passes: 1 } as const;

/** Of registers that hold constants, which. */
type Constants = Map<Register | RegisterArray, Value>;

/** How a compiler unrolls each loop of a program. */
export function unrollingsIn(steps: readonly Step[]): ReadonlyMap<Loop, Unrolling> {
  const unrollings = new Map<Loop, Unrolling>();
  walk(steps, new Map(), unrollings);
  return unrollings;
}

function walk(steps: readonly Step[], constants: Constants, unrollings: Map<Loop, Unrolling>): void {
  for (const step of steps) {
    if (step.kind === "loop" || step.kind === "if" || step.kind === "block") {
      const before = new Map(constants);
      eachStep([step], (inner) => setBy(inner).forEach((set) => constants.delete(set)));
      const inside = step.kind === "loop" ? constants : before;
      for (const part of partsOf(step)) walk(part, new Map(inside), unrollings);
      if (step.kind === "loop") unrollings.set(step, found(step, before, unrollings));
    }
    const value = step.kind === "set" ? folded(step.value, constants) : undefined;
    for (const set of setBy(step)) constants.delete(set);
    if (step.kind === "set" && value?.kind === "constant") constants.set(step.register, value);
  }
}

function found(loop: Loop, before: Constants, unrollings: ReadonlyMap<Loop, Unrolling>): Unrolling {
  const { tests, isOnly } = endsOf(loop);
  const counts = tests.flatMap((test) => {
    const counter = [test.left, test.right].map(withoutConversion).find((side) => side.kind === "register" && stepOf(loop, side.register));
    return counter?.kind === "register" ? { test, register: counter.register, step: stepOf(loop, counter.register)! } : [];
  });
  // It may end sooner for another reason: each pass is written out with that reason.
  const passes = Math.min(...counts.map(({ test, register, step }) => passesOf(test, register, step, before) ?? Infinity));
  if (passes <= WHOLE_PASSES) return { kind: "whole", passes };
  const [count] = counts;
  if (!isOnly || !count) return NONE;
  let hasLoop = false;
  for (const part of partsOf(loop))
    eachStep(part, (inner) => (hasLoop ||= inner.kind === "loop" && unrollings.get(inner)?.kind !== "whole"));
  // Only the innermost loops are unrolled in part.
  return !hasLoop && isStepOf(count.step, count.register) ? { kind: "counted", passes: COUNTED_PASSES } : NONE;
}

/** The comparisons that end a loop in each pass, as they are while it goes on, and whether nothing else ends it. */
function endsOf({ body, step, label }: Loop): { tests: Comparison[]; isOnly: boolean } {
  const inner = new Set([label]);
  let leaves = 0;
  eachStep([...body, ...step], (one) => {
    if (one.kind === "loop" || one.kind === "block") inner.add(one.label);
    if (one.kind === "exit" || (one.kind === "leave" && (one.label === label || !inner.has(one.label)))) leaves++;
  });
  const tests = [...body, ...step].flatMap((one): Comparison[] => {
    if (one.kind !== "if") return [];
    const isLeave = (way: Step): boolean => way.kind === "leave" && way.label === label;
    const [leavesThen, leavesElse] = [one.then.some(isLeave), one.otherwise.some(isLeave)];
    const test = one.test.kind === "not" ? one.test.operand : one.test;
    if (leavesThen === leavesElse || test.kind !== "comparison") return [];
    const isLeftIf = (one.test.kind !== "not") === leavesThen;
    return [isLeftIf ? { ...test, operator: OPPOSITE[test.operator] } : test];
  });
  return { tests, isOnly: leaves === 1 };
}

const OPPOSITE: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  ...{ "==": "!=", "!=": "==", "<": ">=", ">": "<=", "<=": ">", ">=": "<" },
};

/** What a register is set to in a loop, if it is set once, to what it held and a constant. */
function stepOf(loop: Loop, register: Register): Value | undefined {
  const sets: Step[] = [];
  eachStep([loop], (step) => {
    if (setBy(step).includes(register)) sets.push(step);
  });
  const [set] = sets;
  return sets.length === 1 && set?.kind === "set" && isChangeOf(set.value, register) ? set.value : undefined;
}

/** How many passes a loop has, up to one more than are unrolled as a whole; undefined if the text does not say. */
function passesOf(test: Comparison, register: Register, step: Value, before: Constants): number | undefined {
  const held = new Map(before);
  for (let passes = 0; passes <= WHOLE_PASSES; passes++) {
    const [goes, next] = [folded(test, held), folded(step, held)];
    if (goes.kind !== "constant" || next.kind !== "constant") return undefined;
    if (goes.value === 0) return passes;
    held.set(register, next);
  }
  return WHOLE_PASSES + 1;
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

/** Whether a value is a register's own, more or less a constant. */
export function isStepOf(value: Value, counter: Register): boolean {
  return isChangeOf(value, counter, ["+", "-"]);
}

/** Whether a value is made of a register's own and a constant. */
export function isChangeOf(given: Value, counter: Register, operators = ["+", "-", "*", "/", "<<", ">>"]): boolean {
  const value = withoutConversion(given);
  if (value.kind !== "arithmetic" || !operators.includes(value.operator)) return false;
  const sides = [withoutConversion(value.left), withoutConversion(value.right)];
  return sides.some((side) => side.kind === "register" && side.register === counter) && sides.some(({ kind }) => kind === "constant");
}

function withoutConversion(value: Value): Value {
  return value.kind === "convert" ? withoutConversion(value.operand) : value;
}
