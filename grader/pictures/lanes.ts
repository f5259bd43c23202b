import { WARP_SIZE, isActive, type WarpRequest } from "#simulator";

/** How strongly a part of a figure is drawn: lit when it is pointed at, dim when something else is. */
export type Emphasis = "plain" | "lit" | "dim";

/** The emphasis of something that belongs to `lanes` while the lanes in `pointed` are pointed at; undefined: none is. */
export function emphasisOf(lanes: readonly number[], pointed: ReadonlySet<number> | undefined): Emphasis {
  if (!pointed) return "plain";
  return lanes.some((lane) => pointed.has(lane)) ? "lit" : "dim";
}

/** One of the 32 cells that stand for the lanes of a warp. */
export interface LaneCell {
  readonly lane: number;
  /** Whether the lane takes part in the request. */
  readonly active: boolean;
  readonly emphasis: Emphasis;
  /** Whether a failed check names this lane. */
  readonly named: boolean;
  /** What the lane does, in words. */
  readonly label: string;
}

interface LaneCellOptions {
  /** Lanes that a failed check names. */
  readonly named?: readonly number[];
  /** Lanes that are pointed at; undefined: none is. */
  readonly pointed?: ReadonlySet<number> | undefined;
  /** What a lane does, in words. */
  readonly label: (lane: number, active: boolean) => string;
}

/** The warp that makes a request, lane by lane. */
export function laneCells({ activeMask }: Pick<WarpRequest, "activeMask">, { named = [], pointed, label }: LaneCellOptions): LaneCell[] {
  return Array.from({ length: WARP_SIZE }, (_, lane) => {
    const active = isActive(activeMask, lane);
    return { lane, active, named: named.includes(lane), emphasis: emphasisOf([lane], pointed), label: label(lane, active) };
  });
}

/** Where a lane's bytes begin. */
export function byteAddressOf({ addresses }: Pick<WarpRequest, "addresses">, lane: number): number {
  const byteAddress = addresses[lane];
  if (byteAddress === undefined) throw new RangeError(`a request has no lane ${lane}`);
  return byteAddress;
}

/** A cell that several lanes share, cut into as many slices of equal width. */
export function laneSlices(
  lanes: readonly number[],
  x: number,
  width: number,
): { readonly lane: number; readonly x: number; readonly width: number }[] {
  const slice = width / lanes.length;
  return lanes.map((lane, i) => ({ lane, x: x + i * slice, width: slice }));
}

/** What stands in a cell: its lane's number, or how many lanes share it. */
export function sharedLanes(lanes: readonly number[]): string {
  return lanes.length === 1 ? lanes.join() : `×${lanes.length}`;
}
