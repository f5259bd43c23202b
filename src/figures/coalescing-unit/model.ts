import { SECTOR_BYTES, WARP_SIZE, explainGlobal, h100, isActive, type GlobalExplanation, type WarpRequest } from "#simulator";
import { emphasisOf, type Emphasis, type LaneCell } from "#pictures/lanes.ts";
import { bytes, pluralize } from "#pictures/format.ts";
import { laneCaption } from "#pictures/captions.ts";
import type { Reading } from "#pictures/readings.ts";
import { lineRows, type LineRow } from "./line-rows.ts";
import { warpRequest, type PatternName } from "./pattern.ts";
import { placeOf, type Place } from "./place.ts";
import { STAGES, STAGE_TITLES, reached, stageReadings, stageSentence, type Stage, type Story } from "./stages.ts";

/** What L1 holds before the request comes: nothing, or the sectors that warp 0 of the same kernel has read. */
export type InL1 = "nothing" | "warp-0";

/** Everything that the reader may change, but for the step. */
export interface Settings {
  readonly pattern: PatternName;
  readonly inL1: InL1;
}

/** What is pointed at. */
export interface Pointing {
  readonly hoveredLane?: number;
  /** Number of a sector whose lanes are to be seen; a hovered lane goes before it. */
  readonly selectedSector?: number;
}

/** What a lane has handed in, on its way: a chip in the lane's colour. */
export interface Chip {
  readonly lane: number;
  readonly place: Place;
  /** 0 for the first that sets out: lanes go in order, bytes come back in the order of their addresses. */
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

/** The warp that is shown: the second of its block, so that another has been to L1 before it. */
const SHOWN_WARP = 1;

export function model({ pattern, inL1, step, ...pointing }: Settings & Pointing & { readonly step: number }): Picture {
  const before = inL1 === "nothing" ? undefined : warpRequest(pattern, SHOWN_WARP - 1);
  return picture({ request: warpRequest(pattern, SHOWN_WARP), before, stage: STAGES[step], ...pointing });
}

interface PictureInput extends Pointing {
  /** A load of one float a lane. */
  readonly request: WarpRequest;
  /** The request whose sectors L1 holds; undefined: L1 is empty. */
  readonly before: WarpRequest | undefined;
  readonly stage: Stage;
}

/** Any load of floats. */
export function picture({ request, before, stage, ...pointing }: PictureInput): Picture {
  const explanation = explainGlobal(request, h100);
  const story: Story = { explanation, hits: sharedSectors(explanation, before) };
  const pointed = pointedLanes(explanation, pointing);
  const { hoveredLane } = pointing;
  return {
    stage,
    stageTitle: STAGE_TITLES[stage],
    lanes: Array.from({ length: WARP_SIZE }, (_, lane): LaneCell => {
      const active = isActive(request.activeMask, lane);
      return { lane, active, named: false, emphasis: emphasisOf([lane], pointed), label: laneCaption(request, lane, active) };
    }),
    addresses: Array.from(request.addresses),
    chips: chips(explanation, stage, pointed),
    lines: lineRows(story, stage, pointed),
    shown: { lines: reached(stage, "group"), sectors: reached(stage, "mark"), data: reached(stage, "fetch") },
    supply: supplyWords(story, stage),
    readings: stageReadings(story, stage),
    sentence: stageSentence(story, stage),
    details: STAGES.map((each) => `${STAGE_TITLES[each]}. ${stageSentence(story, each)}`),
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
  const { addresses } = explanation.request;
  const lanes = Array.from({ length: WARP_SIZE }, (_, lane) => lane);
  const byAddress = [...lanes].sort((a, b) => addresses[a] - addresses[b] || a - b);
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

function supplyWords({ explanation, hits }: Story, stage: Stage): string {
  if (!reached(stage, "fetch")) return "L2 and DRAM";
  const missed = explanation.sectors - hits.length;
  return `L2 and DRAM sent ${pluralize(missed, "sector")}, ${bytes(missed * SECTOR_BYTES)}`;
}
