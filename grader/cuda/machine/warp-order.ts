/** What a fence for copies is for: stores to a memory, or the initialization of barrier objects. */
type FencedSpace = "shared" | "global" | "barriers";

/** A vector clock: the accesses that a warp, or some of its lanes, know to be over when they meet others. */
export interface Knowledge {
  /** For each warp of the cluster, the segment before which the accesses of all its lanes are over. */
  readonly over: Int32Array;
  /** For each warp, lanes whose accesses are over further on, before `lanesOver`: they have arrived somewhere without meeting the others. */
  readonly lanes: Int32Array;
  readonly lanesOver: Int32Array;
  /** For each warp, the segment before which its stores to a space are visible to bulk copies: a fence has come behind them. */
  readonly fenced: Readonly<Record<FencedSpace, Int32Array>>;
  /** For each agent that copies, how many of its phases or groups are complete: see `WarpOrder.agent`. */
  readonly complete: number[];
}

/** The vector clock of some lanes of a warp, which the others don't know before they meet them. */
interface LanesKnowledge {
  lanes: number;
  readonly knowledge: Knowledge;
}

/** A lane of the access that is to be over; or several, which aren't known; or whichever. */
type LaneOfAccess = number | "several" | "any";

const ALL_LANES = -1;

/**
 * Who comes after whom among the warps of a cluster, by vector clocks (Mattern 1989): objects that warps meet at, barriers of any kind, carry
 * what those that arrive know to those that wait. Time is cut into the segments of `EpochClock`. Lanes of a warp that arrive or wait without the
 * others hand on, and learn, what is theirs; the warp knows it once its lanes meet.
 */
export class WarpOrder {
  readonly warps: number;
  readonly #known: readonly Knowledge[];
  readonly #ofLanes: (LanesKnowledge | undefined)[];
  #agents = 0;

  /** @param warps of the cluster */
  constructor(warps: number) {
    this.warps = warps;
    this.#known = Array.from({ length: warps }, () => nothing(warps));
    this.#ofLanes = new Array<undefined>(warps).fill(undefined);
  }

  /** A cluster starts: nobody knows of anybody. */
  restart(): void {
    this.#agents = 0;
    this.#ofLanes.fill(undefined);
    for (const { over, lanes, lanesOver, fenced, complete } of this.#known) {
      for (const numbers of [over, lanes, lanesOver, fenced.shared, fenced.global, fenced.barriers]) numbers.fill(0);
      complete.length = 0;
    }
  }

  /** A number for what completes phases or groups of copies: a barrier object, or the groups of a thread. */
  agent(): number {
    return this.#agents++;
  }

  /** Whether an access of a warp in a segment is over for another one. @param toLane of that one; not given, any of its lanes is meant */
  isOver(segment: number, of: number, to: number, lane: LaneOfAccess = "any", toLane?: number): boolean {
    return of === to || this.isOverByBarrier(segment, of, to, lane, toLane);
  }

  /** The same by what is handed on at barriers only: also for two lanes of one warp, which may meet there and nowhere else. */
  isOverByBarrier(segment: number, of: number, to: number, lane: LaneOfAccess, toLane?: number): boolean {
    if (isOverFor(this.#known[to]!, segment, of, lane)) return true;
    const own = this.#heldBy(to, toLane);
    return own !== undefined && isOverFor(own, segment, of, lane);
  }

  /** Whether a warp knows of anything that another one has done. */
  hasMet(warp: number, other: number): boolean {
    return warp === other || this.#views(warp).some(({ over, lanesOver }) => over[other]! > 0 || lanesOver[other]! > 0);
  }

  /** Whether a warp's stores of a segment to a space, or its initializations of barrier objects, are visible to the copies of another one. */
  isFenced(segment: number, of: number, to: number, space: FencedSpace): boolean {
    return this.#views(to).some(({ fenced }) => segment < fenced[space][of]!);
  }

  /** How many phases or groups of an agent a warp knows to be complete. @param lane of it; not given, any of its lanes is meant */
  completeFor(warp: number, agent: number, lane?: number): number {
    const known = this.#known[warp]!.complete[agent] ?? 0;
    return Math.max(known, this.#heldBy(warp, lane)?.complete[agent] ?? 0);
  }

  /** How many of them all lanes of a warp know to be complete. */
  completeForAll(warp: number, agent: number): number {
    return this.#known[warp]!.complete[agent] ?? 0;
  }

  /** Lanes of a warp learn that so many phases or groups of an agent are complete. */
  completed(warp: number, agent: number, count: number, lanes: number): void {
    const { complete } = this.#toLanes(warp, lanes);
    complete[agent] = Math.max(complete[agent] ?? 0, count);
  }

  /** A proxy fence of a warp. @param segment that starts behind it */
  fence(warp: number, segment: number, space: FencedSpace): void {
    const segments = this.#known[warp]!.fenced[space];
    for (const { over, lanesOver } of this.#views(warp)) {
      for (let other = 0; other < this.warps; other++)
        segments[other] = Math.max(segments[other]!, over[other]!, lanesOver[other]!, other === warp ? segment : 0);
    }
  }

  /**
   * Hands on what lanes of a warp know and have done.
   *
   * @param segment that starts behind it
   * @param met the segment before which all lanes of the warp have met these
   */
  release(warp: number, segment: number, into: Knowledge, lanes = ALL_LANES, met = segment): void {
    join(into, this.#known[warp]!);
    const own = this.#ofLanes[warp];
    if (own && (own.lanes & lanes) !== 0) join(into, own.knowledge);
    into.over[warp] = Math.max(into.over[warp]!, lanes === ALL_LANES ? segment : met);
    if (lanes === ALL_LANES) return;
    into.lanes[warp] = lanes | (into.lanesOver[warp]! > into.over[warp]! ? into.lanes[warp]! : 0);
    into.lanesOver[warp] = segment;
  }

  /** Lanes of a warp learn what is handed on. */
  acquire(warp: number, from: Knowledge, lanes = ALL_LANES): void {
    join(this.#toLanes(warp, lanes), from);
  }

  /** Lanes of a warp meet: what one of them has learnt, all know. */
  meet(warp: number, lanes: number): void {
    const own = this.#ofLanes[warp];
    if (!own || (own.lanes & lanes) === 0) return;
    own.lanes |= lanes;
    if (own.lanes !== ALL_LANES) return;
    join(this.#known[warp]!, own.knowledge);
    this.#ofLanes[warp] = undefined;
  }

  /** Nothing known, to be handed on. */
  empty(): Knowledge {
    return nothing(this.warps);
  }

  /** Where what lanes learn is kept. Lanes that learn one after the other without meeting count as one. */
  #toLanes(warp: number, lanes: number): Knowledge {
    if (lanes === ALL_LANES) return this.#known[warp]!;
    const own = (this.#ofLanes[warp] ??= { lanes, knowledge: nothing(this.warps) });
    own.lanes |= lanes;
    return own.knowledge;
  }

  /** The clock of a lane, or of any, beside that of its whole warp; undefined if it has none. */
  #heldBy(warp: number, lane?: number): Knowledge | undefined {
    const own = this.#ofLanes[warp];
    return own !== undefined && (lane === undefined || ((own.lanes >>> lane) & 1) !== 0) ? own.knowledge : undefined;
  }

  /** All that is known in a warp. */
  #views(warp: number): Knowledge[] {
    const own = this.#heldBy(warp);
    return own ? [this.#known[warp]!, own] : [this.#known[warp]!];
  }
}

function isOverFor({ over, lanes, lanesOver }: Knowledge, segment: number, of: number, lane: LaneOfAccess): boolean {
  if (segment < over[of]!) return true;
  if (segment >= lanesOver[of]!) return false;
  const mask = lanes[of]!;
  if (lane === "any") return true;
  // Of several lanes that loaded a word, only one is remembered.
  return lane === "several" ? (mask & (mask - 1)) !== 0 : ((mask >>> lane) & 1) !== 0;
}

function nothing(warps: number): Knowledge {
  const numbers = (): Int32Array => new Int32Array(warps);
  return {
    over: numbers(),
    lanes: numbers(),
    lanesOver: numbers(),
    fenced: { shared: numbers(), global: numbers(), barriers: numbers() },
    complete: [],
  };
}

/** Adds what one knows to what another does. */
export function join(to: Knowledge, from: Knowledge): void {
  raise(to.over, from.over);
  for (let warp = 0; warp < to.over.length; warp++) {
    const before = to.lanesOver[warp]! > to.over[warp]! ? to.lanes[warp]! : 0;
    const more = from.lanesOver[warp]! > to.over[warp]! ? from.lanes[warp]! : 0;
    to.lanes[warp] = before | more;
    to.lanesOver[warp] = Math.max(to.lanesOver[warp]!, from.lanesOver[warp]!);
  }
  raise(to.fenced.shared, from.fenced.shared);
  raise(to.fenced.global, from.fenced.global);
  raise(to.fenced.barriers, from.fenced.barriers);
  for (const [agent, count] of from.complete.entries()) {
    if (count !== undefined && count > (to.complete[agent] ?? 0)) to.complete[agent] = count;
  }
}

function raise(to: Int32Array, from: Int32Array): void {
  for (let warp = 0; warp < to.length; warp++) if (from[warp]! > to[warp]!) to[warp] = from[warp]!;
}
