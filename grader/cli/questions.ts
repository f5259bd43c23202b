import { checkbox, confirm, input, number, select, Separator } from "@inquirer/prompts";
import { assignmentFields } from "#classroom/assignment/assignment.ts";
import type { Exercise } from "#judge/exercise.ts";
import { families, familyNames, type Family } from "#kit/gate/new-folder.ts";
import { idFrom, localTimeFrom, ownTimeZone, type AssignmentDraft, type DraftExercise } from "./assignment-draft.ts";

/** Asks in the terminal for the family of a new exercise. */
export function askFamily(): Promise<Family> {
  return select({
    message: "Family:",
    choices: familyNames.map((name) => ({
      value: name,
      name: `${name}: ${families[name].summary}`,
      short: name,
      description: `Starts as a copy of ${families[name].model}.`,
    })),
  });
}

/** Asks in the terminal for the fields that a draft lacks. */
export async function askAssignment(draft: AssignmentDraft, course: ReadonlyMap<string, Exercise>): Promise<AssignmentDraft> {
  const title = draft.title ?? (await input({ message: "Title, as students read it:", validate: fits("title") }));
  const id = draft.id ?? (await input({ message: "Id, which hand-ins name it by:", default: idFrom(title), validate: fits("id") }));
  const exercise = draft.exercise ?? (await askExercises(draft, course));
  const timeZone =
    draft.timeZone ?? (await input({ message: "Time zone of the dates:", default: ownTimeZone(), validate: fits("timeZone") }));
  const due = draft.due ?? (await askTime("Due, a day or a day and a time:", "23:59"));
  const late = await askLatePolicy(draft);
  const attempts = draft.attempts ?? (await askAttempts());
  const hiddenCases =
    draft.hiddenCases ??
    (await number({ message: "Hidden cases, which no student has seen, for each exercise:", default: 3, min: 0, max: 20, required: true }));
  const solutions = draft.solutions ?? (await askSolutions());
  return { ...draft, title, id, exercise, timeZone, due, ...late, attempts, hiddenCases, solutions };
}

/** Validates what was typed by the assignment's schema. */
function fits(field: keyof typeof assignmentFields): (typed: string) => true | string {
  return (typed) => assignmentFields[field].safeParse(typed).error?.issues[0]?.message ?? true;
}

async function askExercises({ points }: AssignmentDraft, course: ReadonlyMap<string, Exercise>): Promise<DraftExercise[]> {
  const parts = Map.groupBy(course.values(), ({ part }) => part);
  const ids = await checkbox({
    message: "Exercises:",
    required: true,
    pageSize: 16,
    loop: false,
    choices: [...parts].flatMap(([part, exercises]) => [
      new Separator(`Part ${part}`),
      ...exercises.map(({ id, title, minutes, summary }) => ({
        value: id,
        name: `${title} (${id}), ${minutes} min`,
        short: id,
        description: summary,
      })),
    ]),
  });
  if (points !== undefined) return ids.map((id) => ({ id }));
  if (await confirm({ message: "Is each worth the same?", default: true })) {
    const each = await askPoints("Points for each:", 10);
    return ids.map((id) => ({ id, points: each }));
  }
  const exercises: DraftExercise[] = [];
  for (const id of ids) exercises.push({ id, points: await askPoints(`Points for ${id}:`, course.get(id)?.points ?? 10) });
  return exercises;
}

const askPoints = (message: string, points: number): Promise<number> =>
  number({ message, default: points, min: 0.01, max: 10_000, step: "any", required: true });

function askTime(message: string, timeOfDay: string): Promise<string> {
  return input({ message, validate: (typed) => fits("due")(localTimeFrom(typed, timeOfDay)) });
}

async function askLatePolicy({ late, lateCap, grace }: AssignmentDraft): Promise<Pick<AssignmentDraft, "late" | "lateCap" | "grace">> {
  if (late !== undefined) return {};
  const policy = await select({
    message: "What comes late",
    choices: [
      { value: "none", name: "costs nothing" },
      { value: "per-day", name: "costs a share of the score for each day" },
      { value: "zero", name: "scores nothing" },
    ] as const,
  });
  if (policy === "none") return { late: "none" };
  const graceMinutes = grace ?? (await number({ message: "Minutes of grace:", default: 15, min: 0, required: true }));
  if (policy === "zero") return { late: "zero", grace: graceMinutes };
  return {
    late: await number({ message: "Per cent that a day costs:", default: 10, min: 0, max: 100, step: "any", required: true }),
    lateCap:
      lateCap ??
      (await number({ message: "Per cent that lateness costs at most:", default: 100, min: 0, max: 100, step: "any", required: true })),
    grace: graceMinutes,
  };
}

async function askAttempts(): Promise<"any" | number> {
  return (await number({ message: "Attempts, the last of which counts (nothing: any number):", min: 1 })) ?? "any";
}

async function askSolutions(): Promise<string> {
  const never = !(await confirm({ message: "Should feedback show the solutions from some day on?", default: false }));
  return never ? "never" : askTime("From when on:", "00:00");
}
