import { BANK_COUNT, CACHE_LINE_BYTES, FULL_MASK, WORD_BYTES, copyCost, h100 } from "#simulator";
import { bytes, count, pluralize, ranges } from "#pictures/format.ts";
import { emphasisOf, laneCells, type Emphasis, type LaneCell } from "#pictures/lanes.ts";
import type { Reading } from "#pictures/readings.ts";
import { idealSectors, laneCopies, requestOf, type LaneCopy, type TileCopy } from "./copy.ts";

/** A copy as plain data that a picture is drawn from. */
export interface Picture {
  readonly lanes: readonly LaneCell[];
  readonly groups: readonly Group[];
  readonly readings: readonly Reading[];
  readonly sentence: string;
  readonly details: readonly string[];
  readonly pointed: string | undefined;
}

/** Lanes with 128 bytes together. */
export interface Group {
  readonly number: number;
  /** How many lanes fit side by side in the 128 bytes of all banks. */
  readonly places: number;
  /** The lanes of each wavefront; one band without a count past L1. */
  readonly bands: readonly (readonly DrawnLane[])[];
  readonly label: string;
}

export interface DrawnLane extends LaneCopy {
  readonly emphasis: Emphasis;
}

export interface Settings {
  readonly copy: TileCopy;
  readonly hoveredLane?: number | undefined;
}

export function model({ copy, hoveredLane }: Settings): Picture {
  const cost = copyCost(requestOf(copy), h100);
  const pointed = hoveredLane === undefined ? undefined : new Set([hoveredLane]);
  const all = laneCopies(copy);
  const groups = all.map((lanes, number) => groupOf(number, lanes, pointed));
  const byLane = new Map(all.flat().map((own) => [own.lane, own]));
  const label = (lane: number): string => laneCaption(byLane.get(lane)!, copy);
  const isCounted = copy.cache === "ca";
  return {
    lanes: laneCells({ activeMask: FULL_MASK }, { pointed, label }),
    groups,
    readings: [
      { name: "requests", value: count(cost.requests) },
      { name: "sectors", value: count(cost.sectors), ideal: count(idealSectors(copy)) },
      { name: "tag passes", value: count(cost.tagWavefronts) },
      { name: "wavefronts", value: isCounted ? count(cost.wavefronts) : "not counted", ...(isCounted && { ideal: count(all.length) }) },
      { name: "conflicts", value: isCounted ? count(cost.bankConflicts) : "not counted" },
    ],
    sentence: sentenceOf(copy, cost.sectors, cost.wavefronts, all.length),
    details: groups.flatMap(({ label, bands }) => [
      `${label}.`,
      ...(isCounted && bands.length > 1
        ? bands.map((band, number) => `Wavefront ${number} of it: lanes ${ranges(band.map(({ lane }) => lane).sort((a, b) => a - b))}.`)
        : []),
    ]),
    pointed: hoveredLane === undefined ? undefined : label(hoveredLane),
  };
}

function groupOf(number: number, lanes: readonly LaneCopy[], pointed: ReadonlySet<number> | undefined): Group {
  const bands = [...Map.groupBy(lanes, ({ wavefront }) => wavefront ?? 0)]
    .sort(([a], [b]) => a - b)
    .map(([, own]) => own.map((lane): DrawnLane => ({ ...lane, emphasis: emphasisOf([lane.lane], pointed) })));
  const isCounted = lanes[0]?.wavefront !== undefined;
  const names = ranges(lanes.map(({ lane }) => lane).sort((a, b) => a - b));
  return {
    number,
    places: lanes.length,
    bands,
    label: `Lanes ${names}${isCounted ? `: ${pluralize(bands.length, "wavefront")}` : ", past L1: no wavefront is counted"}`,
  };
}

function sentenceOf({ cache }: TileCopy, sectors: number, wavefronts: number, groups: number): string {
  const asked = `cp.async.${cache} asks for ${pluralize(sectors, "sector")}`;
  if (cache === "cg") return `${asked}. It goes past L1, and the counter of shared memory shows neither wavefronts nor conflicts of it.`;
  if (wavefronts === groups) return `${asked} and takes ${pluralize(wavefronts, "wavefront")}, the fewest possible.`;
  return `${asked} and takes ${pluralize(wavefronts, "wavefront")}; ${groups} would do. A lane waits for every lane of its group before it that reads from the same banks, or writes to the same ones.`;
}

function laneCaption({ lane, globalByte, sharedByte }: LaneCopy, { bytesPerLane }: TileCopy): string {
  const banks = (byte: number): string => {
    const first = (byte % CACHE_LINE_BYTES) / WORD_BYTES;
    const words = bytesPerLane / WORD_BYTES;
    return words === 1 ? `bank ${first % BANK_COUNT}` : `banks ${first}–${first + words - 1}`;
  };
  return `Lane ${lane}: ${bytes(bytesPerLane)} from byte ${count(globalByte)} of the array, ${banks(globalByte)}, to byte ${count(sharedByte)} of the tile, ${banks(sharedByte)}`;
}
