import { CASE_QUESTIONS, type CaseMending, type CaseRecord } from "../storage/case-files.ts";

/** The points of a case: one for the line, one for the cause, one for the predicted counter, one for the mended kernel. */
export const CASE_POINTS = CASE_QUESTIONS.length + 1;

/** Which six a case belongs to: those at the start of the course, or those at its end. */
type CaseSet = "first" | "last";

/** A case file as the score needs it. */
export interface ScoredCase {
  readonly id: string;
  readonly set: CaseSet;
}

/** Points of some cases. */
interface CaseScore {
  readonly points: number;
  readonly of: number;
  /** How many of the cases have an answer. */
  readonly begun: number;
  /** How many of the cases have an answer to each question. */
  readonly answered: number;
}

/**
 * The points of a case. Each question counts by its first answer. The kernel counts if it was mended before the learner looked at the
 * course's remedy.
 *
 * @param until what was mended later doesn't count, in milliseconds since 1970
 */
export function casePoints({ answers, mending }: CaseRecord, until = Infinity): number {
  const right = CASE_QUESTIONS.filter((question) => answers[question]?.isRight);
  return right.length + Number(mending !== undefined && isOwnRemedy(mending, until));
}

function isOwnRemedy({ mendedAt, remedyAt = Infinity }: CaseMending, until: number): boolean {
  return mendedAt !== undefined && mendedAt <= remedyAt && mendedAt <= until;
}

/**
 * When the score of the first six is closed: with the first answer in one of the last six. A learner who comes back to an early case after
 * the course would otherwise raise the score that says where they stood before it.
 */
function firstSixClose(cases: readonly ScoredCase[], records: ReadonlyMap<string, CaseRecord>): number {
  const times = cases
    .filter(({ set }) => set === "last")
    .flatMap(({ id }) => Object.values(records.get(id)?.answers ?? {}).map(({ at }) => at));
  return Math.min(Infinity, ...times);
}

/** The points that a learner has in some of the cases. @param all every case of the course */
export function caseScore(some: readonly ScoredCase[], all: readonly ScoredCase[], records: ReadonlyMap<string, CaseRecord>): CaseScore {
  const closes = firstSixClose(all, records);
  const of = some.map(({ id, set }) => {
    const record = records.get(id);
    const answers = Object.keys(record?.answers ?? {}).length;
    return {
      points: record === undefined ? 0 : casePoints(record, set === "first" ? closes : Infinity),
      isBegun: answers > 0,
      isAnswered: answers === CASE_QUESTIONS.length,
    };
  });
  return {
    points: of.reduce((sum, { points }) => sum + points, 0),
    of: CASE_POINTS * some.length,
    begun: of.filter(({ isBegun }) => isBegun).length,
    answered: of.filter(({ isAnswered }) => isAnswered).length,
  };
}
