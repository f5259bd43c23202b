import path from "node:path";
import { exercisesRoot, readExerciseFolder, type ExerciseFolder } from "../folder.ts";
import { answerProblems } from "./answer-problems.ts";
import { blankProblems } from "./blanks.ts";
import { folderProblems } from "./folder-problems.ts";
import type { GradeAnswer } from "./grade-answer.ts";
import { targetProblems } from "./target-problems.ts";
import { vandalProblems } from "./adversarial-answers.ts";

/** Something that an exercise folder lacks or does wrong: a sentence that says what to do. */
export type Problem = string;

/**
 * Holds one exercise folder against the contract that all of them keep. What is wrong with the files is said first; answers run
 * only when the files are in order.
 *
 * @returns nothing when all is well
 */
export async function checkFolder(id: string, grade: GradeAnswer, root = exercisesRoot): Promise<Problem[]> {
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
  return [...(await targetProblems(folder, root)), ...(await vandalProblems(folder, grade))];
}
