import { readFile } from "node:fs/promises";
import { readAssignedCourse } from "#classroom/assignment/assigned-course.ts";
import { InputError } from "#classroom/assignment/input-error.ts";
import { looksDrawn, sealingKey } from "#classroom/assignment/sealed.ts";
import { siblingsOf } from "#kit/siblings.ts";
import { withheldBy } from "#classroom/assignment/withheld.ts";

/** An assignment whose exercises keep their solutions sealed. */
export interface Sealing {
  readonly id: string;
  readonly title: string;
  /** Those that are assigned, and those whose pages would give one of them away. */
  readonly exercises: readonly string[];
  /** See `sealingKey`. */
  readonly key: string;
}

/**
 * The assignments that a course is built for, with their keys; those that withhold no solutions are left out.
 *
 * @param files the instructor's files, separated by commas; none where it is undefined
 * @throws AssignmentInvalid, or InputError for an assignment without a secret
 */
export async function sealingOf(files: string | undefined): Promise<Sealing[]> {
  const names = (files ?? "").split(",").filter((name) => name !== "");
  const assignments = await Promise.all(
    names.map(async (name) => (await readAssignedCourse(await readFile(name, "utf8"), name)).assignment),
  );
  const withholding = assignments.filter((assignment) => withheldBy(assignment).what.includes("solutions"));
  return Promise.all(
    withholding.map(async (assignment) => {
      const { id, title, exercises, secret = "" } = assignment;
      if (!looksDrawn(secret)) {
        throw new InputError(
          `the secret of ${id} can be guessed, and with it what this site would seal: put in what "openssl rand -base64 18" prints, before grades are out`,
        );
      }
      const ids = exercises.map((one) => one.id);
      // Their solutions would pass as well.
      const siblings = Object.values(await siblingsOf(ids)).flatMap((found) => found.map((sibling) => sibling.id));
      return { id, title, exercises: [...new Set([...ids, ...siblings])], key: await sealingKey(assignment) };
    }),
  );
}
