import { BANK_COUNT, WARP_SIZE, WORD_BYTES, volume } from "#simulator";
import { decimal, pluralize } from "#pictures/format.ts";
import { byteAddressOf } from "#pictures/lanes.ts";
import { placeOf } from "./pictures.ts";
import { LIT_BLOCK, LIT_WARP, VersionRun, type GlobalTally, type SharedTally } from "./run.ts";
import type { Scene } from "./scenes.ts";
import { SIDE, TILE, launch, versions, type AccessName, type Version } from "./versions.ts";

/** What happens in a scene, in a few words. */
export const sceneTitles: Readonly<Record<Scene["kind"], string>> = {
  start: "before the first load",
  load: "the warp loads",
  put: "the warp stores into the tile",
  "others-put": "the other warps fill the tile",
  barrier: "the barrier",
  take: "the warp takes a column of the tile",
  write: "the warp stores",
  "others-write": "the other warps follow",
  grid: "the whole kernel",
};

/** A scene in one or two sentences, with what the simulator has counted by then. */
export function sceneCaption(version: Version, { kind, reached }: Scene): string {
  const run = VersionRun.of(version);
  const global = (access: AccessName) => run.globalTally(access, reached[access] ?? "none");
  const shared = (access: AccessName) => run.sharedTally(access, reached[access] ?? "none");
  const hasTile = versions[version].tileWords > 0;
  const warps = volume(launch.blockDim) / WARP_SIZE;
  switch (kind) {
    case "start":
      return `Block (${LIT_BLOCK.x}, ${LIT_BLOCK.y}) has ${warps} warps, and ${TILE} × ${TILE} elements to move from in to out. Step forward to follow warp ${LIT_WARP}.`;
    case "load":
      return `Warp ${LIT_WARP} loads ${describeWalk(version, "read")} of in: ${describeSectors(global("read"))}.`;
    case "put":
      return `It stores its elements into the tile, one row of it: ${describeWavefronts(shared("toTile"))}.`;
    case "others-put":
      return `The other ${warps - 1} warps do the same. The tile is full, after ${describeSectors(global("read"))} for ${pluralize(global("read").requests, "request")}.`;
    case "barrier":
      return "__syncthreads(): no warp continues until all warps of the block have stored. From here on, a lane can take a word that another warp stored.";
    case "take":
      return `Warp ${LIT_WARP} takes a column of the tile: ${describeWavefronts(shared("fromTile"))}. ${bankCaption(version)}`;
    case "write":
      return `It stores what it holds along ${describeWalk(version, "write")} of out: ${describeSectors(global("write"))}.`;
    case "others-write":
      return `The other ${warps - 1} warps do the same, and the block is done. Its stores took ${describeSectors(global("write"))}.`;
    case "grid": {
      const conflicts = hasTile ? shared("toTile").bankConflicts + shared("fromTile").bankConflicts : 0;
      const tile = ` The tile cost ${conflicts === 0 ? "no bank conflict" : pluralize(conflicts, "bank conflict")}.`;
      const blocks = `All ${volume(launch.gridDim)} blocks`;
      return `${blocks}: ${perRequest(global("read"))} sectors per request for the loads, ${perRequest(global("write"))} for the stores.${hasTile ? tile : ""}`;
    }
  }
}

/** What one lane of the lit warp does in a scene. */
export function laneCaption(version: Version, { lit }: Scene, lane: number): string {
  if (lit.length === 0) return `Lane ${lane} holds nothing now`;
  const run = VersionRun.of(version);
  const parts = lit.map((access) => describeLaneAccess(access, byteAddressOf(run.litRequest(access), lane)));
  return `Lane ${lane} ${parts.join(", ")}`;
}

function describeLaneAccess(access: AccessName, byteAddress: number): string {
  const { row, column } = placeOf(byteAddress);
  const bank = (byteAddress / WORD_BYTES) % BANK_COUNT;
  switch (access) {
    case "read":
      return `loads row ${row}, column ${column} of in`;
    case "toTile":
      return `stores into bank ${bank} of the tile`;
    case "fromTile":
      return `takes a word of bank ${bank}`;
    case "write":
      return `stores row ${row}, column ${column} of out`;
  }
}

function describeSectors({ sectors, idealSectors }: GlobalTally): string {
  return sectors === idealSectors
    ? `${pluralize(sectors, "sector")}, the fewest possible`
    : `${pluralize(sectors, "sector")} where ${idealSectors} would do`;
}

function describeWavefronts({ wavefronts, bankConflicts }: SharedTally): string {
  return `${pluralize(wavefronts, "wavefront")}, ${bankConflicts === 0 ? "no conflict" : pluralize(bankConflicts, "conflict")}`;
}

function perRequest({ sectors, requests }: GlobalTally): string {
  return decimal(sectors / requests);
}

/** The elements of a matrix that the lit warp accesses: part of a row or of a column. */
function describeWalk(version: Version, access: "read" | "write"): string {
  const request = VersionRun.of(version).litRequest(access);
  const first = placeOf(byteAddressOf(request, 0));
  const second = placeOf(byteAddressOf(request, 1));
  return second.row === first.row ? `part of row ${first.row}` : `part of column ${first.column}`;
}

/** The banks of the words that the lit warp loads from the tile. */
function bankCaption(version: Version): string {
  const { addresses } = VersionRun.of(version).litRequest("fromTile");
  const banks = new Set(Array.from(addresses, (byteAddress) => (byteAddress / WORD_BYTES) % BANK_COUNT));
  return banks.size === 1 ? `All its words lie in bank ${[...banks][0]}.` : `Its words lie in ${banks.size} banks.`;
}

/** What a picture of one of the matrices shows. */
export function matrixCaption(version: Version, { lit }: Scene, access: "read" | "write"): string {
  const matrix = `Matrix ${access === "read" ? "in" : "out"}, ${SIDE} × ${SIDE} floats`;
  if (!lit.includes(access)) return `${matrix}: no request is drawn.`;
  return `${matrix}: warp ${LIT_WARP} touches ${describeWalk(version, access)}, ${describeSectors(VersionRun.of(version).globalTally(access, "warp"))}.`;
}

/** What the picture of the tile shows. */
export function tileCaption(version: Version, { lit }: Scene): string {
  const access = lit.includes("fromTile") ? "fromTile" : lit.includes("toTile") ? "toTile" : undefined;
  if (!access) return "The tile, a column for each bank: no request is drawn.";
  const tally = VersionRun.of(version).sharedTally(access, "warp");
  return `The tile, a column for each bank: warp ${LIT_WARP} ${access === "toTile" ? "stores" : "takes"} ${WARP_SIZE} words in ${describeWavefronts(tally)}.`;
}
