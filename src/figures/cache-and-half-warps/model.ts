import { CACHE_LINE_BYTES, SECTOR_BYTES, WARP_SIZE, explainGlobal, h100, isActive } from "#simulator";
import type { L1Loads } from "#simulator/hardware/l1-loads.ts";
import { emphasisOf, type LaneCell } from "#pictures/lanes.ts";
import { bytes, count } from "#pictures/format.ts";
import { requestReadings, type Reading } from "#pictures/readings.ts";
import { laneCaption } from "#pictures/captions.ts";
import { memoryRows, type MemoryRow } from "#pictures/memory-rows.ts";
import { activeMaskOf, patternRequest, type Pattern } from "./pattern.ts";
import { details, evidence, sentence } from "./words.ts";

export interface Settings extends Pattern {
  readonly hoveredLane?: number;
  /** What was measured with L1 caching on and off. */
  readonly measured: L1Loads;
}

/** One load, and what three accounts say that it moves, as plain data. */
export interface Picture {
  readonly lanes: readonly LaneCell[];
  readonly panels: readonly Panel[];
  readonly readings: readonly Reading[];
  /** What was measured of loads like these. */
  readonly evidence: readonly string[];
  readonly sentence: string;
  /** The picture line by line. */
  readonly details: readonly string[];
  /** The pointed lane in words, when one is pointed at. */
  readonly pointed: string | undefined;
}

/** Memory as one account sees it: the line model's claim for L1 on, or the hardware with L1 on ("ca") or off ("cg"). */
export interface Panel {
  readonly id: "claim" | "ca" | "cg";
  readonly title: string;
  readonly subtitle: string;
  readonly rows: readonly MemoryRow[];
  readonly movedBytes: number;
  /** Whether it says what the hardware does. */
  readonly holds: boolean;
  readonly verdict: string;
}

export function model({ hoveredLane, measured, ...pattern }: Settings): Picture {
  const request = patternRequest(pattern);
  const explanation = explainGlobal(request, h100);
  const pointed = hoveredLane === undefined ? undefined : new Set([hoveredLane]);
  const words = (lane: number) => laneCaption(request, lane, isActive(request.activeMask, lane));
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
    verdict: seen(id, pattern, measured),
  });
  return {
    lanes: Array.from({ length: WARP_SIZE }, (_, lane): LaneCell => {
      const active = isActive(request.activeMask, lane);
      return { lane, active, named: false, emphasis: emphasisOf([lane], pointed), label: words(lane) };
    }),
    panels: [
      {
        id: "claim",
        title: "L1 on, as often told",
        subtitle: "line model",
        rows: memoryRows({ explanation, memoryModel: "line", pointed, windows: [] }),
        movedBytes: lineBytes,
        holds: claimHolds,
        verdict: claimHolds ? "the same, for every sector is needed" : "not so since Volta",
      },
      hardware("ca", "L1 on"),
      hardware("cg", "L1 off"),
    ],
    readings: requestReadings(explanation, "sector"),
    evidence: evidence(measured),
    sentence: sentence(explanation),
    details: details(explanation),
    pointed: hoveredLane === undefined ? undefined : words(hoveredLane),
  };
}

/** What a GPU counted for this very load; where it was not measured, how many loads of the kind agree with the rule. */
function seen(cache: "ca" | "cg", pattern: Pattern, measured: L1Loads): string {
  const activeMask = activeMaskOf(pattern.lanes);
  const twin = measured.patterns.find(
    (load) =>
      load.cache === cache &&
      load.activeMask === activeMask &&
      load.strideElements === pattern.strideElements &&
      load.offsetElements === pattern.offsetElements,
  );
  if (twin) return `this load, measured: ${bytes(twin.sectors * SECTOR_BYTES)}`;
  const { agreeing, total } = measured[cache];
  return `by the rule that held for ${count(agreeing)} of ${count(total)} measured loads`;
}
