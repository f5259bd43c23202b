import { guardOf, mayLeave, type Loop } from "../ir/loop.ts";
import type { Step, Value } from "../ir/program.ts";
import { eachStep, operandsOf } from "../ir/walk.ts";
import { Definitions } from "./definitions.ts";

/** Steps behind which other threads' stores, and copies that have landed, may be seen. */
const ORDERING: readonly Step["kind"][] = ["atomic", "barrier", "warpBarrier", "fence", "compilerBarrier", "instruction", "awaitCopies"];

/** Facts of a loop that its own steps tell, those of inner loops included. */
export class LoopFacts {
  /** The steps that set registers and arrays in it. What it doesn't set, it doesn't change. */
  readonly definitions: Definitions;
  readonly hasBarrier: boolean;
  /** Whether something in it orders accesses: what other threads store may be seen behind it. */
  readonly isOrdered: boolean;
  readonly mayExit: boolean;
  /** Whether all lanes go on behind it. */
  readonly isLeftAtItsEnd: boolean;
  /** The steps that each iteration performs behind the test at its beginning. */
  readonly certain: readonly Step[];

  constructor(loop: Loop) {
    this.definitions = new Definitions([loop]);
    const kinds = new Set<Step["kind"]>();
    const inner = new Set<number>();
    let isLeftAtItsEnd = true;
    // Labels stand before the jumps to them.
    eachStep([loop], (step) => {
      kinds.add(step.kind);
      if (step.kind === "loop" || step.kind === "block") inner.add(step.label);
      if (step.kind === "exit" || ((step.kind === "leave" || step.kind === "again") && !inner.has(step.label))) isLeftAtItsEnd = false;
    });
    this.hasBarrier = kinds.has("barrier");
    this.isOrdered = ORDERING.some((kind) => kinds.has(kind));
    this.mayExit = kinds.has("exit");
    this.isLeftAtItsEnd = isLeftAtItsEnd;
    this.certain = certainIn(loop);
  }
}

/** The facts of loops, each found once: of those of a program, and of those that a pass makes of them. */
export class Loops {
  readonly #known = new WeakMap<Loop, LoopFacts>();

  of(loop: Loop): LoopFacts {
    let facts = this.#known.get(loop);
    if (!facts) this.#known.set(loop, (facts = new LoopFacts(loop)));
    return facts;
  }
}

function certainIn(loop: Loop): readonly Step[] {
  const { test, behind } = guardOf(loop);
  // Which lanes take part is another question before the loop.
  if (test !== undefined && readsActiveMask(test)) return [];
  const end = behind.findIndex(mayLeave);
  return behind.slice(0, end < 0 ? behind.length : end);
}

function readsActiveMask(value: Value): boolean {
  return (value.kind === "special" && value.special === "activeMask") || operandsOf(value).some(readsActiveMask);
}
