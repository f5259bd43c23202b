import {
  CACHE_LINE_BYTES,
  SECTOR_BYTES,
  WARP_SIZE,
  explainShared,
  isActive,
  type Device,
  type LocatedRequest,
  type WarpRequest,
} from "#simulator";
import type { Case, Evidence } from "./exercise.ts";
import type { Witness } from "./result.ts";

/** The warp that proves a failure; undefined where no warp did anything, as for an element that no thread wrote. */
export function witnessOf(evidence: Evidence, testCase: Case, device: Device): Witness | undefined {
  const proof = requestBehind(evidence);
  if (!proof) return undefined;
  const { location, request } = proof;
  return {
    case: testCase.id,
    access: location.access,
    array: evidence.kind === "violation" ? evidence.violation.array : evidence.kind === "over-target" ? evidence.access.array : "",
    blockIdx: location.blockIdx,
    gridDim: testCase.launch.gridDim,
    warp: location.warp,
    iteration: location.iteration,
    outerIteration: location.outerIteration,
    lanes: witnessLanes(evidence, request, device),
    request,
    ...(evidence.kind === "violation" && evidence.violation.fault && { fault: evidence.violation.fault }),
  };
}

function requestBehind(evidence: Evidence): LocatedRequest | undefined {
  switch (evidence.kind) {
    case "violation": {
      const { location, request } = evidence.violation;
      return location && request && { location, request };
    }
    case "over-target":
      return evidence.metric === "requests" ? evidence.access.fewestLanes : evidence.access.costliest;
    case "overlap":
    case "number-over-target":
      return undefined;
  }
}

/** The lanes that the sentence about a failure names, and that its picture highlights. */
function witnessLanes(evidence: Evidence, request: WarpRequest, device: Device): number[] {
  if (evidence.kind === "violation") return lanesOfViolation(evidence.violation.lane, request);
  if (request.space === "shared") return lanesOnBusiestBank(request, device);
  return [...(splitLine(request)?.lanes ?? [])];
}

/**
 * Lanes of a copy that read one cache line and store it into more sectors of shared memory than it has bytes for: each of these counts. The first
 * such line; undefined where there is none.
 */
export function splitLine(request: WarpRequest): { readonly lanes: readonly number[]; readonly sectors: number } | undefined {
  const { activeMask, addresses, sharedAddresses, bytesPerLane } = request;
  if (sharedAddresses === undefined) return undefined;
  const active = Array.from({ length: WARP_SIZE }, (_, lane) => lane).filter((lane) => isActive(activeMask, lane));
  for (const lanes of Map.groupBy(active, (lane) => Math.floor(addresses[lane]! / CACHE_LINE_BYTES)).values()) {
    const sectors = new Set(lanes.map((lane) => Math.floor(sharedAddresses[lane]! / SECTOR_BYTES))).size;
    if (sectors > Math.ceil((lanes.length * bytesPerLane) / SECTOR_BYTES)) return { lanes, sectors };
  }
  return undefined;
}

/** The lane of the violation, and the active lanes with the same address. */
function lanesOfViolation(lane: number | undefined, { activeMask, addresses }: WarpRequest): number[] {
  if (lane === undefined) return [];
  if (!isActive(activeMask, lane)) return [lane];
  const lanes = Array.from({ length: WARP_SIZE }, (_, other) => other);
  return lanes.filter((other) => isActive(activeMask, other) && addresses[other] === addresses[lane]);
}

/** One lane for each of the words that collide, in the first group of lanes that has a conflict. */
function lanesOnBusiestBank(request: WarpRequest, device: Device): number[] {
  const group = explainShared(request, device).groupEvidence.find(({ wavefronts }) => wavefronts > 1);
  const colliding = group?.words.filter((word) => word.bank === group.busiestBank) ?? [];
  return colliding.flatMap((word) => word.lanes.slice(0, 1)).sort((a, b) => a - b);
}
