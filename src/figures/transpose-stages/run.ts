import {
  accessesOf,
  dim3,
  globalCost,
  h100,
  positionIn,
  requestAt,
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

/** The block that is followed: off the diagonal, so that its tile changes places. */
export const LIT_BLOCK = dim3(1, 0);
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

/** A version, run by the simulator: every request of it on demand, and what the whole kernel cost. */
export class VersionRun {
  readonly #kernel;
  readonly #trace: Trace;
  readonly #requests = new Map<string, readonly WarpRequest[]>();

  private constructor(version: Version) {
    this.#kernel = kernelOf(versions[version]);
    this.#trace = runKernel(this.#kernel, launch, h100);
  }

  static readonly #runs = new Map<Version, VersionRun>();

  /** A version is run once, however often it is drawn. */
  static of(version: Version): VersionRun {
    const known = VersionRun.#runs.get(version) ?? new VersionRun(version);
    VersionRun.#runs.set(version, known);
    return known;
  }

  get trace(): Trace {
    return this.#trace;
  }

  /** The requests of an access within an extent. */
  requests(access: AccessName, extent: Extent): readonly WarpRequest[] {
    const key = `${access} ${extent}`;
    const known = this.#requests.get(key) ?? this.#ask(access, extent);
    this.#requests.set(key, known);
    return known;
  }

  /** The lit warp's request of an access. */
  litRequest(access: AccessName): WarpRequest {
    return this.requests(access, "warp")[0];
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

  #tracedAccess<S extends "global" | "shared">(access: AccessName, space: S) {
    const traced = this.#trace.accesses.find((entry) => entry.access === access);
    if (traced?.space !== space) throw new RangeError(`the kernel has no access "${access}" to ${space} memory`);
    return traced as Extract<typeof traced, { space: S }>;
  }

  #ask(access: AccessName, extent: Extent): WarpRequest[] {
    const accessNumber = accessesOf(this.#kernel.steps).findIndex(({ name }) => name === access);
    return places(extent).map(({ blockIdx, warp }) =>
      requestAt(this.#kernel, launch, { access, accessNumber, blockIdx, warp, iteration: 0, outerIteration: 0 }),
    );
  }
}

/** The warps that an extent speaks of. */
function places(extent: Extent) {
  const warpsOf = (blockIdx: typeof LIT_BLOCK) => Array.from({ length: WARPS_PER_BLOCK }, (_, warp) => ({ blockIdx, warp }));
  switch (extent) {
    case "none":
      return [];
    case "warp":
      return [{ blockIdx: LIT_BLOCK, warp: LIT_WARP }];
    case "block":
      return warpsOf(LIT_BLOCK);
    case "grid":
      return Array.from({ length: volume(launch.gridDim) }, (_, block) => warpsOf(positionIn(launch.gridDim, block))).flat();
  }
}
