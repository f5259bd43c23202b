import { createStore, del, update, values } from "idb-keyval";
import type { PublicAssignment } from "#classroom/assignment/assignment.ts";

/** An assignment that was opened in this browser: it stays until it is removed. */
export interface SavedAssignment {
  readonly assignment: PublicAssignment;
  /** When its link or file was last opened, in milliseconds since 1970. */
  readonly openedAt: number;
  /** When students may begin, in milliseconds since 1970; absent: at once. */
  readonly opensAt?: number;
  /** The copy that was saved under the same id before, if it differed. */
  readonly former?: PublicAssignment;
}

const database = createStore("coalesce-assignments", "assignments");

/** All saved assignments, the most recently opened first. */
export async function savedAssignments(): Promise<SavedAssignment[]> {
  const all = await values<SavedAssignment>(database);
  return all.sort((a, b) => b.openedAt - a.openedAt);
}

/** Saves an assignment under its id. A different copy that it replaces is kept as its `former`. */
export async function saveAssignment(saved: SavedAssignment): Promise<void> {
  await update<SavedAssignment>(saved.assignment.id, (before) => replacing(before, saved), database);
}

/** What is saved once an assignment has replaced a copy of the same id. */
export function replacing(before: SavedAssignment | undefined, saved: SavedAssignment): SavedAssignment {
  if (before === undefined) return saved;
  const former = isSame(before.assignment, saved.assignment) ? before.former : before.assignment;
  return former === undefined || isSame(former, saved.assignment) ? saved : { ...saved, former };
}

export function removeAssignment(id: string): Promise<void> {
  return del(id, database);
}

function isSame(one: PublicAssignment, other: PublicAssignment): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
