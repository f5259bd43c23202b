import { readFile } from "node:fs/promises";
import path from "node:path";
import { Command, InvalidArgumentError } from "commander";
import writeFileAtomic from "write-file-atomic";
import { AssignmentInvalid, assignmentJsonSchema, assignmentYaml } from "#classroom/assignment/assignment-file.ts";
import type { Assignment, PublicAssignment } from "#classroom/assignment/assignment.ts";
import { readAssignedCourse, studentsCopy, type AssignedCourse } from "#classroom/assignment/assigned-course.ts";
import { InputError } from "#classroom/assignment/input-error.ts";
import { assignmentLink } from "#classroom/assignment/link.ts";
import { personalCopy } from "#classroom/grading/adjustments.ts";
import { exerciseOfGroup } from "#classroom/grading/behaviour.ts";
import { drawnExercises, personalSeeds } from "#classroom/grading/plan.ts";
import { csvFile } from "#classroom/reports/csv-text.ts";
import type { Exercise } from "#judge/exercise.ts";
import { caseInWords, personalCases, sizeInWords } from "#judge/hidden-cases.ts";
import { siblingsOf, type Siblings } from "#kit/siblings.ts";
import { count, pluralize } from "#pictures/format.ts";
import { looksDrawn, sealingKey } from "#classroom/assignment/sealed.ts";
import { readDecisions } from "./class.ts";
import { oneLine, say, sayJson, warn } from "./terminal.ts";
import { addExercisesOption, exitCode, readInputFile } from "./usage.ts";

export function assignmentCommand(): Command {
  return new Command("assignment")
    .description("Checks an assignment, and makes what students get.")
    .addCommand(checkCommand())
    .addCommand(linkCommand())
    .addCommand(schemaCommand())
    .addHelpText(
      "after",
      `
Examples:
  coalesce new assignment                                              asks, and writes the file
  coalesce assignment check week-1.yaml
  coalesce assignment link week-1.yaml --course https://school.example/coalesce/`,
    );
}

function checkCommand(): Command {
  return addExercisesOption(new Command("check"))
    .description("Says whether an assignment's file is in order and fits the course, with the line of everything that is not.")
    .argument("<file>", "the assignment's file")
    .addHelpText(
      "after",
      `
Example:
  coalesce assignment check week-1.yaml

Exit codes: 0 in order · 1 something is to be done · 2 usage`,
    )
    .action(check);
}

async function check(file: string): Promise<void> {
  try {
    const { assignment } = await readAssignedCourse(await readInputFile(file), file);
    const { title, exercises, due, timeZone } = assignment;
    const points = exercises.reduce((sum, exercise) => sum + exercise.points, 0);
    say(`ok    ${file}: "${title}", ${exercises.map(({ id }) => id).join(", ")}; ${points} points, due ${due} (${timeZone})\n`);
    const siblings = await siblingsOf(exercises.map(({ id }) => id));
    for (const note of [...notes(assignment), ...giveawayNotes(siblings)]) say(`note  ${note}\n`);
  } catch (error) {
    if (!(error instanceof AssignmentInvalid)) throw error;
    for (const problem of error.problems) say(`FAIL  ${problem}\n`);
    process.exitCode = exitCode.found;
  }
}

/** Settings that are valid but may not be intended. */
function notes({ secret, hiddenCases, late, closes }: Assignment): string[] {
  return [
    ...(secret === undefined && hiddenCases > 0 ? ["there is no secret, so no answer is judged on hidden cases"] : []),
    ...(secret !== undefined && !looksDrawn(secret)
      ? ["the secret looks as if somebody had thought of it, and can be guessed: put in what `openssl rand -base64 18` prints"]
      : []),
    ...(hiddenCases === 0 ? ["hiddenCases is 0, so an answer that knows the visible cases by heart passes"] : []),
    ...(late.policy === "none" && closes === undefined ? ["lateness costs nothing and nothing closes, so the due time has no effect"] : []),
  ];
}

/** Exercises whose folders stand beside the assigned ones and give them away. */
function giveawayNotes(siblings: Siblings): string[] {
  return Object.entries(siblings)
    .filter(([, found]) => found.length > 0)
    .map(
      ([id, found]) =>
        `${id} is given away by ${found.map((sibling) => sibling.id).join(", ")}: an answer on ${found.length === 1 ? "its page" : "their pages"} passes it, too. A site that is built with WITHHOLD seals ${found.length === 1 ? "it" : "them"} as well, and the summary lists who handed such an answer in`,
    );
}

function linkCommand(): Command {
  return addExercisesOption(new Command("link"))
    .description("Prints the link that students open, and writes the students' copy, which has no secret, beside the file.")
    .argument("<file>", "the assignment's file")
    .option("--course <url>", "address of the course's first page, where the assignment's file does not have it", courseAddress)
    .option(
      "--solutions",
      "with the key that opens the solutions of a course that was built to seal them; the file is then <id>.solutions.yaml",
    )
    .option(
      "--roster <file>",
      "a link of their own for each student, with the cases and exercises that only they have: written into <id>.links.csv",
    )
    .option("--adjustments <file>", "with --roster: links say who has an extension, each to the student alone")
    .option("--replace", "write over the files of an earlier link, after a change to the assignment")
    .addHelpText(
      "after",
      `
The whole assignment is in the link: students need nothing else, and no server learns of it. The copy, <id>.public.yaml, is the
same as a file. After a change to the assignment, give students the new link. Of exercises of your own, the link brings the prompt,
the starter, the titles of the cases and the hints; students write them on the page, and you judge them.

Examples:
  coalesce assignment link week-1.yaml --course https://school.example/coalesce/
  coalesce assignment link week-1.yaml --course https://school.example/coalesce/ --solutions   when everybody has handed in
  coalesce assignment link week-1.yaml --course https://school.example/coalesce/ --roster roster.csv --adjustments adjustments.csv

Exit codes: 0 printed · 1 somebody with an adjustment has no link · 2 usage, or the assignment is not in order`,
    )
    .action(link);
}

/** Browsers open links of this length, and longer ones; mail programs and forms may not. */
const LONG_LINK = 8_000;

interface LinkOptions {
  readonly course?: string;
  readonly solutions?: boolean;
  readonly roster?: string;
  readonly adjustments?: string;
  readonly replace?: boolean;
}

async function link(file: string, { course: given, solutions = false, roster, adjustments, replace = false }: LinkOptions): Promise<void> {
  const assigned = await readAssignedCourse(await readInputFile(file), file);
  const { assignment } = assigned;
  const course = given ?? assignment.course;
  if (course === undefined)
    throw new InputError(`${file} has no course, the address at which students read it: add it there, or give --course`);
  const copy = { ...studentsCopy(assigned), ...(solutions && { solutionsKey: await sealingKey(assignment) }) };
  const copyFile = path.join(path.dirname(file), `${assignment.id}.${solutions ? "solutions" : "public"}.yaml`);
  if (path.resolve(copyFile) === path.resolve(file)) {
    throw new InputError(`${file} has the name of the students' copy, which would replace it: rename it to ${assignment.id}.yaml`);
  }
  if (roster === undefined && assignment.draw !== undefined)
    throw new InputError(`${file} draws exercises for each student: --roster makes the links with theirs`);
  if (roster === undefined && adjustments !== undefined)
    throw new InputError("--adjustments needs --roster: an extension is in the link of the student who has it, and in no other");
  const links = roster === undefined ? undefined : await linksOfStudents(assigned, copy, { file, course, roster, adjustments });
  const linksFile = path.join(path.dirname(file), `${assignment.id}.links.csv`);
  const texts = new Map<string, string>();
  // A copy with all the exercises that are drawn from is no student's.
  if (assignment.draw === undefined)
    texts.set(copyFile, assignmentYaml(copy, "The students' copy of an assignment of Coalesce: the course opens it."));
  if (links !== undefined) texts.set(linksFile, csvFile([["id", "name", "email", "link"], ...links]));
  if (!replace) for (const [name, text] of texts) await refuseOther(name, text);
  for (const [name, text] of texts) await writeFileAtomic(name, text);
  if (links !== undefined) return say(`${linksFile}: ${pluralize(links.length, "link")}, one for each student\n`);
  const address = await assignmentLink(copy, course);
  say(`${address}\n`);
  warn(`\n${copyFile}: the same as a file\n`);
  if (address.length > LONG_LINK)
    warn(`The link has ${count(address.length)} characters, which some mail programs cut off: give out the file as well.\n`);
}

/** @throws InputError if a file of this name has other contents: it may belong to another assignment with the same id */
async function refuseOther(file: string, text: string): Promise<void> {
  const before = await readFile(file, "utf8").catch(() => text);
  if (before === text) return;
  throw new InputError(
    `${file} exists and says something else, so nothing was written: --replace writes over it, if you have changed this assignment; another assignment needs an id of its own`,
  );
}

interface ClassOfLinks {
  readonly file: string;
  readonly course: string;
  readonly roster: string;
  readonly adjustments: string | undefined;
}

/** A row with a link for each student of a roster. @throws InputError if all students would have the same */
async function linksOfStudents(
  { assignment, folders }: AssignedCourse,
  copy: PublicAssignment,
  { file, course, ...given }: ClassOfLinks,
): Promise<string[][]> {
  const hasCases = assignment.personalCases !== undefined && assignment.secret !== undefined;
  if (!hasCases && assignment.draw === undefined && given.adjustments === undefined)
    throw new InputError(`${file} has no personalCases and no draw, or no secret to draw them from: one link is enough for all students`);
  const { roster, adjustments } = await readDecisions(assignment, given);
  const entries = roster?.entries ?? [];
  // A comment to a group of answers is for their feedback, and concerns no link.
  const decidedFor = adjustments.map(({ student }) => student).filter((student) => exerciseOfGroup(student) === undefined);
  const unknown = decidedFor.filter((id) => !entries.some((entry) => entry.id === id));
  if (unknown.length > 0) {
    warn(`${given.adjustments}: nobody on the roster is ${[...new Set(unknown)].map(oneLine).join(", ")}: there is no link for them\n`);
    process.exitCode = exitCode.found;
  }
  return Promise.all(
    entries.map(async ({ id, name, email = "" }) => {
      const drawn = drawnExercises(assignment, id);
      const cases = hasCases
        ? Object.fromEntries(
            folders
              .filter(({ exercise }) => drawn.has(exercise.id))
              .map(({ exercise }) => [exercise.id, personalCasesOf(assignment, exercise, id)]),
          )
        : {};
      const decided = adjustments.filter(({ student }) => student === id);
      return [
        id,
        name,
        email,
        await assignmentLink(personalCopy(drawnCopy(copy, drawn), { student: id, adjustments: decided, cases }), course),
      ];
    }),
  );
}

/** A copy with only the exercises that were drawn for one student. */
function drawnCopy({ own = [], ...copy }: PublicAssignment, drawn: ReadonlySet<string>): PublicAssignment {
  const ownDrawn = own.filter(({ id }) => drawn.has(id));
  return { ...copy, exercises: copy.exercises.filter(({ id }) => drawn.has(id)), ...(ownDrawn.length > 0 && { own: ownDrawn }) };
}

function personalCasesOf(assignment: Assignment, exercise: Exercise, student: string) {
  const seeds = personalSeeds(assignment, exercise.id, student);
  return personalCases(exercise, seeds).map((one, i) => ({
    seed: seeds[i] ?? 0,
    title: exercise.cuda ? sizeInWords(one.size) : caseInWords(one),
  }));
}

function courseAddress(word: string): string {
  const url = URL.parse(word);
  if (url?.protocol === "https:" || url?.protocol === "http:") return url.href;
  throw new InvalidArgumentError("It is an address that starts with https://, or with http:// on your own machine.");
}

function schemaCommand(): Command {
  return new Command("schema")
    .description("Prints the JSON Schema of an assignment's file, for editors that check YAML while it is typed.")
    .addHelpText(
      "after",
      `
Example:
  coalesce assignment schema > assignment.schema.json
and, as the first line of week-1.yaml, for editors with the YAML language server:
  # yaml-language-server: $schema=assignment.schema.json`,
    )
    .action(() => void sayJson(`${JSON.stringify(assignmentJsonSchema(), null, 2)}\n`));
}
