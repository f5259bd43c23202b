import { CACHE_LINE_BYTES, SECTOR_BYTES, WARP_SIZE, WORD_BYTES, explainGlobal, h100, isActive, type WarpRequest } from "#simulator";
import type { L1Loads } from "#hardware/l1-loads.ts";
import { laneCaption } from "#pictures/captions.ts";
import { bytes, count } from "#pictures/format.ts";
import { laneCells, type LaneCell } from "#pictures/lanes.ts";
import { memoryRows, type MemoryRow } from "#pictures/memory-rows.ts";
import { patternRequest } from "#pictures/pattern.ts";
import { requestReadings, type Reading } from "#pictures/readings.ts";
import { details, evidence, sentence } from "./captions.ts";

/** Which lanes of the warp are active in the load. */
export type ActiveLanes = "all" | "lower-half" | "upper-half" | "every-other" | "first-eight";

/** A load of floats: lane i asks for float offset + i × stride, if it is active. */
export interface Pattern {
  readonly lanes: ActiveLanes;
  readonly strideElements: number;
  readonly offsetElements: number;
}

const IS_ACTIVE: Readonly<Record<ActiveLanes, (lane: number) => boolean>> = {
  all: () => true,
  "lower-half": (lane) => lane < WARP_SIZE / 2,
  "upper-half": (lane) => lane >= WARP_SIZE / 2,
  "every-other": (lane) => lane % 2 === 0,
  "first-eight": (lane) => lane < 8,
};

function activeMaskOf(lanes: ActiveLanes): number {
  return LANES.filter(IS_ACTIVE[lanes]).reduce((mask, lane) => mask | (1 << lane), 0) >>> 0;
}

/** The request for the pattern in an array that starts at byte 0. */
export function loadRequest({ lanes, ...distances }: Pattern): WarpRequest {
  return { ...patternRequest({ op: "load", bytesPerElement: WORD_BYTES, ...distances }), activeMask: activeMaskOf(lanes) };
}

const LANES: readonly number[] = Array.from({ length: WARP_SIZE }, (_, lane) => lane);

interface Settings extends Pattern {
  readonly hoveredLane?: number | undefined;
  /** What was measured with L1 caching on and off. */
  readonly measured: L1Loads;
}

/** One load, and what it moves by the line model and on hardware, as plain data. */
export interface Picture {
  readonly lanes: readonly LaneCell[];
  readonly panels: readonly [claim: Panel, ca: Panel, cg: Panel];
  readonly readings: readonly Reading[];
  /** What was measured of loads like these. */
  readonly evidence: readonly string[];
  readonly sentence: string;
  /** The picture line by line. */
  readonly details: readonly string[];
  /** The pointed lane in words, when one is pointed at. */
  readonly pointed: string | undefined;
}

/** What the load moves: as the line model claims for L1 on ("claim"), or on hardware with L1 on ("ca") or off ("cg"). */
export interface Panel {
  readonly id: "claim" | "ca" | "cg";
  readonly title: string;
  readonly subtitle: string;
  readonly rows: readonly MemoryRow[];
  readonly movedBytes: number;
  /** Whether hardware moves the same. */
  readonly holds: boolean;
  readonly finding: string;
}

export function model({ hoveredLane, measured, ...pattern }: Settings): Picture {
  const request = loadRequest(pattern);
  const explanation = explainGlobal(request, h100);
  const pointed = hoveredLane === undefined ? undefined : new Set([hoveredLane]);
  const label = (lane: number) => laneCaption(request, lane, isActive(request.activeMask, lane));
  const lineBytes = explanation.cacheLines * CACHE_LINE_BYTES;
  const sectorBytes = explanation.sectors * SECTOR_BYTES;
  const claimHolds = lineBytes === sectorBytes;
  const hardware = (id: "ca" | "cg", title: string): Panel => ({
    id,
    title,
    subtitle: `hardware, .${id}`,
    rows: memoryRows({ explanation, memoryModel: "sector", pointed, windows: [] }),
    movedBytes: sectorBytes,
    holds: true,
    finding: measuredCaption(id, pattern, measured),
  });
  return {
    lanes: laneCells(request, { pointed, label }),
    panels: [
      {
        id: "claim",
        title: "L1 on, as often described",
        subtitle: "line model",
        rows: memoryRows({ explanation, memoryModel: "line", pointed, windows: [] }),
        movedBytes: lineBytes,
        holds: claimHolds,
        finding: claimHolds ? "the same, since every sector is needed" : "not so since Volta",
      },
      hardware("ca", "L1 on"),
      hardware("cg", "L1 off"),
    ],
    readings: requestReadings(explanation, "sector"),
    evidence: evidence(measured),
    sentence: sentence(explanation),
    details: details(explanation),
    pointed: hoveredLane === undefined ? undefined : label(hoveredLane),
  };
}

/** What a GPU counted for this very load; where it was not measured, how many measured loads agree with the rule. */
function measuredCaption(cache: "ca" | "cg", pattern: Pattern, measured: L1Loads): string {
  const activeMask = activeMaskOf(pattern.lanes);
  const same = measured.patterns.find(
    (load) =>
      load.cache === cache &&
      load.activeMask === activeMask &&
      load.strideElements === pattern.strideElements &&
      load.offsetElements === pattern.offsetElements,
  );
  if (same) return `this load, measured: ${bytes(same.sectors * SECTOR_BYTES)}`;
  const { agreeing, total } = measured[cache];
  return `by the rule that held for ${count(agreeing)} of ${count(total)} measured loads`;
}
