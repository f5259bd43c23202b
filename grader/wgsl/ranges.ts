import { hull, narrowed, type Facts, type Range } from "./wgsl-value.ts";

/** The ranges of variables, and of whatever else a condition has said something of; undefined where no thread comes. */
export type State = Map<string, Range> | undefined;

/** By variable, what each of its assignments in a turn of a loop adds; undefined for a variable that is set in another way. */
export type Added = Map<string, Pick<Range, "low" | "high">[] | undefined>;

/** More turns than any loop of an index function needs. */
export const MOST_TURNS = 65_536;

export const copy = (state: State): State => state && new Map(state);

export function withFacts(state: State, facts: Facts): State {
  if (state === undefined) return undefined;
  const narrow = new Map(state);
  for (const [text, fact] of facts) {
    const range = narrowed(narrow.get(text) ?? { low: -Infinity, high: Infinity, mayBeNull: true }, fact);
    narrow.set(text, range);
  }
  return narrow;
}

export function joined(a: State, b: State): State {
  if (a === undefined || b === undefined) return copy(a ?? b);
  const all: State = new Map();
  for (const [text, range] of a) {
    const other = b.get(text);
    if (other) all.set(text, hull(range, other));
  }
  return all;
}

export function areEqual(a: State, b: State): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (a.size !== b.size) return false;
  return [...a].every(([text, { low, high, mayBeNull }]) => {
    const other = b.get(text);
    return other?.low === low && other.high === high && other.mayBeNull === mayBeNull;
  });
}

/** The state before any turn, where ranges have limits that follow from what each turn adds. */
export function withInductions(before: State, head: State, added: Added): State {
  if (before === undefined || head === undefined) return head;
  const limited = new Map(head);
  for (const [name, steps] of added) {
    const [start, range] = [before.get(name), head.get(name)];
    if (steps === undefined || start === undefined || range === undefined) continue;
    const most = steps.reduce((sum, { high }) => sum + Math.max(0, high), 0);
    const least = steps.reduce((sum, { low }) => sum + Math.min(0, low), 0);
    const grown = { low: start.low + MOST_TURNS * least, high: start.high + MOST_TURNS * most };
    limited.set(name, { ...range, low: Math.max(range.low, grown.low), high: Math.min(range.high, grown.high) });
  }
  return limited;
}

/** The later state, with no limit on the side on which a range has grown, but 0 below what is positive. */
export function widened(before: State, after: State): State {
  if (before === undefined || after === undefined) return copy(after);
  return new Map(
    [...after].map(([text, range]) => {
      const was = before.get(text) ?? range;
      const low = range.low >= was.low ? range.low : range.low >= 0 ? 0 : -Infinity;
      return [text, { low, high: range.high > was.high ? Infinity : range.high, mayBeNull: range.mayBeNull }];
    }),
  );
}
