import { WARP_SIZE, isActive, type WarpRequest } from "#simulator";

/** How strongly a part of a figure is drawn: lit when the reader points at it, dim when the reader points at something else. */
export type Emphasis = "plain" | "lit" | "dim";

/** The emphasis of a part that belongs to `lanes`. `pointed` are the lanes pointed at; undefined if the reader points at nothing. */
export function emphasisOf(lanes: readonly number[], pointed: ReadonlySet<number> | undefined): Emphasis {
  if (!pointed) return "plain";
  return lanes.some((lane) => pointed.has(lane)) ? "lit" : "dim";
}

/** One of the 32 cells that represent the lanes of a warp. */
export interface LaneCell {
  readonly lane: number;
  /** Whether the lane is active in the request. */
  readonly active: boolean;
  readonly emphasis: Emphasis;
  /** Whether a failed check names this lane. */
  readonly named: boolean;
  /** The lane's accesses, as text. */
  readonly label: string;
}

interface LaneCellOptions {
  /** Lanes that a failed check names. */
  readonly named?: readonly number[];
  /** The lanes pointed at; undefined if the reader points at nothing. */
  readonly pointed?: ReadonlySet<number> | undefined;
  /** A lane's accesses, as text. */
  readonly label: (lane: number, active: boolean) => string;
}

/** The 32 cells of the warp that makes a request. */
export function laneCells({ activeMask }: Pick<WarpRequest, "activeMask">, { named = [], pointed, label }: LaneCellOptions): LaneCell[] {
  return Array.from({ length: WARP_SIZE }, (_, lane) => {
    const active = isActive(activeMask, lane);
    return { lane, active, named: named.includes(lane), emphasis: emphasisOf([lane], pointed), label: label(lane, active) };
  });
}

/** The address of a lane's first byte. @throws RangeError for a lane that the request does not have */
export function byteAddressOf({ addresses }: Pick<WarpRequest, "addresses">, lane: number): number {
  const byteAddress = addresses[lane];
  if (byteAddress === undefined) throw new RangeError(`a request has no lane ${lane}`);
  return byteAddress;
}

/** Divides a cell that several lanes share into slices of equal width, one per lane. */
export function laneSlices(
  lanes: readonly number[],
  x: number,
  width: number,
): { readonly lane: number; readonly x: number; readonly width: number }[] {
  const slice = width / lanes.length;
  return lanes.map((lane, i) => ({ lane, x: x + i * slice, width: slice }));
}

/** The text in a cell: its lane's number, or how many lanes share it. */
export function cellText(lanes: readonly number[]): string {
  return lanes.length === 1 ? lanes.join() : `×${lanes.length}`;
}
