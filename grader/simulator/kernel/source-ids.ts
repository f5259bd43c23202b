import type { Kernel } from "./kernel.ts";

/**
 * Every element of the arrays with contents "source" has a number of its own, by which it is followed: the number of
 * element 0 for each such array. Numbers start at 1, for 0 stands for nothing.
 */
export function sourceIds(arrays: Kernel["arrays"]): Record<string, number> {
  const ids: Record<string, number> = {};
  let next = 1;
  for (const [name, { contents, length }] of Object.entries(arrays)) {
    if (contents !== "source") continue;
    ids[name] = next;
    next += length;
  }
  return ids;
}
