import type { WarpRequest } from "#simulator";
import { globalCost, h100, sharedCost } from "#simulator";

/** What a question may ask to be counted. */
export type Asked = "sectors" | "lines" | "wavefronts" | "conflict degree";

/** A question about one warp's request, answered with a number. */
export interface CountQuestion {
  readonly kind: "count";
  /** The pattern in words; may contain `code` between backticks. */
  readonly text: string;
  readonly asked: Asked;
  /** The code that makes the request, where it comes from an exercise. */
  readonly code?: string;
  readonly request: WarpRequest;
  /** The exercise it is drawn from; absent for a pattern of the part's figures. */
  readonly exercise?: ExerciseName;
}

/** A question about a wrong answer to an exercise, answered by choosing the hint that would help its author. */
export interface HintQuestion {
  readonly kind: "hint";
  readonly text: string;
  readonly code: string;
  readonly choices: readonly { readonly text: string; readonly isRight: boolean }[];
  readonly exercise: ExerciseName;
}

export type Question = CountQuestion | HintQuestion;

export interface ExerciseName {
  readonly id: string;
  readonly title: string;
}

/** The answer to a question of the first kind, as the simulator counts it on an H100. */
export function countOf({ request, asked }: Pick<CountQuestion, "request" | "asked">): number {
  switch (asked) {
    case "sectors":
      return globalCost(request, h100).sectors;
    case "lines":
      return globalCost(request, h100).cacheLines;
    case "wavefronts":
      return sharedCost(request, h100).wavefronts;
    case "conflict degree":
      return sharedCost(request, h100).conflictDegree;
  }
}

/** Draws whole numbers; the same seed draws the same ones. */
export interface Dice {
  /** A whole number n with low ≤ n ≤ high. */
  between(low: number, high: number): number;
  oneOf<T>(values: readonly T[]): T;
  /** The values in another order. */
  shuffled<T>(values: readonly T[]): T[];
}
