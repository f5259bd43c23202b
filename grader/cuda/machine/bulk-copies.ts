import type { Span } from "../source-error.ts";
import type { Copy } from "./cluster-races.ts";
import type { Coordinates } from "./findings.ts";
import type { WarpOrder } from "./warp-order.ts";

/** A copy on its way. Times count what happens with a launch's copies: one begins or lands, or a warp begins to wait. */
export interface PendingCopy {
  /** Its number in the order in which the launch's copies begin, from 1. */
  readonly id: number;
  readonly span: Span;
  readonly begun: number;
  /** Undefined as long as it is on its way. */
  readonly landed: number | undefined;
  readonly describe: () => CopyDescription;
}

/** Who has begun a copy, and what it moves. */
export interface CopyDescription {
  readonly thread: Coordinates;
  readonly block: Coordinates;
  readonly bytes: number;
  /** "to `tile`": where it lands in shared memory, or what it takes from there. */
  readonly where: string;
}

/** Chooses which of the copies on their way lands next, by its place in the order in which they began. */
export type ChooseLanding = (copies: readonly PendingCopy[]) => number;

/** A bulk copy. */
export interface BulkCopy extends Copy, PendingCopy {
  readonly rank: number;
  /** The block whose shared memory it goes to; undefined for a copy to global memory. */
  readonly target: number | undefined;
  readonly thread: number;
  /** The phase of its barrier object that was current when it began; undefined for copies that are waited for in groups. */
  readonly phase?: number;
  /** Carries it out. */
  readonly land: () => void;
  landed: number | undefined;
}

/** The bulk copies of a thread that it waits for in groups. */
export interface ThreadCopies {
  /** The number under which warps know which of its groups have read shared memory. */
  readonly agent: number;
  /** The number under which they know which are complete: their bytes are in global memory. */
  readonly written: number;
  /** Copies that no group has yet. */
  open: BulkCopy[];
  readonly groups: (readonly BulkCopy[])[];
  /** How many of the first groups are known to have landed. */
  landed: number;
}

/** The bulk copies of a launch: those on their way land one by one, when nobody can go on without them. */
export class BulkCopies {
  readonly #order: WarpOrder | undefined;
  readonly #choose: ChooseLanding;
  #pending: BulkCopy[] = [];
  /** Those of the cluster that runs. */
  #all: BulkCopy[] = [];
  #begun = 0;
  #time = 0;
  readonly #threads = new Map<number, ThreadCopies>();

  /** @param choose which lands next; by default the one that began first */
  constructor(order: WarpOrder | undefined, choose: ChooseLanding = () => 0) {
    this.#order = order;
    this.#choose = choose;
  }

  /** A cluster starts: no copy is on its way. */
  clear(): void {
    this.#pending = [];
    this.#all = [];
    this.#threads.clear();
  }

  /** Counts something that happens: see `PendingCopy`. */
  tick(): number {
    return ++this.#time;
  }

  /** A copy begins. */
  begin(copy: Pick<BulkCopy, "agent" | "phase" | "span" | "rank" | "target" | "thread" | "land" | "describe" | "isReduction">): BulkCopy {
    const begun = { ...copy, id: ++this.#begun, ordinal: undefined, begun: this.tick(), landed: undefined };
    this.#pending.push(begun);
    this.#all.push(begun);
    return begun;
  }

  /** Lands a copy that is on its way. Returns false if there is none. */
  land(): boolean {
    if (this.#pending.length === 0) return false;
    const [copy] = this.#pending.splice(this.#choose(this.#pending), 1);
    copy!.landed = this.tick();
    copy!.land();
    return true;
  }

  /**
   * A copy from or to the shared memory of a block that may still be on its way.
   *
   * @param isKnown whether a warp of the block knows it to be complete; not given, those are on their way that have not landed
   */
  unfinishedOf(rank: number, isKnown?: (copy: BulkCopy) => boolean): BulkCopy | undefined {
    const isOf = ({ rank: from, target = from }: BulkCopy): boolean => target === rank;
    if (!isKnown) return this.#pending.find(isOf);
    this.#all = this.#all.filter((copy) => !isOf(copy) || !isKnown(copy));
    return this.#all.find(isOf);
  }

  /** @param thread its number in the cluster */
  ofThread(thread: number): ThreadCopies {
    let copies = this.#threads.get(thread);
    const agent = (): number => this.#order?.agent() ?? 0;
    if (!copies) this.#threads.set(thread, (copies = { agent: agent(), written: agent(), open: [], groups: [], landed: 0 }));
    return copies;
  }

  /** Whether a thread's first groups have all landed, so many of them. */
  haveLanded(copies: ThreadCopies, groups: number): boolean {
    while (copies.landed < groups && copies.groups[copies.landed]!.every(({ landed }) => landed !== undefined)) copies.landed++;
    return copies.landed >= groups;
  }

  /** A thread's copies since its last group are a group. */
  commit(thread: number): void {
    const copies = this.ofThread(thread);
    for (const copy of copies.open) copy.ordinal = copies.groups.length;
    copies.groups.push(copies.open);
    copies.open = [];
  }
}
