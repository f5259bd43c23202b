import { newSecret } from "#classroom/assignment/sealed.ts";
import { slug } from "github-slugger";
import { DateTime } from "luxon";
import { z } from "zod";
import { InputError } from "#classroom/assignment/input-error.ts";
import { assignmentSchema, type Assignment } from "#classroom/assignment/assignment.ts";
import type { Exercise } from "#judge/exercise.ts";
import { assignableIds, readExerciseFolder } from "#kit/folder.ts";

/** The fields of a new assignment that options and answers to questions give. An absent field takes its default, or is asked for. */
export interface AssignmentDraft {
  readonly title?: string;
  readonly id?: string;
  /** The address at which students read the course. */
  readonly course?: string;
  readonly exercise?: readonly DraftExercise[];
  /** The points of each exercise without points in this draft. */
  readonly points?: number;
  readonly timeZone?: string;
  readonly opens?: string;
  readonly due?: string;
  readonly closes?: string;
  /** "none", "zero", or the per cent of the score that a day costs. */
  readonly late?: "none" | "zero" | number;
  readonly lateCap?: number;
  readonly grace?: number;
  /** "any" for no limit. */
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
export const ownTimeZone = (): string => DateTime.local().zoneName;

/**
 * The assignment for a draft, with a fresh secret. Exercises without points in the draft are worth their points in the course.
 *
 * @throws InputError that names everything that is missing or invalid
 */
export function assignmentFrom(draft: AssignmentDraft, course: ReadonlyMap<string, Exercise>): Assignment {
  const missing = (["title", "exercise", "due"] as const).filter((name) => draft[name] === undefined);
  if (missing.length > 0) {
    const options = missing.map((name) => `--${name}`).join(", ");
    throw new InputError(`${options}: missing. In a terminal, without --defaults, the command asks for what is not given`);
  }
  const result = assignmentSchema.safeParse(fieldsOf(draft, course));
  if (result.success) return result.data;
  throw new InputError(result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n"));
}

function fieldsOf(draft: AssignmentDraft, course: ReadonlyMap<string, Exercise>): z.input<typeof assignmentSchema> {
  const { title = "", id = idFrom(title), timeZone = ownTimeZone(), opens, due = "", closes, attempts, hiddenCases, solutions } = draft;
  const { course: address } = draft;
  return {
    schema: "coalesce/assignment/v1",
    id,
    title,
    course: address,
    timeZone,
    opens: opens && localTimeFrom(opens, "00:00"),
    due: localTimeFrom(due, "23:59"),
    closes: closes && localTimeFrom(closes, "23:59"),
    late: latePolicyOf(draft),
    attempts: attempts === "any" ? undefined : attempts,
    hiddenCases,
    secret: newSecret(),
    solutions: solutions === undefined || solutions === "never" ? "never" : localTimeFrom(solutions, "00:00"),
    exercises: (draft.exercise ?? []).map(({ id, points }) => ({ id, points: points ?? draft.points ?? course.get(id)?.points ?? 1 })),
  };
}

/** The local time that the user typed, as the file has it. A day without a time gets the given time of day. */
export function localTimeFrom(typed: string, timeOfDay: string): string {
  const time = typed.trim().replace(" ", "T");
  return /^\d{4}-\d\d-\d\d$/.test(time) ? `${time}T${timeOfDay}` : time;
}

function latePolicyOf({ late = "none", lateCap, grace }: AssignmentDraft): z.input<typeof assignmentSchema>["late"] {
  if (typeof late === "number") return { policy: "per-day", percent: late, capPercent: lateCap, graceMinutes: grace };
  if (lateCap !== undefined) throw new InputError("--late-cap limits what days cost: give --late as a per cent, too");
  if (late === "zero") return { policy: "zero", graceMinutes: grace };
  if (grace !== undefined && grace > 0) throw new InputError("--grace means nothing where lateness costs nothing: give --late, too");
  return { policy: "none" };
}

/** The exercises of the course by id, or those with the given ids, sorted by part, difficulty and title. Unknown ids are ignored. */
export async function courseExercises(only?: readonly string[]): Promise<ReadonlyMap<string, Exercise>> {
  const ids = (await assignableIds()).filter((id) => only?.includes(id) ?? true);
  const folders = await Promise.all(ids.map((id) => readExerciseFolder(id)));
  const exercises = folders.map(({ exercise }) => exercise).sort(byPlaceInCourse);
  return new Map(exercises.map((exercise) => [exercise.id, exercise]));
}

const byPlaceInCourse = (a: Exercise, b: Exercise): number =>
  a.part - b.part || a.difficulty - b.difficulty || a.title.localeCompare(b.title, "en");
