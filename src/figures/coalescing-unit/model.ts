import {
  CACHE_LINE_BYTES,
  SECTOR_BYTES,
  WARP_SIZE,
  explainGlobal,
  h100,
  type GlobalExplanation,
  type LineEvidence,
  type WarpRequest,
} from "#simulator";
import { laneCaption } from "#pictures/captions.ts";
import { byteAddressOf, emphasisOf, laneCells, type Emphasis, type LaneCell } from "#pictures/lanes.ts";
import type { Reading } from "#pictures/readings.ts";
import { ELEMENT_BYTES, warpRequest, type PatternName } from "./pattern.ts";
import {
  STAGES,
  STAGE_TITLES,
  reached,
  stageAt,
  stageReadings,
  stageSentence,
  supplyCaption,
  type Stage,
  type CachedRequest,
} from "./stages.ts";

/** What L1 holds before the request comes: nothing, or the sectors that warp 0 of the same kernel has read. */
export type InL1 = "nothing" | "warp-0";

/** Everything that the reader may change, except the step. */
export interface Settings {
  readonly pattern: PatternName;
  readonly inL1: InL1;
}

/** What is pointed at. */
export interface Pointing {
  readonly hoveredLane?: number | undefined;
  /** Number of a sector whose lanes light up; a hovered lane takes precedence. */
  readonly selectedSector?: number | undefined;
}

/** A lane's part of the request, drawn as a chip in the lane's colour that moves from stage to stage. */
export interface Chip {
  readonly lane: number;
  readonly place: Place;
  /** Its place in the order of departure, from 0: by lane on the way out, by address on the way back. */
  readonly turn: number;
  readonly emphasis: Emphasis;
}

/** One stage of one request as plain data that a picture is drawn from. */
export interface Picture {
  readonly stage: Stage;
  readonly stageTitle: string;
  readonly lanes: readonly LaneCell[];
  /** Byte address of each lane, lane 0 first. */
  readonly addresses: readonly number[];
  readonly chips: readonly Chip[];
  readonly lines: readonly LineRow[];
  /** Whether lines are known, sectors are marked, and their bytes are in L1. */
  readonly shown: { readonly lines: boolean; readonly sectors: boolean; readonly data: boolean };
  /** What L2 and DRAM do at this stage. */
  readonly supply: string;
  readonly readings: readonly Reading[];
  readonly sentence: string;
  /** All five stages in words. */
  readonly details: readonly string[];
  readonly pointed: string | undefined;
}

/** The warp that is shown: the second of its block, so that another may have filled L1 before it. */
const SHOWN_WARP = 1;

export function model({ pattern, inL1, step, ...pointing }: Settings & Pointing & { readonly step: number }): Picture {
  const before = inL1 === "nothing" ? undefined : warpRequest(pattern, SHOWN_WARP - 1);
  return picture({ request: warpRequest(pattern, SHOWN_WARP), before, stage: stageAt(step), ...pointing });
}

interface PictureInput extends Pointing {
  /** A load of one float per lane. */
  readonly request: WarpRequest;
  /** The request whose sectors L1 holds; undefined: L1 is empty. */
  readonly before: WarpRequest | undefined;
  readonly stage: Stage;
}

/** The picture of any load of floats. */
export function picture({ request, before, stage, ...pointing }: PictureInput): Picture {
  const explanation = explainGlobal(request, h100);
  const cached: CachedRequest = { explanation, hits: sharedSectors(explanation, before) };
  const pointed = pointedLanes(explanation, pointing);
  const { hoveredLane } = pointing;
  return {
    stage,
    stageTitle: STAGE_TITLES[stage],
    lanes: laneCells(request, { pointed, label: (lane, active) => laneCaption(request, lane, active) }),
    addresses: Array.from(request.addresses),
    chips: chips(explanation, stage, pointed),
    lines: lineRows(cached, stage, pointed),
    shown: { lines: reached(stage, "group"), sectors: reached(stage, "mark"), data: reached(stage, "fetch") },
    supply: supplyCaption(cached, stage),
    readings: stageReadings(cached, stage),
    sentence: stageSentence(cached, stage),
    details: STAGES.map((each) => `${STAGE_TITLES[each]}. ${stageSentence(cached, each)}`),
    pointed: hoveredLane === undefined ? undefined : laneCaption(request, hoveredLane, true),
  };
}

/** Numbers of the sectors of a request that the request before it touched too. */
function sharedSectors({ lines }: GlobalExplanation, before: WarpRequest | undefined): number[] {
  if (!before) return [];
  const touched = new Set(explainGlobal(before, h100).lines.flatMap((line) => line.sectors.map((sector) => sector.number)));
  return lines.flatMap((line) => line.sectors.map((sector) => sector.number)).filter((number) => touched.has(number));
}

function chips(explanation: GlobalExplanation, stage: Stage, pointed: ReadonlySet<number> | undefined): Chip[] {
  const addressOf = (lane: number) => byteAddressOf(explanation.request, lane);
  const lanes = Array.from({ length: WARP_SIZE }, (_, lane) => lane);
  const byAddress = lanes.toSorted((a, b) => addressOf(a) - addressOf(b) || a - b);
  return lanes.map((lane) => ({
    lane,
    place: placeOf(explanation, lane, stage),
    turn: stage === "route" ? byAddress.indexOf(lane) : lane,
    emphasis: emphasisOf([lane], pointed),
  }));
}

function pointedLanes({ lines }: GlobalExplanation, { hoveredLane, selectedSector }: Pointing): ReadonlySet<number> | undefined {
  if (hoveredLane !== undefined) return new Set([hoveredLane]);
  const sector = lines.flatMap((line) => line.sectors).find(({ number }) => number === selectedSector);
  return sector && new Set(sector.lanes);
}

/** One line that the request touches: a queue of chips at first, then its bytes to scale. */
export interface LineRow {
  readonly number: number;
  readonly firstByte: number;
  /** All sectors of the line, wanted or not. */
  readonly sectors: readonly SectorCell[];
  readonly pieces: readonly Piece[];
}

/** "untouched": no lane wants a byte of it. "needed": marked. "in L1": found there. "fetched": brought from L2 or DRAM. */
export type SectorState = "untouched" | "needed" | "in L1" | "fetched";

export interface SectorCell {
  readonly number: number;
  readonly offsetBytes: number;
  readonly state: SectorState;
  /** Whether its bytes come from L2 or DRAM for this request, whatever the stage. */
  readonly missed: boolean;
  readonly emphasis: Emphasis;
}

/** Bytes that lanes asked for: the same bytes for all its lanes. */
interface Piece {
  readonly offsetBytes: number;
  readonly lanes: readonly number[];
  readonly emphasis: Emphasis;
}

function lineRows({ explanation, hits }: CachedRequest, stage: Stage, pointed: ReadonlySet<number> | undefined): LineRow[] {
  return explanation.lines.map((line) => {
    const lanes = line.sectors.flatMap((sector) => sector.lanes);
    return {
      number: line.number,
      firstByte: line.firstByte,
      sectors: sectorCells(line, hits, stage, pointed),
      pieces: [...Map.groupBy(lanes, (lane) => byteAddressOf(explanation.request, lane))].map(([address, lanes]) => ({
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

/** Where a chip is. A cell is one 32nd of the width: a lane in the strip, 4 bytes in a line. */
interface Place {
  /** Index of the line's row; undefined: below its lane. */
  readonly row: number | undefined;
  /** Cells from the left edge. */
  readonly cell: number;
  /** Part of the cell that the chip fills: less than 1 where several lanes want the same bytes. */
  readonly share: number;
}

/** The place of a lane's chip at a stage: at home, in the queue of its line, or on its bytes. */
function placeOf({ lines, request }: GlobalExplanation, lane: number, stage: Stage): Place {
  if (stage === "hand-in" || stage === "route") return { row: undefined, cell: lane, share: 1 };
  const address = byteAddressOf(request, lane);
  const row = lines.findIndex((line) => line.number === Math.floor(address / CACHE_LINE_BYTES));
  const line = lines[row];
  if (line === undefined) throw new RangeError(`no line of the request holds lane ${lane}'s byte ${address}`);
  const lanesOfLine = line.sectors.flatMap((sector) => sector.lanes).sort((a, b) => a - b);
  if (stage === "group") return { row, cell: lanesOfLine.indexOf(lane), share: 1 };
  const sharers = lanesOfLine.filter((other) => byteAddressOf(request, other) === address);
  const cell = (address - line.firstByte) / ELEMENT_BYTES + sharers.indexOf(lane) / sharers.length;
  return { row, cell, share: 1 / sharers.length };
}
