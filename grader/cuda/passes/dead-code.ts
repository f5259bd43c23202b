import type { Definitions } from "../analysis/definitions.ts";
import type { Reads } from "../analysis/reads.ts";
import type { Register, Step } from "../ir/program.ts";
import { eachRegisterIn, eachStep, partsOf, valuesOf, withParts } from "../ir/walk.ts";
import type { Pass } from "./pass.ts";

/**
 * Dead code elimination: values that nothing reads go, then those that only they read. A load goes only if it belongs to a copy of a struct
 * whose part nothing reads. Instructions stay, without the results that nothing reads.
 */
export const deadCode: Pass<"definitions" | "reads"> = {
  name: "dead-code",
  needs: ["definitions", "reads"],
  run: (program, { definitions, reads }) => {
    const { dead, isRead } = deadSteps(program.body, definitions, reads);
    const isUnread = (step: Step): boolean => step.kind === "instruction" && step.into.length > 0 && !step.into.some(isRead);
    let hasUnread = false;
    eachStep(program.body, (step) => (hasUnread ||= isUnread(step)));
    if (dead.size === 0 && !hasUnread) return program;
    const left = (step: Step): Step => (step.kind === "instruction" && isUnread(step) ? { ...step, into: [] } : withParts(step, walk));
    const walk = (steps: readonly Step[]): Step[] => steps.flatMap((step) => (dead.has(step) ? [] : [left(step)]));
    return { ...program, body: walk(program.body) };
  },
};

/** The steps whose results no living step reads, and whether one reads a register. */
function deadSteps(
  steps: readonly Step[],
  definitions: Definitions,
  reads: Reads,
): { readonly dead: ReadonlySet<Step>; readonly isRead: (register: Register) => boolean } {
  const dead = new Set<Step>();
  /** The reads of registers by living steps. */
  const living = new Map<Register, number>();
  /** The choices around steps, and how many living steps each has. */
  const around = new Map<Step, Step>();
  const within = new Map<Step, number>();
  const isRead = (register: Register): boolean => (living.get(register) ?? reads.of(register)) > 0;
  const isDead = (step: Step): boolean => {
    switch (step.kind) {
      case "set":
        return !isRead(step.register);
      case "load":
        return step.site.isDroppable === true && !step.into.some(isRead);
      case "if":
        return within.get(step) === 0;
      default:
        return false;
    }
  };
  eachStep(steps, (step) => {
    if (step.kind !== "if") return;
    const inner = partsOf(step).flat();
    within.set(step, inner.length);
    for (const each of inner) around.set(each, step);
  });
  const left: Step[] = [];
  eachStep(steps, (step) => left.push(step));
  for (let step = left.pop(); step; step = left.pop()) {
    if (dead.has(step) || !isDead(step)) continue;
    dead.add(step);
    for (const value of valuesOf(step))
      eachRegisterIn(value, (register) => {
        living.set(register, (living.get(register) ?? reads.of(register)) - 1);
        if (!isRead(register)) left.push(...definitions.of(register));
      });
    const choice = around.get(step);
    if (!choice) continue;
    within.set(choice, within.get(choice)! - 1);
    left.push(choice);
  }
  return { dead, isRead };
}
