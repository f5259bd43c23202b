import { simulatorVersion } from "#simulator/version.ts";
import type { HandIn } from "#classroom/submission/hand-in.ts";
import type { Draft } from "#notebook/storage/draft.ts";
import type { TextVerdict } from "#notebook/storage/results.ts";
import type { ExerciseData } from "#notebook/exercise-data.ts";

/** What this browser holds of a student's work on one assigned exercise. */
export interface Work {
  /** Id of the exercise. */
  readonly exercise: string;
  /** What the assignment gives for it. */
  readonly points: number;
  /** The exercise in this version of the course, where it has it. */
  readonly data?: Pick<ExerciseData, "title" | "version" | "points">;
  readonly draft?: Draft;
  /** The grader's last verdict on any text. */
  readonly verdict?: TextVerdict;
  /** The exercise was passed once, with whatever text. */
  readonly wasPassed: boolean;
}

export type WorkState = "not-begun" | "draft" | "passed-before" | "passed";

/** Where the text as it is now stands. */
export function stateOf(work: Work): WorkState {
  if (work.draft === undefined) return "not-begun";
  if (verdictOnDraft(work)?.status === "pass") return "passed";
  return work.wasPassed ? "passed-before" : "draft";
}

/** The verdict on exactly the text as it is now, by the exercise and the simulator as they are now. */
export function verdictOnDraft({ data, draft, verdict }: Work): TextVerdict | undefined {
  const isOfNow =
    verdict?.text === draft?.text && verdict?.exerciseVersion === data?.version && verdict?.simulatorVersion === simulatorVersion;
  return isOfNow ? verdict : undefined;
}

/** What the last hand-in has of an exercise. */
export function handedIn({ exercise, draft }: Work, last: HandIn | undefined): "nothing" | "this-text" | "older-text" {
  const answer = last?.answers.find((answer) => answer.exercise === exercise);
  if (answer === undefined) return "nothing";
  return answer.source === draft?.text ? "this-text" : "older-text";
}
