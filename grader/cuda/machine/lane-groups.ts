import { WARP_SIZE } from "#simulator";

/** The lanes of a request, grouped by address: a check of one lane of a group holds for all of them. */
export class LaneGroups {
  count = 0;
  /** The first and the last lane of each group, side by side. */
  readonly lanes = new Uint8Array(2 * WARP_SIZE);

  /** Groups the lanes of a mask by their distances from one address. */
  group(mask: number, distances: Int32Array): void {
    const { lanes } = this;
    let count = 0;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((mask >>> lane) & 1) === 0) continue;
      let group = 0;
      while (group < count && distances[lanes[2 * group]!] !== distances[lane]) group++;
      if (group === count) lanes[2 * count++] = lane;
      lanes[2 * group + 1] = lane;
    }
    this.count = count;
  }
}
