import { createHmac } from "node:crypto";
import { byCodeUnits, type Collected, type Student, type Submission, type SubmissionProblem, type UnreadWork } from "./submission.ts";

/** The person behind a pseudonym, with texts that may name people, or tell of an illness. */
export interface KeyEntry {
  readonly pseudonym: string;
  /** Absent for a file without an owner. */
  readonly student?: Student;
  /** One sentence each, with the file that it is about. */
  readonly problems: readonly string[];
  /** The instructor's comments to the student besides the points. */
  readonly comments: readonly string[];
}

const WITHHELD = "has a problem, which the key names";
const UNREADABLE = "could not be read; the key says why";

/**
 * The pseudonyms of a class. They follow from the assignment's secret and the student's id: the same in every run, and without the
 * secret nobody can tell or guess whose they are.
 */
export class Pseudonyms {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  ofStudent(id: string): string {
    return `s${this.#digest(`student\0${id}`)}`;
  }

  ofFile(origin: string): string {
    return `f${this.#digest(`file\0${origin}`)}`;
  }

  #digest(text: string): string {
    return createHmac("sha256", this.#secret).update(text).digest("hex").slice(0, 16);
  }
}

/** An instructor's comment to a student. */
interface StudentComment {
  /** The student's id. */
  readonly student: string;
  readonly comment: string;
}

/**
 * The hand-ins of a class under pseudonyms, and the key. Ids, names, addresses and sections are replaced or left out, and so are names of
 * files and messages about them, since these name people. The answers stay as they are: a student may have signed one in a comment.
 */
export function anonymous<Read extends Collected>(
  collected: Read,
  pseudonyms: Pseudonyms,
  comments: readonly StudentComment[] = [],
): { readonly collected: Read; readonly key: readonly KeyEntry[] } {
  const { submissions, problems, unread = [] } = collected;
  const students = new Map(submissions.map(({ student }) => [student.id, student]));
  const handIns = new Map<string, number>();
  const hidden = submissions.map((submission): Submission => {
    const id = pseudonyms.ofStudent(submission.student.id);
    const number = (handIns.get(id) ?? 0) + 1;
    handIns.set(id, number);
    return { ...submission, student: { id, name: "" }, origin: `${id}, hand-in ${number}` };
  });
  const nameOf = ({ origin, student }: SubmissionProblem): string =>
    student === undefined ? pseudonyms.ofFile(origin) : pseudonyms.ofStudent(student);
  const byName = Map.groupBy(problems, nameOf);
  const named = new Map([...students.values()].map((student) => [pseudonyms.ofStudent(student.id), student]));
  const key = [...new Set([...named.keys(), ...byName.keys()])].map((pseudonym): KeyEntry => {
    const student = named.get(pseudonym);
    const said = (byName.get(pseudonym) ?? []).map(({ origin, message }) => `${origin}: ${message}`);
    const written = comments.filter((comment) => pseudonyms.ofStudent(comment.student) === pseudonym).map(({ comment }) => comment);
    return { pseudonym, ...(student && { student }), problems: said, comments: written };
  });
  return {
    collected: {
      ...collected,
      isPseudonymous: true,
      // The sort keeps the order of one student's hand-ins.
      submissions: hidden.sort((a, b) => byCodeUnits(a.student.id, b.student.id)),
      problems: problems
        .map((problem) => ({
          origin: nameOf(problem),
          ...(problem.student !== undefined && { student: nameOf(problem) }),
          message: WITHHELD,
        }))
        .sort((a, b) => byCodeUnits(a.origin, b.origin)),
      unread: unread.map((work): UnreadWork => ({
        ...work,
        student: pseudonyms.ofStudent(work.student),
        origin: "what was handed in",
        reason: UNREADABLE,
      })),
    },
    key: key.sort((a, b) => byCodeUnits(a.pseudonym, b.pseudonym)),
  };
}
