import type { Register, Step, Value } from "../program/program.ts";
import { eachStep, partsOf, setBy } from "../program/walk.ts";

export type Loop = Extract<Step, { kind: "loop" }>;

/** A loop of up to so many passes, a number that the text gives, is unrolled as a whole. */
const WHOLE_PASSES = 64;
/** Of another loop that counts in constant steps, so many passes are put together: `sum_counted`, `sum_unsigned` and `sum_positive` in hardware/probes/memory-system/waiting.cu. */
const COUNTED_PASSES = 4;

/** How a compiler unrolls a loop. */
export type Unrolling =
  | { readonly kind: "whole"; readonly passes: number }
  | { readonly kind: "counted"; readonly passes: number }
  /** Not at all: it has a barrier, or counts in steps that only the launch knows (`sum_stepped`, `sum_by_block`), or does not count. */
  | { readonly kind: "none"; readonly passes: 1 };

const NONE = { kind: "none", passes: 1 } as const;

/** Loops lie in loops, and each is asked about again by those around it. */
const known = new WeakMap<Loop, Unrolling>();

export function unrollingOf(loop: Loop): Unrolling {
  const before = known.get(loop);
  if (before !== undefined) return before;
  const unrolling = found(loop);
  known.set(loop, unrolling);
  return unrolling;
}

function found(loop: Loop): Unrolling {
  let hasBarrier = false;
  let hasLoop = false;
  for (const part of partsOf(loop)) {
    eachStep(part, (step) => {
      hasBarrier ||= step.kind === "barrier";
      hasLoop ||= step.kind === "loop" && unrollingOf(step).kind !== "whole";
    });
  }
  const test = endOf(loop);
  if (hasBarrier || test === undefined) return NONE;
  const sides = [test.left, test.right];
  const passes = sides
    .map((side) => (side.kind === "constant" ? Number(side.value) : 0))
    .find((count) => count > 1 && count <= WHOLE_PASSES);
  if (passes !== undefined) return { kind: "whole", passes };
  // Only the innermost loops are unrolled in part.
  return !hasLoop && sides.some((side) => isCounted(side, loop)) ? { kind: "counted", passes: COUNTED_PASSES } : NONE;
}

/** The comparison that ends a loop. */
function endOf({ body, step, label }: Loop): Extract<Value, { kind: "comparison" }> | undefined {
  const end = [...body, ...step].find(
    (inner) => inner.kind === "if" && partsOf(inner).some((part) => part.some((one) => one.kind === "leave" && one.label === label)),
  );
  if (end?.kind !== "if") return undefined;
  const test = end.test.kind === "not" ? end.test.operand : end.test;
  return test.kind === "comparison" ? test : undefined;
}

/** Whether a side of the comparison is a register that the loop changes once per pass, by a constant. */
function isCounted(side: Value, loop: Loop): boolean {
  const counter = withoutConversion(side);
  if (counter.kind !== "register") return false;
  const sets: Step[] = [];
  eachStep([loop], (step) => {
    if (setBy(step).includes(counter.register)) sets.push(step);
  });
  const [set] = sets;
  return sets.length === 1 && set?.kind === "set" && isStep(withoutConversion(set.value), counter.register);
}

function isStep(value: Value, counter: Register): boolean {
  if (value.kind !== "arithmetic" || (value.operator !== "+" && value.operator !== "-")) return false;
  const [left, right] = [withoutConversion(value.left), withoutConversion(value.right)];
  return left.kind === "register" && left.register === counter && right.kind === "constant";
}

function withoutConversion(value: Value): Value {
  return value.kind === "convert" ? withoutConversion(value.operand) : value;
}
