import { pluralize } from "#pictures/format.ts";

/** What a learner has done of a lesson. */
export interface LessonProgress {
  readonly wasRead: boolean;
  readonly exercises: number;
  readonly passed: number;
}

/** A mark beside a lesson, as narrow as its number: a tick, how much of it is done, or nothing where it was not begun. */
export interface ProgressMark {
  readonly kind: "done" | "partial" | "none";
  /** What is seen, "2/3"; a tick where nothing is left but reading. */
  readonly text: string;
  /** What a screen reader says. */
  readonly label: string;
}

/** A lesson is done when it was read to its end and all its exercises were passed. */
export function progressMark({ wasRead, exercises, passed }: LessonProgress): ProgressMark {
  if (wasRead && passed === exercises) return { kind: "done", text: "", label: "done" };
  if (passed > 0 && passed === exercises) {
    return { kind: "partial", text: "", label: `exercise${exercises === 1 ? "" : "s"} passed, not read to its end` };
  }
  const text = `${passed}/${exercises}`;
  const said = `${passed} of ${pluralize(exercises, "exercise")} passed`;
  if (passed > 0) return { kind: "partial", text, label: said };
  if (wasRead) return { kind: "partial", text, label: `read, ${said}` };
  return { kind: "none", text: "", label: "" };
}

/** The mark as an element: what is seen, and beside it what a screen reader says. */
export function markElement({ kind, text, label }: ProgressMark): HTMLElement {
  const mark = document.createElement("span");
  mark.className = `lesson-tick ${kind}`;
  const seen = document.createElement("span");
  seen.ariaHidden = "true";
  if (text === "") seen.className = "tick";
  else seen.textContent = text;
  const said = document.createElement("span");
  said.className = "sr-only";
  said.textContent = ` (${label})`;
  mark.append(seen, said);
  return mark;
}
