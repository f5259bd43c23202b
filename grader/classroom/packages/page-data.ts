import type { PublicAssignment } from "../assignment/assignment.ts";

/** The standard by which a package communicates with the learning management system (LMS) that imports it. */
export type LmsStandard = "scorm-1.2" | "cmi5";

/** The data of a package's page: JSON in the element with the id `PAGE_DATA_ID`. It has its own file because the page imports it too. */
export interface PageData {
  readonly standard: LmsStandard;
  readonly assignment: PublicAssignment;
  /** One per assigned exercise of the course, in the assignment's order; those of the instructor's own are in the assignment. */
  readonly exercises: readonly PackagedExercise[];
}

export interface PackagedExercise {
  readonly id: string;
  readonly title: string;
  /** Content hash of the exercise's folder when it was packaged. */
  readonly version: string;
}

export const PAGE_DATA_ID = "page-data";
