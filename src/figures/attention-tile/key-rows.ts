import { emphasisOf, type Emphasis } from "#pictures/lanes.ts";
import { bytesPerLane, type KTile, type TilePlace } from "./tile.ts";

/** A key in global memory, to scale. Offsets count from its first byte. */
export interface KeyRow {
  readonly key: number;
  readonly pieces: readonly KeyPiece[];
}

/** What one lane is at. */
export interface KeyPiece {
  readonly lane: number;
  readonly offsetBytes: number;
  readonly bytes: number;
  readonly emphasis: Emphasis;
}

/** The keys of the tile as global memory holds them, and what the lanes are at. */
export function keyRows(tile: KTile, places: readonly TilePlace[], pointed: ReadonlySet<number> | undefined): KeyRow[] {
  return Array.from({ length: tile.keys }, (_, key) => ({
    key,
    pieces: places.flatMap((place, lane) =>
      place.key === key ? [{ lane, offsetBytes: place.offset, bytes: bytesPerLane(tile), emphasis: emphasisOf([lane], pointed) }] : [],
    ),
  }));
}
