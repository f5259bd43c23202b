import { CACHE_LINE_BYTES, SECTOR_BYTES, WARP_SIZE } from "#simulator";
import type { SiteOp } from "../ir/access-site.ts";
import type { Space } from "../machine/memory.ts";
import { isAtomic } from "../machine/request-costs.ts";

/** The arrangement of a request's addresses, as far as it explains their cost. */
export type Pattern =
  /** Lanes are evenly spaced, with gaps or backwards. */
  | { readonly kind: "stride"; readonly elements: number }
  /** Lanes are side by side, but don't start at the start of a sector: so many elements after it. */
  | { readonly kind: "offset"; readonly elements: number }
  /** From one lane to the next, or from one piece of neighbouring lanes to the next, it is a cache line or more. */
  | { readonly kind: "column-walk"; readonly strideBytes: number; readonly lanesPerRow: number }
  /** Lanes use different words of the same bank of shared memory. */
  | { readonly kind: "conflict"; readonly ways: number; readonly strideWords: number | undefined }
  /** Lanes update the same word with an atomic, and wait for each other. */
  | { readonly kind: "contention"; readonly lanes: number }
  /** Few lanes take part. */
  | { readonly kind: "divergent-tail"; readonly lanes: number }
  /** The addresses follow no rule. */
  | { readonly kind: "scatter" }
  /** Many lanes use the same address. */
  | { readonly kind: "broadcast" }
  /** The address of a vector is not a multiple of its size. */
  | { readonly kind: "misaligned-vector" }
  | { readonly kind: "none" };

export type PatternKind = Pattern["kind"];

/** A warp's request, with its counts. */
interface CountedRequest {
  readonly space: Space;
  readonly op: SiteOp;
  readonly bytesPerLane: number;
  readonly activeMask: number;
  /** 32 byte addresses, lane 0 first; those of inactive lanes mean nothing. */
  readonly addresses: ArrayLike<number>;
  /** Sectors or wavefronts more than the fewest possible. */
  readonly excess: number;
  /** For a request of shared memory: distinct words on the busiest bank. */
  readonly conflictDegree: number;
}

/** Names the pattern of one request. A request without excess has none, unless it is a broadcast. */
export function patternOf(request: CountedRequest): Pattern {
  const { space, op, bytesPerLane, excess } = request;
  const lanes = activeLanesOf(request);
  if (isAtomic(op)) {
    const same = mostLanesOnOneAddress(lanes);
    if (same > 1) return { kind: "contention", lanes: same };
  }
  if (excess === 0) {
    const isBroadcast = lanes.length > 1 && lanes.every(({ address }) => address === lanes[0]!.address);
    return { kind: isBroadcast ? "broadcast" : "none" };
  }
  const step = stepOf(lanes);
  if (space === "shared") {
    return {
      kind: "conflict",
      ways: request.conflictDegree,
      strideWords: step !== undefined && step % 4 === 0 && step !== 0 ? step / 4 : undefined,
    };
  }
  if (step !== undefined) return spacedPattern(step, bytesPerLane, lanes);
  return piecesPattern(lanes, bytesPerLane) ?? { kind: "scatter" };
}

interface ActiveLane {
  readonly lane: number;
  readonly address: number;
}

function activeLanesOf({ activeMask, addresses }: CountedRequest): ActiveLane[] {
  const lanes: ActiveLane[] = [];
  for (let lane = 0; lane < WARP_SIZE; lane++) if ((activeMask >>> lane) & 1) lanes.push({ lane, address: addresses[lane]! });
  return lanes;
}

function mostLanesOnOneAddress(lanes: readonly ActiveLane[]): number {
  const count = new Map<number, number>();
  for (const { address } of lanes) count.set(address, (count.get(address) ?? 0) + 1);
  return Math.max(0, ...count.values());
}

/** Bytes from lane to lane, if they are the same between all active lanes. */
function stepOf(lanes: readonly ActiveLane[]): number | undefined {
  const [first, second] = lanes;
  if (!first || !second) return undefined;
  const step = (second.address - first.address) / (second.lane - first.lane);
  return lanes.every(({ lane, address }) => address === first.address + step * (lane - first.lane)) ? step : undefined;
}

function spacedPattern(step: number, bytesPerLane: number, lanes: readonly ActiveLane[]): Pattern {
  const distance = Math.abs(step);
  if (distance === 0) return { kind: "broadcast" };
  const areNeighbours = lanes.at(-1)!.lane - lanes[0]!.lane === lanes.length - 1;
  if (distance !== bytesPerLane) {
    const walk = areNeighbours ? step : lanes[1]!.address - lanes[0]!.address;
    return Math.abs(walk) >= CACHE_LINE_BYTES
      ? { kind: "column-walk", strideBytes: walk, lanesPerRow: 1 }
      : { kind: "stride", elements: walk / bytesPerLane };
  }
  if (!areNeighbours) return { kind: "divergent-tail", lanes: lanes.length };
  const start = Math.min(lanes[0]!.address, lanes.at(-1)!.address);
  return { kind: "offset", elements: (start % SECTOR_BYTES) / bytesPerLane };
}

/** Pieces of the warp that are evenly spaced: the rows of a block that is narrower than a warp, the elements of several rows. */
function piecesPattern(lanes: readonly ActiveLane[], bytesPerLane: number): Pattern | undefined {
  const rows = rowsOf(lanes, bytesPerLane);
  if (rows.length * SECTOR_BYTES <= lanes.length * bytesPerLane) {
    const start = rows.map(([first]) => first!.address % SECTOR_BYTES).find((bytes) => bytes > 0);
    return start === undefined ? undefined : { kind: "offset", elements: start / bytesPerLane };
  }
  for (let size = WARP_SIZE / 2; size >= 2; size /= 2) {
    const pieces = [...Map.groupBy(lanes, ({ lane }) => Math.floor(lane / size)).values()];
    const steps = new Set(pieces.filter(({ length }) => length > 1).map(stepOf));
    const [step] = steps;
    if (steps.size !== 1 || step === undefined) continue;
    const jump = jumpOf(pieces, size, step);
    if (step === 0) {
      const isBroadcast = size >= WARP_SIZE / 4 || jump === undefined;
      return isBroadcast ? { kind: "broadcast" } : spacedPattern(jump, bytesPerLane, startsOf(pieces));
    }
    if (Math.abs(step) !== bytesPerLane) return spacedPattern(step, bytesPerLane, pieces[0]!);
    return jump !== undefined && Math.abs(jump) >= CACHE_LINE_BYTES
      ? { kind: "column-walk", strideBytes: jump, lanesPerRow: size }
      : undefined;
  }
  return undefined;
}

/** The lanes as runs that lie side by side. */
function rowsOf(lanes: readonly ActiveLane[], bytesPerLane: number): ActiveLane[][] {
  const rows: ActiveLane[][] = [];
  for (const lane of lanes) {
    const last = rows.at(-1);
    if (last?.at(-1)!.address === lane.address - bytesPerLane) last!.push(lane);
    else rows.push([lane]);
  }
  return rows;
}

const startsOf = (pieces: readonly ActiveLane[][]): ActiveLane[] => pieces.map(([first]) => first!);

/** Bytes from piece to piece, if they are the same between all. */
function jumpOf(pieces: readonly ActiveLane[][], size: number, step: number): number | undefined {
  const starts = startsOf(pieces).map(({ lane, address }) => ({ lane: Math.floor(lane / size), address: address - step * (lane % size) }));
  return stepOf(starts);
}
