import { FINDINGS, VALUES } from "#judge/cuda/capstone-checks.ts";
import { judgeCapstone, type CapstoneVerdict } from "#judge/cuda/grade-cuda.ts";
import { readExerciseFolder, wrongSources, type ExerciseFolder } from "../folder.ts";
import type { Capstone } from "../define-capstone.ts";
import { capstonesRoot } from "../installation.ts";

/** Seeds of drawn cases that a solution has to be right on, as on any that an assignment draws. */
const DRAWN = [1, 2, 3];
/** A budget is tight if the solution does not keep one that is smaller by this share. */
const TIGHT = 0.05;
const FILES = /^(?:exercise\.ts|prompt\.mdx|starter\.cu|solution\.cu|wrong\/[a-z0-9-]+\.cu)$/;
const REQUIRED = ["exercise.ts", "prompt.mdx", "starter.cu", "solution.cu"];

/** A capstone's folder, whose exercise.ts was made by `defineCapstone`. */
interface CapstoneFolder extends ExerciseFolder {
  readonly exercise: Capstone;
}

/** Whether an exercise's folder holds a capstone. */
export function isCapstone(folder: ExerciseFolder): folder is CapstoneFolder {
  return folder.exercise.cuda !== undefined;
}

/**
 * What a capstone's folder does not keep of the contract, in sentences that say what to do: the solution passes, and no budget could be 5 %
 * smaller; the starter runs and passes only what it may; each wrong answer fails exactly the checks that it is said to fail, and is
 * recognized; the texts that a learner gets are there.
 */
export async function capstoneProblems(id: string, root = capstonesRoot): Promise<string[]> {
  const folder = await readExerciseFolder(id, root);
  if (!isCapstone(folder)) return [`exercise.ts does not export what defineCapstone makes`];
  return [...textProblems(folder), ...solutionProblems(folder), ...starterProblems(folder), ...wrongProblems(folder)];
}

function textProblems({ exercise, files }: CapstoneFolder): string[] {
  const { why, hints, wrong, cases, cuda, moves } = exercise;
  const sentences = why.split(/(?<=[.!?])\s+(?=\p{Lu})/u).length;
  const missing = REQUIRED.filter((name) => !files.has(name)).map((name) => `${name} is missing`);
  const stray = [...files.keys()].filter((name) => !FILES.test(name)).map((name) => `${name} belongs to no capstone: remove it`);
  const saysNoQuestion = Object.entries(wrong).filter(([, { says }]) => !/^Ask yourself: .*\?$/s.test(says));
  const named = new Set(Object.keys(wrong));
  const there = Object.keys(wrongSources(files));
  return [
    ...missing,
    ...stray,
    ...(sentences === 2 ? [] : [`why has ${sentences} sentences; say in two why the solution is fast`]),
    ...(hints.length >= 2 && hints.length <= 4 ? [] : [`there are ${hints.length} hints; give 2 to 4, from a question to a formula`]),
    ...(hints[0]?.includes("?") ? [] : ["the first hint is no question"]),
    ...saysNoQuestion.map(([name]) => `what wrong/${name}.cu is told is no question that begins with "Ask yourself: "`),
    ...there.filter((name) => !named.has(name)).map((name) => `wrong/${name}.cu is not named in exercise.ts`),
    ...[...named].filter((name) => !there.includes(name)).map((name) => `wrong/${name}.cu is missing`),
    ...(cases.length >= 3 ? [] : ["give at least three cases, one of them ragged and one larger"]),
    ...cuda.budgets.filter((budget) => !cases.some((one) => one.id === budget.case)).map((budget) => `there is no case ${budget.case}`),
    ...(cuda.budgets.some(({ case: at, count }) => at === moves.case && count === moves.count) ? [] : ["`moves` is none of the budgets"]),
    ...(exercise.hidden ? [] : ["without `hidden`, an assignment can draw no cases that nobody has seen"]),
  ];
}

/** The checks that a verdict fails. */
function failedChecks({ verdict }: CapstoneVerdict): string[] {
  if (verdict.status === "error") return [verdict.kind];
  const { cases, budgets } = verdict;
  return [
    ...(cases.some(({ values }) => values.verdict === "fail") ? [VALUES] : []),
    ...(cases.some(({ findings }) => findings.length > 0) ? [FINDINGS] : []),
    ...new Set(budgets.flatMap(({ verdict: kept, count }) => (kept === "fail" ? [count] : []))),
  ];
}

function judgeOne({ exercise, files }: CapstoneFolder, source: string, hiddenSeeds: readonly number[] = []): CapstoneVerdict {
  return judgeCapstone(exercise, { source, wrongSources: wrongSources(files), hiddenSeeds }, () => undefined);
}

function solutionProblems(folder: CapstoneFolder): string[] {
  const judged = judgeOne(folder, folder.files.get("solution.cu") ?? "", DRAWN);
  const { verdict } = judged;
  if (verdict.status === "error") return [`solution.cu is refused: line ${verdict.line ?? "?"}: ${verdict.message}`];
  const wrong = verdict.cases.flatMap(({ id, values, findings }) => [
    ...(values.verdict === "fail" ? [`solution.cu is wrong in case ${id}: ${values.message}`] : []),
    ...findings.map(({ line, message }) => `solution.cu has a finding in case ${id}, line ${line}: ${message}`),
  ]);
  if (wrong.length > 0) return wrong;
  return verdict.budgets.flatMap(({ case: id, count, counted = 0, allowed, verdict: kept }) => {
    if (kept !== "pass") return [`solution.cu has ${counted} ${count} in case ${id}, and ${allowed} are allowed`];
    const isTight = counted > allowed * (1 - TIGHT);
    return isTight ? [] : [`the budget of ${allowed} ${count} in case ${id} is not tight: solution.cu needs ${counted}; allow that`];
  });
}

function starterProblems(folder: CapstoneFolder): string[] {
  const { starterPasses = [], checks } = folder.exercise;
  const judged = judgeOne(folder, folder.files.get("starter.cu") ?? "");
  if (judged.verdict.status === "error") return [`starter.cu is refused: line ${judged.verdict.line ?? "?"}: ${judged.verdict.message}`];
  if (judged.verdict.status === "pass") return ["starter.cu passes: there is nothing to do"];
  const failed = failedChecks(judged);
  const passed = checks.filter(({ id, kind }) => kind === "correctness" && !failed.includes(id)).map(({ id }) => id);
  return sameSet(passed, starterPasses)
    ? []
    : [`starter.cu passes ${passed.join(", ") || "nothing"}, and starterPasses names ${starterPasses.join(", ") || "nothing"}`];
}

function wrongProblems(folder: CapstoneFolder): string[] {
  return Object.entries(wrongSources(folder.files)).flatMap(([name, source]) => {
    const own = folder.exercise.wrong[name];
    if (own === undefined) return [];
    const judged = judgeOne(folder, source);
    if (judged.verdict.status === "error")
      return [`wrong/${name}.cu is refused: line ${judged.verdict.line ?? "?"}: ${judged.verdict.message}`];
    const failed = failedChecks(judged);
    const problems = sameSet(failed, own.fails)
      ? []
      : [`wrong/${name}.cu fails ${failed.join(", ") || "nothing"}, and exercise.ts says ${own.fails.join(", ")}`];
    return judged.diagnosis?.id === name
      ? problems
      : [...problems, `wrong/${name}.cu is taken for ${judged.diagnosis?.id ?? "none of the wrong answers"}`];
  });
}

function sameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each) => other.includes(each));
}
