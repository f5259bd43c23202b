import { PART_NAMES } from "#clock/estimate-time.ts";
import { count, decimal, withUnit } from "#pictures/format.ts";
import { devices } from "#simulator";
import { LAUNCH_MICROSECONDS, isFaster, isSlower, isTooSmall, speedup, type AnswerTime } from "../answer-time.ts";

/** The modelled time of an answer, beside the exercise's naive version, and the part that bounds it. */
export function answerTimeSentences(own: AnswerTime, naive: AnswerTime | undefined): string {
  const { device, microseconds, boundBy } = own;
  const name = devices[device]?.name ?? device;
  const factor = speedup(own, naive);
  const takes = `By the model, ${timedCase(own)} takes about ${time(microseconds)} on an ${name}`;
  if (factor === undefined)
    return `${takes}${isTooSmall(own) ? `, of which starting the launch is ${time(LAUNCH_MICROSECONDS)}: too little to tell versions apart` : ""}.`;
  const both = `${takes}, the naive version ${time(naive!.microseconds)}.`;
  const bound = PART_NAMES[boundBy];
  if (isFaster(factor)) return `${both} What binds it now is ${bound}.`;
  if (isSlower(factor)) return `${both} Here the fewest sectors aren’t the shortest time: it is bound by ${bound}.`;
  return `${both} That is the same: it is bound by ${bound}, and what you saved isn’t what it waits for.`;
}

/** "the largest case", or a larger one with its size: "a case 16 times as large as the largest (n = 16,777,216)". */
function timedCase({ growth, size }: AnswerTime): string {
  if (growth === 1) return "the largest case";
  const numbers = Object.entries(size).map(([name, value]) => `${name} = ${count(value)}`);
  return `a case ${count(growth)} times as large as the largest (${numbers.join(", ")})`;
}

/** Two digits are as many as the model knows. */
function time(microseconds: number): string {
  return withUnit(decimal(Number(microseconds.toPrecision(2))), "µs");
}
