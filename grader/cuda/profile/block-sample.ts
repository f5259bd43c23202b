import { WARP_SIZE, volume } from "#simulator";
import type { AccessSite } from "../ir/access-site.ts";
import type { LaunchPlace } from "../machine/launch-place.ts";
import type { Allocation, Memory, Space } from "../machine/memory.ts";

/** The most blocks of a launch that are recorded. */
const MOST_BLOCKS = 8;
/** Requests of a warp to one site that are recorded, at least and at most; so many that a block has about `BLOCK_REQUESTS`. */
const FEWEST_PASSES = 4;
const MOST_PASSES = 32;
const BLOCK_REQUESTS = 2048;
/** Requests from which on no other block is recorded. */
const MOST_REQUESTS = 2048;
const SEED = 0x51ab3c77;

/** A request of a block that is recorded. */
export interface SampledRequest {
  readonly site: AccessSite;
  readonly bytesPerLane: number;
  readonly space: Space;
  /** The array of global memory that its first active lane accesses. */
  readonly array: Allocation | undefined;
  readonly block: number;
  /** In its block. */
  readonly warp: number;
  /** How many requests to the site the warp has made before. */
  readonly pass: number;
  readonly activeMask: number;
  /** In bytes, lane 0 first; 0 for inactive lanes. */
  readonly addresses: Int32Array;
}

/** The record of a launch. */
export interface SampledLaunch {
  readonly sites: readonly AccessSite[];
  readonly place: LaunchPlace;
  readonly memory: Memory;
  /** Whether only some of the blocks are run: then the first of them are recorded. */
  readonly isSample: boolean;
}

/**
 * Records the requests to global memory, and to shared memory if the block has several rows, of a few whole blocks, drawn from all with the
 * same chance, the same ones in every run: whole blocks, so that it can be asked what other threads of the block would have done with the
 * same elements.
 */
export class BlockSample {
  readonly #launch: SampledLaunch;
  readonly #requests: SampledRequest[] = [];
  /** Blocks to record; undefined: the first ones. */
  readonly #drawn: ReadonlySet<number> | undefined;
  readonly #warps: number;
  readonly #mostPasses: number;
  readonly #passes: Int32Array;
  readonly #scattered: Uint8Array;
  readonly #hasRows: boolean;
  #block = -1;
  #blocks = 0;
  #isRecording = false;

  constructor(launch: SampledLaunch) {
    const { sites, place, isSample } = launch;
    const { gridDim, blockDim } = place.launch;
    this.#launch = launch;
    this.#warps = Math.ceil(volume(blockDim) / WARP_SIZE);
    this.#mostPasses = Math.min(MOST_PASSES, Math.max(FEWEST_PASSES, Math.floor(BLOCK_REQUESTS / (sites.length * this.#warps))));
    this.#passes = new Int32Array(sites.length * this.#warps);
    this.#scattered = new Uint8Array(sites.length);
    this.#hasRows = blockDim.y > 1;
    this.#drawn = isSample ? undefined : drawn(volume(gridDim), MOST_BLOCKS);
  }

  /** The requests of the recorded blocks, as they were made. */
  get requests(): readonly SampledRequest[] {
    return this.#requests;
  }

  /** Whether lanes used different addresses in a recorded request to the site. */
  isScattered(site: number): boolean {
    return this.#scattered[site] === 1;
  }

  /** Records a request, or passes over it. */
  add(site: number, activeMask: number, addresses: ArrayLike<number>, space: Space): void {
    const { place } = this.#launch;
    if (place.block !== this.#block) this.#enter(place.block);
    if (!this.#isRecording || (space !== "global" && space !== "shared")) return;
    const pass = this.#passes[site * this.#warps + place.warp]!++;
    if (pass < this.#mostPasses) this.#record(site, activeMask, addresses, { space, pass });
  }

  #record(
    site: number,
    activeMask: number,
    addresses: ArrayLike<number>,
    { space, pass }: { readonly space: Space; readonly pass: number },
  ): void {
    const { sites, place, memory } = this.#launch;
    const own = sites[site]!;
    const { bytesPerLane } = own;
    const kept = new Int32Array(WARP_SIZE);
    let first = -1;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((activeMask >>> lane) & 1) === 0) continue;
      const address = addresses[lane]!;
      if (address % bytesPerLane !== 0) return;
      kept[lane] = address;
      if (first < 0) first = address;
      else if (address !== first) this.#scattered[site] = 1;
    }
    if (space === "shared" && !this.#hasRows) return;
    const array = space === "global" ? memory.find(first) : undefined;
    const { block, warp } = place;
    this.#requests.push({ site: own, bytesPerLane, space, array, block, warp, pass, activeMask, addresses: kept });
  }

  #enter(block: number): void {
    this.#block = block;
    this.#isRecording =
      this.#blocks < MOST_BLOCKS && this.#requests.length < MOST_REQUESTS && (this.#drawn === undefined || this.#drawn.has(block));
    if (!this.#isRecording) return;
    this.#blocks++;
    this.#passes.fill(0);
  }
}

/** So many different numbers below `count`, drawn at random, the same ones each time. */
function drawn(count: number, many: number): ReadonlySet<number> {
  const numbers = new Set<number>();
  let random = SEED;
  while (numbers.size < Math.min(count, many)) {
    random ^= random << 13;
    random ^= random >>> 17;
    random ^= random << 5;
    numbers.add((random >>> 0) % count);
  }
  return numbers;
}
