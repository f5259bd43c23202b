import { useId } from "preact/hooks";
import { Hatch } from "#pictures/hatch.ts";
import { LaneStrip } from "../drawing/lanes.tsx";
import { MemoryLine, MemoryPieces } from "../drawing/memory-line.tsx";
import { LINES_PER_ROW_DRAWN, ROWS_DRAWN } from "./matrix.ts";
import type { Model } from "./model.ts";

interface MatrixViewProps {
  readonly model: Model;
  readonly onPoint: (lane: number | undefined) => void;
}

const ROW_HEIGHT = 9;
/** From one row to the next: room for the bar that shows what DRAM moves. */
const PITCH = 13;
const HEIGHT = ROWS_DRAWN * PITCH;
const LABELLED_ROWS = 4;
const rowNumbers = Array.from({ length: ROWS_DRAWN }, (_, row) => row);
const lineWidth = 100 / LINES_PER_ROW_DRAWN;

/** The warp above, and below it the corner of the matrix that it reads: rows from top to bottom, lines of memory side by side. */
export function MatrixView({ model, onPoint }: MatrixViewProps) {
  const hatch = `hatch-${useId()}`;
  return (
    <div class="walk-matrix">
      <LaneStrip lanes={model.lanes} onPoint={onPoint} />
      <svg class="addresses" height={HEIGHT} aria-hidden="true">
        {rowNumbers
          .filter((row) => row % LABELLED_ROWS === 0)
          .map((row) => (
            <text key={row} x="100%" y={row * PITCH + ROW_HEIGHT / 2 + 2}>
              {row === 0 ? "row 0" : row}
            </text>
          ))}
      </svg>
      <svg class="memory" width="100%" height={HEIGHT} role="img" aria-label={model.sentence}>
        <Hatch id={hatch} />
        {rowNumbers.map((row) => (
          <rect key={row} class="line-rule" x="0" y={row * PITCH + 2} width="100%" height={ROW_HEIGHT} />
        ))}
        {model.lines.map(({ row, lineOfRow, line }) => {
          const placed = { ...line, y: row * PITCH + 2, height: ROW_HEIGHT };
          return (
            <svg key={line.number} class="memory" x={`${lineOfRow * lineWidth}%`} width={`${lineWidth}%`} height={HEIGHT}>
              <MemoryLine row={placed} hatch={hatch} />
              <MemoryPieces row={placed} onPoint={onPoint} />
            </svg>
          );
        })}
      </svg>
    </div>
  );
}
