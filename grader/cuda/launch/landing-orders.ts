import type { Finding } from "../machine/findings.ts";
import type { ChooseLanding, PendingCopy } from "../machine/bulk-copies.ts";

/**
 * Bulk copies land in any order. A launch is run with them in the order in which they begin; a small one is run again with each other order, as
 * far as the bounds reach: what hangs with one of them hangs on a GPU some day.
 */

/** The most orders that are tried, and the most steps of warps that they take together. */
const MOST_ORDERS = 32;
const MOST_STEPS = 2_000_000;
/** So many copies are recorded: launches with more are larger than those that are tried again. */
const MOST_RECORDED = 4096;
/** A launch with more steps is not tried with other orders. */
export const MOST_STEPS_TO_EXPLORE = 200_000;

/** Records where one of several copies had to land next. */
export class LandingRecord {
  /** How many copies were on their way, each time that several were. */
  readonly counts: number[] = [];
  /** The copies in the order in which they landed. */
  readonly landed: PendingCopy[] = [];
  /** The first copy that landed before an earlier one, with that one. */
  overtaking: readonly [first: PendingCopy, before: PendingCopy] | undefined;
  readonly #choices: readonly number[];

  /** @param choices the copy that lands at each such time; later, the first */
  constructor(choices: readonly number[] = []) {
    this.#choices = choices;
  }

  /** The launch starts, or restarts from its first block. */
  start(): void {
    this.counts.length = 0;
    this.landed.length = 0;
    this.overtaking = undefined;
  }

  readonly choose: ChooseLanding = (copies) => {
    const choice = copies.length === 1 ? 0 : Math.min(this.#choices[this.counts.length] ?? 0, copies.length - 1);
    if (this.landed.length === MOST_RECORDED) return 0;
    if (copies.length > 1) this.counts.push(copies.length);
    this.landed.push(copies[choice]!);
    if (choice > 0) this.overtaking ??= [copies[choice]!, copies[0]!];
    return choice;
  };
}

interface TriedRun {
  readonly status: string;
  readonly steps: number;
  readonly findings: readonly Finding[];
}

/**
 * The finding of a launch that hangs with copies in another order; undefined if none of the orders that were tried does.
 *
 * @param counts of the run with the copies in their own order: see `LandingRecord`
 * @param run runs the launch with the order of a record
 */
export function hangInAnotherOrder(counts: readonly number[], run: (record: LandingRecord) => TriedRun): Finding | undefined {
  let steps = 0;
  const left = alternatives([], counts);
  for (let tried = 0; tried < MOST_ORDERS && steps < MOST_STEPS; tried++) {
    const choices = left.shift();
    if (choices === undefined) return undefined;
    const record = new LandingRecord(choices);
    const result = run(record);
    steps += result.steps;
    const hang = result.status === "deadlock" ? result.findings.find(({ kind }) => kind === "deadlock") : undefined;
    if (hang && record.overtaking) return inOrder(hang, record);
    if (left.length < MOST_ORDERS) left.push(...alternatives(choices, record.counts));
  }
  return undefined;
}

/** The first choices that differ from those of a run at one later time for the first time. */
function alternatives(choices: readonly number[], counts: readonly number[]): number[][] {
  const found: number[][] = [];
  for (let time = choices.length; time < counts.length; time++) {
    const before = Array.from({ length: time }, (_, at) => choices[at] ?? 0);
    for (let choice = 1; choice < counts[time]!; choice++) {
      found.push([...before, choice]);
      if (found.length === MOST_ORDERS) return found;
    }
  }
  return found;
}

function inOrder({ since, ...finding }: Finding, { overtaking, landed }: LandingRecord): Finding {
  const [first, before] = overtaking!;
  const message = `This hangs if copy ${first.id} lands before copy ${before.id}, numbered as they begin; in that order the launch ends. ${finding.message}`;
  // Of so many, not all are recorded.
  if (landed.length === MOST_RECORDED) return { ...finding, message };
  const times = landed.flatMap(({ begun, landed: end }) => [begun, end!]);
  const numbers = new Map([...times, since!].sort((a, b) => a - b).map((time, at) => [time, at + 1]));
  const copies = landed.map(({ id, span, begun, landed: end, describe }) => ({
    copy: id,
    span,
    ...describe(),
    begun: numbers.get(begun)!,
    landed: numbers.get(end!)!,
  }));
  return { ...finding, message, landings: { copies, waits: numbers.get(since!)!, hangs: numbers.size } };
}
