import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { readExerciseFolder, rootOf, type ExerciseFolder } from "../folder.ts";
import { adversarialAnswerProblems, lazyAnswerProblems } from "./adversarial-answers.ts";
import { answerProblems, memorizedProblems, targetProblems, type GradeAnswer } from "./answer-problems.ts";
import { folderProblems } from "./folder-problems.ts";
import { kernelRunProblems } from "./kernel-problems.ts";
import { BLANK } from "./new-folder.ts";

/**
 * Checks one exercise folder against the contract of all exercises. Problems of the files are reported first; answers run only when
 * there are none.
 *
 * @returns what to do, one sentence per problem; an empty list when the folder keeps the contract
 */
export async function checkFolder(id: string, grade: GradeAnswer, given?: string): Promise<string[]> {
  const root = given ?? (await rootOf(id));
  const blanks = await blankProblems(path.join(root, id));
  if (blanks.length > 0) return blanks;
  let folder: ExerciseFolder;
  try {
    folder = await readExerciseFolder(id, root);
  } catch (error) {
    return [`exercise.ts cannot be loaded: ${(error as Error).message}`];
  }
  const inFiles = folderProblems(id, folder);
  if (inFiles.length > 0) return inFiles;
  const inAnswers = await answerProblems(folder, grade);
  if (inAnswers.length > 0) return inAnswers;
  return [
    ...(await targetProblems(folder, root)),
    ...memorizedProblems(folder),
    ...(await kernelRunProblems(folder, root)),
    ...(await adversarialAnswerProblems(folder, grade)),
    ...lazyAnswerProblems(folder.exercise),
  ];
}

/** The blanks of `new exercise` that are still left in a folder, with file and line. */
export async function blankProblems(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const found = await Promise.all(files.sort().map((file) => blanksIn(folder, file)));
  return found.flat();
}

async function blanksIn(folder: string, file: string): Promise<string[]> {
  const name = path.relative(folder, file).replaceAll(path.sep, "/");
  const lines = (await readFile(file, "utf8")).split("\n");
  return lines.flatMap((line, number) => {
    const blanks = line.split(BLANK).slice(1);
    return blanks.map((hint) => `${name}:${number + 1}: fill the blank "${BLANK}${hint.split('"')[0]}"`);
  });
}
