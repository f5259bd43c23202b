import { ROWS_PER_MATRIX, WARP_SIZE, type Device, type MemoryOp } from "#simulator";
import { CopyCounter } from "#simulator/copy-cost.ts";
import { GlobalCounter } from "#simulator/global-cost.ts";
import { SharedCounter } from "#simulator/shared-cost.ts";
import type { AccessSite } from "../ir/access-site.ts";
import type { Space } from "../machine/memory.ts";
import { countCopy, countedOp, isAtomic } from "../machine/request-costs.ts";
import type { SiteCounts } from "../machine/request-stream.ts";
import type { CountedSpace } from "../machine/site-counts.ts";
import { SamplingGaps } from "./sampling-gaps.ts";
import { patternOf, type Pattern, type PatternKind } from "./pattern.ts";

/** The first requests of each site are all examined, and of the following ones fewer and fewer: one in n ÷ this of the first n. */
const DENSE_REQUESTS = 128;
/** An access is costly from this excess on, as a share of its ideal cost: 17 sectors instead of 16, for vectors at an offset. */
export const COSTLY_SHARE = 1 / 16;
/** The share of inactive lanes from which on it is mentioned. */
const IDLE_SHARE = 1 / 4;
const SEED = 0x9e3779b9;

/** Requests with the same pattern. */
interface Tally {
  readonly pattern: Pattern;
  requests: number;
  excess: number;
}

interface PatternCost {
  readonly excess: number;
  readonly conflictDegree: number;
}

/** Looks at a request. @param from where a copy to shared memory reads. Returns how many of the site's next requests it skips */
type LookAtRequest = (site: number, activeMask: number, addresses: Float64Array, space: Space, from?: Float64Array) => number;

/**
 * Samples the requests of each access, the same ones in every run, and names the pattern that causes most of the access's excess. Gaps are
 * drawn at random, so that they never keep step with a loop of the kernel.
 */
export class PatternSample {
  readonly #sites: readonly AccessSite[];
  readonly #global: GlobalCounter;
  readonly #shared = new SharedCounter();
  readonly #copies: CopyCounter;
  readonly #tallies = new Map<string, Map<string, Tally>>();

  constructor(sites: readonly AccessSite[], device: Device) {
    this.#sites = sites;
    this.#global = new GlobalCounter(device);
    this.#copies = new CopyCounter(device.tagBanks);
  }

  /** Starts to observe a launch, from its beginning. */
  readonly observe = (): LookAtRequest => {
    const passed = new Float64Array(this.#sites.length);
    const gaps = new SamplingGaps(DENSE_REQUESTS, SEED);
    this.#tallies.clear();
    return (site, activeMask, addresses, space, from) => {
      this.#look(site, activeMask, addresses, space, from);
      const gap = gaps.after(passed[site]! + 1);
      passed[site]! += 1 + gap;
      return gap;
    };
  };

  /** The pattern of a site's requests to one space. @param counts of all its requests, exact */
  pattern(site: number, counts: SiteCounts): Pattern {
    // One thread begins a bulk copy, and what it moves is side by side; for other blocks of the cluster, no pattern was measured.
    if (counts.space === "bulk" || counts.space === "cluster") return { kind: "none" };
    const tallies = [...(this.#tallies.get(keyOf(site, counts.space))?.values() ?? [])];
    if (isCostly(counts)) {
      if (counts.space === "local") return { kind: "scatter" };
      const costly = mostOf(
        tallies.filter(({ excess }) => excess > 0),
        ({ excess }) => excess,
      );
      if (costly) return costly;
    }
    const usual = mostOf(tallies, ({ requests }) => requests);
    if (usual?.kind === "contention") return usual;
    const lanes = counts.activeLanes / counts.requests;
    if (lanes <= lanesOf(this.#sites[site]!) * (1 - IDLE_SHARE)) return { kind: "divergent-tail", lanes: Math.round(lanes * 10) / 10 };
    return usual?.kind === "broadcast" ? usual : { kind: "none" };
  }

  #look(site: number, activeMask: number, addresses: Float64Array, space: Space, from: Float64Array | undefined): void {
    const accessSite = this.#sites[site]!;
    const { op, bytesPerLane } = accessSite;
    const counted = space === "shared" && !isAtomic(op) ? countedOp(accessSite) : op === "load" ? "load" : "store";
    const { excess, conflictDegree } =
      accessSite.copy && space === "shared"
        ? this.#costOfCopy(accessSite, activeMask, addresses, from)
        : this.#costOf(space, counted, bytesPerLane, activeMask, addresses);
    const pattern = patternOf({ space, op, bytesPerLane, activeMask, addresses, excess, conflictDegree });
    const key = keyOf(site, space);
    let tallies = this.#tallies.get(key);
    if (!tallies) this.#tallies.set(key, (tallies = new Map<string, Tally>()));
    const name = JSON.stringify(pattern);
    let tally = tallies.get(name);
    if (!tally) tallies.set(name, (tally = { pattern, requests: 0, excess: 0 }));
    tally.requests++;
    // All lanes on one address but one wait.
    tally.excess += pattern.kind === "contention" ? pattern.lanes - 1 : excess;
  }

  #costOfCopy(site: AccessSite, activeMask: number, addresses: Float64Array, from: Float64Array | undefined): PatternCost {
    const { bankConflicts, conflictDegree } = countCopy(this.#copies, site, activeMask, addresses, from);
    return { excess: bankConflicts, conflictDegree };
  }

  #costOf(space: Space, op: MemoryOp, bytesPerLane: number, activeMask: number, addresses: Float64Array): PatternCost {
    switch (space) {
      case "global": {
        this.#global.count(op, bytesPerLane, activeMask, addresses);
        const { sectors, idealSectors } = this.#global.cost;
        return { excess: sectors - idealSectors, conflictDegree: 0 };
      }
      case "shared": {
        this.#shared.count(op, bytesPerLane, activeMask, addresses);
        const { bankConflicts, conflictDegree } = this.#shared.cost;
        return { excess: bankConflicts, conflictDegree };
      }
      // In local memory, neighbouring lanes are far apart; for constant memory, no cost is counted.
      case "local":
      case "constant":
      case "cluster":
        return { excess: 0, conflictDegree: 0 };
    }
  }
}

/** Lanes whose addresses count: of an `ldmatrix`, eight for each matrix. */
export function lanesOf({ matrices }: Pick<AccessSite, "matrices">): number {
  return matrices === undefined ? WARP_SIZE : ROWS_PER_MATRIX * matrices;
}

function keyOf(site: number, space: CountedSpace): string {
  return `${site} ${space}`;
}

/** The heaviest pattern of the heaviest kind. */
function mostOf(tallies: readonly Tally[], weigh: (tally: Tally) => number): Pattern | undefined {
  const weights = new Map<PatternKind, number>();
  for (const tally of tallies) weights.set(tally.pattern.kind, (weights.get(tally.pattern.kind) ?? 0) + weigh(tally));
  const [kind] = [...weights].reduce<[PatternKind | undefined, number]>(
    (most, entry) => (entry[1] > most[1] ? entry : most),
    [undefined, 0],
  );
  let heaviest: Tally | undefined;
  for (const tally of tallies) if (tally.pattern.kind === kind && (!heaviest || weigh(tally) > weigh(heaviest))) heaviest = tally;
  return heaviest?.pattern;
}

function isCostly(counts: SiteCounts): boolean {
  switch (counts.space) {
    case "global":
    case "local":
    case "bulk":
      return counts.sectors - counts.idealSectors >= COSTLY_SHARE * counts.idealSectors;
    case "shared":
      return counts.bankConflicts >= COSTLY_SHARE * counts.groups;
    case "constant":
    case "cluster":
      return false;
  }
}
