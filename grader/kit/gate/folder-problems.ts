import type { Exercise } from "#judge/exercise.ts";
import { typecheck } from "#sandbox/answer/typecheck.ts";
import { EditRefused, editedAnswer, type EditedAnswer } from "../answer-edit.ts";
import { EXPLANATION_FILE, FADED_FILE, KERNEL_FILE, type ExerciseFolder } from "../folder.ts";
import { exerciseProblems, isKebabCase } from "./exercise-problems.ts";
import { kernelTextProblems } from "./kernel-problems.ts";

const requiredFiles = ["exercise.ts", "prompt.mdx", "starter.ts", "solution.ts", KERNEL_FILE];
const optionalTexts = [EXPLANATION_FILE, FADED_FILE];
/** `also/` holds further solutions, which must pass as well; `wrong/` holds edits of the solution. */
const optionalFiles = /^(wrong|also)\/[a-z0-9-]+\.ts$/;
/** Files that are complete answers. */
const answerFiles = /^(starter|solution|also\/[a-z0-9-]+)\.ts$/;
const wrongFiles = /^wrong\/([a-z0-9-]+)\.ts$/;

const MIN_WRONG_ANSWERS = 2;

/** Problems of a folder before any answer runs. */
export function folderProblems(id: string, { exercise, files }: ExerciseFolder): string[] {
  return [
    ...idProblems(id, exercise),
    ...fileProblems(files),
    ...exerciseProblems(exercise),
    ...wrongProblems(exercise, files),
    ...kernelTextProblems(exercise, files.get(KERNEL_FILE)),
    ...typeProblems(files),
  ];
}

function idProblems(id: string, exercise: Exercise): string[] {
  const problems: string[] = [];
  if (exercise.id !== id) problems.push(`exercise.ts says id "${exercise.id}", but the folder is ${id}: give both the same name`);
  if (!isKebabCase(id)) problems.push(`rename the folder ${id}: names are small letters, digits and hyphens`);
  return problems;
}

function fileProblems(files: ReadonlyMap<string, string>): string[] {
  const missing = requiredFiles.filter((name) => !files.has(name)).map((name) => `add ${name}: every exercise has one`);
  const strays = [...files.keys()]
    .filter((name) => !requiredFiles.includes(name) && !optionalTexts.includes(name) && !optionalFiles.test(name))
    .map((name) => `${name} is a stray file: remove it, or move it to wrong/<idea>.ts or also/<idea>.ts if it is an answer`);
  const empty = [...files].filter(([, text]) => text.trim() === "").map(([name]) => `${name} is empty: write it`);
  return [...missing, ...strays, ...empty];
}

/** Problems of what explains the solution; exercises of an instructor's own may have none. */
export function explanationProblems(files: ReadonlyMap<string, string>): string[] {
  const text = files.get(EXPLANATION_FILE);
  if (text === undefined) return [`write ${EXPLANATION_FILE}: why the solution is as it is, in two sentences`];
  const sentences = text.match(/[.?!](?=\s|$)/g)?.length ?? 0;
  return sentences === 2 ? [] : [`${EXPLANATION_FILE} has ${sentences} sentences: say why the solution is as it is in two`];
}

function wrongProblems({ wrong, checks }: Exercise, files: ReadonlyMap<string, string>): string[] {
  const sources = [...files.keys()].flatMap((file) => wrongFiles.exec(file)?.[1] ?? []);
  const checkIds = checks.map((check) => check.id);
  const problems: string[] = [];
  if (sources.length < MIN_WRONG_ANSWERS) {
    problems.push(
      `write at least ${MIN_WRONG_ANSWERS} wrong answers, wrong/<idea>.ts, each a mistake that people really make; there are ${sources.length}`,
    );
  }
  for (const name of sources)
    if (!wrong[name])
      problems.push(
        `wrong/${name}.ts has no entry under wrong in exercise.ts: write "${name}": { fails: ["${checkIds[0] ?? "a check"}"], says: "A question?" } with the checks that it fails`,
      );
  for (const [name, { fails, says }] of Object.entries(wrong)) {
    if (!sources.includes(name)) problems.push(`exercise.ts names the wrong answer "${name}": write wrong/${name}.ts, or drop the entry`);
    if (fails.length === 0) problems.push(`name the checks that wrong/${name}.ts fails`);
    for (const id of fails.filter((id) => !checkIds.includes(id))) {
      problems.push(`wrong answer "${name}" fails "${id}", which isn't a check: there are ${checkIds.join(", ")}`);
    }
    if (!says.includes("?"))
      problems.push(`answer wrong/${name}.ts by a question that points at the cause: what it says has no question mark`);
  }
  return problems;
}

/** Type errors of the answers: an editor would underline them, and a learner would look for the mistake there. */
function typeProblems(files: ReadonlyMap<string, string>): string[] {
  const solution = files.get("solution.ts");
  const problems = [...files].flatMap(([file, source]) => {
    if (answerFiles.test(file)) return typeErrors(source, (line) => ({ file, line }));
    return wrongFiles.test(file) && solution !== undefined ? editProblems(file, source, solution) : [];
  });
  // A solution that cannot be read is named for each edit of it.
  return [...new Set(problems)];
}

/** Problems of a wrong answer as an edit of the solution, or else the type errors of the complete answer. */
function editProblems(file: string, edit: string, solution: string): string[] {
  try {
    const { source, placeOf } = editedAnswer(solution, edit, file);
    const places = typeErrors(source, placeOf);
    return places.map((problem) => (problem.startsWith(file) ? problem : `${file} does not fit the rest of the solution: ${problem}`));
  } catch (error) {
    if (error instanceof EditRefused) return [error.message];
    throw error;
  }
}

function typeErrors(source: string, placeOf: EditedAnswer["placeOf"]): string[] {
  return typecheck(source).map(({ line, column, message }) => {
    const place = placeOf(line);
    return `${place.file}:${place.line}:${column}: fix the type error: ${message}`;
  });
}
