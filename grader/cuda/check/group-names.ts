/** The free functions of cooperative groups. */
const FREE_FUNCTIONS = new Set(["this_thread_block", "this_grid", "coalesced_threads", "tiled_partition", "sync", "reduce"]);

export function isGroupFunction(name: string): boolean {
  return FREE_FUNCTIONS.has(name);
}
