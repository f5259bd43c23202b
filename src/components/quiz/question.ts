import type { ConceptId } from "#notebook/evidence/concepts.ts";
import type { WarpRequest } from "#simulator";
import { globalCost, h100, isActive, sharedCost, WARP_SIZE } from "#simulator";
import { sectorThoughts, wavefrontThoughts, type Mistake } from "../counting-mistakes.ts";

/** What a question may ask to be counted. */
export type Asked = "sectors" | "lines" | "ideal sectors" | "bytes from DRAM" | "wavefronts" | "conflict degree";

interface AnyQuestion {
  readonly concept: ConceptId;
  /** What is asked, in words; may contain `code` between backticks. */
  readonly text: string;
}

/** A question about one warp's request, answered with a number. */
export interface CountQuestion extends AnyQuestion {
  readonly kind: "count";
  readonly asked: Asked;
  /** The code that makes the request, where it comes from an exercise. */
  readonly code?: string;
  readonly request: WarpRequest;
  /** The distance between neighbouring lanes, in elements, where it is the same for all. */
  readonly stride?: number;
  /** Why it's that number, in a sentence. */
  readonly why: string;
  /** The exercise it is drawn from; absent for a pattern. */
  readonly exercise?: ExerciseName;
}

/** A question that is answered with a number which is worked out from others. */
export interface NumberQuestion extends AnyQuestion {
  readonly kind: "number";
  /** "What’s the useful bandwidth?" */
  readonly asks: string;
  /** "GB/s"; empty for a bare number. */
  readonly unit: string;
  readonly answer: number;
  /** How far from the answer is still right, as a share of it: 0 for what is counted. */
  readonly within: number;
  readonly why: string;
  readonly exercise?: undefined;
}

/** A question about a wrong answer to an exercise, answered by choosing the hint that would help its author. */
export interface HintQuestion extends AnyQuestion {
  readonly kind: "hint";
  readonly code: string;
  readonly choices: readonly { readonly text: string; readonly isRight: boolean }[];
  readonly exercise: ExerciseName;
}

export type Question = CountQuestion | NumberQuestion | HintQuestion;

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
    case "ideal sectors":
      return globalCost(request, h100).idealSectors;
    case "bytes from DRAM":
      return globalCost(request, h100).dramReadBytes;
    case "wavefronts":
      return sharedCost(request, h100).wavefronts;
    case "conflict degree":
      return sharedCost(request, h100).conflictDegree;
  }
}

/** What is asked for as a sentence, the number that answers it, and how near an answer has to be. */
export function askedFor(question: CountQuestion | NumberQuestion): Pick<NumberQuestion, "asks" | "unit" | "answer" | "within"> {
  return question.kind === "number" ? question : { asks: ASKS[question.asked], unit: "", answer: countOf(question), within: 0 };
}

const ASKS: Readonly<Record<Asked, string>> = {
  sectors: "How many sectors does the request touch?",
  lines: "How many lines does the request touch?",
  "ideal sectors": "How few sectors could carry what the warp wants?",
  "bytes from DRAM": "How many bytes does DRAM read?",
  wavefronts: "How many wavefronts does it take?",
  "conflict degree": "What’s the conflict degree?",
};

/** The thought that leads to a wrong number, if it is a common one. */
export function thoughtBehind(question: CountQuestion | NumberQuestion, given: number): string | undefined {
  return question.kind === "count" ? thoughtsOn(question).find((thought) => thought.given === given)?.says : undefined;
}

function thoughtsOn({ request, asked, stride }: CountQuestion): readonly Mistake[] {
  const lanes = Array.from({ length: WARP_SIZE }, (_, lane) => lane).filter((lane) => isActive(request.activeMask, lane)).length;
  if (asked === "sectors") return sectorThoughts(globalCost(request, h100), { lanes, ...(stride !== undefined && { stride }) });
  return asked === "wavefronts" ? wavefrontThoughts(request, stride) : [];
}

/** Draws whole numbers; the same seed draws the same ones. */
export interface Dice {
  /** A whole number n with low ≤ n ≤ high. */
  between(low: number, high: number): number;
  oneOf<T>(values: readonly T[]): T;
  /** The values in another order. */
  shuffled<T>(values: readonly T[]): T[];
}
