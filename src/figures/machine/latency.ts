import type { KernelTiming } from "#hardware/kernel-timings.ts";
import type { Level } from "./captions.ts";

/** A memory that loads come from. */
export type LoadedFrom = Level | "shared";

/** Chains of loads that each wait for the one before: the probe, and the bytes that it wanders through. */
const CHAINS: Readonly<Record<LoadedFrom, readonly [probe: string, bytes: number]>> = {
  shared: ["chase_shared_20000_steps", 2 ** 12],
  L1: ["chase_20000_steps", 2 ** 14],
  L2: ["chase_20000_steps", 2 ** 23],
  DRAM: ["chase_20000_steps", 2 ** 32],
};
const STEPS = 20_000;

/**
 * How long a load takes from where its data are, in whole nanoseconds.
 *
 * @param timings of the GPU on which the chains were timed, `timingsH200` of `virtual:hardware`
 * @throws RangeError when they don't have it
 */
export function loadLatencies(timings: readonly Pick<KernelTiming, "name" | "param" | "microseconds">[]): Record<LoadedFrom, number> {
  const nanoseconds = (from: LoadedFrom): number => {
    const [probe, bytes] = CHAINS[from];
    const timing = timings.find(({ name, param }) => name === probe && param === bytes);
    if (timing === undefined) throw new RangeError(`${probe} with parameter ${bytes} was not timed`);
    return Math.round((timing.microseconds * 1000) / STEPS);
  };
  return { shared: nanoseconds("shared"), L1: nanoseconds("L1"), L2: nanoseconds("L2"), DRAM: nanoseconds("DRAM") };
}
