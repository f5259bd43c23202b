import { MemoryContents, rewriteForward } from "../analysis/memory-contents.ts";
import { ProgramParts } from "../ir/program-parts.ts";
import type { Pass } from "./pass.ts";
import { withPromotedLocations } from "./promoted-locations.ts";
import { withPromotedRows } from "./promoted-rows.ts";

/**
 * Register promotion: what each pass of a loop would load from the same memory anew is loaded before the loop, into registers. From the
 * outermost loop inwards: rows that an inner loop counts through, then single locations.
 */
export const promotion: Pass<"parameterSpaces" | "evolution"> = {
  name: "promotion",
  needs: ["parameterSpaces", "evolution"],
  run: (program, { parameterSpaces, evolution }) => {
    const parts = new ProgramParts(program);
    const body = rewriteForward(program.body, MemoryContents.atStart(parameterSpaces), (step, contents) => {
      if (step.kind !== "loop") return undefined;
      const spaceBefore = contents.spaceOf.bind(contents);
      return withPromotedRows(step, parts, evolution, spaceBefore) ?? withPromotedLocations(step, parts, spaceBefore);
    });
    return parts.programWith(body);
  },
};
