import type { Exercise } from "#judge/exercise.ts";
import { exerciseIds, readExerciseFolder } from "#kit/folder.ts";

/** Exercises of the course by id, sorted by part, then by difficulty, then by title: all, or those of the given ids that there are. */
export async function courseExercises(only?: readonly string[]): Promise<ReadonlyMap<string, Exercise>> {
  const ids = (await exerciseIds()).filter((id) => only?.includes(id) ?? true);
  const folders = await Promise.all(ids.map((id) => readExerciseFolder(id)));
  const exercises = folders.map(({ exercise }) => exercise).sort(byPlaceInCourse);
  return new Map(exercises.map((exercise) => [exercise.id, exercise]));
}

const byPlaceInCourse = (a: Exercise, b: Exercise): number =>
  a.part - b.part || a.difficulty - b.difficulty || a.title.localeCompare(b.title, "en");
