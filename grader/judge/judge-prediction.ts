import { inUnit } from "#pictures/format.ts";

/** How near a prediction came: right within its tolerance; for an estimate, close within a factor of 2; or not yet. */
export type PredictionVerdict = "right" | "close" | "not-yet";

/**
 * Judges a prediction of a number.
 *
 * @param answer what the simulator computed or a program measured
 * @param within how far from `answer` is still right, as a share of it: 0 for what can be counted
 */
export function judgePrediction(given: number, answer: number, within: number): PredictionVerdict {
  // Printed numbers are rounded: a reader who gives the rounded answer is right. A whole number is rounded to one that ends in 0.
  const isNearIt = Math.abs(given - answer) <= 0.5 * 10 ** (Math.floor(Math.log10(Math.abs(answer) || 1)) - 2);
  const isRounding = isNearIt && (!Number.isInteger(answer) || given % 10 === 0);
  if (Math.abs(given - answer) <= within * Math.abs(answer) || isRounding) return "right";
  // A count that is off by a factor of 2 is another model of the hardware, not nearly the right one.
  if (within === 0) return "not-yet";
  return given > 0 && answer > 0 && Math.max(given / answer, answer / given) <= 2 ? "close" : "not-yet";
}

/**
 * The reply to the reader: "Right: you said 16 sectors."
 *
 * @param thought the thought that leads to this wrong number, if it is a common one
 */
export function predictionSentence(verdict: PredictionVerdict, given: number, unit: string, thought?: string): string {
  const said = `you said ${inUnit(given, unit)}`;
  switch (verdict) {
    case "right":
      return `Right: ${said}.`;
    case "close":
      return `Close: ${said}.`;
    case "not-yet":
      return `Another number: ${said}. ${thought ?? "The answer says why."}`;
  }
}
