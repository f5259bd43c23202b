import { leavesOf } from "#cuda/check/types.ts";
import { arrayValues } from "#cuda/launch/array-values.ts";
import { compileLaunched } from "#cuda/launch/launched-kernel.ts";
import type { KernelLaunch } from "#cuda/launch/launch.ts";
import { runLaunch } from "#cuda/launch/run-launch.ts";
import type { BudgetCount, CudaCase, CudaTask, Numbers } from "#judge/cuda/cuda-task.ts";
import type { CudaVerdict } from "#judge/cuda/cuda-verdict.ts";
import { judgeCuda } from "#judge/cuda/judge-cuda.ts";
import { h200 } from "#simulator";

/** What a mended kernel of a case file is judged by, as plain data. */
export interface CaseJudging {
  /** The kernel as it came: what it computes is right. */
  readonly source: string;
  readonly launch: KernelLaunch;
  /** Further launches, on whose results the mended kernel is judged, by name. */
  readonly hidden: Readonly<Record<string, KernelLaunch>>;
  /** The most that `launch` may count. */
  readonly atMost: readonly { readonly target: BudgetCount; readonly atMost: number }[];
}

/** Sums may be taken in another order, or rounded once less: this is how far a number may be from the original's, relative to it. */
const ROUNDING = 1e-6;

/** The launch that a learner sees. */
const SHOWN = "as-shown";

/** Judges a mended kernel: the original's results in every launch, no findings, then the targets in the launch that is shown. */
export function judgeCase(judging: CaseJudging, text: string, progress?: (running: CudaCase) => void): CudaVerdict {
  const launches = [judging.launch, ...Object.values(judging.hidden)];
  const titles = [SHOWN, ...Object.keys(judging.hidden)];
  const task: CudaTask = {
    entry: judging.launch.kernel,
    wholeLaunch: ({ launch = 0 }) => launches[launch]!,
    reference: ({ launch = 0 }) => resultsOf(judging.source, launches[launch]!),
    tolerance: { relative: ROUNDING },
    budgets: judging.atMost.map(({ target, atMost }) => ({ case: SHOWN, count: target, atMost })),
  };
  const cases = titles.map((id, launch): CudaCase => ({ id, title: id.replaceAll("-", " "), size: { launch }, hidden: launch > 0 }));
  return judgeCuda(task, cases, text, progress);
}

/** The first thing that a verdict holds against a text. */
type CaseComplaint = "values" | "findings" | BudgetCount;

/** Undefined for a text that passes, or that could not be run. */
export function complaintOf(verdict: CudaVerdict): CaseComplaint | undefined {
  if (verdict.status === "error") return undefined;
  if (verdict.cases.some(({ findings }) => findings.length > 0)) return "findings";
  if (verdict.cases.some(({ values }) => values.verdict === "fail")) return "values";
  return verdict.budgets.find((budget) => budget.verdict === "fail")?.count;
}

/** What a wrong remedy does, and what is said to a learner whose text does the same. */
export interface WrongRemedy {
  readonly fails: CaseComplaint;
  /** In the launch that is shown. */
  readonly counts: Readonly<Record<CaseCount, number>>;
  readonly says: string;
}

const CASE_COUNTS = ["sectors", "requests", "wavefronts", "bankConflicts"] as const;
type CaseCount = (typeof CASE_COUNTS)[number];

/** What is said to a learner whose text fails as a known wrong remedy does, with the same counts; undefined for any other. */
export function thoughtOf(verdict: CudaVerdict, wrong: readonly WrongRemedy[]): string | undefined {
  const complaint = complaintOf(verdict);
  const counted = verdict.status === "error" ? undefined : verdict.cases.find(({ id }) => id === SHOWN)?.counts;
  if (complaint === undefined || counted === undefined) return undefined;
  return wrong.find(({ fails, counts }) => fails === complaint && CASE_COUNTS.every((name) => counts[name] === counted[name]))?.says;
}

/** What a kernel leaves in its arrays of numbers. */
function resultsOf(source: string, launch: KernelLaunch): Record<string, Numbers> {
  const { arrays, memory } = runLaunch(compileLaunched(source, launch.kernel), launch, { device: h200 });
  const ofNumbers = arrays.filter(({ type }) => leavesOf(type).length === 1);
  return Object.fromEntries(ofNumbers.map((array) => [array.name, arrayValues(array, memory)[0]!.values.map(Number)]));
}
