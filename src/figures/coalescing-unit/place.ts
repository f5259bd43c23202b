import { CACHE_LINE_BYTES, type GlobalExplanation } from "#simulator";
import { ELEMENT_BYTES } from "./pattern.ts";
import type { Stage } from "./stages.ts";

/** Where a chip stands. A cell is one 32nd of the width: a lane in the strip, 4 bytes in a line. */
export interface Place {
  /** Index of the line's row; undefined: below its lane. */
  readonly row: number | undefined;
  /** Cells from the left edge. */
  readonly cell: number;
  /** Part of the cell that the chip fills: less than 1 where several lanes want the same bytes. */
  readonly share: number;
}

/** The place of a lane's chip at a stage: at home, in the queue of its line, or on its bytes. */
export function placeOf({ lines, request }: GlobalExplanation, lane: number, stage: Stage): Place {
  if (stage === "hand-in" || stage === "route") return { row: undefined, cell: lane, share: 1 };
  const address = request.addresses[lane];
  const row = lines.findIndex((line) => line.number === Math.floor(address / CACHE_LINE_BYTES));
  const lanesOfLine = lines[row].sectors.flatMap((sector) => sector.lanes).sort((a, b) => a - b);
  if (stage === "group") return { row, cell: lanesOfLine.indexOf(lane), share: 1 };
  const sharers = lanesOfLine.filter((other) => request.addresses[other] === address);
  const cell = (address - lines[row].firstByte) / ELEMENT_BYTES + sharers.indexOf(lane) / sharers.length;
  return { row, cell, share: 1 / sharers.length };
}
