import type { Step } from "../ir/program.ts";
import { withParts } from "../ir/walk.ts";
import type { Pass } from "./pass.ts";

/**
 * Redundant load elimination: a load of what is in registers already, because it was loaded or stored before and nothing in between may
 * have changed it, becomes a copy. `if (own[i] > own[j]) swap(own[i], own[j])` loads two numbers, not four.
 */
export const redundantLoads: Pass<"availableValues"> = {
  name: "redundant-loads",
  needs: ["availableValues"],
  run: (program, { availableValues }) => {
    const walk = (steps: readonly Step[]): Step[] =>
      steps.flatMap((step): Step[] => {
        const values = step.kind === "load" ? availableValues.get(step) : undefined;
        if (step.kind !== "load" || !values) return [withParts(step, walk)];
        return step.into.map((register, i) => ({ kind: "set", register, value: values[i]!, span: step.span }));
      });
    return { ...program, body: walk(program.body) };
  },
};
