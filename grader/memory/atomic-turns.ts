import { SECTOR_BYTES, WARP_SIZE } from "#simulator";
import { firstLaneOf } from "#simulator/warp-request.ts";

/**
 * Sectors whose atomics share the turns of one L2 slice, 512 bytes: additions to 32, 256 and 1,024 neighbouring integers then take 0.6 ns
 * per turn (`atomic_int_…_addresses`, `histogram-global`).
 */
const SECTORS_PER_PLACE = 16;

/**
 * How much longer additions to one floating-point number take than those to one integer: 3.5 clocks instead of 1.45
 * (`atomic_float_1_addresses`, `atomic_int_1_addresses`; `add_to_one_double` takes as long as `add_to_one_float`).
 */
const FLOATING_TURNS = 2.4;

/** The turns that atomics take at each L2 slice: one for lanes on different words of a sector, one each for lanes on one word. */
export class AtomicTurns {
  /** Atomic turns at the busiest L2 slice. */
  most = 0;
  readonly #byPlace = new Map<number, number>();

  /** Adds a request. @param isFloating whether it is on floating-point numbers */
  add(mask: number, addresses: ArrayLike<number>, isFloating = false): void {
    for (let left = mask; left !== 0;) {
      const sector = Math.floor(addresses[firstLaneOf(left)]! / SECTOR_BYTES);
      const own = lanesWhere(left, (lane) => Math.floor(addresses[lane]! / SECTOR_BYTES) === sector);
      left &= ~own;
      const place = Math.floor(sector / SECTORS_PER_PLACE);
      const most = mostOnOneWord(own, addresses);
      const isOnOneWord = most === lanesIn(own);
      const turns = (this.#byPlace.get(place) ?? 0) + most * (isFloating && isOnOneWord ? FLOATING_TURNS : 1);
      this.#byPlace.set(place, turns);
      if (turns > this.most) this.most = turns;
    }
  }
}

/** The most lanes that share one address. */
function mostOnOneWord(mask: number, addresses: ArrayLike<number>): number {
  let most = 0;
  for (let left = mask; left !== 0;) {
    const address = addresses[firstLaneOf(left)]!;
    const own = lanesWhere(left, (lane) => addresses[lane] === address);
    left &= ~own;
    most = Math.max(most, lanesIn(own));
  }
  return most;
}

function lanesIn(mask: number): number {
  let lanes = 0;
  for (let bits = mask; bits !== 0; bits &= bits - 1) lanes++;
  return lanes;
}

function lanesWhere(mask: number, holds: (lane: number) => boolean): number {
  let lanes = 0;
  for (let lane = 0; lane < WARP_SIZE; lane++) if (((mask >>> lane) & 1) !== 0 && holds(lane)) lanes |= 1 << lane;
  return lanes;
}
