import { readFile } from "node:fs/promises";
import { InputError } from "#classroom/assignment/input-error.ts";
import { exerciseIds } from "#kit/folder.ts";
import { closestMatch } from "#sandbox/answer/closest-match.ts";

/** The meaning of the command's exit codes. */
export const exitCode = {
  /** The command did its work, whatever the outcome. */
  done: 0,
  /** It found what it was told to report by exit code: an answer that does not pass, an exercise that breaks the contract. */
  found: 1,
  /** Something that the user gave is wrong: an `InputError`. */
  usage: 2,
  /** It could not do its work, for a reason that is neither the user's nor the answer's. */
  infrastructure: 3,
} as const;

/** The text of a file that the user named. @throws InputError if it cannot be read */
export async function readInputFile(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new InputError(`cannot read ${file}: ${(error as Error).message}`);
  }
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
  const ids = await exerciseIds();
  if (ids.includes(id)) return;
  const near = closestMatch(id, ids) ?? ids.find((known) => known.includes(id) || id.includes(known));
  const remedy = near ? `did you mean ${near}?` : `there are: ${ids.join(", ")}`;
  throw new InputError(`there is no exercise "${id}"; ${remedy}`);
}
