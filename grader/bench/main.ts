// npm run bench: how fast the simulator and the grading of a class are, as JSON on standard output.
import { cpus } from "node:os";
import { analyzeThroughput } from "./analyze-throughput.ts";
import { baselines, type Baseline } from "./baselines.ts";
import { bestOf } from "./best-of.ts";
import { classThroughput } from "./class-throughput.ts";
import { timeByFunction } from "./time-by-function.ts";
import { TransposeBench } from "./transpose.ts";

const FULL_SIDE = 4096;
const SIDES = [1024, 2048, FULL_SIDE];
const RUNS = 5;

const transpose = await TransposeBench.load();

/** Milliseconds for a run of the judge over a square matrix. */
function gradeMs(side: number): number {
  const answer = transpose.answer();
  const caseOfSide = transpose.caseOf(side);
  return bestOf(RUNS, () => transpose.grade(caseOfSide, answer));
}

/** Milliseconds for calling the same functions as often and doing nothing else. */
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
/** Functions come to a grader as values: the ordinary way to call them is the first. */
const [ordinary] = comparisons;
const profiled = transpose.answer();

const report = {
  machine: { node: process.version, cpu: cpus()[0].model, cores: cpus().length },
  analyze: await analyzeThroughput(),
  class: await classThroughput(),
  transposePadded: {
    side: FULL_SIDE,
    calls: callsOf(FULL_SIDE),
    judgeMs,
    ratio: ordinary.ratio,
    callingOnly: comparisons,
    timeGoesTo: await timeByFunction(() => transpose.grade(transpose.caseOf(FULL_SIDE), profiled)),
  },
  growth,
};
console.log(JSON.stringify(report, null, 2));

function rounded(value: number): number {
  return Number(value.toFixed(2));
}
