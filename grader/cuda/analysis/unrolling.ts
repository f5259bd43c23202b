import type { Loop } from "../ir/loop.ts";
import type { Step } from "../ir/program.ts";
import { eachStep, partsOf } from "../ir/walk.ts";
import type { ScalarEvolution } from "./scalar-evolution.ts";

/** A loop of up to so many passes, a number that the text gives, is unrolled as a whole. */
const WHOLE_PASSES = 64;
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
  const { tripCount, counters, hasOneEnd } = evolution.of(loop)!;
  // If it may end sooner for another reason, each pass is written out with that reason.
  if (tripCount !== undefined && tripCount <= WHOLE_PASSES) return { kind: "whole", passes: tripCount };
  if (!hasOneEnd || !counters[0]?.isCounter) return NONE;
  let hasLoop = false;
  for (const part of partsOf(loop)) eachStep(part, (step) => (hasLoop ||= step.kind === "loop" && inner.get(step)?.kind !== "whole"));
  // Only the innermost loops are unrolled in part.
  return hasLoop ? NONE : { kind: "counted", passes: COUNTED_PASSES };
}
