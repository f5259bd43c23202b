import { AnswerStore } from "#classroom/grading/answer-store.ts";
import { manifestOf, tasksOfShard, type Shard } from "#classroom/grading/manifest.ts";
import { readClassPlan, type ClassWords } from "./class-plan.ts";
import { areSolutionsShown, claimResults, writeClass } from "./class-results.ts";
import { classSummary, faultLines, judgingLine } from "./class-summary.ts";
import { exitCode } from "./exit-code.ts";
import { judgeClass } from "./judge-class.ts";

export interface GradeClassWords extends ClassWords {
  /** The folder of results. */
  readonly out: string;
  readonly workers: number;
  readonly shard?: Shard;
  /** A time of the assignment; without one, solutions are not shown. */
  readonly asOf?: string;
}

/** Judges the answers of a class that have no verdict yet; unless it was only a shard of them, grades the class and writes all reports. */
export async function gradeClassCommand(words: GradeClassWords): Promise<void> {
  const plan = await readClassPlan(words);
  const solutionsShown = areSolutionsShown(plan.assignment, words.asOf);
  await claimResults(words.out, manifestOf(plan, words.shard));
  const store = new AnswerStore(words.out);
  const judging = await judgeClass(tasksOfShard(plan.tasks, words.shard), store, words.workers);
  process.stderr.write(faultLines(judging));
  if (judging.faults.length > 0) process.exitCode = exitCode.infrastructure;
  if (words.shard === undefined) {
    const grades = await writeClass(plan, store, { out: words.out, solutionsShown });
    process.stdout.write(classSummary(grades, judging, words.out));
  } else {
    const { index, count } = words.shard;
    process.stdout.write(`Shard ${index} of ${count}: ${judgingLine(judging)}. "coalesce merge" puts the shards together.\n`);
  }
}
