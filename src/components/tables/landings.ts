import { landings } from "virtual:hardware";
import { PIECE_BYTES, tileAddress, tilePitch, tileSectors, type SwizzleMode } from "#simulator";
import { bytes, count } from "#pictures/format.ts";
import { dataTable } from "../data-table.ts";

/** Pieces of 16 bytes in a line of 128. */
const PLACES = 8;
/** Bytes from row to row of the tensor that was copied. */
const TENSOR_PITCH = 512;

interface Landed {
  readonly mode: SwizzleMode;
  readonly boxBytes: number;
  readonly sharedAddress: number;
}

function measuredAt({ mode, boxBytes, sharedAddress }: Landed): (typeof landings)[number] {
  const found = landings.find(
    (one) => one.swizzle === mode && one.boxBytes === boxBytes && one.sharedOffset === sharedAddress && one.boxRows === 16,
  );
  if (!found) throw new RangeError(`no box of ${boxBytes} bytes was copied to byte ${sharedAddress} with a swizzle of ${mode}`);
  return found;
}

/** The pieces in the first line of a tile, as the simulator has them; -1 where none lies. */
function firstLine(tile: Landed): number[] {
  const perRow = tile.boxBytes / PIECE_BYTES;
  const pieceAt = new Map(
    Array.from({ length: 16 * perRow }, (_, piece) => [
      tileAddress(tile, Math.floor(piece / perRow), (piece % perRow) * PIECE_BYTES),
      piece,
    ]),
  );
  return Array.from({ length: PLACES }, (_, place) => pieceAt.get(tile.sharedAddress + place * PIECE_BYTES) ?? -1);
}

const spelled = (pieces: readonly number[]): string => pieces.map((piece) => (piece < 0 ? "–" : piece)).join(" ");

/** What lies in the first 128 bytes of a tile, by where it begins. */
export const landingsByStart = dataTable({
  label: "What lies first, by where the tile begins",
  wide: true,
  caption: "Pieces of 16 bytes in the first 128 bytes of a tile with rows of 128.",
  measuredIn: ["tma-tiles-h200.jsonl"],
  rows: [0, 128, 256, 384, 512, 640, 896, 1024].map((sharedAddress) => ({ mode: "128B" as const, boxBytes: 128, sharedAddress })),
  columns: [
    { head: "Begins at byte", cell: ({ sharedAddress }) => count(sharedAddress) },
    { head: "by the address, simulator", align: "start", cell: (tile) => spelled(firstLine(tile)) },
    { head: "landed, H200", align: "start", cell: (tile) => spelled(measuredAt(tile).places.slice(0, PLACES)) },
  ],
});

/** Boxes by mode and width: how far apart their rows lie, and which sectors they move. */
export const boxWidths = dataTable({
  label: "Boxes by mode and width",
  wide: true,
  caption: "Boxes of 16 rows, at a multiple of 1,024 bytes.",
  measuredIn: ["tma-tiles-h200.jsonl"],
  rows: (
    [
      ["none", 16],
      ["none", 48],
      ["none", 128],
      ["32B", 32],
      ["64B", 32],
      ["64B", 64],
      ["128B", 32],
      ["128B", 96],
      ["128B", 128],
    ] as const
  ).map(([mode, boxBytes]) => ({ mode, boxBytes, sharedAddress: 0 })),
  columns: [
    { head: "Swizzle", cell: ({ mode }) => mode },
    { head: "row of the box", cell: ({ boxBytes }) => bytes(boxBytes) },
    { head: "from row to row", cell: (tile) => bytes(tilePitch(tile)) },
    { head: "first line, H200", align: "start", cell: (tile) => spelled(measuredAt(tile).places.slice(0, PLACES)) },
    {
      head: "sectors, simulator",
      cell: (tile) =>
        count(
          tileSectors(
            tile,
            Array.from({ length: 16 }, (_, row) => row * TENSOR_PITCH),
          ),
        ),
    },
    { head: "sectors, H200", cell: (tile) => count(measuredAt(tile).sectors) },
    { head: "conflicts, H200", cell: (tile) => count(measuredAt(tile).bankConflicts) },
  ],
});
