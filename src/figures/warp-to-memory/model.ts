import {
  CACHE_LINE_BYTES,
  SECTOR_BYTES,
  WARP_SIZE,
  deviceForWidth,
  explainGlobal,
  isActive,
  type GlobalExplanation,
  type WarpRequest,
} from "#simulator";
import { laneCells, type LaneCell } from "#pictures/lanes.ts";
import { copyCaption, laneCaption, withRefusal } from "#pictures/captions.ts";
import { efficiency, lineUtilisation, requestReadings, type Reading } from "#pictures/readings.ts";
import { memoryRows, type MemoryModel, type MemoryRow } from "#pictures/memory-rows.ts";
import { patternRequest, type Pattern } from "#pictures/pattern.ts";
import { bytes, count, percent, pluralize, ranges } from "#pictures/format.ts";

/** What the reader points at in a picture. */
export interface Pointing {
  readonly hoveredLane?: number | undefined;
  /** Number of a sector whose lanes are highlighted; a hovered lane takes precedence. */
  readonly selectedSector?: number | undefined;
}

/** A request of global memory as plain data that a picture is drawn from. */
export interface Picture {
  readonly memoryModel: MemoryModel;
  readonly lanes: readonly LaneCell[];
  readonly rows: readonly MemoryRow[];
  readonly readings: readonly Reading[];
  /** The picture in one sentence; and in one with no count but sectors, for a first look. */
  readonly sentence: string;
  readonly firstSentence: string;
  /** The picture line by line. */
  readonly details: readonly string[];
  /** What the hovered lane does, in words; undefined while none is hovered. */
  readonly pointed: string | undefined;
}

interface PictureInput extends Pointing {
  readonly request: WarpRequest;
  readonly memoryModel: MemoryModel;
  /** Lanes that a failed check names. */
  readonly namedLanes?: readonly number[] | undefined;
  /** How many lines are shown around the touched ones: see `memoryRows`. */
  readonly windows: readonly number[];
}

/** What the stride figure shows: twice as much memory for each doubling of the stride, from 512 B to 4 KiB. */
const STRIDE_WINDOWS = [4, 8, 16, 32] as const;

/** The stride figure: a pattern, as the simulator counts it on an H100. */
export function model(settings: Pattern & Pointing & { readonly memoryModel: MemoryModel }): Picture {
  return picture({ ...settings, request: patternRequest(settings), windows: STRIDE_WINDOWS });
}

/** Any request of global memory. */
export function picture({ request, memoryModel, namedLanes = [], windows, ...pointing }: PictureInput): Picture {
  const explanation = explainGlobal(request, deviceForWidth(request.bytesPerLane));
  const pointed = pointedLanes(explanation, pointing);
  return {
    memoryModel,
    lanes: laneCells(request, { named: namedLanes, pointed, label: (lane, active) => laneCaption(request, lane, active) }),
    rows: memoryRows({ explanation, memoryModel, pointed, windows }),
    readings: requestReadings(explanation, memoryModel),
    sentence: withRefusal(request, namedLanes, sentence(explanation, memoryModel)),
    firstSentence: withRefusal(request, namedLanes, firstSentence(explanation)),
    details: lineCaptions(explanation),
    pointed:
      pointing.hoveredLane === undefined
        ? undefined
        : laneCaption(request, pointing.hoveredLane, isActive(request.activeMask, pointing.hoveredLane)),
  };
}

function pointedLanes({ lines }: GlobalExplanation, { hoveredLane, selectedSector }: Pointing): ReadonlySet<number> | undefined {
  if (hoveredLane !== undefined) return new Set([hoveredLane]);
  if (selectedSector === undefined) return undefined;
  const sector = lines.flatMap((line) => line.sectors).find(({ number }) => number === selectedSector);
  return sector && new Set(sector.lanes);
}

/** Lines from one lane to the next, modulo 32: any odd number visits all 32 lines, and this one looks random. */
const STEP = 13;

/** 32 floats in 32 different lines, out of order and at different places of their lines: the worst that random addresses can do. */
export function scatteredRequest(): WarpRequest {
  const floats = patternRequest({ op: "load", strideElements: 1, offsetElements: 0, bytesPerElement: 4 });
  const addresses = floats.addresses.map((withinLine, lane) => ((lane * STEP) % WARP_SIZE) * CACHE_LINE_BYTES + withinLine);
  return { ...floats, addresses };
}

/** The picture in one sentence, with the numbers of the model that it shows. */
function sentence(explanation: GlobalExplanation, memoryModel: MemoryModel): string {
  const { request, requests, usefulBytes, sectors, cacheLines, dramReadBytes, dramWriteBytes } = explanation;
  if (requests === 0) return "No lane is active, so there is no request.";
  const wanted = `The warp ${request.op === "load" ? "asks for" : "stores"} ${bytes(usefulBytes)}`;
  if (memoryModel === "line") {
    const transferred = bytes(cacheLines * CACHE_LINE_BYTES);
    return `${wanted}. In the line model ${pluralize(cacheLines, "transaction")} transfer ${transferred}: ${percent(lineUtilisation(explanation))} of it is used.`;
  }
  if (request.sharedAddresses) return copyCaption(explanation);
  const moved = `${pluralize(sectors, "sector")} in ${pluralize(cacheLines, "line")} ${sectors === 1 ? "carries" : "carry"} ${bytes(sectors * SECTOR_BYTES)}`;
  return `${wanted}. ${moved}: ${percent(efficiency(explanation))} of it is used. ${dramSentence(dramReadBytes, dramWriteBytes)}`;
}

function dramSentence(readBytes: number, writtenBytes: number): string {
  if (writtenBytes === 0) return `${bytes(readBytes)} are read from DRAM.`;
  if (readBytes === 0) return `${bytes(writtenBytes)} are written to DRAM.`;
  return `${bytes(readBytes)} are read from DRAM, and ${bytes(writtenBytes)} are written to it.`;
}

/** The counts that the first lesson names. */
export function firstReadings(readings: readonly Reading[]): Reading[] {
  return readings.filter(({ name }) => name === "requests" || name === "sectors").map(({ name, value }) => ({ name, value }));
}

function firstSentence({ request, requests, usefulBytes, sectors }: GlobalExplanation): string {
  if (requests === 0) return "No lane takes part, so there is no request.";
  const wanted = `The warp ${request.op === "load" ? "asks for" : "stores"} ${bytes(usefulBytes)}`;
  return `${wanted}. That takes ${pluralize(sectors, "sector")}, ${bytes(sectors * SECTOR_BYTES)} in all.`;
}

/** One sentence for each line that is touched: its bytes, its sectors, its lanes. */
function lineCaptions(explanation: GlobalExplanation): string[] {
  return explanation.lines.map(({ number, firstByte, sectors }) => {
    const lanes = sectors.flatMap((sector) => sector.lanes).sort((a, b) => a - b);
    const sectorNumbers = ranges(sectors.map((sector) => sector.number));
    const last = firstByte + CACHE_LINE_BYTES - 1;
    return `Line ${count(number)}, bytes ${count(firstByte)} to ${count(last)}: sector${sectors.length === 1 ? "" : "s"} ${sectorNumbers}, lane${lanes.length === 1 ? "" : "s"} ${ranges(lanes)}.`;
  });
}
