/**
 * Compares generated kernels with g++: `node grader/testing/cuda/texts/compare.ts [first seed] [count]`, by default 1 and 1000. Names the
 * seeds that differ, and exits with 1 if any does. It needs g++.
 */
import { hashesByGpp } from "./compile-with-gpp.ts";
import { randomProgram } from "./random-program.ts";
import { hashOf, runText } from "./run-text.ts";

/** Programs that are compiled together. */
const TOGETHER = 50;

const [first = 1, count = 1000] = process.argv.slice(2).map(Number);
let different = 0;
for (let from = first; from < first + count; from += TOGETHER) {
  const seeds = Array.from({ length: Math.min(TOGETHER, first + count - from) }, (_, i) => from + i);
  const texts = seeds.map((seed) => ({ seed, text: randomProgram(seed) }));
  const expected = hashesByGpp(texts);
  for (const [i, { seed, text }] of texts.entries()) {
    const own = outcomeOf(text, seed);
    if (own === expected[i]) continue;
    different++;
    console.log(`seed ${seed}: ${own}, g++ ${expected[i]}`);
  }
}
console.log(`${count} programs from seed ${first}: ${different} differ`);
process.exitCode = different > 0 ? 1 : 0;

function outcomeOf(text: string, seed: number): string {
  try {
    return hashOf(runText(text, seed));
  } catch (error) {
    return String(error);
  }
}
