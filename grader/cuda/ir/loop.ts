import type { Step, Value } from "./program.ts";
import { partsOf } from "./walk.ts";

export type Loop = Extract<Step, { kind: "loop" }>;

/** The test that ends a loop before its first step, if it has one, and the steps after it. */
export function guardOf({ body, label }: Loop): { readonly test: Value | undefined; readonly behind: readonly Step[] } {
  const [first, ...behind] = body;
  const isGuard =
    first?.kind === "if" &&
    first.otherwise.length === 0 &&
    first.then.length === 1 &&
    first.then[0]!.kind === "leave" &&
    first.then[0].label === label;
  return isGuard ? { test: first.test, behind } : { test: undefined, behind: body };
}

/** Whether a lane may skip the steps that follow this one. */
export function mayLeave(step: Step): boolean {
  if (step.kind === "leave" || step.kind === "again" || step.kind === "exit") return true;
  return partsOf(step).some((part) => part.some(mayLeave));
}

/** Steps before or after a loop, for the lanes that go round at least once; none without steps. @param isEntered whether a lane does */
export function guardedByLoop(isEntered: Value, steps: readonly Step[], { span }: Loop): readonly Step[] {
  return steps.length === 0 ? [] : [{ kind: "if", test: isEntered, then: steps, otherwise: [], isLoopGuard: true, span }];
}
