import { existsSync } from "node:fs";
import path from "node:path";
import { capstonesRoot, exercisesRoot } from "#kit/installation.ts";
import { lessonOf } from "#kit/lessons.ts";
import type { Assignment } from "../assignment/assignment.ts";

/** A page of the course where a student continues. */
export interface CourseLink {
  readonly text: string;
  readonly href: string;
}

/** The pages on an exercise, if the assignment gives the address of the course; none otherwise. */
export function exerciseLinks(exercise: string, { course, id }: Assignment): CourseLink[] {
  if (course === undefined) return [];
  if (existsSync(path.join(capstonesRoot, exercise, "exercise.ts"))) {
    return [{ text: "Try it again", href: below(course, `capstones/${exercise}/`) }];
  }
  // An exercise of the instructor's own is on the assignment's page.
  if (!existsSync(path.join(exercisesRoot, exercise, "exercise.ts"))) {
    return [{ text: "Try it again", href: below(course, `assignment/#${id}`) }];
  }
  const lesson = lessonOf(exercise);
  return [
    { text: "Try it again", href: below(course, `practice/${exercise}/`) },
    ...(lesson ? [{ text: `Lesson: ${lesson.title}`, href: below(course, lesson.page) }] : []),
  ];
}

/** The pages on all of an assignment. */
export function assignmentLinks({ course, id }: Assignment): CourseLink[] {
  if (course === undefined) return [];
  return [
    { text: "The assignment", href: below(course, `assignment/#${id}`) },
    { text: "Glossary", href: below(course, "glossary/") },
  ];
}

const below = (course: string, page: string): string => new URL(page, course.endsWith("/") ? course : `${course}/`).href;
