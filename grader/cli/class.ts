import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import writeFileAtomic from "write-file-atomic";
import { Pseudonyms, anonymous } from "#classroom/submission/anonymous.ts";
import { Command, InvalidArgumentError, Option } from "commander";
import type { Assignment } from "#classroom/assignment/assignment.ts";
import { readAssignedCourse } from "#classroom/assignment/assigned-course.ts";
import { InputError } from "#classroom/assignment/input-error.ts";
import { instantOf } from "#classroom/assignment/lateness.ts";
import { assignmentFor, readAdjustments, type Adjustment } from "#classroom/grading/adjustments.ts";
import { exerciseOfGroup } from "#classroom/grading/behaviour.ts";
import { gradedClass } from "#classroom/grading/class-grades.ts";
import { SandboxJudge, judgeTasks, type Judging } from "#classroom/grading/judge-tasks.ts";
import { readPreviousResults } from "#classroom/grading/previous-results.ts";
import { planClass, type ClassPlan, type Task } from "#classroom/grading/plan.ts";
import type { RegradeInput } from "#classroom/grading/regrade.ts";
import type { VerdictStore } from "#classroom/grading/verdict-store.ts";
import { LAYOUT_NAMES, LAYOUT_TITLES, type LayoutName } from "#classroom/submission/layouts.ts";
import { readSubmissions, type ReadClass } from "#classroom/submission/read-submissions.ts";
import { readReceivedTimes } from "#classroom/submission/received-times.ts";
import { readRoster, type Roster } from "#classroom/submission/roster.ts";
import { wrongSources } from "#kit/folder.ts";
import { publishedAnswers } from "#kit/siblings.ts";
import { count, pluralize } from "#pictures/format.ts";
import type { ComparedAnswer } from "#classroom/reports/near-duplicates.ts";
import type { ClassOutcomes, StudentOutcome } from "#classroom/reports/class-outcomes.ts";
import { StudentWriters } from "#classroom/reports/student-writers.ts";
import { TaskProgress } from "./progress.ts";
import { oneLine, say, warn } from "./terminal.ts";
import { addExercisesOption, exitCode, readInputBytes, readInputFile } from "./usage.ts";

// The steps of grading a class that `grade --assignment`, `merge` and `regrade` share, in order.

/** The options that `grade --assignment`, `merge` and `regrade` share. */
export interface ClassOptions {
  readonly assignment?: string;
  readonly out?: string;
  readonly asOf?: string;
  readonly received?: string;
  readonly roster?: string;
  readonly layout?: LayoutName;
  readonly adjustments?: string;
  readonly exercises?: string;
  readonly anonymous?: string;
  readonly replace?: boolean;
  readonly against?: readonly string[];
}

/** Adds the options of `ClassOptions` to a command. */
export function addClassOptions(command: Command): Command {
  return addExercisesOption(command)
    .option("--assignment <file>", "the assignment's file, week-1.yaml say, with its secret")
    .option("--out <folder>", "the folder of results, created if it doesn't exist")
    .option("--as-of <time>", "feedback as of a day and time, 2026-11-01T12:00 say: with the solutions, if they are out by then")
    .option("--roster <file>", "CSV of the class: ids, names, e-mail, sections; the gradebook of Canvas or the worksheet of Moodle will do")
    .addOption(
      new Option("--layout <name>", "how what was handed in is laid out; detected where it is left out").choices([...LAYOUT_NAMES]),
    )
    .option(
      "--adjustments <file>",
      "CSV of student (id, e-mail or name),exercise,opens,due,excused,points,comment: what you decided; or of a group of answers,comment",
    )
    .option("--anonymous <key.csv>", "name nobody in the results: pseudonyms from the secret, with the key in this file")
    .option(
      "--against <folder>",
      "results, or what was handed in, of another class, last year's say: answers are compared with those; once for each",
      (folder: string, former: readonly string[] = []) => [...former, folder],
    )
    .option("--replace", "write over results that have answers of far more students")
    .option("--received <file>", "CSV of student,received: when you received each student's work; it overrides what files say");
}

/** The option --workers, for the commands that judge answers. */
export function workersOption(): Option {
  return new Option("--workers <n>", "answers judged at a time; one per core where it is left out").argParser(parseWorkers);
}

function parseWorkers(text: string): number {
  const workers = Number(text);
  if (Number.isInteger(workers) && workers > 0) return workers;
  throw new InvalidArgumentError("It is a whole number from 1.");
}

/** The files that define what is graded, as the user named them. */
export interface ClassFiles {
  /** The assignment's file. */
  readonly assignment: string;
  /** The files and folders that were handed in. */
  readonly submissions: readonly string[];
  /** The file of the times at which they were received. */
  readonly received?: string | undefined;
  readonly roster?: string | undefined;
  readonly layout?: LayoutName | undefined;
  readonly adjustments?: string | undefined;
  /** The file for the key to pseudonyms; without it, reports name students. */
  readonly anonymous?: string | undefined;
  /** Folders of results: none of them may be inside the submissions, because it would be read as one. */
  readonly results: readonly string[];
}

/** Reads the hand-ins of a class, and plans the grading. @throws InputError for missing or invalid files */
export async function readClassPlan(files: ClassFiles): Promise<ClassPlan> {
  const { assignment, folders, collected, adjustments } = await readClass(files);
  say(`${layoutLine(collected)}\n`);
  return planClass(assignment, folders, collected, adjustments && { adjustments });
}

/** @throws InputError if results without names would name the people of another class */
export function refuseNaming({
  anonymous,
  against = [],
}: {
  readonly anonymous?: string | undefined;
  readonly against?: readonly string[] | undefined;
}): void {
  if (anonymous !== undefined && against.length > 0)
    throw new InputError("--against names people of another class, and --anonymous names nobody: leave one of them out");
}

/** @throws InputError if nobody of the class handed in anything: everybody would get 0, most likely for a wrong folder */
function refuseNothing({ layout, submissions, unread }: ReadClass, roster: Roster | undefined, given: readonly string[]): void {
  const isOfClass = (id: string): boolean => roster === undefined || roster.entries.some((entry) => entry.id === id);
  const handedIn = [
    ...unread.map(({ student }) => student),
    ...submissions.flatMap(({ student, answers }) => answers.map(() => student.id)),
  ];
  if (handedIn.some(isOfClass)) return;
  const whose = roster === undefined ? "there is no answer to anything that was assigned" : "nobody on the roster handed in anything there";
  throw new InputError(
    `${given.join(", ")}: ${whose}. Is it the right folder? It was read as ${LAYOUT_TITLES[layout]}; --layout names another`,
  );
}

/** The roster in a file. @throws InputError if it cannot be read */
const rosterIn = async (file: string): Promise<Roster> => readRoster(await readInputBytes(file), file);

/** A roster, and the decisions for its students: by their ids in it, whatever names the file of the decisions uses. */
export async function readDecisions(
  assignment: Assignment,
  { roster: list, adjustments: decided }: { readonly roster?: string | undefined; readonly adjustments?: string | undefined },
): Promise<{ readonly roster?: Roster; readonly adjustments: readonly Adjustment[] }> {
  const roster = list === undefined ? undefined : await rosterIn(list);
  const idOf = (called: string): string => roster?.find(called)?.id ?? called;
  const adjustments = decided === undefined ? [] : readAdjustments(await readInputFile(decided), decided, assignment, idOf);
  return { ...(roster && { roster }), adjustments };
}

/** How the hand-ins were read: "Read as Canvas (names of files): 300 students, 24 of them without an answer". */
function layoutLine({ layout, submissions }: ReadClass): string {
  const byStudent = Map.groupBy(submissions, ({ student }) => student.id);
  const empty = [...byStudent.values()].filter((handIns) => handIns.every(({ answers }) => answers.length === 0)).length;
  const without = empty === 0 ? "" : `, ${empty} of them without an answer`;
  return `Read as ${LAYOUT_TITLES[layout]}: ${pluralize(byStudent.size, "student")}${without}. Another layout: --layout`;
}

/**
 * How much the heap may grow before garbage is collected, in percent of the live data. V8 lets it grow to four times that, which for the
 * hand-ins and grades of a large class is most of the memory that grading takes.
 */
const HEAP_GROWING_PERCENT = 50;

/** Reads an assignment, its exercises and the hand-ins of a class. @throws InputError for missing or invalid files */
export async function readClass({
  assignment: file,
  submissions,
  received,
  roster: list,
  layout,
  adjustments: decided,
  anonymous: keyFile,
  results,
}: ClassFiles): Promise<RegradeInput & { readonly collected: ReadClass }> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`);
  for (const folder of results) refuseInside(folder, submissions);
  if (submissions.length === 0) throw new InputError("name what was handed in: files, or the folder that they are in");
  const { assignment, folders } = await readAssignedCourse(await readInputFile(file), file);
  const versions = new Map(folders.map(({ assigned, version }) => [assigned.id, version]));
  const times = received === undefined ? undefined : readReceivedTimes(await readInputFile(received), received, assignment);
  const roster = list === undefined ? undefined : await rosterIn(list);
  const collected = await readSubmissions(submissions, assignment, {
    versions,
    ...(times && { received: times }),
    ...(roster && { roster }),
    ...(layout && { layout }),
  });
  refuseNothing(collected, roster, submissions);
  const idOf = (called: string): string => roster?.find(called)?.id ?? called;
  const nameOf = keyFile === undefined ? idOf : pseudonymsOf(assignment, keyFile, results, idOf);
  const adjustments = decided === undefined ? undefined : readAdjustments(await readInputFile(decided), decided, assignment, idOf);
  reportNobody(adjustments ?? [], collected, decided);
  const read = { assignment, folders, received: new Set([...(times?.keys() ?? [])].map(nameOf)) };
  if (keyFile === undefined || assignment.secret === undefined) return { ...read, adjustments, collected };
  const comments = (adjustments ?? []).flatMap(({ student, comment }) => (comment === undefined ? [] : { student, comment }));
  const { collected: hidden, key } = anonymous(collected, new Pseudonyms(assignment.secret), comments);
  const { keyCsv } = await import("#classroom/reports/key-csv.ts");
  await mkdir(path.dirname(keyFile), { recursive: true });
  await writeFileAtomic(keyFile, keyCsv(key));
  const ofStudents = adjustments?.filter(({ student }) => exerciseOfGroup(student) === undefined);
  const hiddenAdjustments = ofStudents?.map(({ student, comment: _, ...decision }) => ({ student: nameOf(student), ...decision }));
  return { ...read, adjustments: hiddenAdjustments, collected: hidden };
}

/** Names those who have an adjustment and aren't in the class, and sets exit code 1: somebody's extension is not applied. */
function reportNobody(adjustments: readonly Adjustment[], { submissions }: ReadClass, file = ""): void {
  const ids = new Set(submissions.map(({ student }) => student.id));
  const unknown = [...new Set(adjustments.map(({ student }) => student))].filter((id) => !ids.has(id) && exerciseOfGroup(id) === undefined);
  if (unknown.length === 0) return;
  const names = unknown.map(oneLine).join(", ");
  warn(
    `${file}: nobody in this class is ${names}, so what was decided for ${unknown.length === 1 ? "this student" : "these students"} isn't applied. An id, an e-mail address or a name of the roster will do.\n`,
  );
  process.exitCode = exitCode.found;
}

/** The students' names in the results. @throws InputError without a secret, and for a key among the results */
function pseudonymsOf(
  { secret }: Assignment,
  keyFile: string,
  results: readonly string[],
  idOf: (called: string) => string,
): (called: string) => string {
  if (secret === undefined) throw new InputError("--anonymous draws pseudonyms from the assignment's secret, and it has none");
  const inside = results.find((folder) => !path.relative(folder, keyFile).startsWith(".."));
  if (inside !== undefined)
    throw new InputError(`the key ${keyFile} would lie in ${inside}, beside what it is the key to: put it elsewhere`);
  const pseudonyms = new Pseudonyms(secret);
  return (called) => pseudonyms.ofStudent(idOf(called));
}

/** @throws InputError for a folder of results inside the submissions */
function refuseInside(results: string, submissions: readonly string[]): void {
  const isInside = (given: string): boolean =>
    !/^\.\.(?:[/\\]|$)/.test(path.relative(given, results)) && !path.isAbsolute(path.relative(given, results));
  const outer = submissions.find(isInside);
  if (outer === undefined) return;
  throw new InputError(`${results} lies in ${outer}, and would be read as if students had handed it in: name a folder of results outside`);
}

/** Judges the tasks that the store has no verdict on, in sandboxes that end with this process, and shows the progress. */
export async function judgeClass(tasks: readonly Task[], store: VerdictStore, workers: number): Promise<Judging> {
  exitOnSignals();
  const sandboxes = new SandboxJudge(workers);
  const progress = new TaskProgress();
  try {
    return await judgeTasks(tasks, store, sandboxes.judge, { workers, onProgress: progress.show });
  } finally {
    progress.stop();
    await sandboxes.close();
  }
}

/** Signals that end the process, and the exit codes that shells give to them. */
const SIGNALS = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const;

let exitsOnSignals = false;

/** Exits on these signals, so that the sandboxes' processes end with this one. */
function exitOnSignals(): void {
  if (exitsOnSignals) return;
  exitsOnSignals = true;
  for (const [signal, code] of SIGNALS) process.once(signal, () => process.exit(code));
}

/** The folder of the results, and whether feedback shows the solutions. */
interface ClassResults {
  readonly out: string;
  readonly solutionsShown: boolean;
  /** The file of the roster; none if students have pseudonyms, which no system knows. */
  readonly roster: string | undefined;
  /** Folders of other classes, to compare answers with: results, or submissions. */
  readonly against?: readonly string[] | undefined;
}

/** The tools that write the reports of a class. */
interface ReportTools {
  readonly writers: StudentWriters;
  readonly module: Promise<typeof import("#classroom/reports/write-reports.ts")>;
}

/**
 * Loads the tools that write the reports of a class: charts and pages, which a shard does not need. That takes a while, during which other
 * processes can judge.
 *
 * @param workers how many students' folders may be written at a time
 */
export function loadReports({ selected }: ClassPlan, workers = availableParallelism()): ReportTools {
  return { writers: StudentWriters.of(selected.length, workers), module: import("#classroom/reports/write-reports.ts") };
}

/** Grades a class from the verdicts in the store, and writes `class.json` and all reports. An answer without a verdict stays open. */
export async function writeClass(
  plan: ClassPlan,
  store: VerdictStore,
  { out, solutionsShown, roster, against = [] }: ClassResults,
  { writers, module } = loadReports(plan),
): Promise<ClassOutcomes> {
  try {
    await store.sweep();
    const { writeReports } = await module;
    const grades = await writeReports(
      gradedClass(plan, (task) => store.read(task)),
      out,
      {
        solutionsShown,
        writers,
        ...(roster !== undefined && { roster: await rosterIn(roster) }),
        solutions: filesNamed("solution", plan),
        starters: filesNamed("starter", plan),
        former: await formerAnswers(against, plan),
        usual: new Map(plan.folders.map(({ assigned, files }) => [assigned.id, otherAnswers(files)])),
        published: await publishedAnswers(plan.folders.map(({ exercise }) => exercise)),
      },
    );
    reportNoGroup(plan, grades);
    return grades;
  } finally {
    await writers.close();
  }
}

/**
 * Whether the solutions are out at a local time of the assignment: not while somebody with an extension, who is named then, may still hand
 * in. It never reads the clock, so a second run writes the same bytes.
 */
export function areSolutionsShown({ assignment, adjustments }: Pick<ClassPlan, "assignment" | "adjustments">, asOf?: string): boolean {
  if (asOf === undefined) return false;
  const instant = instantOf(asOf, assignment);
  if (Number.isNaN(instant)) throw new InputError(`--as-of ${asOf} isn't a date and time; 2026-11-01T12:00 is one`);
  if (assignment.solutions === "never" || instant < instantOf(assignment.solutions, assignment)) return false;
  const working = [...adjustments].flatMap(([student, decided]) => {
    const { due, closes = due } = assignmentFor(assignment, decided);
    return due !== assignment.due && instant < instantOf(closes, assignment) ? [`${oneLine(student)} until ${closes}`] : [];
  });
  if (working.length > 0) say(`Solutions stay closed while an extension runs: ${working.join(", ")}\n`);
  return working.length === 0;
}

/** Names the groups of answers that a comment is for and that do not exist, and sets exit code 1. */
function reportNoGroup({ adjustments }: ClassPlan, { students }: ClassOutcomes): void {
  const there = new Set(students.flatMap(({ exercises }) => exercises.flatMap(({ group = [] }) => group)));
  const gone = [...adjustments.keys()].filter((name) => exerciseOfGroup(name) !== undefined && !there.has(name));
  if (gone.length === 0) return;
  warn(`Nobody's answer is in the group ${gone.map(oneLine).join(", ")}, so nobody gets the comment: summary.html has the groups.\n`);
  process.exitCode = exitCode.found;
}

/** The answers of other classes by exercise. Their students are called by their folder and id: "2025: s01". */
async function formerAnswers(
  against: readonly string[],
  { assignment }: ClassPlan,
): Promise<ReadonlyMap<string, readonly ComparedAnswer[]>> {
  const answers = new Map<string, ComparedAnswer[]>(assignment.exercises.map(({ id }) => [id, []]));
  for (const folder of against) {
    const add = (id: string, exercise: string, source: string): void =>
      void answers.get(exercise)?.push({ student: `${path.basename(path.resolve(folder))}: ${id}`, source, isFormer: true });
    if (existsSync(path.join(folder, "class.json"))) {
      for await (const { student, exercises } of (await readPreviousResults(folder)).students())
        for (const { exercise, source } of exercises) if (source !== undefined) add(student.id, exercise, source);
      continue;
    }
    // If there are several hand-ins, the last one that has the exercise.
    const { submissions } = await readSubmissions([folder], assignment, { versions: new Map() });
    const last = new Map(
      submissions.flatMap(({ student: { id }, answers }) =>
        answers.map(({ exercise, source }) => [`${exercise} ${id}`, { id, exercise, source }] as const),
      ),
    );
    for (const { id, exercise, source } of last.values()) add(id, exercise, source);
  }
  return answers;
}

/** An exercise's answers beside the solution: its wrong ones, and other right ones. */
function otherAnswers(files: ReadonlyMap<string, string>): string[] {
  return [...Object.values(wrongSources(files)), ...[...files].flatMap(([file, text]) => (file.startsWith("also/") ? [text] : []))];
}

/** A file of each exercise, in its language. */
function filesNamed(name: "solution" | "starter", { folders }: ClassPlan): Map<string, string> {
  return new Map(
    folders.flatMap(({ assigned, files }) => {
      const text = files.get(`${name}.ts`) ?? files.get(`${name}.cu`);
      return text === undefined ? [] : [[assigned.id, text]];
    }),
  );
}

/** A summary of the judging: "12 answers judged, 3 were judged already". */
export function judgingLine({ judged, judgedBefore, faults }: Judging): string {
  const failed = faults.length === 0 ? "" : `, ${count(faults.length)} without a verdict`;
  return `${pluralize(judged, "answer")} judged, ${count(judgedBefore)} ${judgedBefore === 1 ? "was" : "were"} judged already${failed}`;
}

/** The end of the command's output: how many were graded, which of them need attention, and where the reports are. */
export function classSummary(grades: ClassOutcomes, judging: Judging, out: string): string {
  const withStatus = (status: "fault" | "unread") =>
    grades.students.filter(({ exercises }) => exercises.some((one) => one.status === status));
  const problems = grades.problems.length + grades.students.reduce((sum, student) => sum + student.problems.length, 0);
  return [
    `${pluralize(grades.students.length, "student")}; ${judgingLine(judging)}; ${pluralize(problems, "problem")} among the submissions`,
    ...studentsLine("waiting for a verdict", withStatus("fault")),
    ...studentsLine("handed in what cannot be read", withStatus("unread")),
    "",
    `Summary    ${path.join(out, "summary.html")}`,
    `Gradebook  ${path.join(out, "gradebook.csv")}`,
    `Feedback   ${path.join(out, "students")}`,
    "",
  ].join("\n");
}

/** How many students a line names before it only counts them. */
const NAMED_STUDENTS = 20;

function studentsLine(what: string, students: readonly StudentOutcome[]): string[] {
  if (students.length === 0) return [];
  const ids = students.slice(0, NAMED_STUDENTS).map(({ student }) => oneLine(student.id));
  const others = students.length > NAMED_STUDENTS ? [`and ${count(students.length - NAMED_STUDENTS)} more`] : [];
  return [`${what}: ${[...ids, ...others].join(", ")}`];
}

/** The answers that the grader failed at, one line per answer with its students; empty if there are none. */
export function faultLines({ faults }: Judging): string {
  if (faults.length === 0) return "";
  const lines = faults.map(
    ({ task, message }) => `  ${task.exercise} of ${task.students.map(oneLine).join(", ")}: ${oneLine(message.split("\n")[0] ?? "")}`,
  );
  return `The grader failed on ${pluralize(faults.length, "answer")}. Nobody loses anything: the scores stay open. Run it again.\n${lines.join("\n")}\n`;
}
