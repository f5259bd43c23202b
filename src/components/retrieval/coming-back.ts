import { conceptsAbout, concepts, lessonsInOrder, type ConceptId } from "#notebook/evidence/concepts.ts";
import type { ConceptState } from "#notebook/evidence/concept-state.ts";
import type { Dice } from "../quiz/question.ts";

/** Where a learner stands with concepts; one that is missing is new. */
export type States = ReadonlyMap<string, ConceptState>;

/** Questions of a warm-up. */
export const WARM_UP_LENGTH = 5;
/** A lesson this far back is no longer recent. */
const LONG_AGO = 3;

/**
 * The concepts that a lesson begins with: one of the two lessons before, and one of a lesson three or more before; of each, what was missed
 * comes first, then what is due. Near the beginning of the course both may be one concept; the first lesson has none.
 *
 * @param lesson "<part folder>/<nn-slug>"
 * @param today as `dayOf` counts
 */
export function conceptsBefore(lesson: string, states: States, today: number, dice: Dice): ConceptId[] {
  const place = lessonsInOrder.indexOf(lesson);
  if (place <= 0) return [];
  // The lessons from here on are recent; near the beginning, only the last one.
  const since = Math.max(1, place - LONG_AGO + 1);
  const recent = mostWanted(aboutLessons(lessonsInOrder.slice(Math.min(since, place - 1), place)), states, today, dice);
  const before = aboutLessons(lessonsInOrder.slice(0, since));
  const others = before.filter((concept) => concept !== recent);
  return [recent, mostWanted(others.length > 0 ? others : before, states, today, dice)];
}

function aboutLessons(lessons: readonly string[]): ConceptId[] {
  return [...new Set(lessons.flatMap(conceptsAbout))];
}

function mostWanted(from: readonly ConceptId[], states: States, today: number, dice: Dice): ConceptId {
  const urgency = (concept: ConceptId): number => {
    const state = states.get(concept);
    if (state?.dueDay === undefined) return 1;
    if (state.wasMissed) return 4;
    return state.dueDay <= today ? 3 : state.standing === "shaky" ? 2 : 0;
  };
  const highest = Math.max(...from.map(urgency));
  return dice.oneOf(from.filter((concept) => urgency(concept) === highest));
}

/** The concepts that are due, the longest overdue first. */
export function dueConcepts(states: States, today: number): ConceptId[] {
  return byDueDay(states).filter((concept) => states.get(concept)!.dueDay! <= today);
}

/** The concepts that there is evidence for, in the order in which they come back. */
export function byDueDay(states: States): ConceptId[] {
  const known = concepts.map(({ id }) => id).filter((id) => states.get(id)?.dueDay !== undefined);
  return known.toSorted((a, b) => states.get(a)!.dueDay! - states.get(b)!.dueDay!);
}

/** The lesson after the last one that introduces a concept there is evidence for: what it introduces has not been met. Undefined after all. */
export function lessonAhead(states: States): string | undefined {
  const behind = concepts.filter(({ id }) => states.has(id)).map(({ lessons: [introduces] }) => lessonsInOrder.indexOf(introduces));
  return lessonsInOrder[Math.max(-1, ...behind) + 1];
}

/** The ten concepts of the placement, in the order in which lessons introduce them. */
export const PLACEMENT: readonly ConceptId[] = [
  "stride",
  "ideal-sectors",
  "order",
  "alignment",
  "layout",
  "transpose",
  "wide-lanes",
  "banks",
  "pitch",
  "reuse",
];

/**
 * The lesson to start with after the placement: the one that introduces the first concept that was not answered right; undefined where all
 * were.
 */
export function startingLesson(right: ReadonlySet<ConceptId>): string | undefined {
  const missed = PLACEMENT.find((concept) => !right.has(concept));
  return concepts.find(({ id }) => id === missed)?.lessons[0];
}
