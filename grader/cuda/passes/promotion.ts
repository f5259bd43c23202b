import { rewriteForward } from "../analysis/memory-contents.ts";
import { ProgramParts } from "../ir/program-parts.ts";
import type { Pass } from "./pass.ts";
import { withPromotedLocations } from "./promoted-locations.ts";
import { withPromotedRows } from "./promoted-rows.ts";

/**
 * Register promotion: what each pass of a loop would load from the same memory anew is loaded before the loop, into registers. From the
 * outermost loop inwards: rows that an inner loop counts through, then single locations.
 */
export const promotion: Pass<"atStart" | "evolution" | "loops"> = {
  name: "promotion",
  needs: ["atStart", "evolution", "loops"],
  run: (program, { atStart, evolution, loops }) => {
    const parts = new ProgramParts(program);
    const body = rewriteForward(program.body, atStart, (step, contents) => {
      if (step.kind !== "loop") return undefined;
      const spaceBefore = contents.spaceOf.bind(contents);
      const facts = loops.of(step);
      return withPromotedRows(step, facts, parts, evolution, spaceBefore) ?? withPromotedLocations(step, facts, parts, spaceBefore);
    });
    return parts.programWith(body);
  },
};
