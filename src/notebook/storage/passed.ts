import { entries, get, keys, update } from "idb-keyval";
import { openStore } from "./open-store.ts";

/** That an exercise was passed once: kept forever, whatever is tried later. */
export interface Passed {
  /** The first time, in milliseconds since 1970. */
  readonly at: number;
  readonly exerciseVersion: string;
}

export const passedDatabase = openStore("coalesce-progress", "passed");

export function readPassed(exercise: string): Promise<Passed | undefined> {
  return get<Passed>(exercise, passedDatabase);
}

/** Ids of all exercises that were passed in this browser. */
export async function passedExercises(): Promise<ReadonlySet<string>> {
  return new Set(await keys<string>(passedDatabase));
}

/** When each exercise was passed first, by id. */
export async function passedTimes(): Promise<ReadonlyMap<string, Passed>> {
  return new Map(await entries<string, Passed>(passedDatabase));
}

/** Keeps that an exercise was passed, unless an earlier time is kept already. */
export async function savePassed(exercise: string, passed: Passed): Promise<void> {
  await update<Passed>(exercise, (before) => before ?? passed, passedDatabase);
}
