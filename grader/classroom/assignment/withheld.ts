import type { PublicAssignment } from "./assignment.ts";
import { instantOf } from "./lateness.ts";

/** What the pages of assigned exercises keep back, and until when. */
export interface Withheld {
  readonly what: readonly ("solutions" | "hints")[];
  /** Milliseconds since 1970. */
  readonly until: number;
}

/**
 * What an assignment withholds: its solutions until the last hand-in is accepted, unless it says otherwise. A page can only keep it out of
 * sight: whoever reads the course's files, or opens the page in another browser, finds it.
 */
export function withheldBy(assignment: Pick<PublicAssignment, "withhold" | "withholdUntil" | "closes" | "due" | "timeZone">): Withheld {
  const { withhold = ["solutions"], withholdUntil, closes, due } = assignment;
  return { what: withhold, until: instantOf(withholdUntil ?? closes ?? due, assignment) };
}
