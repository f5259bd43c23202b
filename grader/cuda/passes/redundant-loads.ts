import { MemoryContents, rewriteForward } from "../analysis/memory-contents.ts";
import type { Pass } from "./pass.ts";

/**
 * Redundant load elimination: a load of what is in registers already, because it was loaded or stored before and nothing in between may
 * have changed it, becomes a copy. `if (own[i] > own[j]) swap(own[i], own[j])` loads two numbers, not four.
 */
export const redundantLoads: Pass<"parameterSpaces"> = {
  name: "redundant-loads",
  needs: ["parameterSpaces"],
  run: (program, { parameterSpaces }) => {
    const body = rewriteForward(program.body, MemoryContents.atStart(parameterSpaces), (step, contents) => {
      const values = step.kind === "load" ? contents.valuesAt(step) : undefined;
      if (step.kind !== "load" || !values) return undefined;
      return step.into.map((register, i) => ({ kind: "set", register, value: values[i]!, span: step.span }));
    });
    return { ...program, body };
  },
};
