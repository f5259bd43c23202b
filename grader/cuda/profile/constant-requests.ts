import { WARP_SIZE } from "#simulator";
import type { AccessSite } from "../ir/access-site.ts";

/** Bytes that a warp's request to constant memory moves at a time. */
const REQUEST_BYTES = 8;
const SCALAR_BYTES = 4;
/** From this many bytes on, constants do not stay in the nearest cache (`constant_counted_1` of 128 elements; of 64, they do). */
const FAR_BYTES = 512;

/** A launch's requests to constant memory, as far as they take time. */
interface ConstantLoads {
  /** Passes through the constant cache that loads of their own take: one for each distinct address of a warp, and each 8 bytes of it. */
  readonly constantPasses: number;
  /** Constants that are operands of instructions, if they are more than the nearest cache holds; otherwise 0. */
  readonly farConstants: number;
}

/** The range of addresses that an access has loaded. */
interface Extent {
  readonly bytes: number;
  low: number;
  high: number;
  /** Requests with one address; and how many of them were for the number after the one before. */
  uniform: number;
  sequential: number;
  last: number;
  /** Addresses of the others. */
  addresses: number;
}

/**
 * Follows the requests to constant memory. The next number of an array, the same for all lanes, is an operand of the instruction that uses
 * it; a wider one, or one that differs between lanes, takes a load of its own (hardware/probes/memory-system/constants.cu).
 */
export class ConstantRequests {
  readonly #sites: readonly AccessSite[];
  readonly #extents = new Map<number, Extent>();
  /** Distinct addresses of one request. */
  readonly #different = new Float64Array(WARP_SIZE);

  constructor(sites: readonly AccessSite[]) {
    this.#sites = sites;
  }

  /** A request of a warp. @param mask bit i: lane i is active; not 0 */
  add(site: number, mask: number, addresses: ArrayLike<number>): void {
    let extent = this.#extents.get(site);
    if (!extent) {
      extent = {
        bytes: this.#sites[site]!.bytesPerLane,
        low: Infinity,
        high: -Infinity,
        uniform: 0,
        sequential: 0,
        last: NaN,
        addresses: 0,
      };
      this.#extents.set(site, extent);
    }
    const different = this.#different;
    let count = 0;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((mask >>> lane) & 1) === 0) continue;
      const address = addresses[lane]!;
      let at = count - 1;
      while (at >= 0 && different[at] !== address) at--;
      if (at < 0) different[count++] = address;
    }
    for (let i = 0; i < count; i++) {
      extent.low = Math.min(extent.low, different[i]!);
      extent.high = Math.max(extent.high, different[i]!);
    }
    if (count === 1) {
      extent.uniform++;
      if (different[0] === extent.last + SCALAR_BYTES) extent.sequential++;
      extent.last = different[0]!;
    } else extent.addresses += count;
  }

  /** Available once the launch has ended. */
  get loads(): ConstantLoads {
    let constantPasses = 0;
    let operands = 0;
    let operandBytes = 0;
    for (const { bytes, low, high, uniform, sequential, addresses } of this.#extents.values()) {
      const passes = Math.ceil(bytes / REQUEST_BYTES);
      constantPasses += addresses * passes;
      if (bytes > SCALAR_BYTES) constantPasses += uniform * passes;
      // A compiler loads several members of a struct at a time.
      else if (sequential < uniform / 2) constantPasses += (uniform * bytes) / REQUEST_BYTES;
      else {
        operands += uniform;
        operandBytes += high - low + bytes;
      }
    }
    return { constantPasses, farConstants: operandBytes >= FAR_BYTES ? operands : 0 };
  }
}
