import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Answer } from "#sandbox/answer/answer.ts";
import type { Check, Exercise } from "#judge/exercise.ts";
import type { ExerciseFolder } from "../folder.ts";
import { runCase, type CaseRun } from "#judge/run-case.ts";

/**
 * What is wrong with the targets of an exercise: one that the solution does not need to the full, or one that no wrong answer misses.
 * The solution is the author's own: it runs here, outside of the sandbox.
 */
export async function targetProblems({ exercise }: ExerciseFolder, root: string): Promise<string[]> {
  const solution = (await import(pathToFileURL(path.join(root, exercise.id, "solution.ts")).href)) as Answer;
  const runs = exercise.cases.map((caseToRun) => runCase(exercise, caseToRun, solution, () => undefined));
  const costs = exercise.checks.filter((check) => check.kind === "cost");
  return costs.flatMap((check) => [...looseProblems(check, runs, solution), ...unmissedProblems(check, exercise)]);
}

function looseProblems(check: Check, runs: readonly CaseRun[], answer: Answer): string[] {
  const { tightened } = check;
  if (tightened === undefined || check.looseBecause !== undefined) return [];
  const judged = runs.filter((run) => check.cases === undefined || check.cases.includes(run.case.id));
  const loose = judged.filter((run) => tightened.judge({ ...run, answer }).verdict === "pass").map((run) => run.case.id);
  if (loose.length === 0) return [];
  return [
    `the target of "${check.id}" is loose in ${loose.join(", ")}: lower it to what the solution reaches, or say why in looseBecause and in the prompt`,
  ];
}

function unmissedProblems(check: Check, exercise: Exercise): string[] {
  if (Object.values(exercise.wrong).some(({ fails }) => fails.includes(check.id))) return [];
  return [`no wrong answer misses the target of "${check.id}": add the mistake that it is there for, or drop the check`];
}
