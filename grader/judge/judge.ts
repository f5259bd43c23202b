import type { Answer } from "#sandbox/answer/answer.ts";
import type { Case, Check, Evidence, Exercise } from "./exercise.ts";
import { h100, type Kernel } from "#simulator";
import { diagnose } from "./diagnosis.ts";
import { metricsOf } from "./metrics.ts";
import type { Diagnosis, Metric, Witness } from "./result.ts";
import { runCase, type CaseRun } from "./run-case.ts";
import { witnessOf } from "./witness.ts";

/** What the judge found, before `report/` puts it into sentences. */
export interface Judgement {
  readonly rows: readonly JudgementRow[];
  readonly metrics: readonly Metric[];
  readonly diagnosis: Diagnosis | undefined;
}

/** One check in one case. */
export interface JudgementRow {
  readonly check: Check;
  readonly case: Case;
  readonly finding: RowFinding;
}

export type RowFinding =
  | { readonly verdict: "pass" }
  | { readonly verdict: "fail"; readonly evidence: Evidence; readonly kernel: Kernel; readonly witness: Witness | undefined }
  | { readonly verdict: "skipped"; readonly because: "correctness-first" | "small-cases-first" };

/**
 * The one judge: runs an answer on the cases of an exercise and holds it against every check. Correctness comes before cost,
 * and small cases before the one at full size.
 *
 * @throws CaseRefused when an index function gives no index
 */
export function judge(
  exercise: Exercise,
  answer: Answer,
  wrongAnswers: Readonly<Record<string, () => Answer>>,
  progress: () => void,
): Judgement {
  const small = exercise.cases.filter((candidate) => !candidate.fullSize);
  const fullSize = exercise.cases.filter((candidate) => candidate.fullSize);
  const smallRuns = small.map((candidate) => runCase(exercise, candidate, answer, progress));
  const smallRight = isCorrect(exercise, smallRuns, answer);
  const fullRuns = smallRight ? fullSize.map((candidate) => runCase(exercise, candidate, answer, progress)) : [];
  const runs = [...smallRuns, ...fullRuns];
  const right = smallRight && isCorrect(exercise, fullRuns, answer);
  const rows = rowsOf(exercise, runs, answer, right);
  const failed = rows.some((row) => row.finding.verdict === "fail");
  return {
    rows,
    metrics: runs.flatMap(metricsOf),
    diagnosis: failed ? diagnose(exercise, smallRuns, wrongAnswers, progress) : undefined,
  };
}

function isCorrect(exercise: Exercise, runs: readonly CaseRun[], answer: Answer): boolean {
  const checks = exercise.checks.filter((check) => check.kind === "correctness");
  return runs.every((run) => checks.every((check) => !judgedIn(check, run.case) || check.judge({ ...run, answer }).verdict === "pass"));
}

function rowsOf(exercise: Exercise, runs: readonly CaseRun[], answer: Answer, right: boolean): JudgementRow[] {
  return exercise.cases.flatMap((candidate) => {
    const run = runs.find((run) => run.case === candidate);
    const checks = exercise.checks.filter((check) => judgedIn(check, candidate));
    return checks.map((check) => ({ check, case: candidate, finding: findingOf(check, run, answer, right, exercise) }));
  });
}

function findingOf(check: Check, run: CaseRun | undefined, answer: Answer, right: boolean, exercise: Exercise): RowFinding {
  if (!run) return { verdict: "skipped", because: "small-cases-first" };
  if (check.kind === "cost" && !right) return { verdict: "skipped", because: "correctness-first" };
  const finding = check.judge({ ...run, answer });
  if (finding.verdict === "pass") return finding;
  return { ...finding, kernel: run.kernel, witness: witnessOf(finding.evidence, run, exercise.device ?? h100) };
}

function judgedIn(check: Check, { id }: Case): boolean {
  return check.cases === undefined || check.cases.includes(id);
}
