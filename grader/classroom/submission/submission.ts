import type { PageVerdict } from "./hand-in.ts";

/** One answer as it was handed in, before it is judged. */
export interface HandedAnswer {
  /** The exercise that it claims to answer. */
  readonly exercise: string;
  /** In a large class it is unpacked each time that it is read. */
  readonly source: string;
  /** CUDA C++; TypeScript without it. */
  readonly language?: "cuda";
  /** The source's key, if it is known already: see `sourceKeyOf`. */
  readonly sourceKey?: string;
  /** The verdict of the student's own page. It is never used for grading. */
  readonly pageVerdict?: PageVerdict;
}

/** One hand-in of one student. */
export interface Submission {
  readonly student: Student;
  /** Milliseconds since 1970; null if no hand-in has a time. */
  readonly handedInAt: number | null;
  readonly answers: readonly HandedAnswer[];
  /** The file or folder it was read from, relative to the folder of submissions; for messages. */
  readonly origin: string;
}

export interface Student {
  /** From the roster; without one, from the folder or the file's name that the LMS gave, or else as the student typed it. */
  readonly id: string;
  /** Empty if it is not known. */
  readonly name: string;
  readonly email?: string;
  readonly section?: string;
}

/** A problem among the submissions. It is reported; by itself it costs no points. */
export interface SubmissionProblem {
  readonly origin: string;
  /** The id of the student it concerns, if that is known. */
  readonly student?: string;
  readonly message: string;
}

/** Work that a student handed in and that could not be read. Exercises without an answer get no score because of it, rather than 0. */
export interface UnreadWork {
  /** The id of the student. */
  readonly student: string;
  /** The exercise that it answers by its name; absent if that cannot be known. */
  readonly exercise?: string;
  readonly origin: string;
  readonly reason: string;
  /** Whether it leaves exercises open only if nothing at all of this student could be read: a stray file beside answers is no answer. */
  readonly isStray: boolean;
}

/** The hand-ins of a class as read. */
export interface Collected {
  /** Sorted by student, then by the time that the hand-in claims, then by origin. A student may have several. */
  readonly submissions: readonly Submission[];
  /** Sorted by origin. */
  readonly problems: readonly SubmissionProblem[];
  readonly unread?: readonly UnreadWork[];
  /** Whether students are called by their pseudonyms. */
  readonly isPseudonymous?: boolean;
}

/** Compares ids, paths or messages by UTF-16 code units: the same order on every machine, whatever its language. */
export const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
