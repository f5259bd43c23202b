import { DateTime, IANAZone } from "luxon";
import { z } from "zod";
import { localInstant } from "./local-time.ts";
import { ownExercise } from "./own-exercise.ts";
import { KEY_PATTERN } from "./sealed.ts";

/** A date and time of day without an offset, 2026-10-08T23:59; the assignment's `timeZone` says which instant it is. */
const localTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/, { error: "is a day and a time such as 2026-10-08T23:59, without an offset", abort: true })
  .refine((time) => DateTime.fromISO(time, { zone: "utc" }).isValid, "isn't a valid date and time");

const percent = z.number().min(0).max(100);
const graceMinutes = z.number().min(0).default(0).describe("How late a hand-in may be and still count as in time, in minutes.");
const policy = <const Name extends string>(name: Name, meaning: string) => z.literal(name).describe(meaning);

const latePolicy = z.discriminatedUnion("policy", [
  z.strictObject({ policy: policy("none", "Lateness costs nothing until the assignment closes.") }),
  z.strictObject({ policy: policy("zero", "Anything after the due time scores nothing."), graceMinutes }),
  z.strictObject({
    policy: policy("per-day", "Each day that has begun since the due time costs a share of the score."),
    percent: percent.describe("What a day costs, in per cent of the score."),
    capPercent: percent.default(100).describe("The most that lateness can cost, in per cent of the score."),
    graceMinutes,
  }),
]);

const points = z.number().positive().max(10_000);

const assignedExercise = z.strictObject({
  id: z.string().min(1).max(100).describe("The exercise's folder name."),
  points: points.describe("What the exercise is worth."),
  checks: z
    .record(z.string(), z.number().min(0))
    .optional()
    .describe(
      "Weights of its checks by id, where they should differ from the exercise's own; a check that is left out counts for nothing.",
    ),
  hideChecks: z.array(z.string()).default([]).describe("Ids of checks whose verdicts students don't see."),
});

/** Far more than anybody assigns at once, and few enough that a page shows them without delay. */
const MOST_EXERCISES = 500;

/** The fields of an assignment's file, each with its description. */
export const assignmentFields = {
  schema: z.literal("coalesce/assignment/v1").describe("The format of this file."),
  id: z
    .string()
    .max(100)
    .regex(/^[a-z0-9][a-z0-9-]*$/, "is lower-case letters, digits and hyphens")
    .describe(
      "What hand-ins name the assignment by: lower-case letters, digits and hyphens. Do not change it once students have the link.",
    ),
  title: z.string().min(1).max(300).describe("What students read."),
  course: z
    .url({ protocol: /^https?$/, error: "is the address of the course's first page, https://school.example/coalesce/ say" })
    .optional()
    .describe("The address at which students read the course: links to it and in the feedback begin with it."),
  timeZone: z
    .string()
    .refine((zone) => IANAZone.isValidZone(zone), "isn't a time zone; Europe/Berlin or America/New_York is one")
    .describe("The time zone of all times in this file."),
  opens: localTime.optional().describe("When students may begin; at once where it is left out."),
  due: localTime.describe("When it is due."),
  closes: localTime.optional().describe("When nothing is accepted any more; never where it is left out."),
  late: latePolicy.default({ policy: "none" }).describe("What lateness costs: policy none, zero, or per-day with a percent."),
  attempts: z.number().int().positive().optional().describe("How many hand-ins a student has; any number where it is left out."),
  resubmission: z
    .enum(["last", "per-exercise", "best"])
    .optional()
    .describe(
      "Which hand-in counts of several: the last one as a whole, which is so where it is left out; of each exercise the last answer (per-exercise); or of each exercise the answer that scores most (best).",
    ),
  exercises: z
    .array(assignedExercise)
    .min(1)
    .max(MOST_EXERCISES)
    .describe("The exercises, in the order in which students see them, each with what it is worth."),
  languages: z
    .array(z.enum(["typescript", "cuda"]))
    .min(1)
    .optional()
    .describe(
      "Languages that answers may be written in: typescript, which is so where it is left out, and cuda, functions in CUDA C++ for the holes of an exercise's kernel.",
    ),
  hiddenCases: z
    .number()
    .int()
    .min(0)
    .max(20)
    .default(3)
    .describe(
      "How many cases that no student has seen each answer is judged on as well, one draw per exercise, the same for the whole class.",
    ),
  personalCases: z
    .number()
    .int()
    .min(1)
    .max(5)
    .optional()
    .describe(
      "How many cases of their own each student's answers are judged on as well, which no other student has. With a roster, coalesce assignment link makes a link for each student, whose page then shows them. None where it is left out.",
    ),
  draw: z
    .number()
    .int()
    .positive()
    .optional()
    .describe(
      "How many of the exercises each student gets, drawn anew for each; all exercises have the same points then. With a roster, coalesce assignment link makes a link for each student, with theirs. All of them where it is left out.",
    ),
  secret: z
    .string()
    .min(12, "is too short to be a secret: use at least 12 characters")
    .optional()
    .describe("What the hidden cases are drawn from. It stays with the instructor: the students' copy doesn't contain it."),
  solutions: z
    .union([z.literal("never"), localTime], "is never, or a day and a time such as 2026-10-08T23:59, without an offset")
    .default("never")
    .describe("From when on feedback shows the solutions: a time, or never."),
  withhold: z
    .array(z.enum(["solutions", "hints"]))
    .optional()
    .describe(
      "What the exercises' pages keep back from students while they work on it: the solutions, where it is left out; solutions and hints; or nothing, [].",
    ),
  withholdUntil: localTime
    .optional()
    .describe("Until when; until the last hand-in is accepted (closes, or else due) where it is left out."),
};

type Checked = Pick<
  z.infer<z.ZodObject<typeof assignmentFields>>,
  "exercises" | "draw" | "timeZone" | "opens" | "due" | "closes" | "solutions" | "withholdUntil"
>;

/** Checks that concern several fields: each exercise is assigned once, and the dates are in order. */
function checkFieldsTogether(checked: Checked, context: z.RefinementCtx): void {
  const { exercises, draw, timeZone, opens, due, closes, solutions, withholdUntil } = checked;
  const problem = (path: PropertyKey[], message: string) => context.addIssue({ code: "custom", path, message });
  const ids = new Set<string>();
  for (const [i, { id }] of exercises.slice(0, MOST_EXERCISES).entries()) {
    if (ids.has(id)) problem(["exercises", i, "id"], `${id} is assigned twice`);
    ids.add(id);
  }
  for (const [field, time] of Object.entries({ opens, due, closes, solutions, withholdUntil })) {
    if (time === undefined || time === "never" || localInstant(time, { timeZone }).status !== "skipped") continue;
    problem([field], `${time} doesn't exist in ${timeZone}: clocks are put forward over it`);
  }
  if (draw !== undefined && draw > exercises.length) problem(["draw"], `is more than the ${exercises.length} exercises that there are`);
  const first = exercises[0];
  const unequal = exercises.findIndex(({ points }) => points !== exercises[0]?.points);
  if (draw !== undefined && unequal > 0) {
    problem(
      ["exercises", unequal, "points"],
      `differs from the ${first?.points} of ${first?.id}: with draw, a student’s exercises are to be worth as much as anybody’s`,
    );
  }
  if (opens !== undefined && opens >= due) problem(["due"], "lies before the opening");
  if (closes !== undefined && closes < due) problem(["closes"], "lies before the due time");
  if (solutions !== "never" && solutions < (closes ?? due)) problem(["solutions"], "lies before the last hand-in");
}

/** An assignment: exercises with their points, dates, and the late policy. */
export const assignmentSchema = z
  .strictObject(assignmentFields)
  .superRefine(checkFieldsTogether)
  .refine(({ draw, secret }) => draw === undefined || secret !== undefined, { path: ["draw"], error: "needs a secret to draw from" });

export type Assignment = z.infer<typeof assignmentSchema>;
export type AssignedExercise = z.infer<typeof assignedExercise>;
export type LatePolicy = z.infer<typeof latePolicy>;

const { secret: _secret, ...fieldsForStudents } = assignmentFields;

/** The fields of the students' copy. */
export const publicFields = {
  ...fieldsForStudents,
  solutionsKey: z
    .string()
    .regex(KEY_PATTERN, "is not the key that `coalesce assignment link --solutions` makes")
    .optional()
    .describe("Opens the solutions in a copy of the course that was built to seal them."),
  own: z
    .array(ownExercise)
    .max(MOST_EXERCISES)
    .optional()
    .describe("What students read of exercises that the course does not have, and the code that they begin with."),
  personal: z
    .strictObject({
      student: z.string().min(1).max(200).describe("The id of the student whose copy it is."),
      classDue: localTime.optional().describe("When it is due for everybody else, where this student has an extension."),
      cases: z.record(z.string(), z.array(z.strictObject({ seed: z.int32(), title: z.string().max(300) })).max(5)),
    })
    .optional()
    .describe("What one student has that others have not: a due time, and cases by exercise, with what they are drawn from and are about."),
};

/** The students' copy of an assignment: everything except the secret. A copy that has a secret is refused. */
export const publicAssignmentSchema = z
  .strictObject(publicFields, {
    error: ({ code, keys }) =>
      code === "unrecognized_keys" && (keys as readonly string[]).includes("secret")
        ? "holds the instructor's secret, so it is not the students' copy: use the one that `coalesce assignment link` wrote"
        : undefined,
  })
  .superRefine(checkFieldsTogether);

export type PublicAssignment = z.infer<typeof publicAssignmentSchema>;

/** The assignment without its secret, as students may have it. */
export function publicCopy(assignment: Assignment): PublicAssignment {
  const { secret: _secret, ...copy } = assignment;
  return copy;
}
