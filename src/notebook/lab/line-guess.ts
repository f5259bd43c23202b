import { computed, signal } from "@preact/signals";
import { excessWavefronts } from "#cuda/profile/excess.ts";
import type { LabProfile } from "./profile.ts";

/** Whether the mode is on, in local storage. */
const KEPT = "coalesce-lab-guess-first";
/** A line that costs at least this share of what the costliest one does is close. */
const CLOSE_SHARE = 1 / 2;

/** How near a guess came, as for predictions: right, close within a factor of 2, or not yet. */
export type GuessVerdict = "right" | "close" | "not-yet";

export interface JudgedGuess {
  /** From 1; undefined: no line costs more than it must. */
  readonly line: number | undefined;
  readonly verdict: GuessVerdict;
  /** The lines that cost most above their ideal; none where nothing does. */
  readonly guilty: readonly number[];
}

/** Lines of a profile's text with accesses, in order, with what their accesses cost above their ideal together. */
export function lineCosts({ accesses }: Pick<LabProfile, "accesses">): { readonly line: number; readonly cost: number }[] {
  return [...Map.groupBy(accesses, ({ line }) => line)].map(([line, own]) => ({
    line,
    cost: own.reduce((sum, access) => sum + excessWavefronts(access.counts), 0),
  }));
}

/** Judges which line costs most above its ideal. @param line from 1; undefined: none costs more than it must */
export function judgeGuess(profile: Pick<LabProfile, "accesses">, line: number | undefined): JudgedGuess {
  const costs = lineCosts(profile);
  const most = Math.max(0, ...costs.map(({ cost }) => cost));
  const guilty = most === 0 ? [] : costs.filter(({ cost }) => cost === most).map((one) => one.line);
  const guessed = line === undefined ? 0 : (costs.find((one) => one.line === line)?.cost ?? 0);
  if (line === undefined ? most === 0 : guilty.includes(line)) return { line, verdict: "right", guilty };
  return { line, verdict: most > 0 && guessed >= CLOSE_SHARE * most ? "close" : "not-yet", guilty };
}

/** "Which line is guilty?": while the mode is on, what a launch costs stays covered until the learner has named a line. */
export class LineGuess {
  readonly isOn;
  /** The guess about the last launch. */
  readonly judged = signal<JudgedGuess | undefined>(undefined);
  readonly isCovered = computed(() => this.isOn.value && this.#isAsked.value);
  readonly #isAsked = signal(false);
  readonly #storage: Pick<Storage, "getItem" | "setItem"> | undefined;

  /** @param storage where the mode is kept; without one, it is off at first */
  constructor(storage: Pick<Storage, "getItem" | "setItem"> | undefined) {
    this.#storage = storage;
    this.isOn = signal(storage?.getItem(KEPT) === "on");
  }

  /** Turns the mode on, from the next run on, or off. */
  turn(isOn: boolean): void {
    this.isOn.value = isOn;
    if (!isOn) this.#isAsked.value = false;
    try {
      this.#storage?.setItem(KEPT, isOn ? "on" : "off");
    } catch (error) {
      console.warn("Whether to guess first cannot be kept in this browser.", error);
    }
  }

  /** A launch has ended: while the mode is on, its counts are covered. */
  ask(profile: Pick<LabProfile, "accesses">): void {
    this.judged.value = undefined;
    this.#isAsked.value = this.isOn.value && profile.accesses.length > 0;
  }

  /** The learner names the line that costs most, or says that none costs more than it must. */
  guess(profile: Pick<LabProfile, "accesses">, line: number | undefined): void {
    this.judged.value = judgeGuess(profile, line);
    this.#isAsked.value = false;
  }
}
