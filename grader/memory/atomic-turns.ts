import { SECTOR_BYTES, WARP_SIZE } from "#simulator";

/**
 * Atomics on 512 neighbouring bytes follow each other: additions to 32, 256 and 1,024 neighbouring integers take 0.6 ns per turn if they
 * do (`atomic_int_…_addresses`, `histogram-global`).
 */
const SECTORS_PER_PLACE = 16;

/** Turns that atomics take at each place of L2: one for lanes on different words of a sector, one each for lanes on one word. */
export class AtomicTurns {
  /** At the place that has most. */
  most = 0;
  readonly #byPlace = new Map<number, number>();

  /** Adds a request. */
  add(mask: number, addresses: ArrayLike<number>): void {
    for (let left = mask; left !== 0;) {
      const sector = Math.floor(addresses[firstLaneOf(left)]! / SECTOR_BYTES);
      const own = lanesWhere(left, (lane) => Math.floor(addresses[lane]! / SECTOR_BYTES) === sector);
      left &= ~own;
      const place = Math.floor(sector / SECTORS_PER_PLACE);
      const turns = (this.#byPlace.get(place) ?? 0) + mostOnOneWord(own, addresses);
      this.#byPlace.set(place, turns);
      if (turns > this.most) this.most = turns;
    }
  }
}

/** The most lanes that have one address in common. */
function mostOnOneWord(mask: number, addresses: ArrayLike<number>): number {
  let most = 0;
  for (let left = mask; left !== 0;) {
    const address = addresses[firstLaneOf(left)]!;
    const own = lanesWhere(left, (lane) => addresses[lane] === address);
    left &= ~own;
    let lanes = 0;
    for (let bits = own; bits !== 0; bits &= bits - 1) lanes++;
    most = Math.max(most, lanes);
  }
  return most;
}

function lanesWhere(mask: number, holds: (lane: number) => boolean): number {
  let lanes = 0;
  for (let lane = 0; lane < WARP_SIZE; lane++) if (((mask >>> lane) & 1) !== 0 && holds(lane)) lanes |= 1 << lane;
  return lanes;
}

function firstLaneOf(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}
