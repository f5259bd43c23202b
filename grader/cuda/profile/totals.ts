import { SECTOR_BYTES } from "#simulator";
import type { SiteOp } from "../ir/access-site.ts";
import type { SiteCounts } from "../machine/request-stream.ts";
import { addedCounts, type AccessReport } from "./launch-report.ts";
import type { Totals } from "./profile-schema.ts";

type ClusterTotals = NonNullable<Totals["cluster"]>["load"];
type BulkTotals = NonNullable<Totals["bulk"]>["load"];

type CountsOf<Space extends SiteCounts["space"]> = Extract<SiteCounts, { space: Space }>;

/** A profile's totals of requests to global memory. */
export function globalTotals(counts: CountsOf<"global">): Totals["global"]["load"] {
  const { requests, sectors, idealSectors, usefulBytes, cacheLines, tagWavefronts } = counts;
  return {
    requests,
    sectors,
    idealSectors,
    sectorsPerRequest: requests === 0 ? 0 : sectors / requests,
    efficiency: sectors === 0 ? 1 : usefulBytes / (sectors * SECTOR_BYTES),
    cacheLines,
    tagWavefronts,
  };
}

export function sharedTotals({ requests, wavefronts, bankConflicts, conflictDegree }: CountsOf<"shared">): Totals["shared"]["load"] {
  return { requests, wavefronts, bankConflicts, conflictDegree };
}

export function localTotals({ requests, sectors, idealSectors }: CountsOf<"local">): Totals["local"]["load"] {
  return { requests, sectors, idealSectors };
}

export function clusterTotals({ requests, sectors, cacheLines, tagWavefronts, wavefronts }: CountsOf<"cluster">): ClusterTotals {
  return { requests, sectors, cacheLines, tagWavefronts, wavefronts };
}

export function bulkTotals({ requests, sectors, idealSectors }: CountsOf<"bulk">): BulkTotals {
  return { requests, sectors, idealSectors };
}

const NO_GLOBAL: CountsOf<"global"> = {
  space: "global",
  activeLanes: 0,
  requests: 0,
  sectors: 0,
  idealSectors: 0,
  cacheLines: 0,
  tagWavefronts: 0,
  usefulBytes: 0,
  dramReadBytes: 0,
  dramWriteBytes: 0,
};
const NO_SHARED: CountsOf<"shared"> = {
  space: "shared",
  activeLanes: 0,
  requests: 0,
  wavefronts: 0,
  groups: 0,
  bankConflicts: 0,
  conflictDegree: 0,
};
const NO_LOCAL: CountsOf<"local"> = { space: "local", activeLanes: 0, requests: 0, sectors: 0, idealSectors: 0 };
const NO_CLUSTER: CountsOf<"cluster"> = {
  space: "cluster",
  activeLanes: 0,
  requests: 0,
  sectors: 0,
  cacheLines: 0,
  tagWavefronts: 0,
  wavefronts: 0,
};
const NO_BULK: CountsOf<"bulk"> = { space: "bulk", activeLanes: 0, requests: 0, sectors: 0, idealSectors: 0, usefulBytes: 0 };
const NO_CONSTANT: CountsOf<"constant"> = { space: "constant", activeLanes: 0, requests: 0 };

/** The totals of a launch's accesses: for each memory, loads, stores, reductions and atomics. */
export function totalsOf(accesses: readonly Pick<AccessReport, "op" | "counts" | "isCopy" | "isProduct">[]): Totals {
  function total<Counts extends SiteCounts>(none: Counts, wanted: SiteOp, kind?: "plain" | "copy" | "product"): Counts {
    return accesses
      .filter(({ op, counts, isCopy, isProduct }) => {
        const own = isCopy ? "copy" : isProduct ? "product" : "plain";
        return op === wanted && counts.space === none.space && (kind === undefined || kind === own);
      })
      .reduce((sum, { counts }) => addedCounts(sum, counts), none);
  }
  const global = (op: SiteOp): Totals["global"]["load"] => globalTotals(total(NO_GLOBAL, op));
  const shared = (op: SiteOp, kind: "plain" | "copy" | "product" = "plain"): Totals["shared"]["load"] =>
    sharedTotals(total(NO_SHARED, op, kind));
  const local = (op: SiteOp): Totals["local"]["load"] => localTotals(total(NO_LOCAL, op));
  const cluster = (op: SiteOp): ClusterTotals => clusterTotals(total(NO_CLUSTER, op));
  const bulk = (op: SiteOp): BulkTotals => bulkTotals(total(NO_BULK, op));
  const isUsed = (space: SiteCounts["space"]): boolean => accesses.some(({ counts }) => counts.space === space);
  return {
    global: { load: global("load"), store: global("store"), reduction: global("reduction"), atomic: global("atomic") },
    shared: {
      load: shared("load"),
      store: shared("store"),
      atomic: shared("atomic"),
      copy: shared("store", "copy"),
      product: shared("load", "product"),
    },
    local: { load: local("load"), store: local("store") },
    constant: { load: { requests: total(NO_CONSTANT, "load").requests } },
    ...(isUsed("cluster") && {
      cluster: { load: cluster("load"), store: cluster("store"), reduction: cluster("reduction"), atomic: cluster("atomic") },
    }),
    ...(isUsed("bulk") && { bulk: { load: bulk("load"), store: bulk("store") } }),
  };
}
