import type { PublicAssignment } from "../assignment/public-copy.ts";

/** How a package speaks with the learning management system (LMS) that imports it. */
export const lmsStandards = ["scorm-1.2", "cmi5"] as const;
export type LmsStandard = (typeof lmsStandards)[number];

/** What a package tells its page. It lies in the page as JSON, in the element with the id `PAGE_DATA_ID`. */
export interface PageData {
  readonly standard: LmsStandard;
  readonly assignment: PublicAssignment;
  /** One an assigned exercise, in the assignment's order. */
  readonly exercises: readonly PackagedExercise[];
}

export interface PackagedExercise {
  readonly id: string;
  readonly title: string;
  /** Content hash of the exercise's folder as it was packaged. */
  readonly version: string;
}

export const PAGE_DATA_ID = "page-data";
