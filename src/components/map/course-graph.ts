/** What the map needs to know about a lesson. */
export interface MapLesson {
  /** "<part folder>/<nn-slug>". */
  readonly id: string;
  /** 1 to 5. */
  readonly part: number;
  /** Lessons of other parts that lead to it, by id. */
  readonly needs: readonly string[];
}

/** One lesson leads to another: to the next one of its part, or to one that lists it among its needs. */
export interface Lead {
  readonly from: string;
  readonly to: string;
  readonly kind: "next" | "need";
}

/**
 * Which lesson leads to which, for lessons in the order of the course.
 *
 * @throws RangeError when a lesson needs one that does not exist, comes later, or is in its own part
 */
export function leadsOf(lessons: readonly MapLesson[]): Lead[] {
  return lessons.flatMap((lesson, place) => {
    const before = lessons[place - 1];
    const next: Lead[] = before?.part === lesson.part ? [{ from: before.id, to: lesson.id, kind: "next" }] : [];
    return [...next, ...lesson.needs.map((from): Lead => ({ from: earlier(lessons, lesson, from), to: lesson.id, kind: "need" }))];
  });
}

/** The id of a needed lesson, after a check that it comes before and belongs to another part. */
function earlier(lessons: readonly MapLesson[], lesson: MapLesson, needed: string): string {
  const found = lessons.find(({ id }) => id === needed);
  if (found === undefined) throw new RangeError(`${lesson.id} needs ${needed}, which isn't a lesson`);
  if (lessons.indexOf(found) >= lessons.indexOf(lesson))
    throw new RangeError(`${lesson.id} needs ${needed}, which comes later in the course`);
  if (found.part === lesson.part) throw new RangeError(`${lesson.id} needs ${needed} of the same part, which comes before it anyway`);
  return needed;
}
