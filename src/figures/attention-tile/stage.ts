import { columnPlaces, rowPlaces, type KTile, type TilePlace } from "./tile.ts";

/** What the block does, in order: K's rows into registers, from there into the tile, wait for all warps, read columns. */
export const STAGES = ["load", "store", "barrier", "read"] as const;
export type Stage = (typeof STAGES)[number];

/** A tile, and which of its requests are looked at. */
export interface Settings extends KTile {
  /** 0 … 3: see `STAGES`. */
  readonly step: number;
  /** Which of the requests that bring the tile, from 0. */
  readonly request: number;
  /** Which column is read, from 0, counted in what a lane moves. */
  readonly column: number;
  readonly hoveredLane?: number;
}

/** What each lane of the shown warp is at; none at the barrier. */
export function placesOf(settings: Settings): readonly TilePlace[] {
  switch (STAGES[settings.step]) {
    case "load":
    case "store":
      return rowPlaces(settings, settings.request);
    case "barrier":
      return [];
    case "read":
      return columnPlaces(settings, settings.column);
  }
}
