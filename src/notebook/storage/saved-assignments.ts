import { del, update, values } from "idb-keyval";
import type { PublicAssignment } from "#classroom/assignment/assignment.ts";
import type { Withheld } from "#classroom/assignment/withheld.ts";
import { openStore } from "./open-store.ts";

/** An assignment that was opened in this browser: it stays until it is removed. */
export interface SavedAssignment {
  readonly assignment: PublicAssignment;
  /** When its link or file was last opened, in milliseconds since 1970. */
  readonly openedAt: number;
  /** When students may begin, in milliseconds since 1970; absent: at once. */
  readonly opensAt?: number;
  /** What the pages of its exercises keep back; absent for what an earlier version saved. */
  readonly withheld?: Withheld;
  /** The copy that was saved under the same id before, if it differed. */
  readonly former?: PublicAssignment;
}

const database = openStore("coalesce-assignments", "assignments");

/** All saved assignments, the most recently opened first. */
export async function savedAssignments(): Promise<SavedAssignment[]> {
  const all = await values<SavedAssignment>(database);
  return all.sort((a, b) => b.openedAt - a.openedAt);
}

/** What an exercise's page keeps back for an assignment, and why. */
export interface KeptBack {
  /** The assignment's title. */
  readonly assignment: string;
  /** Milliseconds since 1970; absent: until a link brings the key. */
  readonly until?: number;
}

/** The assignment that keeps something back in an exercise at a time: of several, the one that does so longest; undefined for none. */
export function keptBack(
  saved: readonly SavedAssignment[],
  exercise: string,
  what: Withheld["what"][number],
  now: number,
): KeptBack | undefined {
  const [longest] = saved
    .flatMap(({ assignment: { title, exercises }, withheld }) =>
      withheld?.what.includes(what) && withheld.until > now && exercises.some(({ id }) => id === exercise)
        ? [{ assignment: title, until: withheld.until }]
        : [],
    )
    .sort((a, b) => b.until - a.until);
  return longest;
}

/** Title of the last opened assignment that has an exercise and takes no answers in CUDA C++. */
export function assignmentWithoutCuda(saved: readonly SavedAssignment[], exercise: string): string | undefined {
  return saved.find(
    ({ assignment: { exercises, languages = ["typescript"] } }) =>
      exercises.some(({ id }) => id === exercise) && !languages.includes("cuda"),
  )?.assignment.title;
}

/** A case that only one student has. */
export interface PersonalCase {
  /** What it is drawn from. */
  readonly seed: number;
  readonly title: string;
}

/** The student's own cases of an exercise, and the title of the assignment that has them: the one opened last. */
export interface PersonalCases {
  readonly assignment: string;
  readonly cases: readonly PersonalCase[];
}

/** @param saved the most recently opened first */
export function personalCasesOf(saved: readonly Pick<SavedAssignment, "assignment">[], exercise: string): PersonalCases | undefined {
  for (const { assignment } of saved) {
    const cases = Object.entries(assignment.personal?.cases ?? {}).find(([id]) => id === exercise)?.[1] ?? [];
    if (cases.length > 0) return { assignment: assignment.title, cases };
  }
  return undefined;
}

/** Saves an assignment under its id. A different copy that it replaces is kept as its `former`. */
export async function saveAssignment(saved: SavedAssignment): Promise<void> {
  await update<SavedAssignment>(saved.assignment.id, (before) => replacing(before, saved), database);
}

/** What is saved once an assignment has replaced a copy of the same id. The key of the solutions stays, whichever link is opened again. */
export function replacing(before: SavedAssignment | undefined, saved: SavedAssignment): SavedAssignment {
  if (before === undefined) return saved;
  const key = saved.assignment.solutionsKey ?? before.assignment.solutionsKey;
  const kept = key === undefined ? saved : { ...saved, assignment: { ...saved.assignment, solutionsKey: key } };
  const former = isSame(before.assignment, saved.assignment) ? before.former : before.assignment;
  return former === undefined || isSame(former, saved.assignment) ? kept : { ...kept, former };
}

export function removeAssignment(id: string): Promise<void> {
  return del(id, database);
}

/** The key of the solutions does not make it another copy. */
function isSame(one: PublicAssignment, other: PublicAssignment): boolean {
  return JSON.stringify({ ...one, solutionsKey: undefined }) === JSON.stringify({ ...other, solutionsKey: undefined });
}
