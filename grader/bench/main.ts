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
const ROUNDS = 5;

const transpose = await TransposeBench.load();

/** Judges a square matrix. */
function judging(side: number): () => void {
  const answer = transpose.answer();
  const caseOfSide = transpose.caseOf(side);
  return () => transpose.grade(caseOfSide, answer);
}

/** Makes the same calls alone. */
function calling({ callAll }: Baseline): () => void {
  const functions = transpose.functionsOf(transpose.answer());
  const { size, launch } = transpose.caseOf(FULL_SIDE);
  return () => callAll(functions, size, launch);
}

function callsOf(side: number): number {
  return side * side * transpose.functionsOf(transpose.answer()).length;
}

const growth = SIDES.map((side) => {
  const [ms] = inTurn([judging(side)]);
  return { side, calls: callsOf(side), ms: rounded(ms!), nsPerCall: rounded((ms! / callsOf(side)) * 1e6) };
});
const [judgeMs, ...callsMs] = inTurn([judging(FULL_SIDE), ...baselines.map(calling)]).map(rounded);
const comparisons = baselines.map(({ name, meaning }, i) => ({
  name,
  meaning,
  ms: callsMs[i]!,
  ratio: rounded(judgeMs! / callsMs[i]!),
}));
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

/**
 * Processor time of each of several works in ms, the median over rounds in which they take turns: the machine's other load affects them
 * alike, and none is run again while the engine still has the code that it compiled for it the time before.
 */
function inTurn(works: readonly (() => void)[]): number[] {
  const times = works.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    works.forEach((work, i) => {
      const started = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(started);
      times[i]!.push((user + system) / 1000);
    });
  }
  return times.map((own) => own.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)]!);
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}
