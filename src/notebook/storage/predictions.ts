import { get, update } from "idb-keyval";
import { openStore } from "./open-store.ts";

/** What a reader predicted before the computed answer was shown, and how near it came. */
export interface Prediction {
  /** Path of the page below the course's base: "lessons/1-coalescing/01-what-one-load-costs/". */
  readonly page: string;
  /** The question as plain text. */
  readonly question: string;
  /** What the number counts: "sectors". */
  readonly unit: string;
  readonly given: number | string;
  /** The right answer, as it was shown. */
  readonly answer: number | string;
  readonly verdict: "right" | "close" | "not-yet";
  /** The reason that was chosen for it, where reasons were to choose from. */
  readonly reason?: { readonly text: string; readonly isRight: boolean };
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** One key per question; its value is every prediction that was made there, the first one first. */
export const predictionDatabase = openStore("coalesce-predictions", "predictions");

/**
 * Keeps a prediction. Earlier ones for the same question stay: readers who come back see what they said first.
 *
 * @param id unique in the course and stable across visits: the page and the number of the question on it
 */
export async function savePrediction(id: string, prediction: Prediction): Promise<void> {
  await update<readonly Prediction[]>(id, (before = []) => [...before, prediction], predictionDatabase);
}

/** The last prediction for a question; undefined where none was made. */
export async function readPrediction(id: string): Promise<Prediction | undefined> {
  return (await get<readonly Prediction[]>(id, predictionDatabase))?.at(-1);
}
