import type { CourseLesson } from "../map/course-lessons.ts";
import type { Listed } from "./practice-list.ts";

/** A link at the end of a page; false where there is none. */
type EndLink = { readonly link: string; readonly label: string } | false;

/**
 * What comes before and after an exercise. One of a lesson stays in the course: before it comes the exercise before it or the lesson itself,
 * after it the next exercise of the lesson or the next lesson. Any other is among others of its kind.
 *
 * @param inOrder all exercises in the order of the course
 * @param lessons all lessons in the order of the course
 * @param base the course's base path
 */
export function exerciseNeighbours(
  id: string,
  inOrder: readonly Pick<Listed, "id" | "title">[],
  lessons: readonly Pick<CourseLesson, "number" | "title" | "href" | "exercises">[],
  base: string,
): { readonly prev: EndLink; readonly next: EndLink } {
  const toExercise = (to: { readonly id: string; readonly title: string } | undefined): EndLink =>
    to !== undefined && { link: `${base}practice/${to.id}/`, label: to.title };
  const toLesson = (to: (typeof lessons)[number] | undefined): EndLink =>
    to !== undefined && { link: to.href, label: `${to.number} ${to.title}` };

  const place = lessons.findIndex(({ exercises }) => exercises.some((exercise) => exercise.id === id));
  const lesson = lessons[place];
  if (lesson === undefined) {
    const others = inOrder.filter((one) => !lessons.some(({ exercises }) => exercises.some((exercise) => exercise.id === one.id)));
    const at = others.findIndex((one) => one.id === id);
    return { prev: toExercise(others[at - 1]), next: toExercise(others[at + 1]) };
  }
  const at = lesson.exercises.findIndex((exercise) => exercise.id === id);
  return {
    prev: toExercise(lesson.exercises[at - 1]) || toLesson(lesson),
    next: toExercise(lesson.exercises[at + 1]) || toLesson(lessons[place + 1]),
  };
}
