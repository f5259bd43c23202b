import { PART_NAMES } from "#clock/estimate-time.ts";
import { decimal } from "#pictures/format.ts";
import { timeAccuracySentence } from "#pictures/time-accuracy.ts";
import { devices } from "#simulator";
import type { AnswerTime } from "../answer-time.ts";

/** How long an answer takes by the model, beside the exercise's naive version, with the model's error. */
export function answerTimeSentences({ device, microseconds, boundBy }: AnswerTime, naive: AnswerTime | undefined): string {
  const name = devices[device]?.name ?? device;
  const other = naive === undefined ? "" : `, the naive version ${time(naive.microseconds)}`;
  return [
    `By the model, the largest case takes about ${time(microseconds)} on an ${name}${other}.`,
    `It is bound by ${PART_NAMES[boundBy]}.`,
    timeAccuracySentence(),
  ].join(" ");
}

/** Two digits are as many as the model knows. */
function time(microseconds: number): string {
  return `${decimal(Number(microseconds.toPrecision(2)))} µs`;
}
