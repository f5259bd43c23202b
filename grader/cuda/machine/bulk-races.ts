import { WARP_SIZE } from "#simulator";
import type { SiteOp } from "../ir/access-site.ts";
import type { BulkCopy } from "./bulk-copies.ts";
import type { CopyProgress } from "./bulk-sentence.ts";
import type { Hazard } from "./findings.ts";
import type { RaceClock } from "./race-clock.ts";
import { isAtomic } from "./request-costs.ts";
import type { WarpOrder } from "./warp-order.ts";

/** A bulk copy as far as it reads or writes global memory. */
export interface GlobalCopy {
  readonly copy: BulkCopy;
  /** A reduction writes, too; several of one address don't race: each is atomic (PTX ISA, cp.reduce.async.bulk: relaxed at the scope of the GPU). */
  readonly op: "load" | "store" | "reduction";
  /** The number in the grid of the block whose thread has begun it, and of the warp in the cluster. */
  readonly block: number;
  readonly warp: number;
  /** The number under which warps know of its completion in global memory. */
  readonly agent: number;
  /** Once its cluster has ended: whether its own thread had waited until it was complete. */
  wasAwaited: boolean | undefined;
}

/** Bytes of global memory that a copy reads or writes. */
interface CopiedRange {
  readonly by: GlobalCopy;
  readonly from: number;
  readonly to: number;
}

/** A copy that something else is beside. */
interface BesideBulk {
  readonly hazard: Hazard;
  readonly by: GlobalCopy;
  /** The first address that both have. */
  readonly from: number;
}

/** Ranges are kept for each line of so many bytes; and it's noted which kinds of copies each page has. */
const LINE_SHIFT = 7;
const PAGE_SHIFT = 12;
const READ = 1;
const WRITTEN = 2;

/**
 * The bulk copies of a launch in global memory: from when one begins, until a thread knows it to be complete, it reads and writes beside all that
 * follows. Only what waits for the completion comes behind it: the phase of a barrier object for a load, for a store `cp.async.bulk.wait_group`
 * without `.read` (PTX ISA, asynchronous data movement and cp.async.bulk.wait_group).
 */
export class BulkRaces {
  readonly #clock: RaceClock;
  readonly #order: WarpOrder;
  readonly #lines = new Map<number, CopiedRange[]>();
  readonly #pages: Uint8Array;
  #running: GlobalCopy[] = [];
  #isEmpty = true;

  /** @param bytes one more than the highest address */
  constructor(clock: RaceClock, order: WarpOrder, bytes: number) {
    this.#clock = clock;
    this.#order = order;
    this.#pages = new Uint8Array((bytes >>> PAGE_SHIFT) + 1);
  }

  /** Epochs have run out. */
  forget(): void {
    this.#lines.clear();
    this.#pages.fill(0);
    this.#running = [];
    this.#isEmpty = true;
  }

  /** The blocks of a cluster have ended: from now on, what is known of their copies is what their own threads knew. */
  endCluster(): void {
    for (const by of this.#running) by.wasAwaited = this.#isKnown(by, by.warp);
    this.#running = [];
  }

  /** Whether no copy can be beside an access of this kind at these lanes' addresses. */
  isFree(op: SiteOp, bytesPerLane: number, activeMask: number, addressOf: (lane: number) => number): boolean {
    if (this.#isEmpty) return true;
    const kinds = op === "load" ? WRITTEN : READ | WRITTEN;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((activeMask >>> lane) & 1) === 0) continue;
      const address = addressOf(lane);
      if ((this.#pages[address >>> PAGE_SHIFT]! | this.#pages[(address + bytesPerLane - 1) >>> PAGE_SHIFT]!) & kinds) return false;
    }
    return true;
  }

  /** A copy that a thread's access is beside, with the hazard. */
  beside(op: SiteOp, address: number, bytes: number, lane: number): BesideBulk | undefined {
    return this.#find(op === "load" ? "load" : "store", address, address + bytes, lane, (by) => isAtomic(op) && by.op === "reduction");
  }

  /**
   * A copy begins to read or write some bytes. Returns another one that it is beside.
   *
   * @param isSame whether its bytes are what is there already: to write them is no race with a copy that has landed
   */
  begin(by: GlobalCopy, from: number, to: number, lane: number, isSame: (from: number, to: number) => boolean): BesideBulk | undefined {
    const found = this.#find(by.op === "load" ? "load" : "store", from, to, lane, (other, start, end) => {
      if (by.op === "reduction" && other.op === "reduction") return true;
      return by.op === "store" && other.op === "store" && other.copy.landed !== undefined && isSame(start, end);
    });
    this.#record(by, from, to);
    return found;
  }

  /** Whether a lane of the warp that runs, or any, knows a copy to be complete, or is ordered behind its block. */
  isOver(by: GlobalCopy, lane?: number): boolean {
    if (by.wasAwaited === undefined) return this.#isKnown(by, this.#clock.warp, lane);
    return by.wasAwaited && this.#clock.isBlockPublished(by.block);
  }

  /** How far a copy is that is not over for the warp that runs. */
  progressOf(by: GlobalCopy): CopyProgress {
    if (by.wasAwaited !== undefined) return "of other blocks";
    if (this.#isKnown(by, by.warp)) return "unannounced";
    if (by.op === "load") return "loading";
    const { agent, ordinal } = by.copy;
    return ordinal !== undefined && this.#order.completeFor(by.warp, agent) > ordinal ? "read" : "storing";
  }

  #isKnown({ agent, copy }: GlobalCopy, warp: number, lane?: number): boolean {
    return copy.ordinal !== undefined && this.#order.completeFor(warp, agent, lane) > copy.ordinal;
  }

  #find(
    op: "load" | "store",
    from: number,
    to: number,
    lane: number,
    isFine: (by: GlobalCopy, from: number, to: number) => boolean,
  ): BesideBulk | undefined {
    if (this.#isEmpty) return undefined;
    for (let line = from >>> LINE_SHIFT; line <= (to - 1) >>> LINE_SHIFT; line++) {
      for (const range of this.#lines.get(line) ?? []) {
        const { by } = range;
        const reads = by.op === "load";
        const [start, end] = [Math.max(from, range.from), Math.min(to, range.to)];
        if ((reads && op === "load") || start >= end || this.isOver(by, lane) || isFine(by, start, end)) continue;
        return { by, from: start, hazard: op === "load" ? "RAW" : reads ? "WAR" : "WAW" };
      }
    }
    return undefined;
  }

  #record(by: GlobalCopy, from: number, to: number): void {
    this.#isEmpty = false;
    if (this.#running.at(-1) !== by) this.#running.push(by);
    const range = { by, from, to };
    const kind = by.op === "load" ? READ : WRITTEN;
    for (let page = from >>> PAGE_SHIFT; page <= (to - 1) >>> PAGE_SHIFT; page++) this.#pages[page]! |= kind;
    for (let line = from >>> LINE_SHIFT; line <= (to - 1) >>> LINE_SHIFT; line++) {
      const known = this.#lines.get(line);
      let hasEarlier = false;
      const kept = known?.filter((one) => {
        if (!isReplaced(one, range, line)) return true;
        // All that is ordered behind this copy is ordered behind those that are over for it.
        if (this.isOver(one.by)) return false;
        const isEarlier = one.by.wasAwaited !== undefined;
        // One copy of an earlier cluster stands for the others.
        const isKept = !isEarlier || !hasEarlier;
        hasEarlier ||= isEarlier;
        return isKept;
      });
      this.#lines.set(line, kept ? [...kept, range] : [range]);
    }
  }
}

/** Whether a later range says all of a line that an earlier one does. */
function isReplaced(one: CopiedRange, later: CopiedRange, line: number): boolean {
  const [start, end] = [line << LINE_SHIFT, (line + 1) << LINE_SHIFT];
  const isCovered = later.from <= Math.max(one.from, start) && later.to >= Math.min(one.to, end);
  return isCovered && one.by.op === later.by.op;
}

/** The stretches of global memory that the pieces of a copy make up. */
export function globalRanges(
  pieces: readonly { readonly global: number | undefined; readonly bytes: number }[],
): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  const inOrder = pieces.flatMap(({ global, bytes }) => (global === undefined ? [] : { from: global, to: global + bytes }));
  for (const { from, to } of inOrder.sort((a, b) => a.from - b.from)) {
    const last = ranges.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else ranges.push({ from, to });
  }
  return ranges;
}
