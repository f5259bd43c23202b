import {
  WARP_SIZE,
  WORD_BYTES,
  globalCost,
  h100,
  positionIn,
  requestOf,
  runKernel,
  sharedCost,
  volume,
  type GlobalCost,
  type SharedCost,
  type Trace,
  type WarpRequest,
} from "#simulator";
import type { Extent } from "./scenes.ts";
import { TILE, kernelOf, launch, versions, type AccessName, type Version } from "./versions.ts";

/** Linear number of the block that is followed: off the diagonal, so that its tile changes places. */
const LIT_BLOCK_NUMBER = 1;
export const LIT_BLOCK = positionIn(launch.gridDim, LIT_BLOCK_NUMBER);
/** The warp that is lit: one whose row the swizzle does reorder. */
export const LIT_WARP = 5;
/** A block of 32 × 32 threads has as many warps as rows. */
const WARPS_PER_BLOCK = TILE;

/** Sums over requests of global memory; the terms are those of `GlobalCost`. */
export type GlobalTally = Pick<GlobalCost, "requests" | "sectors" | "idealSectors" | "cacheLines" | "usefulBytes">;
/** Sums over requests of shared memory, and the largest degree of any; the terms are those of `SharedCost`. */
export type SharedTally = Pick<SharedCost, "requests" | "wavefronts" | "groups" | "bankConflicts" | "conflictDegree">;

const NOTHING_GLOBAL: GlobalTally = { requests: 0, sectors: 0, idealSectors: 0, cacheLines: 0, usefulBytes: 0 };
const NOTHING_SHARED: SharedTally = { requests: 0, wavefronts: 0, groups: 0, bankConflicts: 0, conflictDegree: 0 };

/** A version, run by the simulator: all of its requests, and what the whole kernel cost. */
export class VersionRun {
  readonly trace: Trace;
  /** For each access, by its number: the indexes of the threads of each block, in the order of the blocks. */
  readonly #indexes = new Map<number, Int32Array[]>();
  readonly #requests = new Map<string, readonly WarpRequest[]>();

  private constructor(version: Version) {
    const observe = (accessNumber: number, indexes: Int32Array) => {
      const blocks = this.#indexes.get(accessNumber) ?? [];
      blocks.push(indexes.slice());
      this.#indexes.set(accessNumber, blocks);
    };
    this.trace = runKernel(kernelOf(versions[version]), launch, h100, { observe });
  }

  static readonly #runs = new Map<Version, VersionRun>();

  /** The run of a version; each version is run once. */
  static of(version: Version): VersionRun {
    const known = VersionRun.#runs.get(version) ?? new VersionRun(version);
    VersionRun.#runs.set(version, known);
    return known;
  }

  /** The requests of an access within an extent. */
  requests(access: AccessName, extent: Extent): readonly WarpRequest[] {
    const key = `${access} ${extent}`;
    const known = this.#requests.get(key) ?? warpsOf(extent).map(({ block, warp }) => this.#requestOf(access, block, warp));
    this.#requests.set(key, known);
    return known;
  }

  /** The lit warp's request of an access. */
  litRequest(access: AccessName): WarpRequest {
    return this.#requestOf(access, LIT_BLOCK_NUMBER, LIT_WARP);
  }

  /** What an access to global memory has cost so far; of the whole grid it is the trace of the run. */
  globalTally(access: AccessName, extent: Extent): GlobalTally {
    if (extent === "grid") return this.#tracedAccess(access, "global");
    return this.requests(access, extent)
      .map((request) => globalCost(request, h100))
      .reduce<GlobalTally>(
        (sum, cost) => ({
          requests: sum.requests + cost.requests,
          sectors: sum.sectors + cost.sectors,
          idealSectors: sum.idealSectors + cost.idealSectors,
          cacheLines: sum.cacheLines + cost.cacheLines,
          usefulBytes: sum.usefulBytes + cost.usefulBytes,
        }),
        NOTHING_GLOBAL,
      );
  }

  /** The same for an access to shared memory. */
  sharedTally(access: AccessName, extent: Extent): SharedTally {
    if (extent === "grid") return this.#tracedAccess(access, "shared");
    return this.requests(access, extent)
      .map((request) => sharedCost(request, h100))
      .reduce<SharedTally>(
        (sum, cost) => ({
          requests: sum.requests + cost.requests,
          wavefronts: sum.wavefronts + cost.wavefronts,
          groups: sum.groups + cost.groups,
          bankConflicts: sum.bankConflicts + cost.bankConflicts,
          conflictDegree: Math.max(sum.conflictDegree, cost.conflictDegree),
        }),
        NOTHING_SHARED,
      );
  }

  #requestOf(access: AccessName, block: number, warp: number): WarpRequest {
    const accessNumber = this.trace.accesses.findIndex((entry) => entry.access === access);
    const shape = this.trace.accesses[accessNumber];
    const indexes = this.#indexes.get(accessNumber)?.[block];
    if (!shape || !indexes) throw new RangeError(`block ${block} has no access "${access}"`);
    return requestOf(shape, WORD_BYTES, indexes.subarray(warp * WARP_SIZE, (warp + 1) * WARP_SIZE));
  }

  #tracedAccess<S extends "global" | "shared">(access: AccessName, space: S) {
    const traced = this.trace.accesses.find((entry) => entry.access === access);
    if (traced?.space !== space) throw new RangeError(`the kernel has no access "${access}" to ${space} memory`);
    return traced as Extract<typeof traced, { space: S }>;
  }
}

/** The warps of an extent. */
function warpsOf(extent: Extent): { readonly block: number; readonly warp: number }[] {
  const warpsOfBlock = (block: number) => Array.from({ length: WARPS_PER_BLOCK }, (_, warp) => ({ block, warp }));
  switch (extent) {
    case "none":
      return [];
    case "warp":
      return [{ block: LIT_BLOCK_NUMBER, warp: LIT_WARP }];
    case "block":
      return warpsOfBlock(LIT_BLOCK_NUMBER);
    case "grid":
      return Array.from({ length: volume(launch.gridDim) }, (_, block) => warpsOfBlock(block)).flat();
  }
}
