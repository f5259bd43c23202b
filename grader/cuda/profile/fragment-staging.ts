import { SECTOR_BYTES } from "#simulator";
import type { SampledRequest } from "./block-sample.ts";
import { eachAddress } from "./global-layout.ts";

/** Loads of a block's warps as they are, and if the warps copied each part of an array to shared memory once and took their fragments from there. */
interface FragmentStaging {
  /** Steps of blocks: passes of the loop around the loads, say. */
  readonly steps: number;
  /** Sectors that warps ask for, in all steps, and those that are different in each: they are copied once. */
  readonly asked: number;
  readonly copied: number;
  /** Bytes that the largest step copies. */
  readonly bytes: number;
}

/** Sectors that a block's stores write in all, and how many different ones they are; undefined if a byte is stored twice. */
export function collectedStores(requests: readonly SampledRequest[]): Pick<FragmentStaging, "asked" | "copied" | "bytes"> | undefined {
  let [asked, copied, most] = [0, 0, 0];
  for (const block of Map.groupBy(requests, (request) => request.block).values()) {
    const sectors = new Set<number>();
    const pieces = new Set<number>();
    let stored = 0;
    for (const request of block) {
      const own = new Set<number>();
      eachAddress(request, (address) => {
        own.add(Math.floor(address / SECTOR_BYTES));
        pieces.add(address);
        stored++;
      });
      asked += own.size;
      for (const sector of own) sectors.add(sector);
    }
    if (pieces.size < stored) return undefined;
    copied += sectors.size;
    most = Math.max(most, sectors.size);
  }
  return { asked, copied, bytes: most * SECTOR_BYTES };
}

/**
 * Counts the sectors that the warps of a block share. In one step, each warp makes one request to each site; what is loaded again in a later
 * step is copied again.
 */
export function fragmentStaging(requests: readonly SampledRequest[]): FragmentStaging {
  const steps = [...Map.groupBy(requests, ({ block, pass }) => `${block} ${pass}`).values()];
  let [asked, copied, most] = [0, 0, 0];
  for (const step of steps) {
    const all = new Set<number>();
    for (const request of step) {
      const own = new Set<number>();
      eachAddress(request, (address) => {
        for (let at = address; at < address + request.bytesPerLane; at += SECTOR_BYTES) own.add(Math.floor(at / SECTOR_BYTES));
      });
      asked += own.size;
      for (const sector of own) all.add(sector);
    }
    copied += all.size;
    most = Math.max(most, all.size);
  }
  return { steps: steps.length, asked, copied, bytes: most * SECTOR_BYTES };
}
