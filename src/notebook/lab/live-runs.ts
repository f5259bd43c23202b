import { computed, signal } from "@preact/signals";

/** Whether kernels run by themselves, in local storage. */
const KEPT = "coalesce-lab-live";
/** A kernel whose last run took no longer runs by itself after a change. */
const CHEAP_MS = 300;

/** Whether the open kernel runs by itself when it has been changed: if the learner wants it, and its last run took no time. */
export class LiveRuns {
  /** Whether there is a choice. */
  readonly isOffered: boolean;
  readonly isOn;
  /** Whether the last run of the open kernel took so long that the next one is left to the learner. */
  readonly isTooSlow = computed(() => (this.#lastMs.value ?? 0) > CHEAP_MS);
  readonly isDue = computed(() => this.isOn.value && this.#lastMs.value !== undefined && !this.isTooSlow.value);
  readonly #lastMs = signal<number | undefined>(undefined);
  readonly #storage: Pick<Storage, "getItem" | "setItem"> | undefined;

  /** @param storage where the choice is kept; without one, nothing runs by itself */
  constructor(storage: Pick<Storage, "getItem" | "setItem"> | undefined) {
    this.#storage = storage;
    this.isOffered = storage !== undefined;
    this.isOn = signal(storage !== undefined && storage.getItem(KEPT) !== "off");
  }

  turn(isOn: boolean): void {
    this.isOn.value = isOn;
    try {
      this.#storage?.setItem(KEPT, isOn ? "on" : "off");
    } catch (error) {
      console.warn("Whether kernels run by themselves cannot be kept in this browser.", error);
    }
  }

  /** A run of the open kernel has ended. */
  note(milliseconds: number): void {
    this.#lastMs.value = milliseconds;
  }

  /** Another kernel is open. */
  forget(): void {
    this.#lastMs.value = undefined;
  }
}
