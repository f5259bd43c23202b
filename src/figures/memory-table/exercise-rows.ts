import { volume } from "#simulator";
import type { Answer } from "#sandbox/answer/load-answer.ts";
import type { Case, Exercise } from "#judge/exercise.ts";
import { launchOver } from "#kit/vocabulary.ts";
import { runCase } from "#judge/run-case.ts";
import { tableRows, type TableRow } from "./table-row.ts";

/** A million threads: larger cases take seconds to run and show nothing new. */
const MAX_THREADS = 1024 ** 2;

const known = new WeakMap<Answer, Map<string, readonly TableRow[]>>();

/** The table of an exercise's kernel with an answer. Runs the kernel, once per answer and case: for use at build time, not in the browser. */
export function exerciseRows(exercise: Exercise, answer: Answer, caseToRun: Case = largestCase(exercise)): readonly TableRow[] {
  const ofAnswer = known.get(answer) ?? new Map<string, readonly TableRow[]>();
  known.set(answer, ofAnswer);
  const key = `${exercise.id}: ${caseToRun.title}`;
  const rows = ofAnswer.get(key) ?? tableRows(runCase(exercise, caseToRun, answer, () => undefined).trace);
  ofAnswer.set(key, rows);
  return rows;
}

/** The case of an exercise with the most threads, up to a limit. */
export function largestCase({ cases }: Pick<Exercise, "cases">, maxThreads = MAX_THREADS): Case {
  const threadsOf = ({ launch }: Case) => volume(launch.gridDim) * volume(launch.blockDim);
  return cases.filter((each) => threadsOf(each) <= maxThreads).reduce((most, each) => (threadsOf(each) > threadsOf(most) ? each : most));
}

/** The case of an exercise with that id. */
export function caseOf({ id, cases }: Pick<Exercise, "id" | "cases">, caseId: string): Case {
  const found = cases.find((each) => each.id === caseId);
  if (!found) throw new RangeError(`exercise ${id} has no case "${caseId}"`);
  return found;
}

/** A square matrix of a size that was measured, in blocks of 32 × 32 threads: for the transpose exercises. */
export function squareCase(side: number): Case {
  return {
    id: "square",
    title: `${side} × ${side}`,
    size: { rows: side, columns: side },
    launch: launchOver([side, side], [32, 32]),
    fullSize: true,
  };
}
