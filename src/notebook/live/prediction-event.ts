/** A reader's answer to a question of a lesson, before the computed answer is shown. */
export interface AnnouncedPrediction {
  /** The id that the prediction is kept by: the page, and the number of the question on it. */
  readonly question: string;
  readonly given: number;
  /** Opens the answer. Whoever cancels the event calls it later. */
  readonly open: () => void;
}

/** The event that tells the page that a prediction was made. */
export const PREDICTION_EVENT = "prediction";

declare global {
  interface HTMLElementEventMap {
    [PREDICTION_EVENT]: CustomEvent<AnnouncedPrediction>;
  }
}

/** @returns whether the answer is to be opened at once: nobody holds it back */
export function announcePrediction(element: HTMLElement, prediction: AnnouncedPrediction): boolean {
  return element.dispatchEvent(new CustomEvent(PREDICTION_EVENT, { bubbles: true, cancelable: true, detail: prediction }));
}
