import { CACHE_LINE_BYTES, WARP_SIZE, type GlobalExplanation } from "#simulator";
import { memoryRows, type LineRow } from "#pictures/memory-rows.ts";
import { BYTES_PER_LANE, pitchBytes, type Side } from "./walk.ts";

/** The corner of the matrix that is drawn: as many rows as a warp can spread over, each as long as a warp's load is wide. */
export const ROWS_DRAWN = WARP_SIZE;
export const ROW_BYTES_DRAWN = WARP_SIZE * BYTES_PER_LANE;
export const LINES_PER_ROW_DRAWN = ROW_BYTES_DRAWN / CACHE_LINE_BYTES;

/** A touched line, where it lies in the matrix. */
export interface MatrixLine {
  readonly row: number;
  /** How many lines of the row lie before it. */
  readonly lineOfRow: number;
  readonly line: LineRow;
}

/** The touched lines of a load, put back into the rows of the matrix. */
export function matrixLines(explanation: GlobalExplanation, side: Side, hoveredLane: number | undefined): MatrixLine[] {
  const pointed = hoveredLane === undefined ? undefined : new Set([hoveredLane]);
  const rows = memoryRows({ explanation, memoryModel: "sector", pointed, windows: [] });
  return rows.flatMap((row) => {
    if (row.kind === "gap") return [];
    const offsetBytes = row.firstByte % pitchBytes(side);
    return { row: (row.firstByte - offsetBytes) / pitchBytes(side), lineOfRow: offsetBytes / CACHE_LINE_BYTES, line: row };
  });
}
