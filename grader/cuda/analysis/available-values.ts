import type { Step, Value } from "../ir/program.ts";
import { rewriteForward, type MemoryContents } from "./memory-contents.ts";

/**
 * The values that loads bring though they are in registers already: they were loaded or stored before, and nothing in between may have
 * changed them. By load, for each component.
 */
export function availableValues(steps: readonly Step[], atStart: MemoryContents): ReadonlyMap<Step, readonly Value[]> {
  const available = new Map<Step, readonly Value[]>();
  rewriteForward(steps, atStart, (step, contents) => {
    const values = step.kind === "load" ? contents.valuesAt(step) : undefined;
    if (values) available.set(step, values);
    return undefined;
  });
  return available;
}
