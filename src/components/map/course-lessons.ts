import { getCollection } from "astro:content";
import { lessonMinutes } from "../course/lesson-minutes.ts";
import { lessonTree } from "../course/lesson-tree.ts";
import { partFolder, partName } from "../course/lesson.ts";
import { allExercises } from "../practice/all-exercises.ts";
import type { MapLesson } from "./course-graph.ts";

/** A lesson as pages list it. */
export interface CourseLesson extends MapLesson {
  /** Part and place in the part, as the sidebar has it: "1.3". */
  readonly number: string;
  readonly title: string;
  readonly description: string;
  readonly href: string;
  /** Without its exercises. */
  readonly minutes: number;
  readonly concepts: readonly string[];
  readonly exercises: readonly { readonly id: string; readonly title: string; readonly minutes: number; readonly href: string }[];
}

/** A part of the course with its lessons, in their order. */
export interface CoursePart {
  /** 1 to 6. */
  readonly part: number;
  readonly name: string;
  /** With its exercises. */
  readonly minutes: number;
  readonly lessons: readonly CourseLesson[];
}

/** All parts that have lessons: the file system is the registry. */
export async function courseParts(base: string): Promise<CoursePart[]> {
  const entries = await getCollection("docs", ({ id }) => partFolder(id) !== undefined);
  const exercises = new Map(allExercises.map((exercise) => [exercise.id, exercise]));
  const lessons = entries
    .sort((a, b) => a.id.localeCompare(b.id))
    .map(({ id, data, body = "" }): Omit<CourseLesson, "number"> => ({
      id: id.replace(/^lessons\//, ""),
      part: Number.parseInt(partFolder(id) ?? "", 10),
      needs: data.needs,
      title: data.title,
      description: data.description ?? "",
      href: `${base}${id}/`,
      minutes: lessonMinutes(lessonTree(body)),
      concepts: data.concepts,
      exercises: data.exercises.map((id) => {
        const { title = id, minutes = 0 } = exercises.get(id) ?? {};
        return { id, title, minutes, href: `${base}practice/${id}/` };
      }),
    }));
  const folders = [...new Set(entries.map(({ id }) => partFolder(id)))].filter((folder) => folder !== undefined).sort();
  return folders.map((folder) => {
    const part = Number.parseInt(folder, 10);
    const own = lessons.filter((lesson) => lesson.part === part);
    const minutes = own.flatMap((lesson) => [lesson, ...lesson.exercises]).reduce((sum, { minutes }) => sum + minutes, 0);
    return { part, name: partName(folder), minutes, lessons: own.map((lesson, place) => ({ ...lesson, number: `${part}.${place + 1}` })) };
  });
}

/** Ids of the exercises that lessons contain, in the order of the course. */
export async function exercisesInLessons(): Promise<string[]> {
  const entries = await getCollection("docs", ({ id }) => partFolder(id) !== undefined);
  return entries.sort((a, b) => a.id.localeCompare(b.id)).flatMap(({ data }) => data.exercises);
}
