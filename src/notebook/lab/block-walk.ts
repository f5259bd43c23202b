import { batch, computed, signal, type ReadonlySignal } from "@preact/signals";
import { volume } from "#simulator";
import { rankedAccesses } from "./access-cost.ts";
import type { BlockRequests } from "./block-requests.ts";
import { isOfAccess, passesOf, placeAtStep, stepAt, stepsOf, type RequestPlace } from "./block-steps.ts";
import { dimensionsOf } from "./lab-kernel.ts";
import type { LabMachine } from "./lab-machine.ts";
import type { LabProfile } from "./profile.ts";

/** A walk through the requests and barriers of one block of a launch, one of whose accesses is chosen. */
export class BlockWalk {
  /** The access whose request is shown: its number in the profile's list. */
  readonly chosen = signal(0);
  /** Number of the block whose requests are shown. */
  readonly block = signal(0);
  readonly requests = signal<BlockRequests | undefined>(undefined);
  /** The requests and barriers of the block, one after the other. */
  readonly steps = computed(() => (this.requests.value === undefined ? [] : stepsOf(this.requests.value)));
  /** For each warp, the steps in which it makes the chosen access. */
  readonly passes = computed(() => {
    const access = this.#profile.value?.accesses[this.chosen.value];
    return access === undefined ? new Map<number, readonly number[]>() : passesOf(this.steps.value, access);
  });
  readonly #wantedStep = signal<number | undefined>(undefined);
  /** The step of the block that is shown: at first, the first one that makes the chosen access. */
  readonly step = computed(() => this.#wantedStep.value ?? stepAt(this.passes.value, FIRST_PLACE));
  /** The line of the text that the step is about. */
  readonly shownLine = computed(() => {
    const step = this.step.value === undefined ? undefined : this.steps.value[this.step.value];
    if (step?.kind === "barrier") return step.barrier.line;
    return this.#profile.value?.accesses[this.chosen.value]?.line;
  });
  readonly #profile: ReadonlySignal<LabProfile | undefined>;
  readonly #machine: Pick<LabMachine, "ask">;

  /** @param profile the last launch that ran */
  constructor(profile: ReadonlySignal<LabProfile | undefined>, machine: Pick<LabMachine, "ask">) {
    this.#profile = profile;
    this.#machine = machine;
  }

  /**
   * Turns to a launch that is about to take the place of the last one. One of the same accesses is shown where that one was; of another
   * one, the costliest access.
   *
   * @returns the warp and the pass to read the requests for
   */
  turnTo(profile: LabProfile): RequestPlace {
    const { value: before } = this.#profile;
    const isLikeLast = before !== undefined && accessTexts(before) === accessTexts(profile);
    const place = isLikeLast ? this.#place() : FIRST_PLACE;
    if (!isLikeLast) this.chosen.value = costliestAccess(profile);
    if (!isLikeLast || this.block.value >= volume(dimensionsOf(profile.run.launch).gridDim)) this.block.value = 0;
    return place;
  }

  /** Shows the requests of an access: that of the same warp and pass, where there is one. */
  choose(number: number): void {
    const place = this.#place();
    batch(() => {
      this.chosen.value = number;
      this.#wantedStep.value = stepAt(this.passes.value, place);
    });
  }

  /** Shows a step of the block, with the access that it makes. */
  goTo(number: number): void {
    const step = this.steps.value[number];
    if (step === undefined) return;
    batch(() => {
      this.#wantedStep.value = number;
      if (step.kind !== "request") return;
      const access = this.#profile.value?.accesses.findIndex((access) => isOfAccess(step.request, access)) ?? -1;
      if (access >= 0) this.chosen.value = access;
    });
  }

  async showBlock(block: number): Promise<void> {
    this.block.value = block;
    await this.read();
  }

  /**
   * Reads the block's requests.
   *
   * @param place the warp and the pass to show, if the block has them; absent: those that are shown when the requests have come
   */
  async read(place?: RequestPlace): Promise<void> {
    const profile = this.#profile.value;
    if (profile === undefined) return;
    const ran = profile.run;
    const block = this.block.value;
    const requests = await this.#machine.ask({ kind: "requests", run: ran, block, isAlone: profile.sample !== undefined });
    if (this.#profile.value?.run !== ran || this.block.value !== block) return;
    const shown = place ?? this.#place();
    batch(() => {
      this.requests.value = requests;
      this.#wantedStep.value = stepAt(this.passes.value, shown);
    });
  }

  /** The warp and the pass that are shown. */
  #place(): RequestPlace {
    return placeAtStep(this.passes.value, this.step.value ?? 0) ?? FIRST_PLACE;
  }
}

const FIRST_PLACE: RequestPlace = { warp: 0, pass: 0 };

/** Two profiles with the same are of the same accesses: what the learner has chosen stays. */
function accessTexts({ accesses }: LabProfile): string {
  return accesses.map(({ text, counts }) => `${text} ${counts.space}`).join("\n");
}

/** The access to show first: the one furthest above its ideal, the first of equals. */
export function costliestAccess(profile: LabProfile): number {
  return rankedAccesses(profile)[0] ?? 0;
}
