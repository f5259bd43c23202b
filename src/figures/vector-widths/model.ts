import { FULL_MASK, WARP_SIZE, b200, explainGlobal, h100, h200, type Device } from "#simulator";
import { laneCells, type LaneCell } from "#pictures/lanes.ts";
import type { Reading } from "#pictures/readings.ts";
import { count } from "#pictures/format.ts";
import { faultOf, laneSpans, loadSpans, loadsOf, sectorCells, type Copy, type Fault, type SectorCell, type Span } from "./copy.ts";
import { faultCaption, laneCaption, loadCaption, sentence, totalReadings, totalsOf } from "./captions.ts";

/** The devices that differ in what a lane can load at once. */
export type DeviceId = "h100" | "b200";
export const devices: Readonly<Record<DeviceId, Device>> = { h100, b200 };

/** A GPU that timed copies. */
export type TimedOn = "h100" | "h200";
const timedOn: Readonly<Record<TimedOn, Device>> = { h100, h200 };

export interface Settings extends Copy {
  readonly device: DeviceId;
  /** Number of the load that was made last, from 0; a number past the end means the last load. */
  readonly step: number;
  readonly measured: readonly MeasuredCopy[];
  /** The GPU that timed them. Default "h100". */
  readonly measuredOn?: TimedOn | undefined;
  readonly hoveredLane?: number | undefined;
}

/** The copy as plain data that a picture is drawn from. */
export interface Model {
  readonly lanes: readonly LaneCell[];
  /** How many loads the copy takes. */
  readonly loadCount: number;
  readonly sectors: readonly SectorCell[];
  /** For each lane, the bytes that it has loaded so far. */
  readonly laneSpans: readonly (readonly Span[])[];
  /** The load that was made last. */
  readonly lastLoad: LastLoad | undefined;
  /** Why the hardware refuses the loads, when the pointer is not aligned to the width. */
  readonly fault: Fault | undefined;
  readonly readings: readonly Reading[];
  readonly speeds: readonly Speed[];
  readonly sentence: string;
  /** The copy, load by load. */
  readonly details: readonly string[];
  readonly pointed: string | undefined;
}

interface LastLoad {
  /** The bytes that its lanes ask for, adjacent ones joined. */
  readonly spans: readonly Span[];
  /** For each lane, the bytes that it asks for. */
  readonly laneSpans: readonly (readonly Span[])[];
}

const LANES = Array.from({ length: WARP_SIZE }, (_, lane) => lane);

export function model(settings: Settings): Model {
  const device = devices[settings.device];
  const requests = loadsOf(settings, device);
  const [first] = requests;
  const fault = first && faultOf(first, device);
  const loads = fault ? [] : requests.map((request) => explainGlobal(request, device));
  const made = loads.slice(0, settings.step + 1);
  const madeRequests = requests.slice(0, made.length);
  const last = madeRequests.at(-1);
  const { hoveredLane } = settings;
  const named = fault ? [fault.lane] : [];
  const pointed = hoveredLane === undefined ? undefined : new Set([hoveredLane]);
  return {
    lanes: laneCells({ activeMask: FULL_MASK }, { named, pointed, label: (lane) => laneCaption(requests, lane) }),
    loadCount: requests.length,
    sectors: sectorCells(made),
    laneSpans: LANES.map((lane) => laneSpans(madeRequests, lane)),
    lastLoad: last && { spans: loadSpans(last), laneSpans: LANES.map((lane) => laneSpans([last], lane)) },
    fault,
    readings: totalReadings(totalsOf(made)),
    speeds: speedsOf(settings),
    sentence: fault ? faultCaption(fault, settings) : sentence(made, loads.length, settings, device),
    details: fault ? [fault.message] : loads.map(loadCaption),
    pointed: hoveredLane === undefined ? undefined : laneCaption(requests, hoveredLane),
  };
}

/** A copy kernel that was timed on a GPU. */
export interface MeasuredCopy {
  /** The kernel's name in the measurements: for example "copy_float4". */
  readonly name: string;
  /** Bytes that a lane copies at a time. */
  readonly param: number;
  /** Bytes read and written. */
  readonly usefulBytes: number;
  readonly usefulGBps: number;
}

/** A measured copy as a bar; a full bar is the bandwidth of the DRAM's pins. */
export interface Speed {
  readonly type: string;
  readonly bytesPerLane: number;
  /** How much the kernel moved, in MB (10⁶ bytes). */
  readonly amount: string;
  readonly text: string;
  /** Useful bandwidth ÷ the bandwidth of the DRAM's pins. */
  readonly share: number;
  readonly chosen: boolean;
}

/** The caption of a full bar. */
export const fullBar = (gpu: TimedOn): string => `${count(timedOn[gpu].dramGBps)}\u00a0GB/s, the DRAM pins of an ${gpu.toUpperCase()}`;

/** The bars, narrow lanes first, and less data before more. */
function speedsOf({ measured, measuredOn = "h100", bytesPerLane }: Settings): Speed[] {
  return [...measured]
    .sort((a, b) => a.param - b.param || a.usefulBytes - b.usefulBytes)
    .map(({ name, param, usefulBytes, usefulGBps }) => {
      const [, type = name] = name.split("_");
      return {
        type,
        bytesPerLane: param,
        amount: `${count(Math.round(usefulBytes / 1e6))}\u00a0MB`,
        text: `${count(Math.round(usefulGBps))}\u00a0GB/s`,
        share: usefulGBps / timedOn[measuredOn].dramGBps,
        chosen: param === bytesPerLane,
      };
    });
}
