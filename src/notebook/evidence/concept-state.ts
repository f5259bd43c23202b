/** Where a learner stood when a question about a concept was answered, or an exercise passed. */
export interface Evidence {
  /** What asked: "prediction", "quiz", "retrieval", "exercise", "placement", "case". Later versions of the course may have others. */
  readonly kind: string;
  /** The question or exercise, unique among those of its kind. */
  readonly source: string;
  readonly isRight: boolean;
  /** Of an exercise: which graded answer passed, from 1. */
  readonly attempt?: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What the evidence says of a concept: nothing yet; not certain; or answered right again after a while, or at the first try of something hard. */
export type Standing = "new" | "shaky" | "sure";

export interface ConceptState {
  readonly standing: Standing;
  /** The Leitner box, from 1 (asked again tomorrow) to 5; 0 without evidence. */
  readonly box: number;
  /** The day on which the concept is to come back, as `dayOf` counts; undefined without evidence. */
  readonly dueDay: number | undefined;
  /** Whether an answer was wrong, and none was right since it has been due again. */
  readonly wasMissed: boolean;
}

/** Days from an answer to the next question, by box. */
export const BOX_DAYS = [0, 1, 3, 7, 21, 60] as const;
const LAST_BOX = BOX_DAYS.length - 1;
/** A concept in this box or a later one is sure. */
const SURE_BOX = 2;

const UNKNOWN: ConceptState = { standing: "new", box: 0, dueDay: undefined, wasMissed: false };

/**
 * What a learner's evidence for a concept says, whatever order it's given in.
 *
 * A wrong answer puts the concept into the first box, and there it stays until it is due again, whatever is answered rightly before. A right
 * one moves it on by a box if it was due, so that answering the same thing ten times on a day counts once. An exercise passed by the first
 * answer, a question of the placement and a case count as if one had been right before.
 */
export function conceptState(evidence: readonly Evidence[]): ConceptState {
  return inOrder(evidence).reduce(after, UNKNOWN);
}

function after(before: ConceptState, answer: Evidence): ConceptState {
  const today = dayOf(answer.at);
  if (!answer.isRight) return inBox(1, today, true);
  const isDue = before.dueDay === undefined || today >= before.dueDay;
  if (before.wasMissed && !isDue) return before;
  const box = Math.min(LAST_BOX, Math.max(isDue ? before.box + 1 : before.box, isStrong(answer) ? SURE_BOX : 1));
  return isDue || box > before.box ? inBox(box, today, false) : before;
}

function inBox(box: number, today: number, wasMissed: boolean): ConceptState {
  return { standing: box >= SURE_BOX ? "sure" : "shaky", box, dueDay: today + (BOX_DAYS[box] ?? 0), wasMissed };
}

/** Whether one right answer says more than that a question was met before. */
function isStrong({ kind, attempt }: Evidence): boolean {
  return kind === "exercise" ? attempt === 1 : kind === "placement" || kind === "case";
}

/** By time; of answers at the same time, in any order that depends on nothing but themselves. An exercise is passed once. */
function inOrder(evidence: readonly Evidence[]): readonly Evidence[] {
  const keyOf = (answer: Evidence): string => JSON.stringify([answer.kind, answer.source, answer.isRight, answer.attempt]);
  const sorted = evidence.toSorted((a, b) => a.at - b.at || (keyOf(a) < keyOf(b) ? -1 : 1));
  const passed = new Set<string>();
  return sorted.filter(({ kind, source, isRight }) => {
    if (kind !== "exercise" || !isRight) return true;
    const isFirst = !passed.has(source);
    passed.add(source);
    return isFirst;
  });
}

/** The number of a local day, counted from 1970. */
export function dayOf(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
}

/** When a concept comes back, said on a day: "today", "tomorrow", "in 5 days", "on 19 Dec". */
export function dueText(dueDay: number, today: number): string {
  const days = dueDay - today;
  if (days <= 0) return "today";
  if (days === 1) return "tomorrow";
  if (days < 14) return `in ${days} days`;
  const date = new Date(dueDay * 86_400_000);
  return `on ${new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }).format(date)}`;
}
