import type { KernelTiming } from "#simulator/hardware/kernel-timings.ts";
import type { MemoryOp } from "#simulator";
import type { IndexPattern, Order } from "./indices.ts";

/** What a timing of a whole gather or scatter says here; its param is the length of its index array, and of the array too. */
export type IndexedTiming = Pick<KernelTiming, "name" | "param" | "usefulGBps">;

/** The measured kernel that used indices of this kind in this order; undefined: nobody timed one. */
export function measuredKernel(op: MemoryOp, pattern: IndexPattern, order: Order): string | undefined {
  const indices = measuredIndices(pattern, order);
  return indices && `${op === "load" ? "gather" : "scatter"}_${indices}`;
}

function measuredIndices(pattern: IndexPattern, order: Order): string | undefined {
  switch (pattern) {
    case "identity":
      return "identity";
    case "shuffled":
      return order === "as given" ? "shuffled_in_warp" : "identity";
    case "random":
      return { "as given": "random", "each warp": undefined, all: "sorted_random" }[order];
    case "hot":
      return undefined;
  }
}
