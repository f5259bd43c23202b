import { pluralize } from "#pictures/format.ts";

/** What a learner has done of a lesson. */
export interface LessonProgress {
  readonly wasRead: boolean;
  readonly exercises: number;
  readonly passed: number;
}

/** A mark beside a lesson: a tick, how much of it is done, or nothing where it was not begun. */
export interface ProgressMark {
  readonly kind: "done" | "partial" | "none";
  /** What is seen: "✓", "✓ exercises", "2 of 3 exercises". */
  readonly text: string;
  /** What a screen reader says. */
  readonly label: string;
}

/** A lesson is done when it was read to its end and all its exercises were passed. */
export function progressMark({ wasRead, exercises, passed }: LessonProgress): ProgressMark {
  if (wasRead && passed === exercises) return { kind: "done", text: "✓", label: "done" };
  if (passed > 0 && passed === exercises) {
    const plural = exercises === 1 ? "" : "s";
    return { kind: "partial", text: `✓ exercise${plural}`, label: `exercise${plural} passed, not read to its end` };
  }
  const text = `${passed} of ${pluralize(exercises, "exercise")}`;
  if (passed > 0) return { kind: "partial", text, label: `${text} passed` };
  if (wasRead) return { kind: "partial", text, label: `read, ${text} passed` };
  return { kind: "none", text: "", label: "" };
}
