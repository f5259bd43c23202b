import type { Exercise } from "#judge/exercise.ts";
import { partName } from "../course/lesson.ts";

/** What lists of exercises show of an exercise. */
export type Listed = Pick<Exercise, "id" | "title" | "summary" | "part" | "concepts" | "difficulty" | "minutes" | "points">;

/** A part of the course with its exercises: those of its lessons in the lessons' order, then the others, the easiest first. */
export interface PracticePart<E extends Listed = Listed> {
  readonly part: number;
  readonly exercises: readonly E[];
}

/**
 * All exercises by part, in the order in which the course teaches. Parts without exercises are left out.
 *
 * @param inLessons ids of the exercises that lessons contain, in the order of the course
 */
export function practiceParts<E extends Listed>(exercises: readonly E[], inLessons: readonly string[]): PracticePart<E>[] {
  const place = ({ id }: Listed): number => (inLessons.includes(id) ? inLessons.indexOf(id) : inLessons.length);
  const parts = [...new Set(exercises.map(({ part }) => part))].sort((a, b) => a - b);
  return parts.map((part) => ({
    part,
    exercises: exercises
      .filter((exercise) => exercise.part === part)
      .sort((a, b) => place(a) - place(b) || a.difficulty - b.difficulty || a.title.localeCompare(b.title, "en")),
  }));
}

/** Concepts of the exercises, the most frequent first. */
export function conceptsOf(exercises: readonly Listed[]): { concept: string; exercises: number }[] {
  const counts = new Map<string, number>();
  for (const concept of exercises.flatMap(({ concepts }) => concepts)) counts.set(concept, (counts.get(concept) ?? 0) + 1);
  return [...counts]
    .map(([concept, exercises]) => ({ concept, exercises }))
    .sort((a, b) => b.exercises - a.exercises || a.concept.localeCompare(b.concept, "en"));
}

/** Names for parts that have no lessons, after their topics. */
const topics = [
  "Coalescing",
  "Bank conflicts and the transpose",
  "Sectors and vector loads",
  "Alignment, layout and tiling",
  "Kernels of language models",
  "Tiles for tensor cores",
];

/** A part's name: that of its folder of lessons if it has one. */
export function practicePartName(part: number, lessonFolders: readonly string[]): string {
  const folder = lessonFolders.find((folder) => folder.startsWith(`${part}-`));
  return folder ? partName(folder) : (topics[part - 1] ?? `Part ${part}`);
}
