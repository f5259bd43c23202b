import { constants } from "node:fs";
import { access, writeFile } from "node:fs/promises";
import path from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { checkAgainstCourse } from "#classroom/assignment/assigned-course.ts";
import { assignmentYaml } from "#classroom/assignment/assignment-file.ts";
import type { Assignment } from "#classroom/assignment/assignment.ts";
import { InputError } from "#classroom/assignment/input-error.ts";
import { assignableIds, rootOf } from "#kit/folder.ts";
import { courseRoot, exercisesRoot, packedCourse } from "#kit/installation.ts";
import { isKebabCase } from "#kit/gate/exercise-problems.ts";
import { EDITOR_SETTINGS, families, familyNames, writeEditorSettings, writeNewFolder, type Family } from "#kit/gate/new-folder.ts";
import { assignmentFrom, courseExercises, type AssignmentDraft, type DraftExercise } from "./assignment-draft.ts";
import { say } from "./terminal.ts";
import { addExercisesOption } from "./usage.ts";

export function newCommand(): Command {
  return new Command("new").description("Starts something new.").addCommand(newExerciseCommand()).addCommand(newAssignmentCommand());
}

function newExerciseCommand(): Command {
  return addExercisesOption(new Command("exercise"), { created: true })
    .description("Writes the folder of a new exercise: complete, except for blanks that you fill in.")
    .argument("<slug>", "its name: small letters, digits and hyphens")
    .addOption(
      new Option("--family <family>", `what it starts from; asked for in a terminal, ${familyNames[0]} elsewhere`).choices(familyNames),
    )
    .addHelpText(
      "after",
      `
The folder exercises/<slug>, or with --exercises <slug> in the folder that you name, holds a small exercise that works, of the family that you choose:
${familyNames.map((name) => `  ${name.padEnd(10)} ${families[name].summary} (like ${families[name].model})`).join("\n")}
Fill the blanks, write your own cases and answers, and let "coalesce check <slug>" say what is left to do; it points at each blank.
How an exercise is written, and what there is in "#kit", says the guide: "Exercises of your own" and "Reference of #kit"${packedCourse ? `,\nboth in ${path.join(courseRoot, "EXERCISES.md")}` : ""}.

Examples:
  coalesce new exercise shift-by-one
  coalesce new exercise transpose-by-halves --family transpose
  coalesce new exercise shift-by-one --exercises my-exercises/
  coalesce check shift-by-one`,
    )
    .action(newExercise);
}

interface NewExerciseOptions {
  readonly family?: Family;
  readonly exercises?: string;
}

async function newExercise(slug: string, { family, exercises }: NewExerciseOptions): Promise<void> {
  if (!isKebabCase(slug))
    throw new InputError(`"${slug}" isn't a name for an exercise: use small letters, digits and hyphens, shift-by-one say`);
  if ((await assignableIds()).includes(slug)) {
    throw new InputError(`${path.relative(".", path.join(await rootOf(slug), slug))} exists: choose another name`);
  }
  if (exercises === undefined && packedCourse !== undefined) {
    throw new InputError("an installed coalesce keeps no exercises of yours: name a folder for them, with --exercises my-exercises say");
  }
  const root = exercises ?? exercisesRoot;
  const chosen = family ?? (asksUser() ? await asked(({ askFamily }) => askFamily()) : familyNames[0]);
  const shown = exercises ?? "exercises";
  for (const file of await writeNewFolder(slug, chosen, root)) say(`${path.join(shown, slug, file)}\n`);
  if (exercises !== undefined && (await writeEditorSettings(root))) {
    say(`${path.join(shown, EDITOR_SETTINGS)}: by it, editors know what "#kit" is; it names this installation of coalesce\n`);
  }
  const check = exercises === undefined ? `npm run --silent coalesce -- check ${slug}` : `coalesce check ${slug} --exercises ${exercises}`;
  say(`\nFill the blanks, then: ${check}\n`);
}

interface NewAssignmentOptions extends AssignmentDraft {
  readonly defaults?: boolean;
  readonly exercises?: string;
}

function newAssignmentCommand(): Command {
  return addExercisesOption(new Command("assignment"))
    .description("Writes the file of a new assignment: exercises, points, dates, and a fresh secret for hidden cases.")
    .argument("[file]", "the file to write; <id>.yaml where it is left out")
    .option("--title <text>", "what students read")
    .option("--id <id>", "what hand-ins name it by; made from the title where it is left out")
    .option("--course <url>", "the address at which students read the course, https://school.example/coalesce/ say")
    .option("--exercise <id[:points]>", "an exercise, and what it is worth; repeat it for each, in their order", addExercise)
    .option("--points <n>", "for each exercise without points of its own; the course's points where it is left out", parseNumber)
    .option("--due <time>", "2026-10-08, or 2026-10-08T21:00; a day alone lasts until 23:59")
    .option("--time-zone <zone>", "of all times, Europe/Berlin say; this machine's where it is left out")
    .option("--opens <time>", "when students may begin; at once where it is left out")
    .option("--closes <time>", "when nothing is accepted any more; never where it is left out")
    .option("--late <policy>", "none, zero, or the per cent of the score that a day costs; none where it is left out", parseLatePolicy)
    .option("--late-cap <percent>", "the most that lateness costs; 100 where it is left out", parseNumber)
    .option("--grace <minutes>", "how late still counts as in time; 0 where it is left out", parseNumber)
    .option("--attempts <n>", "how many hand-ins a student has, or any", parseNumberOrAny)
    .option("--hidden-cases <n>", "cases that no student has seen, for each exercise; 3 where it is left out", parseNumber)
    .option("--solutions <time>", "from when on feedback shows the solutions; never where it is left out")
    .option("--defaults", "ask nothing: what is left out takes its default")
    .addHelpText(
      "after",
      `
In a terminal it asks for what is not given. Elsewhere, and with --defaults, it needs --title, --exercise and --due.
No file is ever overwritten. The file is yours to edit; "coalesce assignment check" says whether it is still in order.

Examples:
  coalesce new assignment
  coalesce new assignment week-1.yaml --title "Week 1" --exercise straight-copy:10 --exercise row-walk:20 --due 2026-10-08 --late 10

Exit codes: 0 written · 2 usage`,
    )
    .action(newAssignment);
}

async function newAssignment(file: string | undefined, { defaults, exercises: _, ...given }: NewAssignmentOptions): Promise<void> {
  if (file !== undefined) await refuseToOverwrite(file);
  const draft = !defaults && asksUser() ? await asked(async ({ askAssignment }) => askAssignment(given, await courseExercises())) : given;
  const course = await courseExercises((draft.exercise ?? []).map(({ id }) => id));
  const assignment = assignmentFrom(draft, course);
  const problems = checkAgainstCourse(assignment, course, await assignableIds());
  if (problems.length > 0) throw new InputError(problems.map(({ message }) => message).join("\n"));
  await write(assignment, file ?? `${assignment.id}.yaml`);
}

/** Whether the command runs in a terminal, where the user can answer questions. */
const asksUser = (): boolean => process.stdin.isTTY && process.stdout.isTTY;

/** The answer to a question in the terminal. @throws InputError when the user stops answering */
async function asked<T>(ask: (questions: typeof import("./questions.ts")) => Promise<T>): Promise<T> {
  // The questions load a library that scripts do not need.
  const questions = await import("./questions.ts");
  try {
    return await ask(questions);
  } catch (error) {
    if (error instanceof Error && error.name === "ExitPromptError") throw new InputError("stopped; nothing was written");
    throw error;
  }
}

async function write(assignment: Assignment, file: string): Promise<void> {
  const heading =
    "An assignment of Coalesce, for instructors only: who has the secret can work out the hidden cases.\nStudents get what `coalesce assignment link` makes of it.";
  try {
    await writeFile(file, assignmentYaml(assignment, heading), { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw alreadyThere(file);
    throw new InputError(`cannot write ${file}: ${(error as Error).message}`);
  }
  const points = assignment.exercises.reduce((sum, exercise) => sum + exercise.points, 0);
  say(`${file}: ${assignment.exercises.length} ${assignment.exercises.length === 1 ? "exercise" : "exercises"}, ${points} points\n`);
  say(
    `\nKeep it to yourself. For the students: coalesce assignment link ${file}${assignment.course === undefined ? " --course <address of the course>" : ""}\n`,
  );
}

async function refuseToOverwrite(file: string): Promise<void> {
  const exists = await access(file, constants.F_OK).then(
    () => true,
    () => false,
  );
  if (exists) throw alreadyThere(file);
}

const alreadyThere = (file: string): InputError => new InputError(`${file} already exists and was left as it is: choose another name`);

function addExercise(word: string, exercises: readonly DraftExercise[] = []): DraftExercise[] {
  const [id, points, ...more] = word.split(":");
  if (!id || points === "" || more.length > 0)
    throw new InvalidArgumentError("It is an exercise, or an exercise and its points: row-walk:20.");
  return [...exercises, { id, ...(points !== undefined && { points: parseNumber(points) }) }];
}

function parseNumber(word: string): number {
  const value = Number(word);
  if (word.trim() === "" || !Number.isFinite(value)) throw new InvalidArgumentError("It is a number.");
  return value;
}

const parseNumberOrAny = (word: string): number | "any" => (word === "any" ? word : parseNumber(word));

const parseLatePolicy = (word: string): NonNullable<AssignmentDraft["late"]> =>
  word === "none" || word === "zero" ? word : parseNumber(word);
