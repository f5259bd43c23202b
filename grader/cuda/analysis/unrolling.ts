import type { Loop } from "../ir/loop.ts";
import type { Step, Value } from "../ir/program.ts";
import { eachStep, operandsOf, partsOf, valuesOf } from "../ir/walk.ts";
import { spaceOf } from "./aliases.ts";
import type { LoopEvolution, ScalarEvolution, TripCount } from "./scalar-evolution.ts";

/** A loop of up to so many passes, a number that the text gives, is unrolled as a whole. */
const WHOLE_PASSES = 64;
/** The same where the text gives only a bound of the number: see `mostWholePasses`. */
const BOUNDED_PASSES = 8;
/** From so many passes on, whose number is known only as a bound, some are put together. */
const FEWEST_COUNTED = 24;
/** Passes that are put together of another loop that counts in constant steps: hardware/probes/memory-system/unrolling.py, and `sum_counted`, `sum_unsigned` and `sum_positive` in waiting.cu. */
const COUNTED_PASSES = 4;

/** A compiler's unrolling of a loop. */
export type Unrolling =
  | { readonly kind: "whole"; readonly passes: number }
  | { readonly kind: "counted"; readonly passes: number }
  /** Not at all: it counts in steps that only the launch knows (`sum_stepped`, `sum_by_block`), may end for another reason, or does not count. */
  | { readonly kind: "none"; readonly passes: 1 };

const NONE = { kind: "none", passes: 1 } as const;

/** A compiler's unrolling of each loop of a program. */
export function unrollingsIn(steps: readonly Step[], evolution: ScalarEvolution): ReadonlyMap<Loop, Unrolling> {
  const unrollings = new Map<Loop, Unrolling>();
  const walk = (list: readonly Step[]): void => {
    for (const step of list) {
      for (const part of partsOf(step)) walk(part);
      if (step.kind === "loop") unrollings.set(step, unrollingOf(step, evolution, unrollings));
    }
  };
  walk(steps);
  return unrollings;
}

/** @param inner of the loops in the loop */
function unrollingOf(loop: Loop, evolution: ScalarEvolution, inner: ReadonlyMap<Loop, Unrolling>): Unrolling {
  const values = evolution.of(loop)!;
  const { trips, counters, hasOneEnd } = values;
  // If it may end sooner for another reason, each pass is written out with that reason.
  if (trips !== undefined && trips.iterations <= mostWholePasses(loop, values, trips)) return { kind: "whole", passes: trips.iterations };
  if (!hasOneEnd || !counters[0]?.isCounter || isOfFewPasses(trips)) return NONE;
  let hasLoop = false;
  for (const part of partsOf(loop)) eachStep(part, (step) => (hasLoop ||= step.kind === "loop" && inner.get(step)?.kind !== "whole"));
  // Only the innermost loops are unrolled in part.
  return hasLoop ? NONE : { kind: "counted", passes: COUNTED_PASSES };
}

/**
 * The most passes of which a loop is unrolled as a whole. nvcc takes the difference of a bound and a start that only the launch knows for a
 * bound of the count, not for the count, except where nothing can overflow or the test is for equality; and where the loop counts through an
 * array of the thread's own, it is unrolled all the same.
 */
function mostWholePasses(loop: Loop, values: LoopEvolution, { start, operator, isUnsigned }: TripCount): number {
  if (start !== "unknown" && !(start === "aligned" && operator !== "<")) return WHOLE_PASSES;
  if (operator === "!=" || countsThroughOwnArray(loop, values)) return WHOLE_PASSES;
  return operator === "<" || (operator === "<=" && !isUnsigned) ? BOUNDED_PASSES : 0;
}

/** Whether a loop has so few passes, from a start that only the launch knows, that none of them are put together. */
function isOfFewPasses(trips: TripCount | undefined): boolean {
  return trips !== undefined && (trips.operator === "<" || trips.operator === "<=") && trips.iterations < FEWEST_COUNTED;
}

function countsThroughOwnArray(loop: Loop, values: LoopEvolution): boolean {
  const changes = (value: Value): boolean => {
    const { change } = values.of(value);
    return change !== "none" && change !== "free";
  };
  const reads = (value: Value): boolean => (value.kind === "element" && changes(value.index)) || operandsOf(value).some(reads);
  let counts = false;
  eachStep([loop], (step) => {
    const isIndexed = step.kind === "setElement" && changes(step.index);
    const isLocal =
      (step.kind === "load" || step.kind === "store") && spaceOf(step.address, () => "unknown") === "local" && changes(step.address);
    counts ||= isIndexed || isLocal || valuesOf(step).some(reads);
  });
  return counts;
}
