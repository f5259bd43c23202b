/** What a choice among the exercises needs to know of each. */
export interface Choosable {
  readonly id: string;
  readonly title: string;
  readonly concepts: readonly string[];
  /** 1 to 5. */
  readonly difficulty: number;
  readonly minutes: number;
}

/** What a learner has done with an exercise. */
export interface Standing {
  /** How many times an answer was graded. */
  readonly tries: number;
  /** When it was first passed, in milliseconds since 1970; undefined if it was not. */
  readonly passedAt?: number;
}

/** An exercise that is proposed, and why. */
export interface Proposal {
  readonly id: string;
  readonly reason: string;
}

const list = new Intl.ListFormat("en-GB");
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Exercises that were not passed, the best next one first: one that was begun, then those that use most of what was passed and are at most
 * one step harder than all that, in the order of the course.
 *
 * @param exercises in the order in which the course teaches
 */
export function proposals(exercises: readonly Choosable[], standing: ReadonlyMap<string, Standing>): Proposal[] {
  const isPassed = ({ id }: Choosable): boolean => standing.get(id)?.passedAt !== undefined;
  const passed = exercises.filter(isPassed);
  const known = new Set(passed.flatMap(({ concepts }) => concepts));
  const reach = Math.max(0, ...passed.map(({ difficulty }) => difficulty)) + 1;
  const rank = (exercise: Choosable): readonly number[] => [
    (standing.get(exercise.id)?.tries ?? 0) > 0 ? 0 : 1,
    Math.max(0, exercise.difficulty - reach),
    passed.length === 0 ? 0 : -exercise.concepts.filter((concept) => known.has(concept)).length,
  ];
  return exercises
    .filter((exercise) => !isPassed(exercise))
    .map((exercise, place) => ({ exercise, rank: [...rank(exercise), place] }))
    .sort((a, b) => compare(a.rank, b.rank))
    .map(({ exercise }) => ({ id: exercise.id, reason: reasonFor(exercise, standing.get(exercise.id)?.tries ?? 0, passed) }));
}

function compare(one: readonly number[], other: readonly number[]): number {
  const differs = one.findIndex((value, i) => value !== other[i]);
  return differs < 0 ? 0 : (one[differs] ?? 0) - (other[differs] ?? 0);
}

function reasonFor({ concepts }: Choosable, tries: number, passed: readonly Choosable[]): string {
  if (tries > 0) return `You have tried it ${times(tries)}, and not passed it yet.`;
  if (passed.length === 0) return "You have passed none yet, and it asks for the least.";
  const fits = passed.filter((one) => one.concepts.some((concept) => concepts.includes(concept))).at(-1);
  if (fits === undefined) return `It begins something new: ${list.format(concepts)}.`;
  const [known, fresh] = [true, false].map((is) =>
    concepts.filter((concept) => passed.some((one) => one.concepts.includes(concept)) === is),
  ) as [string[], string[]];
  const adds = fresh.length === 0 ? "" : `, and adds ${list.format(fresh)}`;
  return `It uses ${list.format(known)}, as “${fits.title}” does, which you have passed${adds}.`;
}

/**
 * Exercises that were passed, the one most worth repeating first: what took many tries, and what is long ago.
 *
 * @param now in milliseconds since 1970
 */
export function repeats(exercises: readonly Choosable[], standing: ReadonlyMap<string, Standing>, now: number): Proposal[] {
  return exercises
    .flatMap(({ id }) => {
      const { tries = 0, passedAt } = standing.get(id) ?? {};
      return passedAt === undefined ? [] : [{ id, tries, days: Math.max(0, Math.floor((now - passedAt) / DAY_MS)) }];
    })
    .sort((a, b) => (b.days + 1) * (b.tries + 1) - (a.days + 1) * (a.tries + 1))
    .map(({ id, tries, days }) => ({
      id,
      reason: `You passed it ${daysAgo(days)}${tries > 1 ? `, after ${tries} tries` : ""}. Reset gives you the empty exercise; your answer stays in its history.`,
    }));
}

function daysAgo(days: number): string {
  if (days === 0) return "today";
  return days === 1 ? "yesterday" : `${days} days ago`;
}

function times(number: number): string {
  if (number === 1) return "once";
  return number === 2 ? "twice" : `${number} times`;
}

/** The exercises that were tried and not passed, those with most tries first. */
export function failedFirst(exercises: readonly Choosable[], standing: ReadonlyMap<string, Standing>): string[] {
  const triesOf = ({ id }: Choosable): number => standing.get(id)?.tries ?? 0;
  return exercises
    .filter((exercise) => triesOf(exercise) > 0 && standing.get(exercise.id)?.passedAt === undefined)
    .sort((a, b) => triesOf(b) - triesOf(a))
    .map(({ id }) => id);
}
