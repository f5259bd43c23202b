import type { Exercise } from "#judge/exercise.ts";
import { isKebabCase, repeated } from "./names.ts";

/** What is wrong with an exercise's checks and points. */
export function checkProblems({ checks, cases, points }: Exercise): string[] {
  const problems: string[] = [];
  const caseIds = cases.map(({ id }) => id);
  for (const kind of ["correctness", "cost"] as const) {
    if (!checks.some((check) => check.kind === kind)) problems.push(`add a check of kind "${kind}": there is none`);
  }
  for (const id of repeated(checks.map(({ id }) => id))) problems.push(`two checks have the id "${id}": rename one`);
  for (const { id, title, points, cases: judged = caseIds } of checks) {
    if (!isKebabCase(id.toLowerCase())) problems.push(`rename the check "${id}": ids are words of letters and digits, joined by hyphens`);
    if (title.trim() === "") problems.push(`write a title for the check "${id}"`);
    if (!Number.isInteger(points) || points < 1) problems.push(`give the check "${id}" a whole number of points from 1 up, not ${points}`);
    if (judged.length === 0) problems.push(`let the check "${id}" judge some case, or drop it`);
    for (const unknown of judged.filter((caseId) => !caseIds.includes(caseId))) {
      problems.push(`the check "${id}" judges the case "${unknown}", which is not there: there are ${caseIds.join(", ")}`);
    }
  }
  const sum = checks.reduce((total, check) => total + check.points * (check.cases ?? caseIds).length, 0);
  if (sum !== points) problems.push(`set points to ${sum}: that is what the checks add up to over their cases, exercise.ts says ${points}`);
  return problems;
}
