import type { Step } from "./kernel.ts";

/** Whether a kernel adds registers up: source elements then need values whose sums tell what went into them. */
export function combines(steps: readonly Step[]): boolean {
  return steps.some((step) => step.kind === "combine" || (step.kind === "repeat" && combines(step.steps)));
}

/**
 * The value of a source element in a kernel that combines: its number, scattered over 32 bits (the finalizer of MurmurHash3), so
 * that two different sums of elements are equal with a chance of one in four thousand million. 0 stays 0, for nothing.
 */
export function hashId(id: number): number {
  let bits = id;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
