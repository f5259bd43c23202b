// npm run bench: how fast the simulator, the grading of a class and the lab are, as JSON on standard output.
import { cpus } from "node:os";
import { analyzeThroughput } from "./analyze-throughput.ts";
import { baselines, oneCallSite, type Baseline } from "./baselines.ts";
import { classThroughput } from "./class-throughput.ts";
import { guideClass } from "./guide-class.ts";
import { labSpeed } from "./lab.ts";
import { timeByFunction } from "./time-by-function.ts";
import { TransposeBench } from "./transpose.ts";

const FULL_SIDE = 4096;
const SIDES = [1024, 2048, FULL_SIDE];
const RUNS = 5;

const transpose = await TransposeBench.load();

/** Milliseconds for judging a square matrix. */
function gradeMs(side: number): number {
  const answer = transpose.answer();
  const caseOfSide = transpose.caseOf(side);
  return bestOf(RUNS, () => transpose.grade(caseOfSide, answer));
}

/** Milliseconds for the same calls alone. */
function callsMs({ callAll }: Baseline): number {
  const functions = transpose.functionsOf(transpose.answer());
  const { size, launch } = transpose.caseOf(FULL_SIDE);
  return bestOf(RUNS, () => callAll(functions, size, launch));
}

function callsOf(side: number): number {
  return side * side * transpose.functionsOf(transpose.answer()).length;
}

const growth = SIDES.map((side) => {
  const ms = gradeMs(side);
  return { side, calls: callsOf(side), ms: rounded(ms), nsPerCall: rounded((ms / callsOf(side)) * 1e6) };
});
const judgeMs = growth.at(-1)!.ms;
const comparisons = baselines.map((baseline) => {
  const ms = callsMs(baseline);
  return { name: baseline.name, meaning: baseline.meaning, ms: rounded(ms), ratio: rounded(judgeMs / ms) };
});
const profiled = transpose.answer();
const [firstCore] = cpus();

const report = {
  machine: { node: process.version, cpu: firstCore?.model ?? "unknown", cores: cpus().length },
  analyze: await analyzeThroughput(),
  guideClass: await guideClass(),
  class: await classThroughput(),
  transposePadded: {
    side: FULL_SIDE,
    calls: callsOf(FULL_SIDE),
    judgeMs,
    // A grader gets functions as values: the ordinary way to call them is one call site.
    ratio: comparisons.find(({ name }) => name === oneCallSite.name)?.ratio,
    callingOnly: comparisons,
    timeGoesTo: await timeByFunction(() => transpose.grade(transpose.caseOf(FULL_SIDE), profiled)),
  },
  growth,
  lab: await labSpeed(),
};
console.log(JSON.stringify(report, null, 2));

/** The shortest of several runs, in ms: whatever else the machine does can only make a run longer. */
function bestOf(runs: number, work: () => void): number {
  let best = Infinity;
  for (let run = 0; run < runs; run++) {
    const started = performance.now();
    work();
    best = Math.min(best, performance.now() - started);
  }
  return best;
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}
