import { count } from "#pictures/format.ts";
import type { LaunchSample } from "../launch/run-launch.ts";

type SampleSize = Pick<LaunchSample, "blocks" | "ofBlocks">;

/** "64 of 16,384 blocks" */
export function sampleOfBlocks({ blocks, ofBlocks }: SampleSize): string {
  return `${count(blocks)} of ${count(ofBlocks)} blocks`;
}

/** The note for a reader of a sample's counts: "A sample: 64 of 16,384 blocks, counted whole, scaled to all. …" */
export function sampleWords(sample: Omit<LaunchSample, "incomplete">): string {
  const sure = sample.isUniform
    ? "Blocks in like places counted the same: exact if all others do."
    : "Blocks may differ: the scaled counts are an estimate.";
  return `A sample: ${sampleOfBlocks(sample)}, corners and edges of the grid among them, counted whole, scaled to all. ${sure} ${tooLargeWords(sample)}`;
}

/** "The launch is too large for the lab, about 824 million steps of warps: with `n` = 1,024 instead of 2,048, it would run whole." */
function tooLargeWords({ steps, smaller }: Pick<LaunchSample, "steps" | "smaller">): string {
  const sizes = smaller.map(
    ({ name, value, smaller: size }) => `${name === undefined ? "a side of" : `\`${name}\` =`} ${count(size)} instead of ${count(value)}`,
  );
  const whole = sizes.length === 0 ? "" : `: with ${listed(sizes)}, it would run whole`;
  return `The launch is too large for the lab, about ${count(Math.round(steps / 1e6))} million steps of warps${whole}.`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** The questions that a sample leaves open. */
export const NOT_OF_A_SAMPLE =
  "Caches, DRAM and time depend on all blocks: a sample says nothing of them, nor of races with blocks outside of it.";

/** The sentence for a sample without findings. */
export function nothingFoundWords(sample: SampleSize): string {
  return `Nothing found in these ${sampleOfBlocks(sample)}`;
}
