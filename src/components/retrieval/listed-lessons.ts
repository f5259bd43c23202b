import { concepts } from "#notebook/evidence/concepts.ts";
import type { CoursePart } from "../map/course-lessons.ts";
import type { ListedLessons } from "./concept-list.tsx";

/** The lessons that introduce concepts, by id. */
export function listedLessons(parts: readonly CoursePart[]): ListedLessons {
  const introducing = new Set(concepts.map(({ lessons: [first] }) => first));
  const lessons = parts.flatMap(({ lessons }) => lessons).filter(({ id }) => introducing.has(id));
  return Object.fromEntries(lessons.map(({ id, number, title, href }) => [id, { number, title, href }]));
}
