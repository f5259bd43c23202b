import { createStore, get, update } from "idb-keyval";
import type { HandIn } from "#classroom/submission/hand-in.ts";

/** A hand-in that this browser has written: its file to the letter. */
export interface WrittenHandIn {
  readonly fileName: string;
  readonly handedInAt: number;
  readonly text: string;
}

const database = createStore("coalesce-hand-ins", "hand-ins");

/** The hand-ins of an assignment, in the order in which they were written. */
export async function writtenHandIns(assignment: string): Promise<readonly WrittenHandIn[]> {
  return (await get<readonly WrittenHandIn[]>(assignment, database)) ?? [];
}

export async function recordHandIn(assignment: string, handIn: WrittenHandIn): Promise<void> {
  await update<readonly WrittenHandIn[]>(assignment, (before = []) => [...before, handIn], database);
}

/** What stands in the file. */
export function contentsOf({ text }: WrittenHandIn): HandIn {
  return JSON.parse(text) as HandIn;
}
