import { randomBytes } from "node:crypto";
import { slug } from "github-slugger";
import { z } from "zod";
import { assignmentSchema, type Assignment } from "#classroom/assignment/assignment.ts";
import type { Exercise } from "#judge/exercise.ts";
import { UsageError } from "./exit-code.ts";

/** What is known of a new assignment, from the command line or from answers to questions. What is absent has a default or is to be asked. */
export interface AssignmentDraft {
  readonly title?: string;
  readonly id?: string;
  readonly exercise?: readonly DraftExercise[];
  /** For each exercise that does not say its own. */
  readonly points?: number;
  readonly timeZone?: string;
  readonly opens?: string;
  readonly due?: string;
  readonly closes?: string;
  /** "none", "zero", or what a day costs in per cent. */
  readonly late?: "none" | "zero" | number;
  readonly lateCap?: number;
  readonly grace?: number;
  /** "any" or how many. */
  readonly attempts?: "any" | number;
  readonly hiddenCases?: number;
  readonly solutions?: string;
}

export interface DraftExercise {
  readonly id: string;
  readonly points?: number;
}

/** The id of an assignment with a title: week-1-coalescing for "Week 1: Coalescing". */
export function idFrom(title: string): string {
  return slug(title.normalize("NFKD"))
    .replaceAll(/[^a-z0-9-]/g, "")
    .replaceAll(/-+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

/** The time zone of this machine. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Makes an assignment of a draft, with a fresh secret. Exercises are worth what the draft says, or what the course gives for them.
 *
 * @throws UsageError that names all that is missing, or all that is not in order
 */
export function assignmentFrom(draft: AssignmentDraft, course: ReadonlyMap<string, Exercise>): Assignment {
  const missing = (["title", "exercise", "due"] as const).filter((name) => draft[name] === undefined);
  if (missing.length > 0) {
    const options = missing.map((name) => `--${name}`).join(", ");
    throw new UsageError(`${options}: missing. In a terminal, without --defaults, the command asks for what is not given`);
  }
  const result = assignmentSchema.safeParse(fieldsOf(draft, course));
  if (result.success) return result.data;
  throw new UsageError(result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n"));
}

function fieldsOf(draft: AssignmentDraft, course: ReadonlyMap<string, Exercise>): z.input<typeof assignmentSchema> {
  const { title = "", id = idFrom(title), timeZone = ownTimeZone(), opens, due = "", closes, attempts, hiddenCases, solutions } = draft;
  return {
    schema: "coalesce/assignment/v1",
    id,
    title,
    timeZone,
    opens: opens && localTimeFrom(opens, "00:00"),
    due: localTimeFrom(due, "23:59"),
    closes: closes && localTimeFrom(closes, "23:59"),
    late: latePolicyOf(draft),
    attempts: attempts === "any" ? undefined : attempts,
    hiddenCases,
    secret: randomBytes(18).toString("base64url"),
    solutions: solutions === undefined || solutions === "never" ? "never" : localTimeFrom(solutions, "00:00"),
    exercises: (draft.exercise ?? []).map(({ id, points }) => ({ id, points: points ?? draft.points ?? course.get(id)?.points ?? 1 })),
  };
}

/** A time as people type it, in the form that the file has: a day alone is a day at the given time of day. */
export function localTimeFrom(typed: string, timeOfDay: string): string {
  const time = typed.trim().replace(" ", "T");
  return /^\d{4}-\d\d-\d\d$/.test(time) ? `${time}T${timeOfDay}` : time;
}

function latePolicyOf({ late = "none", lateCap, grace }: AssignmentDraft): z.input<typeof assignmentSchema>["late"] {
  if (typeof late === "number") return { policy: "per-day", percent: late, capPercent: lateCap, graceMinutes: grace };
  if (lateCap !== undefined) throw new UsageError("--late-cap limits what days cost: give --late as a per cent, too");
  if (late === "zero") return { policy: "zero", graceMinutes: grace };
  if (grace !== undefined && grace > 0) throw new UsageError("--grace means nothing where lateness costs nothing: give --late, too");
  return { policy: "none" };
}
