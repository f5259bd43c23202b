import type { CountedSpace } from "./site-counts.ts";

/**
 * An observer of the stream: called with each request, and the mask of its lanes that may proceed. The array of addresses is reused: copy
 * it to keep it. It may return how many of the site's next requests it skips.
 *
 * A bulk copy is observed once for each stretch of global memory that it reads or writes: the addresses are that of its first byte, one
 * past its last, and that of its first byte in shared memory; behind them is how many bits the swizzle of its tensor map XORs.
 */
export type ObserveRequest = (site: number, activeMask: number, addresses: Float64Array, space: CountedSpace) => number | void;

/** Tells an observer of a launch's requests, if there is one, site by site. */
export class RequestObserver {
  readonly #observe: ObserveRequest | undefined;
  /** The number of each site's next requests that the observer skips. */
  readonly #skips: Float64Array;

  constructor(observe: ObserveRequest | undefined, sites: number) {
    this.#observe = observe;
    this.#skips = new Float64Array(sites);
  }

  /** Whether there is an observer. */
  get isThere(): boolean {
    return this.#observe !== undefined;
  }

  /** Whether the observer takes the next request of a site, which passes: call `tell` with it next. */
  isDue(site: number): boolean {
    return this.#observe !== undefined && --this.#skips[site]! < 0;
  }

  tell(site: number, activeMask: number, addresses: Float64Array, space: CountedSpace): void {
    this.#skips[site] = this.#observe!(site, activeMask, addresses, space) ?? 0;
  }

  /** Tells a request that the observer takes. */
  pass(site: number, activeMask: number, addresses: Float64Array, space: CountedSpace): void {
    if (this.isDue(site)) this.tell(site, activeMask, addresses, space);
  }
}
