import { WARP_SIZE } from "#simulator";
import { emphasisOf, type LaneCell } from "#pictures/lanes.ts";
import type { Reading } from "#pictures/readings.ts";
import type { RecordLayout } from "./layout.ts";
import { memoryRows, type MemoryRow } from "./memory-rows.ts";
import { costOf, walk } from "./walk.ts";
import { accessLine, accessName, laneWords, sentence, walkReadings } from "./words.ts";

/** Everything that the reader may change, but for the step. */
export interface Settings extends RecordLayout {
  /** Fields that the kernel reads, one access each: the first, then the next. */
  readonly fieldsRead: number;
}

/** A walk of two warps over records, up to one of its accesses. */
export interface Picture {
  readonly layout: RecordLayout;
  readonly lanes: readonly LaneCell[];
  readonly rows: readonly MemoryRow[];
  /** What each step does, in words. */
  readonly steps: readonly string[];
  /** Numbers of the access that is shown. */
  readonly access: readonly Reading[];
  /** The same numbers for all accesses up to it. */
  readonly soFar: readonly Reading[];
  readonly sentence: string;
  readonly details: readonly string[];
  readonly pointed: string | undefined;
}

/** How many accesses the walk of both warps has. */
export function stepCount(settings: Settings): number {
  return walk(settings, settings.fieldsRead).length;
}

/** The walk at a step, counted as the simulator counts it on an H100. */
export function model(settings: Settings & { readonly step: number; readonly hoveredLane?: number }): Picture {
  const { fieldsRead, step, hoveredLane, ...at } = settings;
  const accesses = walk(at, fieldsRead);
  const soFar = accesses.slice(0, step + 1);
  const access = accesses[step];
  const pointed = hoveredLane === undefined ? undefined : new Set([hoveredLane]);
  return {
    layout: at,
    lanes: Array.from({ length: WARP_SIZE }, (_, lane) => ({
      lane,
      active: true,
      named: false,
      emphasis: emphasisOf([lane], pointed),
      label: laneWords(at, access, lane),
    })),
    rows: memoryRows({ at, accesses: soFar, pointed }),
    steps: accesses.map(accessName),
    access: walkReadings(costOf([access])),
    soFar: walkReadings(costOf(soFar)),
    sentence: sentence(at, soFar, access),
    details: soFar.map(accessLine),
    pointed: hoveredLane === undefined ? undefined : laneWords(at, access, hoveredLane),
  };
}
