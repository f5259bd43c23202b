import { batch, computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import { reasonOf } from "../reason-of.ts";
import type { BlockRequest, Evaluation } from "./block-recorder.ts";
import { isOfAccess } from "./block-steps.ts";
import type { BlockWalk } from "./block-walk.ts";
import { Stopped, type LabMachine } from "./lab-machine.ts";
import type { LabAccess, LabProfile } from "./profile.ts";
import type { WatchAnswer } from "./watched-expression.ts";

/** What an expression is in the warp of the shown step, before the statement that makes its access. */
export interface ShownWatch {
  readonly request: BlockRequest;
  readonly access: LabAccess;
  /** Undefined while it is being found; a text says why it is not known. */
  readonly found: Evaluation | string | undefined;
}

/** One expression, watched in all lanes of the warp whose request is shown. */
export class LaneWatch {
  /** As the learner has written it; empty: none is watched. */
  readonly expression = signal("");
  /** Of the block that is shown, by places of accesses. */
  readonly #answers = signal<ReadonlyMap<string, WatchAnswer>>(new Map());
  readonly #profile: ReadonlySignal<LabProfile | undefined>;
  readonly #walk: BlockWalk;
  readonly #machine: Pick<LabMachine, "ask">;
  /** What the answers are of. */
  #of: readonly unknown[] = [];
  #isAsking = false;
  readonly #step = computed((): { readonly request: BlockRequest; readonly access: LabAccess } | undefined => {
    const step = this.#walk.step.value;
    const shown = step === undefined ? undefined : this.#walk.steps.value[step];
    if (shown?.kind !== "request") return undefined;
    const access = this.#profile.value?.accesses.find((one) => isOfAccess(shown.request, one));
    return access && { request: shown.request, access };
  });
  /** Names of variables that have a value at the step. */
  readonly variables = computed((): readonly string[] => this.#step.value?.request.locals?.map(({ name }) => name) ?? []);
  /** Undefined where no expression is watched, or at a barrier. */
  readonly shown = computed((): ShownWatch | undefined => {
    const step = this.#step.value;
    if (step === undefined || this.expression.value === "") return undefined;
    const answer = this.#answers.value.get(placeOf(step.access));
    if (answer === undefined || typeof answer === "string") return { ...step, found: answer };
    const evaluation = answer.ofRequests[this.#walk.requests.value?.requests.indexOf(step.request) ?? -1];
    return { ...step, found: evaluation === undefined ? "It is not known here." : answer.evaluations[evaluation]! };
  });

  constructor(profile: ReadonlySignal<LabProfile | undefined>, walk: BlockWalk, machine: Pick<LabMachine, "ask">) {
    this.#profile = profile;
    this.#walk = walk;
    this.#machine = machine;
    effect(() => {
      const of = [this.expression.value, walk.requests.value];
      if (of.some((one, i) => one !== this.#of[i])) {
        this.#of = of;
        this.#answers.value = new Map();
      }
      const access = this.#step.value?.access;
      if (this.expression.value !== "" && access !== undefined && !this.#answers.value.has(placeOf(access))) void this.#ask(access);
    });
  }

  /** Watches an expression; an empty one ends it. */
  watch(expression: string): void {
    this.expression.value = expression.trim();
  }

  async #ask(access: LabAccess): Promise<void> {
    const { value: profile } = this.#profile;
    const run = profile?.run;
    const block = this.#walk.requests.value?.block;
    if (this.#isAsking || run === undefined || block === undefined) return;
    const of = this.#of;
    this.#isAsking = true;
    let answer: WatchAnswer | undefined;
    try {
      const watch = { expression: this.expression.value, at: offsetOf(run.source, access) };
      answer = await this.#machine.ask({ kind: "watch", run, block, isAlone: profile?.sample !== undefined, watch });
    } catch (error) {
      if (!(error instanceof Stopped)) answer = `This could not be watched, which is our bug and not yours: ${reasonOf(error)}`;
    }
    this.#isAsking = false;
    batch(() => {
      // What was asked of another expression, block or run is not shown: the question is put again.
      if (answer !== undefined && of === this.#of) this.#answers.value = new Map(this.#answers.value).set(placeOf(access), answer);
      else if (of !== this.#of) this.#answers.value = new Map(this.#answers.value);
    });
  }
}

function placeOf({ line, column }: LabAccess): string {
  return `${line}:${column}`;
}

function offsetOf(source: string, { line, column }: LabAccess): number {
  return source.split("\n", line - 1).reduce((sum, { length }) => sum + length + 1, 0) + column - 1;
}
