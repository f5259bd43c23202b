import { BANK_COUNT, WARP_SIZE, type SharedExplanation } from "#simulator";
import { decimal, percent, pluralize, ranges } from "#pictures/format.ts";
import { gcd, type StrideTiming } from "./stride.ts";

/** A bank, the lanes that want a word of it, and how many distinct words they want. */
interface BankLanes {
  readonly bank: number;
  readonly lanes: readonly { readonly lane: number }[];
  readonly degree: number;
}

interface Walk {
  readonly strideWords: number;
  readonly step: number;
  readonly explanation: SharedExplanation;
  readonly timings: readonly StrideTiming[];
}

/** The picture in a few sentences: about the lane that moved last, or about the whole warp. */
export function sentence(walk: Walk): string {
  return walk.step < WARP_SIZE - 1 ? stepSentence(walk) : warpSentence(walk);
}

function stepSentence({ strideWords, step, explanation }: Walk): string {
  const words = explanation.groupEvidence.flatMap((group) => group.words);
  const word = words.find(({ lanes }) => lanes.includes(step));
  if (!word) throw new RangeError(`lane ${step} is not active in the request`);
  const { number, bank } = word;
  const others = words.filter((word) => word.bank === bank && word.number !== number).flatMap(({ lanes }) => lanes);
  const arrives = `Lane ${step} wants word ${step} × ${strideWords} = ${number}, which lies in bank ${bank}.`;
  if (step === 0) return `${arrives} Step forward, or press Play: the other lanes follow.`;
  if (others.length === 0) return `${arrives} No other lane is there yet.`;
  return `${arrives} ${others.length === 1 ? "Lane" : "Lanes"} ${ranges(others)} already ${others.length === 1 ? "waits" : "wait"} there for another word: so far the request takes ${pluralize(explanation.wavefronts, "wavefront")}.`;
}

function warpSentence({ strideWords, explanation, timings }: Walk): string {
  const divisor = gcd(strideWords, BANK_COUNT);
  return [
    strideWords >= BANK_COUNT && `On the clock a stride of ${strideWords} is a step of ${strideWords % BANK_COUNT}.`,
    `gcd(${strideWords}, ${BANK_COUNT}) = ${divisor}: ${reach(divisor)}.`,
    `The request takes ${pluralize(explanation.wavefronts, "wavefront")}.`,
    timeCaption(strideWords, timings),
  ]
    .filter((part) => part !== false)
    .join(" ");
}

function reach(divisor: number): string {
  if (divisor === BANK_COUNT) return `the walk never leaves bank 0, and all ${WARP_SIZE} lanes stack up there`;
  if (divisor === 1) return `the walk visits all ${BANK_COUNT} banks before it comes back, and no two lanes share one`;
  const banks = BANK_COUNT / divisor;
  return `the walk is back at bank 0 after ${banks} lanes, so it visits ${banks} banks, and ${divisor} lanes stand at each`;
}

function timeCaption(strideWords: number, timings: readonly StrideTiming[]): string | false {
  const at = (stride: number) => timings.find(({ param }) => param === stride)?.microseconds;
  const time = at(strideWords);
  const unit = at(1);
  if (time === undefined || unit === undefined) return false;
  const took = `On an H100 the kernel took ${decimal(time)}\u00a0µs`;
  if (strideWords === 1) return `${took}.`;
  if (gcd(strideWords, BANK_COUNT) === 1) return `${took}, within ${percent(Math.abs(time / unit - 1))} of stride 1.`;
  return `${took}, ${decimal(time / unit)} times as long as at stride 1.`;
}

/** One bank in words, with the lanes that want a word of it. */
export function bankCaption({ bank, lanes, degree }: BankLanes): string {
  if (lanes.length === 0) return `Bank ${bank}: no lane`;
  const standing = lanes.map(({ lane }) => lane);
  return `Bank ${bank}: lane${standing.length === 1 ? "" : "s"} ${ranges(standing)}, ${pluralize(degree, "word")}`;
}

/** One sentence per bank that is reached, and one for all others. */
export function details(hours: readonly BankLanes[]): string[] {
  const reached = hours.filter(({ lanes }) => lanes.length > 0);
  const missed = hours.filter(({ lanes }) => lanes.length === 0).map(({ bank }) => bank);
  return [
    ...reached.map((hour) => `${bankCaption(hour)}.`),
    ...(missed.length > 0 ? [`Banks that no lane reaches: ${ranges(missed)}.`] : []),
  ];
}
