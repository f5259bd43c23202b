import type { Register, Step } from "../ir/program.ts";
import { eachRead, withParts } from "../ir/walk.ts";
import type { Pass } from "./pass.ts";

/**
 * Dead code elimination: values that nothing reads go, then those that only they read. A load goes only if it belongs to a copy of a struct
 * whose part nothing reads.
 */
export const deadCode: Pass<never> = {
  name: "dead-code",
  needs: [],
  run: (program) => {
    let body = program.body;
    for (;;) {
      const live = withoutUnread(body);
      if (!live) return { ...program, body };
      body = live;
    }
  },
};

/** The steps without those whose results no step reads; undefined if there are none. */
function withoutUnread(steps: readonly Step[]): Step[] | undefined {
  const read = new Set<Register>();
  eachRead(steps, (register) => read.add(register));
  let isChanged = false;
  const isDead = (step: Step): boolean => {
    switch (step.kind) {
      case "set":
        return !read.has(step.register);
      case "load":
        return step.site.isDroppable === true && !step.into.some((register) => read.has(register));
      case "if":
        return step.then.length === 0 && step.otherwise.length === 0;
      default:
        return false;
    }
  };
  const walk = (list: readonly Step[]): Step[] =>
    list.flatMap((step) => {
      const inner = withParts(step, walk);
      if (!isDead(inner)) return [inner];
      isChanged = true;
      return [];
    });
  const live = walk(steps);
  return isChanged ? live : undefined;
}
