import { typecheck } from "#sandbox/answer/typecheck.ts";
import type { Exercise } from "#judge/exercise.ts";
import { wrongSources, type ExerciseFolder } from "../folder.ts";
import { caseProblems } from "./case-problems.ts";
import { checkProblems } from "./check-problems.ts";
import { isKebabCase, repeated } from "./names.ts";

const requiredFiles = ["exercise.ts", "prompt.mdx", "starter.ts", "solution.ts"];
/** `also/` holds further solutions, which must pass as well. */
const optionalFiles = /^(wrong|also)\/[a-z0-9-]+\.ts$/;
/** The files that are answers, as opposed to what describes them. */
const answerFiles = /^(starter|solution|(wrong|also)\/[a-z0-9-]+)\.ts$/;

const MIN_WRONG_ANSWERS = 2;
const MIN_HINTS = 2;
const MAX_HINTS = 4;

/** What is wrong with a folder before any answer runs. */
export function folderProblems(id: string, { exercise, files }: ExerciseFolder): string[] {
  return [
    ...nameProblems(id, exercise),
    ...fileProblems(files),
    ...caseProblems(exercise),
    ...checkProblems(exercise),
    ...hintProblems(exercise),
    ...wrongProblems(exercise, files),
    ...typeProblems(files),
  ];
}

function nameProblems(id: string, exercise: Exercise): string[] {
  const problems: string[] = [];
  if (exercise.id !== id) problems.push(`exercise.ts says id "${exercise.id}", but the folder is ${id}: give both the same name`);
  if (!isKebabCase(id)) problems.push(`rename the folder ${id}: names are small letters, digits and hyphens`);
  for (const field of ["title", "summary"] as const) {
    if (exercise[field].trim() === "") problems.push(`write a ${field} in exercise.ts`);
  }
  if (exercise.exports.length === 0) problems.push("list in exports what an answer must export");
  for (const name of repeated(exercise.exports.map((spec) => spec.name))) problems.push(`exports lists ${name} twice: keep one`);
  return problems;
}

function fileProblems(files: ReadonlyMap<string, string>): string[] {
  const missing = requiredFiles.filter((name) => !files.has(name)).map((name) => `add ${name}: every exercise has one`);
  const strays = [...files.keys()]
    .filter((name) => !requiredFiles.includes(name) && !optionalFiles.test(name))
    .map((name) => `${name} is a stray file: remove it, or move it to wrong/<idea>.ts or also/<idea>.ts if it is an answer`);
  const empty = [...files].filter(([, text]) => text.trim() === "").map(([name]) => `${name} is empty: write it`);
  return [...missing, ...strays, ...empty];
}

function hintProblems({ hints }: Exercise): string[] {
  const problems: string[] = [];
  if (hints.length < MIN_HINTS) {
    problems.push(
      `a hint is missing: write ${MIN_HINTS} to ${MAX_HINTS} hints in exercise.ts, from a nudge to nearly the answer; there are ${hints.length}`,
    );
  }
  if (hints.length > MAX_HINTS) problems.push(`keep at most ${MAX_HINTS} of the ${hints.length} hints in exercise.ts`);
  for (const [number, hint] of hints.entries()) if (hint.trim() === "") problems.push(`hint ${number + 1} is empty: write it`);
  return problems;
}

function wrongProblems({ wrong, checks }: Exercise, files: ReadonlyMap<string, string>): string[] {
  const sources = Object.keys(wrongSources(files));
  const checkIds = checks.map((check) => check.id);
  const problems: string[] = [];
  if (sources.length < MIN_WRONG_ANSWERS) {
    problems.push(
      `write at least ${MIN_WRONG_ANSWERS} wrong answers, wrong/<idea>.ts, each a mistake that people really make; there are ${sources.length}`,
    );
  }
  for (const name of sources)
    if (!wrong[name]) problems.push(`wrong/${name}.ts has no entry under wrong in exercise.ts: name the checks it fails`);
  for (const [name, { fails, says }] of Object.entries(wrong)) {
    if (!sources.includes(name)) problems.push(`exercise.ts names the wrong answer "${name}": write wrong/${name}.ts, or drop the entry`);
    if (fails.length === 0) problems.push(`name the checks that wrong/${name}.ts fails`);
    for (const id of fails.filter((id) => !checkIds.includes(id))) {
      problems.push(`wrong answer "${name}" fails "${id}", which is no check: there are ${checkIds.join(", ")}`);
    }
    if (!says.includes("?"))
      problems.push(`answer wrong/${name}.ts by a question that points at the cause: what it says has no question mark`);
  }
  return problems;
}

/** An editor would underline them, and a learner would look for the fault there. */
function typeProblems(files: ReadonlyMap<string, string>): string[] {
  return [...files]
    .filter(([name]) => answerFiles.test(name))
    .flatMap(([name, source]) =>
      typecheck(source).map(({ line, column, message }) => `${name}:${line}:${column}: mend the type error: ${message}`),
    );
}
