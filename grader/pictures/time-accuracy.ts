import { TIME_ACCURACY } from "#clock/accuracy.ts";
import { decimal, percent } from "./format.ts";

/** The error of the model's times in the last round of predictions, for kernels that it had never met. */
export function timeAccuracySentence(): string {
  const { gpu, launches, meanTimeError, medianTimeError, worstTimeRatio } = TIME_ACCURACY;
  return `The model’s last predictions for kernels that it had never met, ${launches} on an ${gpu}, were ${percent(twoDigits(medianTimeError))} off in the median, ${percent(twoDigits(meanTimeError))} on average, and by a factor of ${decimal(twoDigits(worstTimeRatio))} at worst.`;
}

function twoDigits(value: number): number {
  return Number(value.toPrecision(2));
}
