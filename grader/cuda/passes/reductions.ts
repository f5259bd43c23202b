import { isNeverReduction } from "#simulator/atomic-cost.ts";
import type { Step } from "../ir/program.ts";
import { withParts } from "../ir/walk.ts";
import type { Pass } from "./pass.ts";

/** An atomic whose old value nothing reads becomes a reduction: the hardware has an instruction of its own for it. */
export const reductions: Pass<"reads"> = {
  name: "reductions",
  needs: ["reads"],
  run: (program, { reads }) => {
    const walk = (steps: readonly Step[]): Step[] =>
      steps.map((step) => {
        if (step.kind !== "atomic") return withParts(step, walk);
        if (isNeverReduction(step.site.atomic!) || step.into.some((register) => reads.of(register) > 0)) return step;
        return { ...step, into: [], site: { ...step.site, op: "reduction" } };
      });
    return { ...program, body: walk(program.body) };
  },
};
