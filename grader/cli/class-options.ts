import { Command, InvalidArgumentError, Option } from "commander";

/** What `grade --assignment` and `merge` are both told. */
export interface ClassOptions {
  readonly assignment?: string;
  readonly out?: string;
  readonly asOf?: string;
  readonly received?: string;
}

export function addClassOptions(command: Command): Command {
  return command
    .option("--assignment <file>", "the assignment's file, week-1.yaml say, with its secret")
    .option("--out <folder>", "the folder of results, made where there is none")
    .option("--as-of <time>", "feedback as of a day and time, 2026-11-01T12:00 say: with the solutions, if they are out by then")
    .option("--received <file>", "CSV of student,received: when you received each student's work; it overrides what files say");
}

export function workersOption(): Option {
  return new Option("--workers <n>", "answers judged at a time; one a core where it is left out").argParser(parseWorkers);
}

function parseWorkers(text: string): number {
  const workers = Number(text);
  if (Number.isInteger(workers) && workers > 0) return workers;
  throw new InvalidArgumentError("It is a whole number from 1.");
}
