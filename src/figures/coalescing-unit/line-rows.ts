import { CACHE_LINE_BYTES, SECTOR_BYTES, type LineEvidence } from "#simulator";
import { emphasisOf, type Emphasis } from "#pictures/lanes.ts";
import { reached, type Stage, type Story } from "./stages.ts";

/** One line that the request touches: a queue at first, then its bytes to scale. */
export interface LineRow {
  readonly number: number;
  readonly firstByte: number;
  /** All sectors of the line, wanted or not. */
  readonly sectors: readonly SectorCell[];
  readonly pieces: readonly Piece[];
}

/** untouched: no lane wants a byte of it; needed: marked; in L1: found there; fetched: brought there. */
export type SectorState = "untouched" | "needed" | "in L1" | "fetched";

export interface SectorCell {
  readonly number: number;
  readonly offsetBytes: number;
  readonly state: SectorState;
  /** Whether its bytes come from L2 or DRAM for this request, at whatever stage. */
  readonly missed: boolean;
  readonly emphasis: Emphasis;
}

/** Bytes that lanes asked for: the same bytes for all its lanes. */
export interface Piece {
  readonly offsetBytes: number;
  readonly lanes: readonly number[];
  readonly emphasis: Emphasis;
}

export function lineRows({ explanation, hits }: Story, stage: Stage, pointed: ReadonlySet<number> | undefined): LineRow[] {
  const { addresses } = explanation.request;
  return explanation.lines.map((line) => {
    const lanes = line.sectors.flatMap((sector) => sector.lanes);
    return {
      number: line.number,
      firstByte: line.firstByte,
      sectors: sectorCells(line, hits, stage, pointed),
      pieces: [...Map.groupBy(lanes, (lane) => addresses[lane])].map(([address, lanes]) => ({
        offsetBytes: address - line.firstByte,
        lanes,
        emphasis: emphasisOf(lanes, pointed),
      })),
    };
  });
}

function sectorCells(line: LineEvidence, hits: readonly number[], stage: Stage, pointed: ReadonlySet<number> | undefined): SectorCell[] {
  return Array.from({ length: CACHE_LINE_BYTES / SECTOR_BYTES }, (_, i) => {
    const number = line.firstByte / SECTOR_BYTES + i;
    const evidence = line.sectors.find((sector) => sector.number === number);
    const hit = hits.includes(number);
    const arrived: SectorState = hit ? "in L1" : "fetched";
    return {
      number,
      offsetBytes: i * SECTOR_BYTES,
      state: evidence ? (reached(stage, "fetch") ? arrived : "needed") : "untouched",
      missed: evidence !== undefined && !hit,
      emphasis: emphasisOf(evidence?.lanes ?? [], pointed),
    };
  });
}
