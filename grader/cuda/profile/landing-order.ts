import type { Coordinates, LandingOrder } from "../machine/findings.ts";
import { threadName } from "../machine/access-sentence.ts";
import { count } from "#pictures/format.ts";

/** The order of copies with which a launch hangs, with their places in the text. */
export interface LandingReport extends Omit<LandingOrder, "copies"> {
  readonly copies: readonly (Omit<LandingOrder["copies"][number], "span"> & { readonly line: number; readonly column: number })[];
}

/** The finding's own fields that its order is told with. */
interface Hang {
  readonly line: number;
  readonly thread?: Coordinates | undefined;
  readonly block?: Coordinates | undefined;
  readonly landings: LandingReport;
}

/** A span of time in the drawing: columns from 0, one for each event. */
interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** The order as plain data that a time line is drawn from, and told with. */
export interface LandingPicture {
  /** In the order in which the copies begin. */
  readonly rows: readonly (TimeSpan & { readonly copy: number; readonly what: string })[];
  /** The thread's last wait: to the end. */
  readonly wait: TimeSpan & { readonly thread: string };
  /** Where nothing goes on: nothing happens in the last column. */
  readonly hangs: number;
  readonly columns: number;
  /** How many copies are left out: those that had landed before the order differs, and what is more than the rows. */
  readonly rest: string | undefined;
  /** What happens, an event each, in this order. */
  readonly events: readonly string[];
  readonly sentence: string;
}

const MOST_ROWS = 12;

/** The copies that are on their way or begin once one has overtaken another, the two of them always; at most `MOST_ROWS`. */
function shownCopies({ copies }: LandingReport): { shown: LandingReport["copies"]; overtaker: number; overtaken: number } {
  const at = copies.findIndex(({ copy, landed }) => copies.some((other) => other.copy < copy && other.landed > landed));
  const [first, ...later] = copies.slice(at);
  const overtaken = later.reduce((one, other) => (other.copy < one.copy ? other : one));
  const rest = later.filter((copy) => copy !== overtaken).slice(0, MOST_ROWS - 2);
  const shown = [first!, overtaken, ...rest].sort((a, b) => a.copy - b.copy);
  return { shown, overtaker: first!.copy, overtaken: overtaken.copy };
}

export function landingPicture({ line, thread = [0, 0, 0], block = [0, 0, 0], landings }: Hang): LandingPicture {
  const { shown, overtaker, overtaken } = shownCopies(landings);
  const waiter = threadName(thread, block);
  const events = [
    ...shown.flatMap(({ copy, begun, landed, line: at, thread: beginner, block: home, bytes, where }) => [
      { time: begun, words: `${threadName(beginner, home)} begins copy ${copy}, ${count(bytes)} bytes ${where} (line ${at})` },
      { time: landed, words: `copy ${copy} lands` },
    ]),
    { time: landings.waits, words: `${waiter} waits (line ${line})` },
  ].sort((a, b) => a.time - b.time);
  const columns = new Map(events.map(({ time }, column) => [time, column]));
  const hangs = events.length;
  const left = landings.copies.length - shown.length;
  return {
    rows: shown.map(({ copy, begun, landed, bytes, where }) => ({
      copy,
      what: `${count(bytes)} bytes ${where}`,
      from: columns.get(begun)!,
      to: columns.get(landed)!,
    })),
    wait: { thread: waiter, from: columns.get(landings.waits)!, to: hangs + 1 },
    hangs,
    columns: hangs + 1,
    rest: left === 0 ? undefined : `${left === 1 ? "1 more copy is" : `${count(left)} more copies are`} left out.`,
    events: [...events.map(({ words }) => words), "nothing is on its way any more, and the wait goes on"],
    sentence: `Copy ${overtaker} lands before copy ${overtaken}. Once all have landed, ${waiter} still waits, and nothing is on its way that could end it.`,
  };
}
