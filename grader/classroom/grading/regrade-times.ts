import { createHash } from "node:crypto";
import { byCodeUnits } from "../submission/order.ts";
import type { Collected } from "../submission/read-submissions.ts";
import type { Submission } from "../submission/submission.ts";
import { handInRecordOf, type HandInRecord } from "./manifest.ts";

/** Hand-ins with the times that they had when they were graded before. */
export interface TimedHandIns {
  readonly collected: Collected;
  /** Those that the previous results do not know; their time is the one that they claim now. */
  readonly unknown: readonly Submission[];
  /** Those of the previous results that are not among the submissions any more. */
  readonly gone: readonly HandInRecord[];
}

export interface TimesKept {
  /** Ids of the exercises that both assignments assign: hand-ins are told apart by their answers to these. */
  readonly exercises: readonly string[];
  /** Students whose time the instructor names: theirs stands. */
  readonly received: ReadonlySet<string>;
}

/**
 * Gives each hand-in the time that it had in previous results: a hand-in is the same if the same student gives the same answers,
 * wherever its file lies now and whatever dates the file has. Hand-ins of one time keep their order, too.
 */
export function keepTimes({ submissions, problems }: Collected, previous: readonly HandInRecord[], kept: TimesKept): TimedHandIns {
  const known = recordsOf(submissions, previous, kept.exercises);
  const placed = submissions.map((submission) => {
    const place = known.get(submission);
    const isKept = place !== undefined && !kept.received.has(submission.student.id);
    return { place: place ?? Infinity, submission: isKept ? { ...submission, handedInAt: previous[place].handedInAt } : submission };
  });
  placed.sort(
    (a, b) =>
      byCodeUnits(a.submission.student.id, b.submission.student.id) ||
      (a.place === b.place ? 0 : a.place - b.place) ||
      a.submission.handedInAt - b.submission.handedInAt ||
      byCodeUnits(a.submission.origin, b.submission.origin),
  );
  const found = new Set(known.values());
  return {
    collected: { submissions: placed.map(({ submission }) => submission), problems },
    unknown: placed.filter(({ place }) => place === Infinity).map(({ submission }) => submission),
    gone: previous.filter((_, place) => !found.has(place)),
  };
}

/** For each submission its place among the previous hand-ins. Of several with the same answers, one of the same origin is it before all. */
function recordsOf(submissions: readonly Submission[], previous: readonly HandInRecord[], exercises: readonly string[]) {
  const places = Map.groupBy(previous.keys(), (place) => identityOf(previous[place], exercises));
  const known = new Map<Submission, number>();
  const takeWhere = (submission: Submission, fits: (record: HandInRecord) => boolean): void => {
    const free = places.get(identityOf(handInRecordOf(submission), exercises)) ?? [];
    const at = free.findIndex((place) => fits(previous[place]));
    if (at >= 0) known.set(submission, free.splice(at, 1)[0]);
  };
  for (const submission of submissions) takeWhere(submission, ({ origin }) => origin === submission.origin);
  for (const submission of submissions) if (!known.has(submission)) takeWhere(submission, () => true);
  return known;
}

function identityOf({ student, answers }: HandInRecord, exercises: readonly string[]): string {
  const given = exercises.map((exercise) => answers[exercise] ?? null);
  return createHash("sha256")
    .update(JSON.stringify([student, given]))
    .digest("hex");
}
