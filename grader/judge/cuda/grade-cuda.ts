import type { AnswerError } from "#sandbox/answer/answer-error.ts";
import { pointsIn, type Exercise } from "../exercise.ts";
import { withDrawnCases, type GradeJob } from "../grade.ts";
import {
  resultOf,
  type AnswerFailure,
  type CheckResult,
  type Diagnosis,
  type GradeResult,
  type Judged,
  type Metric,
  type Verdict,
} from "../result.ts";
import { FINDINGS, VALUES } from "./capstone-checks.ts";
import type { CudaCase, CudaTask } from "./cuda-task.ts";
import { budgetSentence, findingsSentence } from "./cuda-sentences.ts";
import type { BudgetVerdict, CaseVerdict, CudaVerdict, JudgedAnswer, RefusedAnswer } from "./cuda-verdict.ts";
import { judgeCuda } from "./judge-cuda.ts";

/** Grades an answer to a capstone over all its cases: what the sandbox of the command line calls. */
export type GradeCuda = typeof gradeCuda;

/**
 * Grades a text in CUDA C++ over all cases of a capstone, in the form that every answer's result has.
 *
 * @param progress called many times a second while the lab runs
 * @param onHidden called when a hidden case begins
 * @throws Error for a fault of the grader or the capstone
 */
export function gradeCuda(
  job: GradeJob,
  exercise: Exercise,
  progress: () => void,
  onHidden: (id: string) => void = () => undefined,
): GradeResult {
  return resultOfCapstone(job, exercise, judgeCapstone(exercise, job, progress, onHidden));
}

/** A verdict on an answer to a capstone, in the form that every answer's result has. */
export function resultOfCapstone(
  job: Pick<GradeResult, "exercise" | "exerciseVersion">,
  exercise: Exercise,
  { verdict, diagnosis, cases }: CapstoneVerdict,
): GradeResult {
  return resultOf(job, verdict.status === "error" ? failureOf(verdict) : judgedOf(exercise, cases, verdict, diagnosis));
}

/** A verdict on an answer to a capstone, with the misconception behind it if it behaves like one of the capstone's wrong answers. */
export interface CapstoneVerdict {
  readonly verdict: CudaVerdict;
  /** All cases that it is judged in, whether they were run or not. */
  readonly cases: readonly CudaCase[];
  readonly diagnosis?: Diagnosis;
}

/** Judges an answer to a capstone: what the page shows, and what `gradeCuda` puts into the form of a result. */
export function judgeCapstone(
  exercise: Exercise,
  job: Pick<GradeJob, "source" | "wrongSources" | "hiddenSeeds" | "personalSeeds">,
  progress: (running?: string) => void,
  onHidden: (id: string) => void = () => undefined,
): CapstoneVerdict {
  const task = taskOf(exercise);
  const cases = withDrawnCases(exercise, job).cases as readonly CudaCase[];
  let last: CudaCase | undefined;
  const verdict = judgeCuda(task, cases, job.source, (running) => {
    if (running !== last && running.hidden) onHidden(running.id);
    last = running;
    progress(running.id);
  });
  const diagnosis = verdict.status === "fail" ? diagnoseCuda(exercise, cases, verdict, job, progress) : undefined;
  return { verdict, cases, ...(diagnosis && { diagnosis }) };
}

function taskOf({ id, cuda }: Exercise): CudaTask {
  if (cuda === undefined) throw new Error(`${id} is not answered in CUDA C++`);
  return cuda;
}

/**
 * The misconception behind a wrong answer: it fails like one of the capstone's wrong answers, in the case that tells. Behaviour is compared,
 * never text: the elements that differ, the kinds of findings, or the counts of the budgets that are not met.
 */
function diagnoseCuda(
  exercise: Exercise,
  cases: readonly CudaCase[],
  verdict: JudgedAnswer,
  { source: answer, wrongSources }: Pick<GradeJob, "source" | "wrongSources">,
  progress: () => void,
): Diagnosis | undefined {
  const task = taskOf(exercise);
  const wrongCase = verdict.cases.find(({ values, findings }) => values.verdict === "fail" || findings.length > 0);
  const id = wrongCase?.id ?? verdict.budgets.find((budget) => budget.verdict === "fail")?.case;
  const telling = cases.find((one) => one.id === id);
  const failed = verdict.cases.find((one) => one.id === id);
  if (telling === undefined || failed === undefined) return undefined;
  const budgets = task.budgets.filter((budget) => budget.case === id);
  const ownBudgets = verdict.budgets.filter((budget) => budget.case === id);
  const own = behaviourOf(failed, verdict, wrongCase === undefined);
  const known = wrongVerdicts.get(exercise) ?? new Map<string, CudaVerdict>();
  wrongVerdicts.set(exercise, known);
  for (const [name, { says }] of Object.entries(exercise.wrong)) {
    const source = wrongSources[name];
    if (source === undefined) continue;
    const key = JSON.stringify([telling.size, source]);
    // An answer that is a wrong answer word for word has just been judged in this case.
    const judged: CudaVerdict | undefined = source === answer ? { status: "fail", cases: [failed], budgets: ownBudgets } : known.get(key);
    const other = judged ?? judgeCuda({ ...task, budgets }, [telling], source, progress);
    known.set(key, other);
    if (other.status !== "fail" || behaviourOf(other.cases[0]!, other, wrongCase === undefined) !== own) continue;
    return { id: name, message: says };
  }
  return undefined;
}

/** The verdicts on wrong answers of an exercise in its cases, by sizes and text: one page, and one run of the gate, ask for them again. */
const wrongVerdicts = new WeakMap<Exercise, Map<string, CudaVerdict>>();

/** The behaviour of an answer in the case where it fails: of one that is right but too dear, which budgets it breaks by how much. */
function behaviourOf({ id, values, findings }: CaseVerdict, { budgets }: JudgedAnswer, isRight: boolean): string {
  if (!isRight) {
    const wrong = values.verdict === "fail" ? (values.wrong ? { ...values.wrong, writer: undefined } : values.message) : undefined;
    return JSON.stringify([wrong, [...new Set(findings.map(({ kind }) => kind))].sort()]);
  }
  const broken = budgets.filter((budget) => budget.case === id && budget.verdict === "fail");
  return JSON.stringify(broken.map(({ count, counted }) => [count, counted]));
}

const TOGETHER = "Met, and counts once the other budgets of this case are met, too.";
const NOT_RUN = "Run once the case before it is right.";

function judgedOf(
  exercise: Exercise,
  allCases: readonly CudaCase[],
  { status, cases, budgets }: JudgedAnswer,
  diagnosis: Diagnosis | undefined,
): Judged {
  const notRun = allCases.filter(({ id }) => !cases.some((one) => one.id === id));
  const checks = [
    ...cases.flatMap((one) => correctnessOf(exercise, one)),
    ...notRun.flatMap(({ id }) => [VALUES, FINDINGS].map((check) => checkResult(exercise, check, id, "skipped", NOT_RUN))),
    ...budgets.map((budget) => costOf(exercise, budget, budgets)),
  ];
  return {
    status,
    score: checks.reduce((sum, { points }) => sum + points, 0),
    maxScore: checks.reduce((sum, { maxPoints }) => sum + maxPoints, 0),
    checks,
    metrics: cases.flatMap(metricsOf),
    ...(diagnosis && { diagnosis }),
  };
}

function correctnessOf(exercise: Exercise, one: CaseVerdict): CheckResult[] {
  const { values, findings } = one;
  return [
    checkResult(exercise, VALUES, one.id, values.verdict, values.verdict === "pass" ? "" : values.message),
    checkResult(exercise, FINDINGS, one.id, findings.length === 0 ? "pass" : "fail", findingsSentence(one)),
  ];
}

/** A budget as a check. Those of a case earn their points together: without shared memory, it is easy to have no wavefronts. */
function costOf(exercise: Exercise, budget: BudgetVerdict, all: readonly BudgetVerdict[]): CheckResult {
  const isAlone = budget.verdict === "pass" && all.some((other) => other.case === budget.case && other.verdict === "fail");
  if (isAlone) return checkResult(exercise, budget.count, budget.case, "skipped", TOGETHER);
  return checkResult(exercise, budget.count, budget.case, budget.verdict, budgetSentence(budget));
}

function checkResult(exercise: Exercise, id: string, caseId: string, verdict: Verdict, message: string): CheckResult {
  const check = exercise.checks.find((one) => one.id === id);
  if (check === undefined) throw new Error(`${exercise.id} has no check ${id}`);
  const maxPoints = pointsIn(exercise, check, { id: caseId });
  const { title, kind, visibility = "visible" } = check;
  return { id, kind, title, case: caseId, verdict, points: verdict === "pass" ? maxPoints : 0, maxPoints, message, visibility };
}

function metricsOf({ id, counts }: CaseVerdict): Metric[] {
  const { requests, sectors, wavefronts, bankConflicts } = counts;
  return Object.entries({ requests, sectors, wavefronts, bankConflicts }).map(([name, value]) => ({
    case: id,
    access: "all",
    name: name as "requests" | "sectors" | "wavefronts" | "bankConflicts",
    value,
  }));
}

const ERROR_KINDS: Readonly<Record<RefusedAnswer["kind"], AnswerError["kind"]>> = {
  "does-not-compile": "does-not-parse",
  "does-not-run": "threw",
  stopped: "out-of-time",
  memory: "out-of-memory",
};

function failureOf({ kind, message, line, column, case: caseId }: RefusedAnswer): AnswerFailure {
  return {
    status: "error",
    error: {
      kind: ERROR_KINDS[kind],
      message,
      ...(line !== undefined && { line }),
      ...(column !== undefined && { column }),
      ...(caseId !== undefined && { call: { case: caseId } }),
    },
  };
}
