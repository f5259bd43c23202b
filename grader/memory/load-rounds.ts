/** The most loads of one access in flight at a time: a compiler unrolls loops, and moves their loads to the front. */
const LOADS_IN_FLIGHT = 16;

/** The order in which a kernel's loads can be in flight, by access. */
export interface LoadOrder {
  /** The most loads of the access in flight at a time. */
  readonly passes: readonly number[];
  /** The accesses whose loads it waits for. */
  readonly after: readonly (readonly number[])[];
  /** The stores that it need not wait for: the compiler knows that they are to other bytes. */
  readonly independentStores: readonly ReadonlySet<number>[];
}

/** Loads of one access that are in flight. */
interface InFlight {
  count: number;
  /** The length of the chain of dependent loads that ends with these. */
  depth: number;
  /** The period in which they were issued: those of earlier periods have arrived. */
  period: number;
}

/** Counts how often a warp waits for loads: once for all that are in flight together, which are a round. */
export class LoadRounds {
  /** Rounds so far in the warp's block. */
  count = 0;
  readonly #order: LoadOrder | undefined;
  /** By access. */
  readonly #loads: (InFlight | undefined)[] = [];
  /** Periods in which loads can be in flight together. */
  #period = 0;
  /** The longest chain of dependent loads in this period. */
  #depth = 0;
  /** Waits for copies before the last copy. */
  #copyWaits: number | undefined;
  /** The accesses that stored in this period, if loads must not be moved before stores; each once. */
  readonly #stores: number[] = [];

  /** @param order of a kernel's loads; without one, none waits for another */
  constructor(order?: LoadOrder) {
    this.#order = order;
  }

  /** A load of an access. Returns how often the warp waits for it. */
  load(access: number): number {
    const loads = this.#loads;
    if (this.#waitsForStore(access)) this.arrive();
    const most = Math.min(this.#order?.passes[access] ?? LOADS_IN_FLIGHT, LOADS_IN_FLIGHT);
    while (loads.length <= access) loads.push(undefined);
    const own = (loads[access] ??= { count: 0, depth: 1, period: this.#period });
    if (own.period === this.#period && own.count >= most) this.arrive();
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
    this.count += waits;
    return waits;
  }

  /**
   * A copy past the registers (`cp.async`): nothing waits for it but the text. Returns whether it is the first since a wait.
   *
   * @param waits for copies so far
   * @param stages groups of copies that are under way between two waits, and share the time that one takes
   */
  copy(waits: number, stages: number): boolean {
    if (waits === this.#copyWaits) return false;
    this.#copyWaits = waits;
    this.count += 1 / stages;
    return true;
  }

  /** The next block begins. */
  endBlock(): void {
    this.arrive();
    this.count = 0;
    this.#copyWaits = undefined;
  }

  /** A store of an access: later loads that may alias it wait for it. */
  store(access: number): void {
    if (!this.#stores.includes(access)) this.#stores.push(access);
  }

  /** All loads in flight have arrived. */
  arrive(): void {
    this.#stores.length = 0;
    this.#period++;
    this.#depth = 0;
  }

  #waitsForStore(access: number): boolean {
    const independent = this.#order?.independentStores[access];
    for (const store of this.#stores) if (!independent?.has(store)) return true;
    return false;
  }
}
