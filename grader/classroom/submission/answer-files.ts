import { stat } from "node:fs/promises";
import path from "node:path";
import type { Assignment } from "../assignment/assignment.ts";
import { notAssigned } from "./hand-in-files.ts";
import type { Collected, HandedAnswer, Submission, SubmissionProblem } from "./submission.ts";
import { readTextFile, type Found, type FoundFiles } from "./submitted-files.ts";

/** A file of one answer, with the student and the exercise that its name and folder give. */
interface AnswerFile extends Found {
  readonly student: string;
  readonly exercise: string;
  /** The absolute path of its folder. */
  readonly folder: string;
  /** Whether the student's name comes from the file's name, rather than from its folder's. */
  readonly namesStudent: boolean;
}

/** Reads files of one answer each. The files of one student in one folder make up one hand-in. */
export async function readAnswerFiles(
  { answerFiles, studentFolders, classFolders }: FoundFiles,
  assignment: Assignment,
): Promise<Collected> {
  const problems: SubmissionProblem[] = [];
  const files = answerFiles.map((file) => answerFile(file, assignment));
  const placed = files.filter((file) => {
    const problem = misplaced(file, files, classFolders);
    if (problem) problems.push(problem);
    return !problem;
  });
  const submissions: Submission[] = [];
  for (const handIn of Map.groupBy(placed, ({ folder, student }) => `${folder}\0${student}`).values()) {
    submissions.push(await readOne(handIn, assignment, problems));
  }
  for (const folder of studentFolders.filter((folder) => !answerFiles.some((file) => path.dirname(file.path) === folder.path))) {
    submissions.push(await emptyHandIn(folder, problems));
  }
  return { submissions, problems: [...problems, ...severalFolders(submissions)] };
}

function answerFile(file: Found, { exercises }: Assignment): AnswerFile {
  const folder = path.dirname(file.path);
  const name = path.basename(file.path, ".ts").normalize("NFC");
  const [, student, exercise] = /^(.+)[._]([^._]+)$/.exec(name) ?? [];
  if (student && exercise && exercises.some(({ id }) => id === exercise)) return { ...file, folder, student, exercise, namesStudent: true };
  return { ...file, folder, student: path.basename(folder).normalize("NFC"), exercise: name, namesStudent: false };
}

function misplaced(file: AnswerFile, files: readonly AnswerFile[], classFolders: ReadonlySet<string>): SubmissionProblem | undefined {
  if (file.namesStudent) return undefined;
  if (classFolders.has(file.folder)) {
    const remedy = `put it into a folder with the student's name, or call it <student>_${file.exercise}.ts`;
    return { origin: file.origin, message: `lies beside the students' work, so it is nobody's, and was not graded: ${remedy}` };
  }
  const outer = files.find(({ namesStudent, folder }) => !namesStudent && !classFolders.has(folder) && isInside(file.folder, folder));
  return (
    outer && {
      origin: file.origin,
      student: outer.student,
      message: `lies inside a folder of ${outer.student}'s, and was not graded: put it right into that`,
    }
  );
}

const isInside = (inner: string, outer: string): boolean => inner.startsWith(outer + path.sep);

async function readOne(files: readonly AnswerFile[], assignment: Assignment, problems: SubmissionProblem[]): Promise<Submission> {
  const [first] = files;
  if (first === undefined) throw new Error("a hand-in has at least one file");
  const student = { id: first.student, name: "" };
  const answers = new Map<string, HandedAnswer>();
  let newest = 0;
  for (const { path: file, origin, exercise } of files) {
    const problem = (message: string) => problems.push({ origin, student: student.id, message });
    const unassigned = notAssigned(exercise, assignment);
    const read = await readTextFile(file);
    if (unassigned) problem(unassigned);
    else if (read.status === "refused") problem(read.message);
    else if (answers.has(exercise)) problem(`answers ${exercise} a second time, and was not graded`);
    else {
      answers.set(exercise, { exercise, source: read.text });
      newest = Math.max(newest, read.changedAt);
    }
  }
  const origin = first.namesStudent ? first.origin : originOfFolder(first);
  if (answers.size === 0) problems.push(nothingToGrade(origin, student.id));
  return { student, handedInAt: newest || (await changedAt(first.folder)), answers: [...answers.values()], origin };
}

/** The hand-in of a student whose folder holds nothing to grade: without it, the student would be missing from the gradebook. */
async function emptyHandIn({ path: folder, origin }: Found, problems: SubmissionProblem[]): Promise<Submission> {
  const id = path.basename(folder).normalize("NFC");
  problems.push(nothingToGrade(origin, id));
  return { student: { id, name: "" }, handedInAt: await changedAt(folder), answers: [], origin };
}

const nothingToGrade = (origin: string, student: string): SubmissionProblem => ({
  origin,
  student,
  message: "holds no answer to anything that was assigned",
});

/** The folder of a file, for messages. The origin of a file that was given by itself contains no folder. */
const originOfFolder = ({ origin, folder }: AnswerFile): string =>
  origin.includes("/") ? path.posix.dirname(origin) : path.basename(folder);

/** When a folder's list of files was last changed, in whole milliseconds since 1970. */
const changedAt = async (folder: string): Promise<number> => Math.floor((await stat(folder)).mtimeMs);

/** Students who have several folders: they may be different people with the same folder name. */
function severalFolders(submissions: readonly Submission[]): SubmissionProblem[] {
  const problems: SubmissionProblem[] = [];
  const firstById = new Map<string, Submission>();
  for (const submission of submissions) {
    const first = firstById.get(submission.student.id);
    if (first) {
      const message = `is another folder of ${submission.student.id}'s beside ${first.origin}; each counts as a hand-in`;
      problems.push({ origin: submission.origin, student: submission.student.id, message });
    } else firstById.set(submission.student.id, submission);
  }
  return problems;
}
