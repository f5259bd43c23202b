import { LastStore } from "./last-store.ts";
import type { TouchedLines } from "./request-footprint.ts";

/** What a request does, as a number. */
export const [LOAD, STORE, ATOMIC] = [0, 1, 2];
/** Loads of one access that are under way at a time, at most: a compiler unrolls loops, and moves their loads to the front. */
const LOADS_UNDER_WAY = 16;

/** Marks a request that begins a round of loads, beside what it does. */
export const NEW_ROUND = 1 << 2;

/** In which order loads can be under way; by access. */
export interface LoadOrder {
  /** How many loads of the access can be under way at a time. */
  readonly passes: readonly number[];
  /** The accesses whose loads it waits for. */
  readonly after: readonly (readonly number[])[];
  /** The stores that it need not wait behind: the compiler knows that they are to other bytes. */
  readonly aside: readonly ReadonlySet<number>[];
}

/** Loads of one access that are under way. */
interface UnderWay {
  count: number;
  /** How many loads follow each other up to these. */
  depth: number;
  /** The period that they are of: those of earlier ones are forgotten. */
  period: number;
}

/** Requests of one warp that wait for their turn, one after the other. */
export class WaitingRequests {
  /** Of the warp in its block. */
  readonly number: number;
  /** Of each request: what it does, with `NEW_ROUND`; the line that those of `touched` are counted from; and what it touches. */
  readonly does: number[] = [];
  readonly firstLines: number[] = [];
  readonly touched: TouchedLines[] = [];
  next = 0;
  /** What the warp stored last, since it waited for a load: on the way to L2, L1 puts another store to the same sectors with it. */
  readonly stored = new LastStore();
  /** Whether the round that is carried out has missed L1. */
  hasMissed = false;
  /** Times that the warp had to wait for loads. */
  rounds = 0;
  /** Which of the rounds is carried out, from 1; 0 before the first. */
  round = 0;
  /** By access. */
  readonly #loads: (UnderWay | undefined)[] = [];
  /** Counts how often the loads under way were forgotten. */
  #period = 0;
  /** How many of them follow each other. */
  #depth = 0;
  /** Accesses that stored since, if loads must not go before stores; each once. */
  readonly #stores: number[] = [];
  readonly #order: LoadOrder | undefined;

  /** @param order of a program's loads; without one, none waits for another */
  constructor(number: number, order?: LoadOrder) {
    this.number = number;
    this.#order = order;
  }

  get hasMore(): boolean {
    return this.next < this.does.length;
  }

  /** @param waits whether the warp waits for it first, as a load of a new round */
  add(does: number, firstLine: number, touched: TouchedLines, waits = false): void {
    this.does.push(waits ? does | NEW_ROUND : does);
    this.firstLines.push(firstLine);
    this.touched.push(touched);
  }

  /** A store of an access: loads that may be of the same bytes come after it. */
  store(access: number): void {
    if (!this.#stores.includes(access)) this.#stores.push(access);
  }

  /** A load of an access. Returns how often the warp waits for its sake. */
  load(access: number): number {
    const loads = this.#loads;
    const aside = this.#order?.aside[access];
    for (const store of this.#stores) {
      if (aside?.has(store)) continue;
      this.forgetLoads();
      break;
    }
    const most = Math.min(this.#order?.passes[access] ?? LOADS_UNDER_WAY, LOADS_UNDER_WAY);
    while (loads.length <= access) loads.push(undefined);
    const own = (loads[access] ??= { count: 0, depth: 1, period: this.#period });
    if (own.period === this.#period && own.count >= most) this.forgetLoads();
    if (own.period !== this.#period) {
      own.count = 0;
      own.depth = 1;
      own.period = this.#period;
    }
    own.count++;
    const after = this.#order?.after[access];
    if (after !== undefined) {
      for (const access of after) {
        const before = loads[access];
        if (before?.period === this.#period) own.depth = Math.max(own.depth, before.depth + 1);
      }
    }
    const waits = Math.max(0, own.depth - this.#depth);
    this.#depth += waits;
    return waits;
  }

  clear(): void {
    this.stored.forget();
    this.next = this.does.length = this.firstLines.length = this.touched.length = 0;
    this.forgetLoads();
  }

  forgetLoads(): void {
    this.#stores.length = 0;
    this.#period++;
    this.#depth = 0;
  }
}
