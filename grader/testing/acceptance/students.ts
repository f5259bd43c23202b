import type { Assignment } from "#classroom/assignment/assignment.ts";
import type { AssignedFolder } from "#classroom/assignment/assigned-course.ts";
import { drawFrom } from "#judge/hidden-cases.ts";
import type { Draw } from "#judge/exercise.ts";
import { adversarialAnswers } from "../adversarial-answers.ts";
import { answer, answerPool, hardCodedAnswers, type AnswerPool, type KnownAnswer } from "./answers.ts";

/** The generated class. */
export interface GeneratedClass {
  readonly students: readonly Student[];
  /** Files that cannot be read as a hand-in, each with what the report must say about it. */
  readonly unreadable: readonly UnreadableFile[];
  readonly pools: ReadonlyMap<string, AnswerPool>;
}

const STUDENTS = 300;

/** 300 students with right, wrong, hostile, late, broken and repeated hand-ins: always the same for the same assignment and course. */
export function generateClass(assignment: Pick<Assignment, "id" | "exercises">, folders: readonly AssignedFolder[]): GeneratedClass {
  const pools = new Map(folders.map((folder) => [folder.assigned.id, answerPool(folder)]));
  const unreadable = unreadableFiles(assignment.id);
  const draw = drawFrom(300_106);
  const unusual = unusualStudents(pools, draw);
  const people = unusual.length + unreadable.filter(({ isStudents }) => isStudents).length;
  const others = Array.from({ length: STUDENTS - people }, (_, i) => ordinary(`s${String(i).padStart(3, "0")}`, pools, draw));
  return { students: [...unusual, ...others], unreadable, pools };
}

/** A generated student, with everything that determines their row in the gradebook. */
export interface Student {
  readonly id: string;
  /** Empty if the form of the hand-in contains no name. */
  readonly name: string;
  /** The form of the hand-in: the page's file, a folder with the student's name, or files with the student's name. */
  readonly form: "file" | "folder" | "named-files";
  /** In the order of their times. */
  readonly handIns: readonly [HandIn, ...HandIn[]];
  readonly isHostile: boolean;
  /** Whether an answer of theirs runs out of time: each run of the command judges it again, for seconds. */
  readonly isEndless: boolean;
  /** Whether nothing about their hand-in is special. */
  readonly isOrdinary: boolean;
}

export interface HandIn {
  /** Hours after the due time; negative before it. */
  readonly hoursLate: number;
  readonly answers: readonly KnownAnswer[];
  /** Whether the page's verdict in the file claims all points for everything. */
  readonly claimsAll: boolean;
  /** Something unusual in the hand-in file: an answer to an unknown exercise, or to an older version. */
  readonly oddity?: "misspelt-exercise" | "older-version";
}

/** By exercise, in the order of the assignment. */
type Pools = ReadonlyMap<string, AnswerPool>;

/** A student who hands in once, within a day before the due time, unless `changes` says otherwise. */
function student(id: string, answers: readonly KnownAnswer[], draw: Draw, changes: Partial<Student & HandIn> = {}): Student {
  const {
    hoursLate = -draw.between(1, 24),
    claimsAll = false,
    oddity,
    form = "file",
    isHostile = false,
    isEndless = false,
    isOrdinary = false,
    handIns,
  } = changes;
  const only = { hoursLate, answers, claimsAll, ...(oddity && { oddity }) };
  return {
    id,
    name: form === "file" ? `Name of ${id.slice(0, 40)}` : "",
    form,
    handIns: handIns ?? [only],
    isHostile,
    isEndless,
    isOrdinary,
  };
}

/** The answers of an ordinary student: mostly right, some wrong, a few missing. `given` answers replace generated ones. */
function answersOf(pools: Pools, draw: Draw, given: readonly KnownAnswer[] = []): KnownAnswer[] {
  return [...pools.values()].flatMap((pool) => {
    const own = given.find(({ exercise }) => exercise === pool.exercise);
    return own ? [own] : ordinaryAnswer(pool, draw);
  });
}

function ordinaryAnswer({ right, wrong, starter }: AnswerPool, draw: Draw): KnownAnswer[] {
  const luck = draw.between(1, 100);
  if (luck <= 60) return [draw.oneOf(right)];
  if (luck <= 88) return [draw.oneOf(wrong)];
  return luck <= 95 ? [starter] : [];
}

function ordinary(id: string, pools: Pools, draw: Draw): Student {
  const form = draw.oneOf(["file", "file", "file", "folder", "named-files"] as const);
  const answers = answersOf(pools, draw);
  // A student without answers has no answer file, so there is only a hand-in file.
  return student(id, answers, draw, { form: answers.length === 0 ? "file" : form, isOrdinary: true });
}

/** Students who test one special case each: hostile, broken, forged, late and repeated hand-ins, unusual ids. */
function unusualStudents(pools: Pools, draw: Draw): Student[] {
  return [
    ...hostileStudents(pools, draw),
    ...hardCoders(pools, draw),
    ...brokenStudents(pools, draw),
    ...forgers(pools, draw),
    ...lateStudents(pools, draw),
    ...repeaters(pools, draw),
    ...oddStudents(pools, draw),
  ];
}

const HOSTILE_EXERCISE = "straight-copy";
const HOSTILE_TITLES = [
  "loops forever",
  "fills the heap with arrays",
  "calls itself forever",
  "doubles a string forever",
  "returns ({ valueOf: () => 3 })",
  "returns new Proxy({}, {})",
  "rewrites its thread",
  "patches: Array.prototype.push = () => 0",
  "patches: Object.prototype.verdict = 'pass'",
  "forges a message",
  "calls process.send",
  'accesses import("node:fs")',
  "accesses globalThis.process",
  "exports a getter that throws",
  "throws an object whose getter throws",
];

/** The last of these students repeats the endless loop of the first one, which is judged once because it takes seconds. */
function hostileStudents(pools: Pools, draw: Draw): Student[] {
  if (!pools.has(HOSTILE_EXERCISE)) throw new Error(`assign ${HOSTILE_EXERCISE}: the hostile answers of this class are written for it`);
  const sources = HOSTILE_TITLES.map((title) => {
    const hostile = adversarialAnswers.find((hostile) => hostile.title === title);
    if (!hostile) throw new Error(`there is no hostile answer that "${title}": choose another for this class`);
    return hostile.source;
  });
  return [...sources, `${sources[0]}`].map((source, i) =>
    student(`hostile${i}`, answersOf(pools, draw, [answer(HOSTILE_EXERCISE, "nothing", source)]), draw, {
      isHostile: true,
      isEndless: source === sources[0],
      claimsAll: i % 3 === 0,
      form: i % 4 === 1 ? "folder" : "file",
    }),
  );
}

function hardCoders(pools: Pools, draw: Draw): Student[] {
  return [...hardCodedAnswers]
    .filter(([exercise]) => pools.has(exercise))
    .flatMap(([exercise, source], i) => {
      const own = [answer(exercise, "judged", source)];
      return [student(`knows${i}a`, answersOf(pools, draw, own), draw, { claimsAll: true }), student(`knows${i}b`, own, draw)];
    });
}

function brokenStudents(pools: Pools, draw: Draw): Student[] {
  const broken = [...pools.values()].slice(0, 3).flatMap((pool) => pool.broken);
  return broken.map((own, i) => student(`broken${i}`, answersOf(pools, draw, [own]), draw, { form: i % 2 === 0 ? "folder" : "file" }));
}

function forgers(pools: Pools, draw: Draw): Student[] {
  return Array.from({ length: 12 }, (_, i) => {
    const own = [...pools.values()].map(({ wrong, starter }) => (i % 2 === 0 ? draw.oneOf(wrong) : starter));
    return student(`forger${i}`, own, draw, { claimsAll: true });
  });
}

/** Hours around the grace period, around whole days, and around the close. */
const HOURS_LATE = [0, 0.2, 0.3, 1, 23.9, 24, 24.1, 47, 72, 120.5, 167.9, 168.1, 200, 24 * 60];

function lateStudents(pools: Pools, draw: Draw): Student[] {
  const [first] = pools.values();
  const starter = first ? [first.starter] : [];
  return HOURS_LATE.flatMap((hoursLate, i) => [
    student(`late${i}`, answersOf(pools, draw), draw, { hoursLate }),
    student(`later${i}`, answersOf(pools, draw, starter), draw, { hoursLate, form: "folder" }),
  ]);
}

/** Hours of students who hand in several times: before the opening, in time, late, and after the close. */
const REPEATS: readonly (readonly [number, ...number[]])[] = [
  [-30, -2],
  [-40, -30, -2],
  [-20, 5],
  [-20, -10, 30],
  [-24 * 20, -3],
  [-24 * 20],
  [-5, 24 * 9],
  [-9, -8, -7, -6],
];

function repeaters(pools: Pools, draw: Draw): Student[] {
  return [...REPEATS, ...REPEATS].map((hours, i) => {
    const handIn = (hoursLate: number): HandIn => ({ hoursLate, answers: answersOf(pools, draw), claimsAll: false });
    const [first, ...later] = hours;
    return student(`again${i}`, [], draw, { handIns: [handIn(first), ...later.map(handIn)] });
  });
}

const ODD_IDS = ["../evil", "=1+1", 'O"Hara, "the\tbest"', "two\nlines", "🦉 owl", "CON", "x".repeat(200), "Ünïcode/..\\.."];

function oddStudents(pools: Pools, draw: Draw): Student[] {
  return [
    ...ODD_IDS.map((id) => student(id, answersOf(pools, draw), draw)),
    ...[0, 1, 2].map((i) => student(`misspelt${i}`, answersOf(pools, draw), draw, { oddity: "misspelt-exercise" })),
    ...[0, 1, 2].map((i) => student(`older${i}`, answersOf(pools, draw), draw, { oddity: "older-version" })),
    ...[0, 1].map((i) => student(`nothing${i}`, [], draw)),
  ];
}

/** A file among the submissions that cannot be read as a hand-in. */
interface UnreadableFile {
  /** Relative to the folder of submissions. */
  readonly path: string;
  readonly content: string;
  /** The report's message about it. */
  readonly says: RegExp;
  /** Whether it counts as a student's only hand-in, rather than belonging to no student. */
  readonly isStudents: boolean;
}

/** Files that are truncated, empty, of another schema or assignment, too large, or made by another program. */
function unreadableFiles(assignment: string): UnreadableFile[] {
  const handIn = (changes: object) =>
    JSON.stringify({
      schema: "coalesce/submission/v1",
      assignment,
      student: { id: "nobody", name: "" },
      handedInAt: "2026-10-01T12:00:00.000Z",
      simulatorVersion: "1.0.0",
      answers: [],
      ...changes,
    });
  const files: readonly [name: string, content: string, says: RegExp][] = [
    ["cut0", handIn({}).slice(0, 41), /broken JSON/],
    ["cut1", handIn({}).slice(0, -1), /broken JSON/],
    ["html", "<!doctype html><title>Log in</title>", /broken JSON/],
    ["empty0", "", /is empty/],
    ["empty1", "", /is empty/],
    ["schema", handIn({ schema: "coalesce/submission/v9" }), /its schema is not/],
    ["number", "17", /isn't a hand-in/],
    ["no-time", handIn({ handedInAt: "yesterday" }), /isn't a hand-in: handedInAt/],
    ["other", handIn({ assignment: `${assignment}0`, student: { id: "lost", name: "Lost" } }), /handed in for the assignment/],
    ["huge", handIn({ answers: [{ exercise: "straight-copy", exerciseVersion: "", source: "x".repeat(5_000_000) }] }), /larger than 1 MB/],
  ];
  const students = files.map(([name, content, says]) => ({ path: `unreadable-${name}.json`, content, says, isStudents: true }));
  const nobodys = [
    { path: "readme.txt", content: "Please grade kindly.", says: /neither a hand-in/, isStudents: false },
    { path: "straight-copy.ts", content: "export {};\n", says: /so it is nobody's/, isStudents: false },
  ];
  return [...students, ...nobodys];
}
