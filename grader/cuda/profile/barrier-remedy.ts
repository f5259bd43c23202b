import { WARP_SIZE } from "#simulator";
import type { Coordinates, Finding } from "../machine/findings.ts";
import type { Span } from "../source-error.ts";
import type { Expression, Statement } from "../syntax/tree.ts";
import { AccessPair, type BarrierPlace } from "./barrier-places.ts";
import { linesWords, listed, type Remedy } from "./remedy.ts";
import type { RemedyTrials, TriedChange } from "./remedy-trials.ts";
import { freshName, pathTo, writtenText } from "./source-path.ts";
import { inOrder, type TextEdit } from "./text-edits.ts";

/** The most barriers that are put into a kernel at once. */
const MOST_BARRIERS = 16;

/** A race between threads of one block, with the place of its other access. */
export interface BlockRace {
  /** In the list of findings. */
  readonly number: number;
  readonly finding: Finding;
  readonly other: { readonly span: Span; readonly thread: Coordinates };
}

/** Barriers that end races, where they stand, and which pairs of accesses they were looked for. */
export interface BarrierRemedy extends Remedy {
  readonly places: readonly BarrierPlace[];
}

/**
 * Looks for barriers that end a launch's races within blocks, by running it with them: first those that each pair of accesses calls for, all
 * at once; else those that leave the fewest races, one after the other, until a race is gone. Barriers without which as much is ended are
 * left out. One that not all threads reach, or that leads to another finding, is none. Where the threads that are known are of one warp, a
 * barrier of the warp may do.
 *
 * @param races the first is the one to end
 */
export function barrierRemedy(races: readonly BlockRace[], trials: RemedyTrials): BarrierRemedy | undefined {
  const { block } = trials.launch;
  const isOfOneWarp = races.every(({ finding, other }) => warpOf(finding.thread, block) === warpOf(other.thread, block));
  for (const barrier of isOfOneWarp ? ["__syncwarp()", "__syncthreads()"] : ["__syncthreads()"]) {
    const search = new BarrierSearch(races, trials, barrier);
    const remedy = search.find();
    if (remedy) return remedy;
  }
  return undefined;
}

/** The search for barriers of one kind. */
class BarrierSearch {
  readonly #races: readonly (BlockRace & { readonly pair: AccessPair })[];
  readonly #trials: RemedyTrials;
  readonly #barrier: string;

  constructor(races: readonly BlockRace[], trials: RemedyTrials, barrier: string) {
    this.#races = races.map((race) => ({ ...race, pair: new AccessPair(trials.file, race.finding.span, race.other.span) }));
    this.#trials = trials;
    this.#barrier = barrier;
  }

  find(): BarrierRemedy | undefined {
    const text = `${this.#barrier};`;
    const pairs = this.#races.map(({ pair }) => pair);
    const asked = distinct(missingPlaces(pairs, text));
    const cuts = distinct(pairs.flatMap((pair) => this.#cuts(pair, "")));
    const cutsOfLoops = distinct(pairs.flatMap((pair) => this.#cuts(pair, ` ${text}`)));
    const ends = distinct(
      pairs.flatMap(({ own, other }) => [own, other].flatMap((span) => new AccessPair(this.#trials.file, span, span).loopEnds(text))),
    );
    const between = asked.filter(({ kind }) => kind === "after");
    for (const places of [asked, [...between, ...cuts], [...asked, ...cuts], [...between, ...cutsOfLoops]]) {
      const found = this.#allAtOnce(places);
      if (found) return found;
    }
    const near = distinct(pairs.flatMap((pair) => [...pair.placeBetween(text), ...pair.loopEnds(text)]));
    for (const candidates of [near, distinct([...near, ...ends, ...cuts])]) {
      const found = this.#oneByOne(candidates);
      if (found) return found;
    }
    return undefined;
  }

  #allAtOnce(places: readonly BarrierPlace[]): BarrierRemedy | undefined {
    if (places.length === 0 || places.length > MOST_BARRIERS) return undefined;
    const change = this.#try(places);
    if (change === undefined || this.#races.some(({ finding }) => !this.#trials.isEnded(finding, change))) return undefined;
    return this.#withoutIdle(places, change);
  }

  #oneByOne(candidates: readonly BarrierPlace[]): BarrierRemedy | undefined {
    const target = this.#races[0]!.finding;
    let chosen: readonly BarrierPlace[] = [];
    let best: TriedChange | undefined;
    while (chosen.length < MOST_BARRIERS && (best === undefined || !this.#trials.isEnded(target, best))) {
      let better: { readonly place: BarrierPlace; readonly change: TriedChange } | undefined;
      for (const place of candidates) {
        if (chosen.includes(place)) continue;
        const change = this.#try([...chosen, place]);
        if (change && change.races < (better?.change ?? best ?? this.#trials).races) better = { place, change };
      }
      if (better === undefined) return undefined;
      chosen = [...chosen, better.place];
      best = better.change;
    }
    return best && this.#remedy(chosen, best);
  }

  /** Leaves out barriers without which as much is ended. */
  #withoutIdle(places: readonly BarrierPlace[], change: TriedChange): BarrierRemedy {
    for (const place of places.toReversed()) {
      const others = places.filter((other) => other !== place);
      const without = this.#try(others);
      if (without && [...without.left].every((key) => change.left.has(key))) return this.#withoutIdle(others, without);
    }
    return this.#remedy(places, change);
  }

  #try(places: readonly BarrierPlace[]): TriedChange | undefined {
    return this.#trials.try(editsOf(places));
  }

  #remedy(places: readonly BarrierPlace[], change: TriedChange): BarrierRemedy {
    const { microseconds } = this.#trials.before;
    return {
      words: this.#words(places),
      edits: editsOf(places),
      ends: this.#trials.endedBy(change),
      microseconds: { before: microseconds, after: change.microseconds },
      places,
    };
  }

  #words(places: readonly BarrierPlace[]): string {
    const line = (offset: number): number => this.#trials.places.at(offset).line;
    const after = places.filter(({ kind }) => kind === "after").map(({ at }) => line(at.to - 1));
    const within = places.filter(({ kind }) => kind === "within").map(({ at, named = at }) => line(named.from));
    const loops = places.filter(({ kind }) => kind === "end-of-loop").map(({ at }) => line(at.from));
    return `\`${this.#barrier}\` ${listed([
      ...(after.length > 0 ? [`after ${linesWords(after)}`] : []),
      ...(within.length > 0 ? [`between the read and the write in ${linesWords(within)}`] : []),
      ...loops.map((loop) => `at the end of the loop in line ${loop}`),
    ])}`;
  }

  /** Where both accesses are of one assignment: it reads first, and writes behind a barrier. @param behind another barrier, after it */
  #cuts(pair: AccessPair, behind: string): BarrierPlace[] {
    const { file, launch } = this.#trials;
    const path = pathTo(file, pair.own);
    const assigned = path?.nodes.findIndex((node) => node.kind === "expression" && node.expression.kind === "assignment") ?? -1;
    if (path === undefined || assigned === -1) return [];
    const statement = path.nodes[assigned] as Extract<Statement, { kind: "expression" }>;
    const outer = path.nodes
      .slice(0, assigned)
      .filter((node) => node.kind !== "block" || node.statements.length > 1)
      .at(-1);
    const condition = outer?.kind === "if" && outer.otherwise === undefined && outer.declaration === undefined ? outer : undefined;
    const cut = condition ?? statement;
    if (pair.other.from < cut.span.from || pair.other.to > cut.span.to) return [];
    const written = (expression: Expression): string => writtenText(launch.text, expression.span);
    const { target, value, operator } = statement.expression as Extract<Expression, { kind: "assignment" }>;
    const name = freshName("value", launch.text);
    const test = condition && `if (${written(condition.test)}) `;
    const sum = operator === "=" ? written(value) : `${written(target)} ${operator.slice(0, -1)} ${operandText(value, written(value))}`;
    const read =
      test === undefined
        ? `const auto ${name} = ${sum};`
        : `auto ${name} = ${written(target)}; ${test}${name} ${operator} ${written(value)};`;
    const text = `{ ${read} ${this.#barrier}; ${test ?? ""}${written(target)} = ${name};${behind} }`;
    const { from, to } = cut.span;
    return [{ edits: [{ offset: from, removes: to - from, text }], at: cut.span, named: statement.span, kind: "within" }];
  }
}

function operandText({ kind }: Expression, written: string): string {
  return ["number", "name", "index", "call", "member"].includes(kind) ? written : `(${written})`;
}

/**
 * Where barriers are missing between pairs of accesses: at the end of the loop for a pair that meets in its next pass, and as few as may be
 * between the others.
 */
function missingPlaces(pairs: readonly AccessPair[], barrier: string): BarrierPlace[] {
  const ends = pairs.flatMap((pair) => (isAcrossPasses(pair) ? pair.loopEnds(barrier).slice(0, 1) : []));
  const between: BarrierPlace[] = [];
  let open = pairs.map((pair) => ({ pair, places: isAcrossPasses(pair) ? [] : pair.placeBetween(barrier) }));
  for (;;) {
    open = open.filter(({ pair, places }) => places.length > 0 && !between.some((place) => pair.isOrderedBy(place)));
    const candidates = distinct(open.flatMap(({ places }) => places));
    if (candidates.length === 0) return [...between, ...ends];
    const orders = (place: BarrierPlace): number => open.filter(({ pair }) => pair.isOrderedBy(place)).length;
    between.push(candidates.reduce((best, place) => (orders(place) > orders(best) ? place : best)));
  }
}

function isAcrossPasses(pair: AccessPair): boolean {
  return pair.acrossPasses !== undefined || (pair.loops.length > 0 && (pair.isBackwards || pair.placeBetween("").length === 0));
}

/**
 * Divides pairs of accesses by the missing barrier that would order them.
 *
 * @param chosen barriers that were tried and end them all; undefined: those that the pairs call for
 */
export function byMissingBarrier<Pair extends { readonly pair: AccessPair }>(
  pairs: readonly Pair[],
  chosen?: readonly BarrierPlace[],
): Pair[][] {
  const places =
    chosen ??
    missingPlaces(
      pairs.map(({ pair }) => pair),
      "",
    );
  const groups = Map.groupBy(pairs, ({ pair }) => {
    const fitting = places.filter((place) => pair.isOrderedBy(place));
    const isWanted = ({ kind }: BarrierPlace): boolean => (kind === "end-of-loop") === isAcrossPasses(pair);
    return fitting.find(isWanted) ?? fitting[0] ?? chosen?.[0] ?? pair;
  });
  return [...groups.values()];
}

function distinct(places: readonly BarrierPlace[]): BarrierPlace[] {
  return [...new Map(places.map((place) => [JSON.stringify(place.edits), place])).values()];
}

function editsOf(places: readonly BarrierPlace[]): TextEdit[] {
  return inOrder(places.flatMap(({ edits }) => edits));
}

function warpOf([x, y, z]: Coordinates, [width, height]: Coordinates): number {
  return Math.floor((x + width * (y + height * z)) / WARP_SIZE);
}
