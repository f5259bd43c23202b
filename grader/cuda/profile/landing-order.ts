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

/** The order as it is told. */
export interface ToldOrder {
  /** What happens, an event each, in this order. */
  readonly events: readonly string[];
  /** How many copies are left out: those that had landed before the order differs, and what is more than `MOST_TOLD`. */
  readonly rest: string | undefined;
}

const MOST_TOLD = 12;

/** The copies that are on their way or begin once one has overtaken another, the two of them always; at most `MOST_TOLD`. */
function toldCopies({ copies }: LandingReport): LandingReport["copies"] {
  const at = copies.findIndex(({ copy, landed }) => copies.some((other) => other.copy < copy && other.landed > landed));
  const [overtaker, ...later] = copies.slice(at);
  const overtaken = later.reduce((one, other) => (other.copy < one.copy ? other : one));
  const rest = later.filter((copy) => copy !== overtaken).slice(0, MOST_TOLD - 2);
  return [overtaker!, overtaken, ...rest];
}

export function toldOrder({ line, thread = [0, 0, 0], block = [0, 0, 0], landings }: Hang): ToldOrder {
  const told = toldCopies(landings);
  const left = landings.copies.length - told.length;
  const events = [
    ...told.flatMap(({ copy, begun, landed, line: at, thread: beginner, block: home, bytes, where }) => [
      { time: begun, words: `${threadName(beginner, home)} begins copy ${copy}, ${count(bytes)} bytes ${where} (line ${at})` },
      { time: landed, words: `copy ${copy} lands` },
    ]),
    { time: landings.waits, words: `${threadName(thread, block)} waits (line ${line})` },
  ].sort((a, b) => a.time - b.time);
  return {
    events: [...events.map(({ words }) => words), "nothing is on its way any more, and the wait goes on"],
    rest: left === 0 ? undefined : `${left === 1 ? "1 more copy is" : `${count(left)} more copies are`} left out.`,
  };
}
