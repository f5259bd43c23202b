import { simulatorVersion } from "#simulator/version.ts";
import type { HandIn } from "#classroom/submission/hand-in.ts";
import type { Draft } from "#notebook/storage/draft.ts";
import type { TextVerdict } from "#notebook/storage/results.ts";
import type { ExerciseData } from "#notebook/exercise-data.ts";

/** A student's work on one assigned exercise, as this browser has it. */
export interface Work {
  /** Id of the exercise. */
  readonly exercise: string;
  /** What the assignment gives for the exercise. */
  readonly points: number;
  /** The exercise in this version of the course; absent if the course does not have it. */
  readonly data?: Pick<ExerciseData, "title" | "version" | "points">;
  readonly draft?: Draft;
  /** The draft's language, unless it is TypeScript. */
  readonly language?: "cuda";
  /** The grader's last verdict on any text. */
  readonly verdict?: TextVerdict;
  /** It is a capstone, which is answered in CUDA C++ on a page of its own. */
  readonly isCapstone?: true;
  /** It is the instructor's own: no page judges it. */
  readonly isOwn?: true;
  /** The exercise was passed once, with whatever text. */
  readonly wasPassed: boolean;
}

export type WorkState = "not-begun" | "draft" | "passed-before" | "passed";

/** What a page says in the place of a verdict on an exercise of the instructor's own. */
export const JUDGED_LATER = "graded by your instructor";

/** The state of the text as it is now. */
export function stateOf(work: Work): WorkState {
  if (work.draft === undefined) return "not-begun";
  if (verdictOnDraft(work)?.status === "pass") return "passed";
  return work.wasPassed ? "passed-before" : "draft";
}

/** The verdict on exactly the current text, by the current versions of the exercise and the simulator. */
export function verdictOnDraft({ data, draft, verdict }: Work): TextVerdict | undefined {
  const isCurrent =
    verdict?.text === draft?.text && verdict?.exerciseVersion === data?.version && verdict?.simulatorVersion === simulatorVersion;
  return isCurrent ? verdict : undefined;
}

/** What the last hand-in contains of an exercise. */
export function handedIn({ exercise, draft }: Work, last: HandIn | undefined): "nothing" | "this-text" | "older-text" {
  const answer = last?.answers.find((answer) => answer.exercise === exercise);
  if (answer === undefined) return "nothing";
  return answer.source === draft?.text ? "this-text" : "older-text";
}
