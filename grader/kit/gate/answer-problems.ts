import { wrongSources, type ExerciseFolder } from "../folder.ts";
import { CONTRACT_SEEDS } from "./case-problems.ts";
import type { GradeResult } from "#judge/result.ts";
import { gradeIn, type GradeAnswer } from "./grade-answer.ts";

/** What is wrong with the answers of a folder: the solutions, the starter and the wrong ones. */
export async function answerProblems(folder: ExerciseFolder, grade: GradeAnswer): Promise<string[]> {
  const problems: string[] = [];
  for (const [file, source] of folder.files) {
    if (file === "solution.ts" || file.startsWith("also/")) {
      problems.push(...solutionProblems(file, await gradeIn(folder, source, grade, CONTRACT_SEEDS)));
    }
    if (file === "starter.ts") problems.push(...starterProblems(await gradeIn(folder, source, grade)));
  }
  for (const [name, source] of Object.entries(wrongSources(folder.files))) {
    problems.push(...wrongAnswerProblems(name, folder, await gradeIn(folder, source, grade)));
  }
  return problems;
}

function solutionProblems(file: string, result: GradeResult): string[] {
  if (result.status === "pass") return [];
  return [`${file} must pass everything: mend it, or the checks. ${found(result)}`];
}

function starterProblems(result: GradeResult): string[] {
  switch (result.status) {
    case "fail":
      return [];
    case "pass":
      return ["starter.ts passes already: take out what the learner is to find"];
    case "error":
    case "fault":
      return [`starter.ts must run and fail: make it a complete file that gives indexes. ${found(result)}`];
  }
}

function wrongAnswerProblems(name: string, { exercise }: ExerciseFolder, result: GradeResult): string[] {
  const named = [...exercise.wrong[name].fails].sort();
  switch (result.status) {
    case "pass":
      return [`wrong/${name}.ts passes: add the check or the case that tells it from a right answer, or drop it`];
    case "error":
    case "fault":
      return [`wrong/${name}.ts must run to its end and fail checks. ${found(result)}`];
    case "fail": {
      const failed = failedChecks(result);
      if (failed.join() !== named.join()) {
        return [
          `wrong/${name}.ts fails ${failed.join(", ")}, but exercise.ts says ${named.join(", ")}: correct its "fails", or the answer`,
        ];
      }
      if (result.diagnosis?.id === name) return [];
      return [
        `wrong/${name}.ts is not diagnosed as itself but as ${result.diagnosis?.id ?? "nothing"}: let it behave unlike every other wrong answer`,
      ];
    }
  }
}

/** Ids of the checks that failed in some case, sorted. */
function failedChecks({ checks }: Extract<GradeResult, { status: "pass" | "fail" }>): string[] {
  return [...new Set(checks.filter(({ verdict }) => verdict === "fail").map(({ id }) => id))].sort();
}

/** What the grader found, in a few words. */
function found(result: GradeResult): string {
  switch (result.status) {
    case "pass":
      return "It passes.";
    case "fail":
      return result.checks
        .filter(({ verdict }) => verdict === "fail")
        .map((check) => `${check.id} (${check.case}): ${check.message}`)
        .join("\n");
    case "error":
      return `It ends with ${result.error.kind}: ${result.error.message}`;
    case "fault":
      return `The grader failed: ${result.message}`;
  }
}
