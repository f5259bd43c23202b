import { createStore, del, update, values } from "idb-keyval";
import type { PublicAssignment } from "#classroom/assignment/assignment.ts";

/** An assignment that was opened once: it stays in the browser until it is removed. */
export interface KeptAssignment {
  readonly assignment: PublicAssignment;
  /** When its link or file was last opened, in milliseconds since 1970. */
  readonly openedAt: number;
  /** When students may begin, in milliseconds since 1970; at once where it is left out. */
  readonly opensAt?: number;
  /** What was kept under the same id before, where that was another text. */
  readonly former?: PublicAssignment;
}

const database = createStore("coalesce-assignments", "assignments");

/** All that are kept, the one opened last first. */
export async function keptAssignments(): Promise<KeptAssignment[]> {
  const all = await values<KeptAssignment>(database);
  return all.sort((a, b) => b.openedAt - a.openedAt);
}

/** Keeps an assignment under its id. One that it takes the place of is kept beside it. */
export async function keepAssignment(kept: KeptAssignment): Promise<void> {
  await update<KeptAssignment>(kept.assignment.id, (before) => takingPlaceOf(before, kept), database);
}

/** What is kept once an assignment has taken the place of another of its id. */
export function takingPlaceOf(before: KeptAssignment | undefined, kept: KeptAssignment): KeptAssignment {
  if (before === undefined) return kept;
  const former = isSame(before.assignment, kept.assignment) ? before.former : before.assignment;
  return former === undefined || isSame(former, kept.assignment) ? kept : { ...kept, former };
}

export function forgetAssignment(id: string): Promise<void> {
  return del(id, database);
}

function isSame(one: PublicAssignment, other: PublicAssignment): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
