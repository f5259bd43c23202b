import type { CallLoops, LoopsOfSite } from "./index-caller.ts";
import type { Access, IndexFunction, Repeat, Step } from "./kernel.ts";

/** A step that a run calls an index function for: an access, or a repeat whose trip count is a function. */
export interface CallSite {
  readonly step: Access | Repeat;
  readonly name: string;
  readonly index: IndexFunction;
  /** Its number in the kernel, in the order of the text. */
  readonly site: number;
  /** The loops that its function is called by; the function's own where they are absent. */
  readonly loops?: LoopsOfSite;
}

/**
 * The call sites of a kernel in the order of its text, each step once.
 *
 * @param loops the loops of an answer that runs several times
 */
export function callSites(steps: readonly Step[], loops?: CallLoops): CallSite[] {
  const sites = new Map<Access | Repeat, CallSite>();
  const add = (step: Access | Repeat, name: string, index: IndexFunction): void => {
    const site = sites.size;
    if (!sites.has(step)) sites.set(step, { step, name, index, site, ...(loops && { loops: loops.at(site, name) }) });
  };
  const visit = (step: Step): void => {
    switch (step.kind) {
      case "barrier":
      case "combine":
      case "pack":
        return;
      case "repeat":
        if (typeof step.times !== "number") add(step, step.name ?? "times", step.times);
        return step.steps.forEach(visit);
      case "move":
        return [step.load, step.store].forEach(visit);
      default:
        return add(step, step.name, step.index);
    }
  };
  steps.forEach(visit);
  return [...sites.values()];
}
