import type { Access, Step } from "./kernel.ts";

/**
 * The loads that a store to the same array may follow, and the stores that a load may precede, without a barrier between them:
 * only those need a record of who read what. Found in the kernel's text, on the safe side: the body of a repeat is read
 * twice, for its end meets its beginning.
 */
export function accessesNearOpposites(steps: readonly Step[]): Set<Access> {
  const near = new Set<Access>();
  let phase: Access[] = [];
  const visit = (step: Step): void => {
    if (step.kind === "barrier") phase = [];
    else if (step.kind === "repeat") [...step.steps, ...step.steps].forEach(visit);
    else if (step.kind === "combine" || step.kind === "pack") return;
    else if (step.kind === "move") [step.load, step.store].forEach(visit);
    else {
      const loads = step.kind === "store" ? phase.filter((other) => other.kind === "load" && other.array === step.array) : [];
      for (const load of loads) near.add(load).add(step);
      phase.push(step);
    }
  };
  steps.forEach(visit);
  return near;
}
