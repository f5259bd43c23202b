import { FULL_MASK, WARP_SIZE, globalCost, h100, type AccessWidth, type WarpRequest } from "#simulator";
import {
  BYTES_PER_ELEMENT,
  CHUNK_ELEMENTS,
  SEQUENCE_TOKENS,
  byteAddress,
  elementAt,
  pageBytes,
  type Cache,
  type KeyElement,
} from "./cache.ts";

/** What a warp reads with one request: the key of one token, the next 512 bytes of a page, or one chunk of 32 keys, one key per lane. */
type Reader = "token" | "page" | "lane";

/** A warp that reads a whole sequence, request by request. */
export interface Walk extends Cache {
  readonly reader: Reader;
}

/** Where a lane's access begins. */
export interface LaneTask extends KeyElement {
  /** Elements that the lane loads from there on. */
  readonly elements: number;
}

const VECTORS_PER_REQUEST = WARP_SIZE * CHUNK_ELEMENTS;

/** Requests that the sequence takes: every key is read once. */
export function requestCount(walk: Walk): number {
  return walk.reader === "token" ? SEQUENCE_TOKENS : (SEQUENCE_TOKENS * walk.headDim) / VECTORS_PER_REQUEST;
}

/** What the 32 lanes read in request number `step` of the walk. */
export function laneTasks(walk: Walk, step: number): LaneTask[] {
  const taskOf = { token: keyOfOneToken, page: stretchOfPage, lane: chunkOfEachKey }[walk.reader];
  return Array.from({ length: WARP_SIZE }, (_, lane) => taskOf(walk, step, lane));
}

/** The request of a warp whose lanes have these tasks. */
export function requestOf(walk: Walk, tasks: readonly LaneTask[]): WarpRequest {
  const [first] = tasks;
  if (!first) throw new RangeError("a request needs the tasks of a warp");
  return {
    space: "global",
    op: "load",
    bytesPerLane: (first.elements * BYTES_PER_ELEMENT) as AccessWidth,
    activeMask: FULL_MASK,
    addresses: tasks.map((task) => byteAddress(walk, task)),
  };
}

function keyOfOneToken({ headDim }: Walk, step: number, lane: number): LaneTask {
  const elements = headDim / WARP_SIZE;
  return { token: step, element: lane * elements, elements };
}

function stretchOfPage(walk: Walk, step: number, lane: number): LaneTask {
  const requestsPerPage = pageBytes(walk) / BYTES_PER_ELEMENT / VECTORS_PER_REQUEST;
  const elementInPage = (step % requestsPerPage) * VECTORS_PER_REQUEST + lane * CHUNK_ELEMENTS;
  return { ...elementAt(walk, Math.floor(step / requestsPerPage), elementInPage), elements: CHUNK_ELEMENTS };
}

function chunkOfEachKey({ headDim }: Walk, step: number, lane: number): LaneTask {
  const chunks = headDim / CHUNK_ELEMENTS;
  return {
    token: Math.floor(step / chunks) * WARP_SIZE + lane,
    element: (step % chunks) * CHUNK_ELEMENTS,
    elements: CHUNK_ELEMENTS,
  };
}

/** What all requests of a walk cost together. */
export interface WalkCost {
  readonly requests: number;
  readonly sectors: number;
  readonly idealSectors: number;
}

export function walkCost(walk: Walk): WalkCost {
  const costs = Array.from({ length: requestCount(walk) }, (_, step) => globalCost(requestOf(walk, laneTasks(walk, step)), h100));
  return costs.reduce<WalkCost>(
    (sum, cost) => ({
      requests: sum.requests + cost.requests,
      sectors: sum.sectors + cost.sectors,
      idealSectors: sum.idealSectors + cost.idealSectors,
    }),
    { requests: 0, sectors: 0, idealSectors: 0 },
  );
}
