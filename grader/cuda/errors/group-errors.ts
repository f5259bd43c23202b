import { errorKind } from "./error-kind.ts";
import { aType } from "./wording.ts";

// Cooperative groups.

/**
 * A group of threads is asked for something that the lab does not know of it.
 *
 * Check the name; shuffles and votes belong to tiles: `cg::tiled_partition<32>(block)`.
 *
 * @example
 * #include <cooperative_groups.h>
 * namespace cg = cooperative_groups;
 * __global__ void f(int *out) { auto block = cg::this_thread_block(); out[0] = ▸block.shfl(1, 0)▸; }
 */
export const groupMethod = errorKind(
  "group-method",
  (name: string, type: string) => `The lab does not know \`${name}\` of ${aType(type)}.`,
);

/**
 * A function of cooperative groups is given something else than a group.
 *
 * Pass the block or a tile: `cg::sync(cg::this_thread_block())`.
 *
 * @example
 * #include <cooperative_groups.h>
 * namespace cg = cooperative_groups;
 * __global__ void f(int *out) { ▸cg::sync(out)▸; }
 */
export const groupNeeded = errorKind("group-needed", () => "A group of threads is needed here.");

/**
 * A tile has a number of threads that divides no warp.
 *
 * Use 1, 2, 4, 8, 16 or 32.
 *
 * @example
 * #include <cooperative_groups.h>
 * namespace cg = cooperative_groups;
 * __global__ void f(int *out) { auto tile = ▸cg::tiled_partition<5>(cg::this_thread_block())▸; out[0] = tile.size(); }
 */
export const tileSize = errorKind("tile-size", () => "A tile has 1, 2, 4, 8, 16 or 32 threads: `tiled_partition<32>(block)`.");

/**
 * `reduce` is given something else than a tile, a value and an operation.
 *
 * Make a tile of the block first: `cg::tiled_partition<32>(block)`.
 *
 * @example
 * #include <cooperative_groups.h>
 * #include <cooperative_groups/reduce.h>
 * namespace cg = cooperative_groups;
 * __global__ void f(int *out) { out[0] = ▸cg::reduce(cg::this_thread_block(), 1, cg::plus<int>())▸; }
 */
export const reduceArguments = errorKind(
  "reduce-arguments",
  () => "`reduce` takes a tile, a value and an operation such as `cg::plus<int>()`.",
);

/**
 * A coalesced group is shuffled by `shfl_xor`, which needs a power of two of threads.
 *
 * Use `shfl`, or a tile.
 *
 * @example
 * #include <cooperative_groups.h>
 * namespace cg = cooperative_groups;
 * __global__ void f(int *out) { auto group = cg::coalesced_threads(); out[0] = ▸group.shfl_xor(1, 1)▸; }
 */
export const coalescedXor = errorKind("coalesced-xor", () => "A coalesced group has no `shfl_xor`: its ranks need not be a power of two.");

/**
 * A coalesced group is asked for a ballot.
 *
 * Use `__ballot_sync(__activemask(), …)`.
 *
 * @example
 * #include <cooperative_groups.h>
 * namespace cg = cooperative_groups;
 * __global__ void f(unsigned *out) { auto group = cg::coalesced_threads(); out[0] = ▸group.ballot(1)▸; }
 */
export const coalescedBallot = errorKind(
  "coalesced-ballot",
  () => "The lab has no `ballot` of a coalesced group: use `__ballot_sync(__activemask(), …)`.",
);
