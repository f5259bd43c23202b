import { z } from "zod";
import { publicAssignmentSchema, type PublicAssignment } from "#classroom/assignment/assignment.ts";
import { reasonOf } from "#notebook/reason-of.ts";

/** A file that is no public copy of an assignment. Its message is for the student who chose it. */
export class FileInvalid extends Error {
  override name = "FileInvalid";
}

/**
 * The assignment in a file that an instructor gave out, `<id>.public.yaml`.
 *
 * @param file the file's name, for the messages.
 * @throws FileInvalid where it is anything else.
 */
export async function assignmentFromFile(text: string, file: string): Promise<PublicAssignment> {
  const contents = await parsed(text, file);
  const result = publicAssignmentSchema.safeParse(contents);
  if (result.success) return result.data;
  if (typeof contents === "object" && contents !== null && "secret" in contents) {
    throw new FileInvalid(
      `${file} is the instructor's own file: it holds the secret of the hidden cases, and nothing of it was kept. ` +
        "Tell your instructor that it came to you, and ask for the public copy.",
    );
  }
  throw new FileInvalid(`${file} is no public copy of an assignment.\n${z.prettifyError(result.error)}`);
}

async function parsed(text: string, file: string): Promise<unknown> {
  const { parse } = await import("yaml");
  try {
    return parse(text);
  } catch (error) {
    throw new FileInvalid(`${file} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}
