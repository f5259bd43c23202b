import { WARP_SIZE, b200, explainGlobal, h100, type Device } from "#simulator";
import { emphasisOf, type LaneCell } from "#pictures/lanes.ts";
import type { Reading } from "#pictures/readings.ts";
import { loadsOf, type Copy } from "./copy.ts";
import { faultOf, type Fault } from "./fault.ts";
import { laneSpans, loadSpans, sectorCells, type SectorCell, type Span } from "./memory.ts";
import { speedsOf, type MeasuredCopy, type Speed } from "./speeds.ts";
import { totalReadings, totalsOf } from "./totals.ts";
import { faultSentence, laneWords, loadWords, sentence } from "./words.ts";

/** The devices that differ in what a lane can load at once. */
export type DeviceId = "h100" | "b200";
export const devices: Readonly<Record<DeviceId, Device>> = { h100, b200 };

export interface Settings extends Copy {
  readonly device: DeviceId;
  /** The load that was made last, from 0 on; whatever lies beyond the last load is the last. */
  readonly step: number;
  readonly measured: readonly MeasuredCopy[];
  readonly hoveredLane?: number;
}

/** The copy as plain data that a picture is drawn from. */
export interface Model {
  readonly lanes: readonly LaneCell[];
  /** How many loads the copy takes. */
  readonly loadCount: number;
  readonly sectors: readonly SectorCell[];
  /** For each lane, what it has loaded so far. */
  readonly laneSpans: readonly (readonly Span[])[];
  /** The load that was made last. */
  readonly lastLoad: LastLoad | undefined;
  /** The load that hardware refuses, when the pointer does not suit the width. */
  readonly fault: Fault | undefined;
  readonly readings: readonly Reading[];
  readonly speeds: readonly Speed[];
  readonly sentence: string;
  /** The copy, load by load. */
  readonly details: readonly string[];
  readonly pointed: string | undefined;
}

interface LastLoad {
  /** What its lanes ask for, neighbours drawn together. */
  readonly spans: readonly Span[];
  /** For each lane, what it asks for. */
  readonly laneSpans: readonly (readonly Span[])[];
}

const LANES = Array.from({ length: WARP_SIZE }, (_, lane) => lane);

export function model(settings: Settings): Model {
  const device = devices[settings.device];
  const requests = loadsOf(settings, device);
  const fault = faultOf(requests[0], device);
  const loads = fault ? [] : requests.map((request) => explainGlobal(request, device));
  const made = loads.slice(0, settings.step + 1);
  const madeRequests = requests.slice(0, made.length);
  const last = madeRequests.at(-1);
  const { hoveredLane } = settings;
  const pointed = hoveredLane === undefined ? undefined : new Set([hoveredLane]);
  return {
    lanes: LANES.map((lane) => ({
      lane,
      active: true,
      named: lane === fault?.lane,
      emphasis: emphasisOf([lane], pointed),
      label: laneWords(requests, lane),
    })),
    loadCount: requests.length,
    sectors: sectorCells(made),
    laneSpans: LANES.map((lane) => laneSpans(madeRequests, lane)),
    lastLoad: last && { spans: loadSpans(last), laneSpans: LANES.map((lane) => laneSpans([last], lane)) },
    fault,
    readings: totalReadings(totalsOf(made)),
    speeds: speedsOf(settings.measured, settings.bytesPerLane),
    sentence: fault ? faultSentence(fault, settings) : sentence(made, loads.length, settings, device),
    details: fault ? [fault.message] : loads.map(loadWords),
    pointed: hoveredLane === undefined ? undefined : laneWords(requests, hoveredLane),
  };
}
