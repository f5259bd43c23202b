import { z } from "zod";
import { publicAssignmentSchema, type PublicAssignment } from "./assignment.ts";
import { decodeFragment, encodeFragment } from "./fragment.ts";
import { InputError } from "./input-error.ts";

/** A link that holds no valid assignment. The message is for the student who followed the link. */
export class LinkInvalid extends InputError {
  override name = "LinkInvalid";
}

const PREFIX = "#a=";

/**
 * The link that students open. The students' copy travels in the fragment, which browsers do not send to any server.
 *
 * @param courseUrl the address of the course's landing page, with or without a trailing slash.
 */
export async function assignmentLink(copy: PublicAssignment, courseUrl: string): Promise<string> {
  const url = new URL(courseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/assignment/`;
  url.search = "";
  url.hash = `${PREFIX}${await encodeFragment(copy)}`;
  return url.href;
}

/**
 * The assignment that a link holds.
 *
 * @param hash the link's fragment, "#a=…".
 * @throws LinkInvalid when there is no valid assignment in it.
 */
export async function assignmentFromLink(hash: string): Promise<PublicAssignment> {
  if (!hash.startsWith(PREFIX)) throw new LinkInvalid("This link names no assignment. Copy the whole link that you were given.");
  const result = publicAssignmentSchema.safeParse(await unpacked(hash.slice(PREFIX.length)));
  if (result.success) return result.data;
  throw new LinkInvalid(`The assignment in this link is not in order: ${z.prettifyError(firstOf(result.error))}`);
}

/** How many problems of a link the message names. */
const SHOWN_PROBLEMS = 5;

const firstOf = ({ issues }: z.ZodError<unknown>): z.ZodError<unknown> => new z.ZodError(issues.slice(0, SHOWN_PROBLEMS));

async function unpacked(text: string): Promise<unknown> {
  try {
    return await decodeFragment(text);
  } catch (error) {
    throw new LinkInvalid((error as RangeError).message, { cause: error });
  }
}
