import { mkdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { InvalidArgumentError, type Command } from "commander";
import { InputError } from "#classroom/assignment/input-error.ts";
import { decode } from "#classroom/submission/read-text.ts";
import { assignableIds } from "#kit/folder.ts";
import { capstonesRoot, courseRoot, exercisesRoot } from "#kit/installation.ts";
import { exerciseIdsIn, useOwnExercises } from "#kit/own-exercises.ts";
import { closestMatch } from "#sandbox/answer/closest-match.ts";

/** The meaning of the command's exit codes. */
export const exitCode = {
  /** The command did its work, whatever the outcome. */
  done: 0,
  /** It found a problem that its exit code reports: an answer that does not pass, an exercise that breaks the contract. */
  found: 1,
  /** The user's input is wrong: an `InputError`. */
  usage: 2,
  /** It could not do its work, for a reason that is neither the user's nor the answer's. */
  infrastructure: 3,
} as const;

/** The text of a file that the user named, in whatever encoding hand-ins are read. @throws InputError if it cannot be read */
export async function readInputFile(file: string): Promise<string> {
  const text = decode(await readInputBytes(file))?.text;
  if (text === undefined) throw new InputError(`cannot read ${file}: it is no text`);
  return text;
}

/** The bytes of a file that the user named. @throws InputError if it cannot be read */
export async function readInputBytes(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new InputError(`cannot read ${file}: ${(error as Error).message}`);
  }
}

/** @throws InputError for an exercise that the course does not have; it names the one that was probably meant, or all of them */
export async function requireExercise(id: string): Promise<void> {
  const ids = await assignableIds();
  if (ids.includes(id)) return;
  const near = closestMatch(id, ids) ?? ids.find((known) => known.includes(id) || id.includes(known));
  const remedy = near ? `did you mean ${near}?` : `there are: ${ids.join(", ")}`;
  throw new InputError(`there is no exercise "${id}"; ${remedy}`);
}

/** Adds the option --exercises to a command: a folder with exercises of the instructor's own, which then count as the course's. */
export function addExercisesOption(command: Command, { created = false }: { readonly created?: boolean } = {}): Command {
  return command.option("--exercises <folder>", "a folder of exercises of your own, beside the course's").hook("preAction", (_, called) => {
    const { exercises } = called.opts<{ readonly exercises?: string }>();
    if (exercises === undefined) return;
    if (created) mkdirSync(exercises, { recursive: true });
    addOwnExercises(exercises);
  });
}

/** @throws InputError if it isn't a folder, and for an exercise with the name of one of the course's */
function addOwnExercises(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new InputError(`--exercises ${folder} isn't a folder`);
  if (path.resolve(folder) === path.resolve(exercisesRoot)) return;
  const course = [exercisesRoot, capstonesRoot].flatMap(exerciseIdsIn);
  const clashes = exerciseIdsIn(folder).filter((id) => course.includes(id));
  if (clashes.length > 0) {
    throw new InputError(`the course has an exercise of the same name: give ${clashes.join(", ")} in ${folder} another name`);
  }
  useOwnExercises(folder);
}

/** Reads an option's number of seconds. */
export function secondsOf(given: string): number {
  const seconds = Number(given);
  if (!(seconds > 0)) throw new InvalidArgumentError("It must be a number above 0.");
  return seconds;
}

/** The version of the package that the command belongs to. */
export function packageVersion(): string {
  const { version } = createRequire(import.meta.url)(path.join(courseRoot, "package.json")) as { version: string };
  return version;
}
