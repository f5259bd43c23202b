/** The free functions of cooperative groups. */
const FREE_FUNCTIONS = new Set(["this_thread_block", "this_grid", "coalesced_threads", "tiled_partition", "sync", "reduce"]);

export function isGroupFunction(name: string): boolean {
  return FREE_FUNCTIONS.has(name);
}

/** Whether a text may call one of them; without, it has no group. */
export function mentionsGroups(text: string): boolean {
  return [...FREE_FUNCTIONS].some((name) => text.includes(name));
}
