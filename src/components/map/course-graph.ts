/** What the map needs to know of a lesson. */
export interface MapLesson {
  /** "<part folder>/<nn-slug>". */
  readonly id: string;
  /** 1 to 5. */
  readonly part: number;
  /** Lessons of other parts that lead to it, by id. */
  readonly needs: readonly string[];
}

/** One lesson leads to another: the next one of its part does, or one that names it among its needs. */
export interface Lead {
  readonly from: string;
  readonly to: string;
  readonly kind: "next" | "need";
}

/**
 * What leads to what, for lessons in the order of the course.
 *
 * @throws RangeError when a lesson needs one that there is not, or that stands later, or in its own part.
 */
export function leadsOf(lessons: readonly MapLesson[]): Lead[] {
  return lessons.flatMap((lesson, place) => {
    const before = lessons[place - 1];
    const next: Lead[] = before?.part === lesson.part ? [{ from: before.id, to: lesson.id, kind: "next" }] : [];
    return [...next, ...lesson.needs.map((from): Lead => ({ from: earlier(lessons, place, from), to: lesson.id, kind: "need" }))];
  });
}

function earlier(lessons: readonly MapLesson[], place: number, needed: string): string {
  const lesson = lessons[place];
  const at = lessons.findIndex(({ id }) => id === needed);
  if (at < 0) throw new RangeError(`${lesson.id} needs ${needed}, which is no lesson`);
  if (at >= place) throw new RangeError(`${lesson.id} needs ${needed}, which stands later in the course`);
  if (lessons[at].part === lesson.part) throw new RangeError(`${lesson.id} needs ${needed} of its own part, which comes before it anyway`);
  return needed;
}
