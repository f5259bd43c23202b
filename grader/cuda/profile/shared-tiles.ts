import { WARP_SIZE } from "#simulator";
import type { AddressedArray } from "../analysis/addressed-arrays.ts";
import type { AccessSite } from "../ir/access-site.ts";
import type { SharedVariable } from "../ir/program.ts";
import type { TriedArray } from "./trial.ts";

/** A request to one array that was recorded one or more times. */
export interface RecordedRequest {
  readonly site: AccessSite;
  readonly activeMask: number;
  /** Bytes from the array's start, lane 0 first; 0 for inactive lanes. */
  readonly offsets: Int32Array;
  /** Addresses in global memory that a copy reads. */
  readonly from?: Float64Array | undefined;
  times: number;
}

/** A tile: an array in shared memory, or the part of one that a pointer of the text is to. */
export interface SharedTile extends TriedArray {
  /** Bytes from the start of the block's shared memory. */
  readonly offset: number;
  readonly bytes: number;
  readonly requests: readonly RecordedRequest[];
}

/** Accesses that meet in a piece of so many bytes are to the same tile. */
const PIECE_BYTES = 16;

/**
 * The tiles of an array. An array of one dimension, above all dynamic shared memory, may hold several: `As = smem; Bs = smem + 64 * 72`. They
 * are told apart by the accesses, no two of which share an element, or by their pointers. @param addressed what the text means by each access
 */
export function tilesOf(array: SharedVariable, requests: readonly RecordedRequest[], addressed: readonly AddressedArray[]): SharedTile[] {
  const { lengths = [] } = array;
  if (lengths.length > 1) return [{ ...array, requests }];
  const groups = groupsOf(requests, addressed);
  return groups.map((own) => tileOf(array, own, addressed, groups.length > 1));
}

/** Requests whose accesses share a piece of the array or a pointer, directly or by others. */
function groupsOf(requests: readonly RecordedRequest[], addressed: readonly AddressedArray[]): RecordedRequest[][] {
  const parents = new Map<unknown, unknown>();
  const rootOf = (key: unknown): unknown => {
    let root = key;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    return root;
  };
  const join = (one: unknown, other: unknown): void => {
    const [first, second] = [rootOf(one), rootOf(other)];
    if (first !== second) parents.set(first, second);
  };
  for (const request of requests) {
    const { site } = request;
    const pointer = addressed[site.number]!.pointers[0];
    if (pointer) join(site, pointer);
    let joined: number | undefined;
    for (const offset of activeOffsets(request)) {
      for (let piece = Math.floor(offset / PIECE_BYTES); piece * PIECE_BYTES < offset + site.bytesPerLane; piece++) {
        if (piece !== joined) join(site, piece);
        joined = piece;
      }
    }
  }
  const groups = [...Map.groupBy(requests, ({ site }) => rootOf(site)).values()].map((own) => ({
    own,
    name: nameOf(own, addressed),
    ...extentOf(own),
  }));
  // The halves of a double buffer, and rows that are accessed in turn: every fourth one by an access.
  return groups
    .sort((a, b) => a.start - b.start)
    .reduce<typeof groups>((kept, next) => {
      const last = kept.findLast(({ name, end }) => name === next.name && (name !== undefined || end > next.start));
      if (last === undefined) return [...kept, next];
      const both = { ...last, own: [...last.own, ...next.own], end: Math.max(last.end, next.end) };
      return kept.map((one) => (one === last ? both : one));
    }, [])
    .map(({ own }) => own);
}

/** The nearest pointer by which all requests are addressed. */
function nameOf(requests: readonly RecordedRequest[], addressed: readonly AddressedArray[]): string | undefined {
  const sites = [...new Set(requests.map(({ site }) => site.number))];
  const [first, ...others] = sites.map((site) => addressed[site]!.pointers.map(({ name }) => name));
  return first!.find((name) => others.every((names) => names.includes(name)));
}

/** The bytes of an array from the first to behind the last that requests access. */
function extentOf(requests: readonly RecordedRequest[]): { readonly start: number; readonly end: number } {
  let [start, end] = [Infinity, 0];
  for (const request of requests)
    for (const offset of activeOffsets(request)) {
      start = Math.min(start, offset);
      end = Math.max(end, offset + request.site.bytesPerLane);
    }
  return { start, end };
}

/** @param isPart whether the array holds others, too */
function tileOf(
  array: SharedVariable,
  requests: readonly RecordedRequest[],
  addressed: readonly AddressedArray[],
  isPart: boolean,
): SharedTile {
  const meant = [...new Set(requests.map(({ site }) => site.number))].map((site) => addressed[site]!);
  const pointer = nameOf(requests, addressed);
  const rows = meant.map((one) => one.rows).find((one) => one !== undefined);
  const haveSameRows = meant.every(
    (one) => one.rows === undefined || one.rows.length * one.rows.elementBytes === rows!.length * rows!.elementBytes,
  );
  const elementBytes = Math.min(...meant.map((one) => one.elementBytes ?? Infinity));
  const element =
    pointer !== undefined && elementBytes !== Infinity && elementBytes !== array.element.bytes
      ? { name: "element", bytes: elementBytes }
      : array.element;
  const start = isPart ? Math.min(...requests.map((request) => Math.min(...activeOffsets(request)))) : 0;
  const end = isPart
    ? Math.max(...requests.map((request) => Math.max(...activeOffsets(request)) + request.site.bytesPerLane))
    : array.bytes;
  return {
    name: pointer !== undefined && (isPart || element !== array.element) ? pointer : array.name,
    element,
    ...(!isPart && array.lengths && { lengths: array.lengths }),
    ...(rows && haveSameRows && { rows: { ...rows, isOfPointer: pointer !== undefined } }),
    offset: array.offset + start,
    bytes: end - start,
    requests: requests.map((request) => movedTo(request, start)),
  };
}

/** A request with offsets from the start of its tile. */
function movedTo(request: RecordedRequest, start: number): RecordedRequest {
  if (start === 0) return request;
  const { activeMask, offsets } = request;
  return { ...request, offsets: offsets.map((offset, lane) => ((activeMask >>> lane) & 1 ? offset - start : 0)) };
}

/** The offsets of a request's active lanes. */
export function activeOffsets({ activeMask, offsets }: Pick<RecordedRequest, "activeMask" | "offsets">): number[] {
  const active: number[] = [];
  for (let lane = 0; lane < WARP_SIZE; lane++) if ((activeMask >>> lane) & 1) active.push(offsets[lane]!);
  return active;
}
