import { readFileSync } from "node:fs";
import path from "node:path";
import { InputError } from "../assignment/input-error.ts";
import type { PreviousResults, PreviousStudent } from "../grading/previous-results.ts";
import { repositoryIn, systemPrefix } from "../submission/layouts.ts";
import { points, pointsOf } from "./captions.ts";
import { csvFile } from "./csv-text.ts";
import { studentFolders } from "./student-folder.ts";

/** The ways in which feedback goes back to the students of a class. */
export const FEEDBACK_WAYS = ["moodle", "canvas", "mail", "github"] as const;
export type FeedbackWay = (typeof FEEDBACK_WAYS)[number];

/** Files that return the feedback of a class, by path, and the students whom they do not reach. */
interface ReturnedFeedback {
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The ids of students whom this way doesn't reach: they handed in nothing there, or have no address. */
  readonly unreached: readonly string[];
}

/**
 * The feedback of a class in the form that a system takes back.
 *
 * - Moodle: a folder for each student, called as in its download; "Upload multiple feedback files in a ZIP" takes them. A student of its
 *   worksheet who handed in nothing has one, too.
 * - Canvas: a file for each student, whose name begins as in its download; "Re-upload submissions" attaches it to the student's comments.
 * - mail: `mail-merge.csv`, with the address, the score and the feedback page of each student, as a mail merge reads it.
 * - GitHub: `issues.sh`, which opens an issue with the feedback in each student's repository by `gh`.
 *
 * @param results the folder of results
 * @throws InputError if a student's feedback is missing there, or nobody is reached
 */
export async function returnedFeedback(
  results: string,
  { head, manifest, students }: PreviousResults,
  way: FeedbackWay,
): Promise<ReturnedFeedback> {
  const graded: PreviousStudent[] = [];
  for await (const student of students()) graded.push(student);
  const folders = studentFolders(graded.map(({ student }) => student.id));
  const origins = Map.groupBy(manifest.handIns, ({ student }) => student);
  const letters = graded.map((grade): Letter => {
    const { id } = grade.student;
    // If there are several hand-ins, the system attaches feedback to the last.
    const handIns = (origins.get(id) ?? []).toSorted((a, b) => (a.handedInAt ?? 0) - (b.handedInAt ?? 0)).map(({ origin }) => origin);
    return { grade, folder: path.join("students", folders.get(id) ?? ""), handIns: handIns.reverse() };
  });
  const returned = ways[way](letters, { results, assignment: head.assignment.id });
  if (returned.unreached.length === letters.length) throw new InputError(`${results}: ${NOBODY[way]}`);
  return returned;
}

/** The feedback that goes back to one student. */
interface Letter {
  readonly grade: PreviousStudent;
  /** The student's folder, relative to the results. */
  readonly folder: string;
  /** The files or folders that the student handed in, the latest first. */
  readonly handIns: readonly string[];
}

interface Sender {
  readonly results: string;
  /** The assignment's id. */
  readonly assignment: string;
}

const NOBODY: Readonly<Record<FeedbackWay, string>> = {
  moodle: "nobody's work came from Moodle's download, nor is Moodle's worksheet the roster",
  canvas: "nobody's work came from Canvas' download",
  mail: "nobody has an e-mail address: grade with a --roster that has them",
  github: "nobody's work came from a repository of GitHub Classroom or Classroom 50",
};

const ways: Readonly<Record<FeedbackWay, (letters: readonly Letter[], sender: Sender) => ReturnedFeedback>> = {
  moodle: (letters, sender) => pages(letters, sender, (letter) => prefixed("moodle", letter) ?? ofWorksheet(letter)),
  canvas: (letters, sender) => pages(letters, sender, (letter) => prefixed("canvas", letter)),
  mail: mailMerge,
  github: issues,
};

/** The feedback page of each student, under the name that a system knows the student's work by. */
function pages(letters: readonly Letter[], { results }: Sender, nameOf: (letter: Letter) => string | undefined): ReturnedFeedback {
  const named = letters.map((letter) => [letter, nameOf(letter)] as const);
  const files = named.flatMap(([{ folder }, name]): [string, Uint8Array][] =>
    name === undefined ? [] : [[`${name}feedback.html`, feedbackIn(results, folder, "feedback.html")]],
  );
  return { files: new Map(files), unreached: named.flatMap(([{ grade }, name]) => (name === undefined ? grade.student.id : [])) };
}

const prefixed = (system: "canvas" | "moodle", { handIns }: Letter): string | undefined =>
  handIns.map((origin) => systemPrefix(system, origin)).find((prefix) => prefix !== undefined);

/** The folder of a student whom Moodle's worksheet numbers. */
function ofWorksheet({ grade: { student } }: Letter): string | undefined {
  const [, number] = /^Participant (\d+)$/.exec(student.id) ?? [];
  return number && `${student.name.replaceAll(/[_/\\]/g, " ")}_${number}_assignsubmission_file_/`;
}

function mailMerge(letters: readonly Letter[], { results }: Sender): ReturnedFeedback {
  const reached = letters.filter(({ grade }) => emailOf(grade) !== undefined);
  const rows = reached.map(({ grade, folder }) => {
    const page = path.resolve(results, folder, "feedback.html");
    feedbackIn(results, folder, "feedback.html");
    const { student, score, maxScore } = grade;
    return [emailOf(grade) ?? "", student.name, student.id, score === null ? "" : points(score), points(maxScore), page];
  });
  const text = csvFile([["email", "name", "student_id", "score", "max_score", "attachment"], ...rows]);
  return {
    files: new Map([["mail-merge.csv", Buffer.from(text)]]),
    unreached: letters.filter((letter) => !reached.includes(letter)).map(({ grade }) => grade.student.id),
  };
}

const emailOf = ({ student }: PreviousStudent): string | undefined =>
  student.email ?? (/^[^@\s]+@[^@\s]+$/.test(student.id) ? student.id : undefined);

/** A script of one line per student. It is given the organization that the repositories belong to. */
function issues(letters: readonly Letter[], { results, assignment }: Sender): ReturnedFeedback {
  const named = letters.map((letter) => [letter, letter.handIns.flatMap((origin) => repositoryIn(origin, assignment) ?? [])[0]] as const);
  const lines = named.flatMap(([{ grade, folder }, repository]) => {
    if (repository === undefined) return [];
    feedbackIn(results, folder, "feedback.md");
    const { score, maxScore } = grade;
    const title = score === null ? `Feedback: ${assignment}` : `Feedback: ${assignment}, ${pointsOf(score, maxScore)}`;
    const file = path.resolve(results, folder, "feedback.md");
    return [`gh issue create --repo "$1"/${quoted(repository)} --title ${quoted(title)} --body-file ${quoted(file)}`];
  });
  const head = [
    "#!/bin/sh",
    "# Opens an issue with the feedback in the repository of each student: sh issues.sh <organization>",
    'test -n "$1" || { echo "usage: sh issues.sh <organization>" >&2; exit 2; }',
  ];
  return {
    files: new Map([["issues.sh", Buffer.from(`${[...head, ...lines].join("\n")}\n`)]]),
    unreached: named.flatMap(([{ grade }, repository]) => (repository === undefined ? grade.student.id : [])),
  };
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** @throws InputError if the results lack it */
function feedbackIn(results: string, folder: string, name: string): Uint8Array {
  const file = path.join(results, folder, name);
  try {
    return readFileSync(file);
  } catch (error) {
    throw new InputError(`${file} cannot be read (${(error as Error).message}): grade the class again`);
  }
}
