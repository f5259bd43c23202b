import { lateness } from "#classroom/assignment/lateness.ts";
import type { PublicAssignment } from "#classroom/assignment/assignment.ts";
import { countingHandIns } from "#classroom/submission/counting-hand-ins.ts";
import { percent, timeIn } from "./schedule.ts";
import type { WrittenHandIn } from "./written-hand-ins.ts";

/** What a further hand-in would be worth, where that is not simply the last word. */
export interface WhatCounts {
  readonly message: string;
  /** The student is to think again: the file would count nothing, or cost what there is. */
  readonly needsConsent: boolean;
}

/** What it means to hand in now, after these; undefined where a hand-in counts in full and takes nothing away. */
export function whatCounts(assignment: PublicAssignment, handIns: readonly WrittenHandIn[], now: number): WhatCounts | undefined {
  const { attempts } = assignment;
  const { status, factor } = lateness(assignment, now);
  const counting = countingHandIns(handIns, assignment);
  const last = counting.at(-1);
  const lastIs = last === undefined ? "" : ` What counts is your hand-in of ${timeIn(last.handedInAt, assignment.timeZone)}.`;
  if (status === "closed") {
    return {
      message: `This assignment is closed: a hand-in counts nothing now, unless your instructor makes an exception.${lastIs}`,
      needsConsent: true,
    };
  }
  if (attempts !== undefined && counting.length >= attempts) {
    return {
      message: `You have used ${attempts} of ${attempts} hand-ins: a further one does not count.${lastIs}`,
      needsConsent: true,
    };
  }
  if (factor === 1) return undefined;
  if (last !== undefined && lateness(assignment, last.handedInAt).factor > factor) {
    const former = `your hand-in of ${timeIn(last.handedInAt, assignment.timeZone)}, which counts ${percent(lateness(assignment, last.handedInAt).factor)}`;
    return { message: `A hand-in now counts ${percent(factor)}, and takes the place of ${former}.`, needsConsent: true };
  }
  return { message: `A hand-in now counts ${percent(factor)}.`, needsConsent: factor === 0 };
}
