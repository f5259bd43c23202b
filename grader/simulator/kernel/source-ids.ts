import type { Kernel } from "./kernel.ts";

/**
 * The id of element 0 of each array with contents "source". Every source element has a unique id, by which a run follows it: that of
 * element i is the id of element 0 plus i. Ids start at 1, because 0 means nothing.
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

/**
 * The value of a source element in a kernel that combines registers: its id, hashed to 32 bits (the finalizer of MurmurHash3), so
 * that two different sums of elements are equal with a probability of 1 in 2^32. 0, for nothing, stays 0.
 */
export function hashId(id: number): number {
  let bits = id;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
