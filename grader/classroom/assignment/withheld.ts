import type { PublicAssignment } from "./assignment.ts";
import { instantOf } from "./lateness.ts";

/** The parts of assigned exercises that pages withhold, and until when. */
export interface Withheld {
  readonly what: readonly ("solutions" | "hints")[];
  /** Milliseconds since 1970. */
  readonly until: number;
}

/**
 * The solutions and hints that an assignment withholds, until the last hand-in is accepted unless it says otherwise. A page can only keep
 * them out of sight: anyone who reads the course's files, or opens the page in another browser, finds them.
 */
export function withheldBy(assignment: Pick<PublicAssignment, "withhold" | "withholdUntil" | "closes" | "due" | "timeZone">): Withheld {
  const { withhold = ["solutions"], withholdUntil, closes, due } = assignment;
  return { what: withhold, until: instantOf(withholdUntil ?? closes ?? due, assignment) };
}
