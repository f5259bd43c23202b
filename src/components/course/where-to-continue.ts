import type { Progress } from "./progress.ts";

/** A lesson, as the way through the course knows it. */
export interface Station {
  /** "<part folder>/<nn-slug>". */
  readonly id: string;
  /** Part and place in the part: "1.2". */
  readonly number: string;
  readonly title: string;
  /** Ids of its exercises. */
  readonly exercises: readonly string[];
}

/** The course in the order in which it is taught. */
export interface Course {
  readonly lessons: readonly Station[];
  /** Exercises that no lesson has: id and title of each. */
  readonly others: readonly (readonly [id: string, title: string])[];
}

/** Where to go on. */
export interface Next {
  /** Below the course's base. */
  readonly path: string;
  /** "1.2 What one load costs"; an exercise has no number. */
  readonly title: string;
  /** The lesson that it is, or that the exercise belongs to. */
  readonly lesson?: string;
}

/** The exercise whose page this is: "/practice/row-walk/" is that of "row-walk"; undefined for any other page. */
function exerciseAt(path: string): string | undefined {
  return /\/practice\/([^/]+)\/$/.exec(path)?.[1];
}

/** Whether nothing is left to do in a lesson: all its exercises were passed, or, where it has none, it was read. */
export function isDone({ id, exercises }: Station, { read, passed }: Pick<Progress, "read" | "passed">): boolean {
  return exercises.length === 0 ? read.includes(id) : exercises.every((exercise) => passed.has(exercise));
}

/**
 * Where a learner goes on: at the page that was open last, unless nothing is left to do there; then at the next lesson in which something
 * is. After the last lesson comes the first. Undefined on a first visit.
 */
export function whereToContinue({ lessons, others }: Course, progress: Progress): Next | undefined {
  const { last, passed } = progress;
  if (last === undefined) return undefined;
  const exercise = exerciseAt(last.path);
  const isOpen = (lesson: Station): boolean => !isDone(lesson, progress);
  const place = lessons.findIndex(({ id, exercises }) =>
    exercise === undefined ? last.path.endsWith(`/lessons/${id}/`) : exercises.includes(exercise),
  );
  if (exercise !== undefined && !passed.has(exercise)) {
    const lesson = lessons[place];
    return { path: `practice/${exercise}/`, title: last.title, ...(lesson && { lesson: lesson.id }) };
  }
  if (exercise !== undefined && place < 0) {
    const from = others.findIndex(([id]) => id === exercise) + 1;
    const other = [...others.slice(from), ...others.slice(0, from)].find(([id]) => !passed.has(id));
    if (other !== undefined) return { path: `practice/${other[0]}/`, title: other[1] };
  }
  const from = Math.max(0, place);
  const next = [...lessons.slice(from), ...lessons.slice(0, from)].find(isOpen) ?? lessons[from];
  return next && { path: `lessons/${next.id}/`, title: `${next.number} ${next.title}`, lesson: next.id };
}
