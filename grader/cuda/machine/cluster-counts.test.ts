import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { compileLaunched } from "../launch/launched-kernel.ts";
import { parseLaunch } from "../launch/launch.ts";
import { runLaunch } from "../launch/run-launch.ts";
import type { SiteCounts } from "./site-counts.ts";

/** The counts of the last access of a kernel that two blocks of a warp run as a cluster: `theirs` is the other block's `own`. */
function countsOf(type: string, access: string): readonly SiteCounts[] {
  const text = `#include <cooperative_groups.h>
__global__ void __cluster_dims__(2, 1, 1) k(${type}* out) {
  __shared__ ${type} own[64];
  const auto cluster = cooperative_groups::this_cluster();
  own[threadIdx.x] = 0;
  own[threadIdx.x + 32] = 0;
  cluster.sync();
  ${type}* theirs = cluster.map_shared_rank(own, cluster.block_rank() ^ 1);
  ${type}* mine = cluster.map_shared_rank(own, cluster.block_rank());
  ${access}
  cluster.sync();
}`;
  const launch = parseLaunch({
    kernel: "k",
    grid: [2, 1, 1],
    block: [32, 1, 1],
    sharedBytes: 0,
    arguments: [{ array: "out", type, length: 64 }],
  });
  const { sites } = runLaunch(compileLaunched(text, launch.kernel), launch, { device: h200 });
  return sites.findLast(({ site }) => site.op !== "store")!.counts;
}

describe("an access to the shared memory of another block", () => {
  it("counts the sectors of where it begins, whatever the one before it did", () => {
    const [counts] = countsOf("int", "int sum = 0; for (int i = 0; i < 4; i++) sum += theirs[threadIdx.x + i]; *out = sum;");
    expect(counts).toMatchObject({ space: "cluster", requests: 2 * 4, sectors: 2 * (4 + 5 + 5 + 5) });
  });

  it("counts a wavefront of the own block's memory if it is an atomic of which no lane stays", () => {
    expect(countsOf("int", "atomicAdd(theirs + threadIdx.x, 1);")).toMatchObject([{ space: "cluster", sectors: 2 * 4, wavefronts: 2 }]);
    expect(countsOf("int", "atomicAdd((threadIdx.x < 16 ? theirs : mine) + threadIdx.x, 1);")).toMatchObject([
      { space: "shared", wavefronts: 2 },
      { space: "cluster", sectors: 2 * 2, wavefronts: 0 },
    ]);
  });

  it("counts a loop where floats are added, as an H200 does", () => {
    expect(countsOf("float", "atomicAdd(theirs, 1.0f);")).toMatchObject([
      {
        space: "cluster",
        requests: 2,
        sectors: 2 * 32,
        wavefronts: 2 * (1 + 2 * 32),
        loop: { atomics: 2 * 32, loads: 2 * 32, loadSectors: 2 * 32 },
      },
    ]);
  });
});

describe("an atomic on the own block's shared memory", () => {
  it("counts lanes in place of adding 1 where the compiler knows the memory, and takes turns through map_shared_rank", () => {
    expect(countsOf("int", "atomicAdd(own, 1);")).toMatchObject([{ space: "shared", wavefronts: 2, bankConflicts: 0 }]);
    expect(countsOf("int", "atomicAdd(mine, 1);")).toMatchObject([{ space: "shared", wavefronts: 2 * 32, bankConflicts: 2 * 31 }]);
  });
});
