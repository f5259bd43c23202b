import type { AccessSite } from "../ir/access-site.ts";
import type { LaunchPlace } from "./launch-place.ts";
import type { Memory, MemoryArray } from "./memory.ts";
import type { SiteArrays } from "./site-arrays.ts";

/** The bounds of a launch's accesses: the arrays that the addresses of each site may be in, for a lane of the warp that runs. */
export class SiteBounds {
  readonly #memory: Memory;
  readonly #sites: readonly AccessSite[];
  readonly #arrays: SiteArrays;
  readonly #place: LaunchPlace;

  constructor(memory: Memory, sites: readonly AccessSite[], arrays: SiteArrays, place: LaunchPlace) {
    this.#memory = memory;
    this.#sites = sites;
    this.#arrays = arrays;
    this.#place = place;
  }

  /** The arrays that a site's pointer may be made from; undefined where it may be into any. */
  arraysOf(site: number): readonly MemoryArray[] | undefined {
    return this.#arrays[site];
  }

  /**
   * The array that a site's address is in: of those that the pointer may be made from, or of all.
   *
   * @param last the array of its last request
   */
  at(site: number, last: MemoryArray | undefined, address: number, lane: number): MemoryArray | undefined {
    if (last && this.holds(last, address, 1, lane)) return last;
    return this.around(site, address, 1, lane);
  }

  /** The array that holds all bytes of an access. */
  around(site: number, address: number, bytes: number, lane: number): MemoryArray | undefined {
    const arrays = this.#arrays[site];
    const array = arrays ? arrays.find((one) => this.holds(one, address, bytes, lane)) : this.#memory.arrayAt(address);
    if (!array || !this.isReached(site, array)) return undefined;
    return arrays || this.holds(array, address, bytes, lane) ? array : undefined;
  }

  /** The array that a pointer is into, or directly behind, if no other begins there. */
  homeOf(site: number, pointer: number, address: number, lane: number): MemoryArray | undefined {
    const known = this.#arrays[site];
    const home = known ? known.find((array) => this.holds(array, pointer, 1, lane)) : this.#memory.arrayAt(pointer);
    if (!home) {
      const allocation = this.#memory.allocationOf(pointer);
      return allocation && (!known || known.some((array) => array.allocation === allocation))
        ? this.#memory.arrayOf(allocation)
        : undefined;
    }
    const start = this.startOf(home, lane);
    // A pointer to where an array begins may be meant to be behind the one before.
    return pointer === start && address < start && home.allocation.space !== "global" ? undefined : home;
  }

  /** The array that an access beyond it was to be in: the nearest, if the pointer may be made from several. */
  leftBy(site: number, address: number, lane: number): MemoryArray | undefined {
    const arrays = this.#arrays[site];
    if (!arrays) {
      const variable = this.#memory.find(address)?.space === "shared" ? this.#memory.sharedVariableAt(address) : undefined;
      return variable && this.#memory.arrayOfVariable("shared", variable);
    }
    const [first, ...others] = arrays;
    if (!first) return undefined;
    const distance = (array: MemoryArray): number => {
      const offset = address - this.startOf(array, lane);
      return Math.max(-offset, offset - array.bytes);
    };
    return others.reduce((nearest, array) => (distance(array) < distance(nearest) ? array : nearest), first);
  }

  /** Whether an access of a lane is within an array. */
  holds(array: MemoryArray, address: number, bytes: number, lane: number): boolean {
    const offset = address - this.startOf(array, lane);
    return offset >= 0 && offset + bytes <= array.bytes;
  }

  /** The address of an array's first byte, for a lane of the warp. */
  startOf({ allocation, offset }: MemoryArray, lane: number): number {
    if (allocation.space !== "local") return allocation.base + offset;
    return this.#memory.localAddressOf(this.#place.threadOf(lane)) + offset;
  }

  /** Whether a site's instruction reaches an array: one of shared memory reaches no other. */
  isReached(site: number, { allocation }: MemoryArray): boolean {
    const { onlySpace } = this.#sites[site]!;
    return onlySpace === undefined || allocation.space === onlySpace || (onlySpace === "global" && allocation.space === "constant");
  }
}
