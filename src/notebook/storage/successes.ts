import { get, set } from "idb-keyval";
import type { AnswerTime } from "#judge/answer-time.ts";
import type { Change, Comparison } from "#judge/comparison.ts";
import type { AccessCost } from "#judge/report/passed-sentence.ts";
import { simulatorVersion } from "#simulator/version.ts";
import { openStore } from "./open-store.ts";

/** What a pass achieved, as data: all that is shown of it, then and on later visits. */
export interface Success {
  /** How many checks passed. */
  readonly checks: number;
  /** Costs in the largest case. */
  readonly costs: readonly AccessCost[];
  /** The answer beside the naive version; absent where there is none, and until both have run. */
  readonly comparison?: Comparison;
  /** The access that changed, from the naive version, or else from the starter. */
  readonly change?: Change & { readonly from: "naive" | "starter" };
  readonly times?: AnswerTimes;
}

/** How long a GPU would take, by the model, in a case that is large enough to tell. */
export interface AnswerTimes {
  readonly own: AnswerTime;
  readonly naive?: AnswerTime;
}

/** A success with the text that it is about. */
export interface SuccessRecord {
  readonly text: string;
  readonly exerciseVersion: string;
  readonly simulatorVersion: string;
  readonly success: Success;
}

const successDatabase = openStore("coalesce-successes", "successes");

/** The last success of an exercise, if it is of this text and these versions. */
export async function readSuccess(exercise: string, exerciseVersion: string, text: string): Promise<Success | undefined> {
  const record = await get<SuccessRecord>(exercise, successDatabase);
  const isOfNow = record?.text === text && record.exerciseVersion === exerciseVersion && record.simulatorVersion === simulatorVersion;
  return isOfNow ? record.success : undefined;
}

export function saveSuccess(exercise: string, exerciseVersion: string, text: string, success: Success): Promise<void> {
  return set(exercise, { text, exerciseVersion, simulatorVersion, success } satisfies SuccessRecord, successDatabase);
}
