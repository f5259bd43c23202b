import { BANK_COUNT, WARP_SIZE, WORD_BYTES, globalCost, h100, sharedCost, type SharedCost } from "#simulator";
import { bytes, count, pluralize, ranges } from "#pictures/format.ts";
import {
  bytesPerLane,
  columnPlaces,
  globalRequest,
  loadRequests,
  paddingBytes,
  pitchBytes,
  remedies,
  rowPlaces,
  tileAddress,
  tileRequest,
  type KTile,
  type Remedy,
  type Settings,
  type Stage,
  type TilePlace,
} from "./tile.ts";

/** The name of a remedy in the controls. */
export function remedyName(tile: KTile, remedy: Remedy): string {
  switch (remedy) {
    case "none":
      return "none";
    case "swizzle":
      return "swizzle";
    default:
      return `pad by ${bytes(paddingBytes({ ...tile, remedy }))}`;
  }
}

/** One stage of the tile's use in words, with its numbers. */
export function stageCaption(settings: Settings, stage: Stage): string {
  const { keys, request, column } = settings;
  switch (stage) {
    case "load": {
      const rows = globalCost(globalRequest(settings, rowPlaces(settings, request)), h100);
      const direct = globalCost(globalRequest(settings, columnPlaces(settings, column)), h100);
      const asked = `A warp loads ${bytes(rows.usefulBytes)} of K, key by key: ${pluralize(rows.sectors, "sector")}, ideally ${count(rows.idealSectors)}.`;
      return `${asked} Reading the same amount straight down a column in global memory would touch ${count(direct.sectors)}.`;
    }
    case "store":
      return `The warp stores what it loaded in the tile. It takes ${costCaption(storeCost(settings))}.`;
    case "barrier": {
      const padding = paddingBytes(settings);
      const size = `${keys} keys take ${bytes(keys * pitchBytes(settings))} of shared memory`;
      const spare = padding === 0 ? "none of it padding" : `${bytes(keys * padding)} of it padding`;
      return `All warps wait until ${pluralize(loadRequests(settings), "request")} have brought the tile: ${size}, ${spare}.`;
    }
    case "read":
      return `Each lane reads ${bytes(bytesPerLane(settings))} of a key of its own, all in the same place, so that the warp reads a column of K. It takes ${costCaption(readCost(settings))}.`;
  }
}

/** What the read and the store cost with each of the remedies, one sentence per remedy. */
export function remedyCaptions(settings: Settings): string[] {
  return remedies(settings).map((remedy) => {
    const tile = { ...settings, remedy };
    const padding = `${bytes(paddingBytes(tile))} of padding per row`;
    const name = remedy === "none" ? "Without a remedy" : `With ${remedy === "swizzle" ? "a swizzle" : padding}`;
    return `${name} the read takes ${costCaption(readCost(tile))}. The store takes ${costCaption(storeCost(tile))}.`;
  });
}

/** What one lane does at a stage; without a place it waits. */
export function laneCaption(tile: KTile, stage: Stage, place: TilePlace | undefined, lane: number): string {
  if (place === undefined) return `Lane ${lane} waits at the barrier`;
  const { key, offset } = place;
  const data = `bytes ${offset} to ${offset + bytesPerLane(tile) - 1} of key ${key}`;
  if (stage === "load") return `Lane ${lane} loads ${data}`;
  const word = Math.floor(tileAddress(tile, key, offset) / WORD_BYTES);
  const banks = Array.from({ length: Math.max(1, bytesPerLane(tile) / WORD_BYTES) }, (_, i) => (word + i) % BANK_COUNT);
  const where = `bank${banks.length === 1 ? "" : "s"} ${ranges(banks)}`;
  return stage === "store" ? `Lane ${lane} stores ${data} in ${where}` : `Lane ${lane} reads ${data} from ${where}`;
}

function storeCost(settings: Settings): SharedCost {
  return sharedCost(tileRequest(settings, "store", rowPlaces(settings, settings.request)), h100);
}

function readCost(settings: Settings): SharedCost {
  return sharedCost(tileRequest(settings, "load", columnPlaces(settings, settings.column)), h100);
}

function costCaption({ wavefronts, groups, bankConflicts, conflictDegree }: SharedCost): string {
  const passes = pluralize(wavefronts, "wavefront");
  if (bankConflicts === 0) return `${passes}, no conflict`;
  const each = groups === 1 ? "" : `, one for each ${WARP_SIZE / groups} lanes`;
  return `${passes} where ${groups} would do${each}; the conflict degree is ${conflictDegree}`;
}
