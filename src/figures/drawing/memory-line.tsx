import { CACHE_LINE_BYTES, SECTOR_BYTES } from "#simulator";
import { bytes } from "#pictures/format.ts";
import type { LineRow } from "#pictures/memory-rows.ts";
import type { PlacedRow } from "#pictures/rows.ts";
import { LaneFill } from "./lanes.tsx";

/** A cache line with its place in a picture, in CSS pixels. */
export type PlacedLine = PlacedRow<LineRow>;

interface MemoryLineProps {
  readonly row: PlacedLine;
  /** Id of the pattern for bytes that move without having been asked for: see `Hatch`. */
  readonly hatch: string;
  readonly onChooseSector?: ((sector: number) => void) | undefined;
}

/** A cache line as wide as the picture: its sectors, what DRAM moves below them, and the rule around them. */
export function MemoryLine({ row, hatch, onChooseSector }: MemoryLineProps) {
  const { y, height } = row;
  return (
    <g class={`line ${row.touched ? "touched" : "untouched"}`}>
      {row.sectors.map((sector) => (
        <rect
          key={sector.number}
          class={`sector ${sector.moved ? "moved" : "still"} ${sector.emphasis}`}
          x={percentOfLine(sector.offsetBytes)}
          y={y}
          width={percentOfLine(SECTOR_BYTES)}
          height={height}
          fill={sector.moved ? `url(#${hatch})` : "none"}
          onClick={() => onChooseSector?.(sector.number)}
        >
          <title>{`Sector ${sector.number}: bytes ${sector.number * SECTOR_BYTES} to ${(sector.number + 1) * SECTOR_BYTES - 1}`}</title>
        </rect>
      ))}
      {row.dramMoves.map((move) => (
        <rect
          key={move.offsetBytes}
          class="dram"
          x={percentOfLine(move.offsetBytes)}
          y={y + height}
          width={percentOfLine(move.bytes)}
          height="2.5"
        >
          <title>{`DRAM moves ${bytes(move.bytes)}`}</title>
        </rect>
      ))}
      <rect class="line-rule" x="0" y={y} width="100%" height={height} />
    </g>
  );
}

interface MemoryPiecesProps {
  readonly row: PlacedLine;
  readonly onPoint: (lane: number | undefined) => void;
}

/** The bytes of a line that lanes asked for, in the lanes' colours. */
export function MemoryPieces({ row, onPoint }: MemoryPiecesProps) {
  return (
    <>
      {row.pieces.map((piece) => (
        <g
          key={piece.offsetBytes}
          class={`piece ${piece.emphasis}`}
          onPointerEnter={() => onPoint(piece.lanes[0])}
          onPointerLeave={() => onPoint(undefined)}
        >
          <LaneFill
            lanes={piece.lanes}
            x={(piece.offsetBytes / CACHE_LINE_BYTES) * 100}
            width={(piece.bytes / CACHE_LINE_BYTES) * 100}
            y={row.y}
            height={row.height}
            numbered={piece.bytes >= 4 && row.height >= 10}
          />
        </g>
      ))}
    </>
  );
}

function percentOfLine(lineBytes: number): string {
  return `${(lineBytes / CACHE_LINE_BYTES) * 100}%`;
}
