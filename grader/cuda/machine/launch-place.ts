import { WARP_SIZE, positionIn, type Launch } from "#simulator";
import type { Coordinates } from "./findings.ts";

/** The machine's position in a launch: the block and warp that run now. */
export class LaunchPlace {
  block = 0;
  warp = 0;
  /** Barriers so far at which all warps of a block arrived, over all blocks. */
  barriers = 0;
  /** Times so far that a warp waited for copies (`cp.async.wait_group`), and how many groups of copies are under way between two waits. */
  copyWaits = 0;
  copyStages = 1;
  readonly launch: Launch;

  constructor(launch: Launch) {
    this.launch = launch;
  }

  /** The number, in its block, of a thread of the current warp. */
  threadOf(lane: number): number {
    return this.warp * WARP_SIZE + lane;
  }

  /** Coordinates of a thread, by its number in its block. */
  threadCoordinates(thread: number): Coordinates {
    const { x, y, z } = positionIn(this.launch.blockDim, thread);
    return [x, y, z];
  }

  /** Coordinates of a block, by its number in the grid. */
  blockCoordinates(block: number): Coordinates {
    const { x, y, z } = positionIn(this.launch.gridDim, block);
    return [x, y, z];
  }
}
