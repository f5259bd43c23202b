import { exercises } from "virtual:exercises";
import type { PublicAssignment } from "#classroom/assignment/public-copy.ts";
import { readPassed } from "#notebook/storage/results.ts";
import { restoreRecord } from "#notebook/storage/drafts.ts";
import { saveResult, readVerdict, verdictOn } from "#notebook/storage/results.ts";
import { pageSandbox } from "#notebook/sandbox/page-sandbox.ts";
import { verdictOnDraft, type Work } from "./work.ts";

/** The work on all exercises of an assignment, as this browser holds it now. */
export function readWorks(assignment: PublicAssignment): Promise<Work[]> {
  return Promise.all(
    assignment.exercises.map(async ({ id: exercise, points }) => {
      const [data, record, verdict, passed] = await Promise.all([
        exercises[exercise]?.data(),
        restoreRecord(exercise),
        readVerdict(exercise),
        readPassed(exercise),
      ]);
      return {
        exercise,
        points,
        wasPassed: passed !== undefined,
        ...(data && { data: data.default }),
        ...(record && { draft: record.current }),
        ...(verdict && { verdict }),
      };
    }),
  );
}

/** Whether the page could judge the text, and has not. */
export function isUnjudged(work: Work): boolean {
  return work.draft !== undefined && work.data !== undefined && verdictOnDraft(work) === undefined;
}

/** The work with the page's verdict on its text. It comes back as it was where the page cannot judge it. */
export async function judged(work: Work): Promise<Work> {
  const { exercise, data, draft } = work;
  if (data === undefined || draft === undefined) return work;
  try {
    // What the misconception is matters to nobody here, so no wrong answers go in.
    const job = { exercise, exerciseVersion: data.version, source: draft.text, wrongSources: {} };
    const result = await pageSandbox.grade(job);
    await saveResult({ id: exercise, ...data }, draft.text, result).catch((error: unknown) => {
      // It goes into the file all the same.
      console.warn(`The verdict on ${exercise} could not be kept.`, error);
    });
    const verdict = verdictOn(draft.text, result, data.points);
    return verdict === undefined ? work : { ...work, verdict, wasPassed: work.wasPassed || verdict.status === "pass" };
  } catch (error) {
    // Without a network the sandbox's script may not be there: no reason to keep anybody from handing in.
    console.warn(`${exercise} could not be graded in the page.`, error);
    return work;
  }
}
