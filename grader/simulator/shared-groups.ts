import { WARP_SIZE, isActive, type WarpRequest } from "./warp-request.ts";

/**
 * How many lanes shared memory serves together: 32 lanes of 1, 2 or 4 bytes, 16 of 8 bytes, 8 of 16 bytes. A load of 8 or 16 bytes
 * is served in groups twice as large when, over the whole warp, every active lane i reads what lane i xor 1 reads, or
 * every active lane i what lane i xor 2 reads; a partner that sits out agrees with anything. Stores never fuse.
 * (Found on an H100: patterns pairbit0…2 of hardware/warp-requests.jsonl.)
 */
export function lanesPerGroup(op: WarpRequest["op"], bytesPerLane: number, activeMask: number, addresses: ArrayLike<number>): number {
  if (bytesPerLane <= 4) return WARP_SIZE;
  const lanes = bytesPerLane === 8 ? 16 : 8;
  const fuses = op === "load" && (partnersAgree(1, activeMask, addresses) || partnersAgree(2, activeMask, addresses));
  return fuses ? lanes * 2 : lanes;
}

function partnersAgree(distance: 1 | 2, activeMask: number, addresses: ArrayLike<number>): boolean {
  for (let lane = 0; lane < WARP_SIZE; lane++) {
    const partner = lane ^ distance;
    if (isActive(activeMask, lane) && isActive(activeMask, partner) && addresses[lane] !== addresses[partner]) return false;
  }
  return true;
}
