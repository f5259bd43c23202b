import { createStore, get, set } from "idb-keyval";

/** That an exercise was passed once: kept for ever, whatever is tried later. */
export interface Passed {
  readonly at: number;
  readonly exerciseVersion: string;
}

const database = createStore("coalesce-progress", "passed");

export function readPassed(exercise: string): Promise<Passed | undefined> {
  return get<Passed>(exercise, database);
}

export function writePassed(exercise: string, passed: Passed): Promise<void> {
  return set(exercise, passed, database);
}
