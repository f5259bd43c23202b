import {
  BANK_COUNT,
  CACHE_LINE_BYTES,
  SECTOR_BYTES,
  WARP_SIZE,
  WORD_BYTES,
  deviceForWidth,
  explainGlobal,
  explainShared,
  isActive,
  type GlobalExplanation,
  type WarpRequest,
} from "#simulator";
import { bankColumns, type BankColumn } from "#pictures/banks.ts";
import { count, decimal, percent, pluralize } from "#pictures/format.ts";
import { byteAddressOf } from "#pictures/lanes.ts";
import { matrixToDraw, type DrawnMatrix } from "#pictures/matrices.ts";
import type { Reading } from "#pictures/readings.ts";
import { withGaps, type Gap } from "#pictures/rows.ts";

/** One warp's request of an access, by two versions of a kernel. */
export interface TwoRequests {
  readonly before: WarpRequest;
  readonly after: WarpRequest;
  /** The matrix of both requests that is drawn, of several that they move one after the other; all lanes are drawn where they move none. */
  readonly matrix?: DrawnMatrix;
}

/** 128 bytes of memory: a cache line, or one word of each bank. */
export interface Row {
  readonly kind: "row";
  readonly number: number;
  readonly firstByte: number;
}

/** Where a lane's bytes are drawn: in a row, in percent of its width. */
export interface Place {
  readonly row: number;
  readonly x: number;
  readonly width: number;
}

/** A lane's way from its place in the one request to that in the other; a lane that takes no part in a request has no place there. */
export interface LaneWay {
  readonly lane: number;
  readonly before?: Place;
  readonly after?: Place;
}

/** The rows that either request touches, and the ways of the 32 lanes. */
export interface Ways {
  readonly rows: readonly (Row | Gap)[];
  readonly lanes: readonly LaneWay[];
}

/** What a request costs in which some lanes have gone over already: a picture of one moment. */
export interface Moment {
  /** Sectors that move, by number; none in shared memory. */
  readonly sectors: ReadonlySet<number>;
  /** The banks of shared memory; none in global memory. */
  readonly banks: readonly BankColumn[];
  /** Sectors, or wavefronts. */
  readonly moved: number;
  readonly readings: readonly Reading[];
}

/** Bytes of a row in either memory. */
const ROW_BYTES = CACHE_LINE_BYTES;

/**
 * The requests as they are drawn: of those that move several matrices, one matrix. It is chosen as in a request's own picture, by what the
 * first version costs.
 */
export function drawnRequests(
  { before, after }: Pick<TwoRequests, "before" | "after">,
  choice: Pick<NonNullable<Parameters<typeof matrixToDraw>[1]>, "hoveredLane" | "matrix"> = {},
): TwoRequests {
  const matrix = before.instruction === after.instruction ? matrixToDraw(before, choice) : undefined;
  if (matrix === undefined) return { before, after };
  const mask = maskOf(matrix.lanes);
  return { before: part(before, mask), after: part(after, mask), matrix };
}

const ALL_LANES: readonly number[] = Array.from({ length: WARP_SIZE }, (_, lane) => lane);

/** The lanes that go over, in their order. */
export function lanesOf({ matrix }: TwoRequests): readonly number[] {
  return matrix?.lanes ?? ALL_LANES;
}

function maskOf(lanes: readonly number[]): number {
  return lanes.reduce((mask, lane) => mask | (1 << lane), 0) >>> 0;
}

/** The rows and ways of two requests to the same array. */
export function ways({ before, after }: TwoRequests): Ways {
  const numbers = [before, after].flatMap((request) =>
    activeLanes(request).map((lane) => Math.floor(byteAddressOf(request, lane) / ROW_BYTES)),
  );
  const rows = [...new Set(numbers)].sort((a, b) => a - b).map((number): Row => ({ kind: "row", number, firstByte: number * ROW_BYTES }));
  const from = places(before);
  const to = places(after);
  const lanes = Array.from({ length: WARP_SIZE }, (_, lane): LaneWay => {
    const start = from.get(lane);
    const end = to.get(lane);
    return { lane, ...(start && { before: start }), ...(end && { after: end }) };
  });
  return { rows: withGaps(rows), lanes };
}

function activeLanes({ activeMask }: WarpRequest): number[] {
  return ALL_LANES.filter((lane) => isActive(activeMask, lane));
}

/** Lanes that share an address share its place, side by side. */
function places(request: WarpRequest): Map<number, Place> {
  const width = (Math.max(request.bytesPerLane, request.space === "shared" ? WORD_BYTES : 1) / ROW_BYTES) * 100;
  const sharing = Map.groupBy(activeLanes(request), (lane) => byteAddressOf(request, lane));
  return new Map(
    [...sharing].flatMap(([byteAddress, lanes]) => {
      const offset =
        request.space === "shared" ? (Math.floor(byteAddress / WORD_BYTES) % BANK_COUNT) * WORD_BYTES : byteAddress % ROW_BYTES;
      const share = width / lanes.length;
      return lanes.map((lane, i): [number, Place] => [
        lane,
        { row: Math.floor(byteAddress / ROW_BYTES), x: (offset / ROW_BYTES) * 100 + i * share, width: share },
      ]);
    }),
  );
}

/**
 * The moment at which so many lanes, from the first one on, have gone over. While lanes of two widths ask, they ask in two requests.
 *
 * @param gone from 0 to the number of lanes that are drawn
 */
export function moment(requests: TwoRequests, gone: number): Moment {
  const { before, after } = requests;
  const goneMask = maskOf(lanesOf(requests).slice(0, gone));
  const staying = part(before, ~goneMask);
  const moved = part(after, goneMask);
  const together = [staying, moved].filter(({ activeMask }) => activeMask !== 0);
  const asked = together.length === 2 && before.bytesPerLane === after.bytesPerLane ? [merged(staying, moved)] : together;
  return before.space === "global" ? globalMoment(asked) : sharedMoment(asked);
}

function part(request: WarpRequest, mask: number): WarpRequest {
  return { ...request, activeMask: (request.activeMask & mask) >>> 0 };
}

function merged(a: WarpRequest, b: WarpRequest): WarpRequest {
  const addresses = Array.from({ length: WARP_SIZE }, (_, lane) => byteAddressOf(isActive(b.activeMask, lane) ? b : a, lane));
  return { ...a, activeMask: (a.activeMask | b.activeMask) >>> 0, addresses };
}

function globalMoment(requests: readonly WarpRequest[]): Moment {
  const explained = requests.map((request): GlobalExplanation => explainGlobal(request, deviceForWidth(request.bytesPerLane)));
  const lines = explained.flatMap((one) => one.lines);
  const sectors = new Set(lines.flatMap((line) => line.sectors.map(({ number }) => number)));
  const ideal = explained.reduce((sum, { idealSectors }) => sum + idealSectors, 0);
  const useful = explained.reduce((sum, { usefulBytes }) => sum + usefulBytes, 0);
  return {
    sectors,
    banks: [],
    moved: sectors.size,
    readings: [
      { name: "sectors", value: count(sectors.size), ideal: count(ideal) },
      { name: "lines", value: count(new Set(lines.map(({ number }) => number)).size) },
      { name: "efficiency", value: percent(sectors.size === 0 ? 1 : useful / (sectors.size * SECTOR_BYTES)) },
    ],
  };
}

function sharedMoment(requests: readonly WarpRequest[]): Moment {
  const explained = requests.map((request) => explainShared(request, deviceForWidth(request.bytesPerLane)));
  const sum = (of: "wavefronts" | "groups" | "bankConflicts"): number => explained.reduce((total, one) => total + one[of], 0);
  const columns = explained.map(bankColumns);
  const banks = Array.from({ length: BANK_COUNT }, (_, bank) => ({
    bank,
    degree: Math.max(0, ...columns.map((of) => of[bank]?.degree ?? 0)),
  }));
  return {
    sectors: new Set(),
    banks,
    moved: sum("wavefronts"),
    readings: [
      { name: "wavefronts", value: count(sum("wavefronts")), ideal: count(sum("groups")) },
      { name: "conflicts", value: count(sum("bankConflicts")) },
      { name: "degree", value: count(Math.max(0, ...explained.map(({ conflictDegree }) => conflictDegree))) },
    ],
  };
}

/**
 * Both ends of the way in one sentence: "The naive version touches 32 sectors for 128 B, yours 4."
 *
 * @param requests the whole requests
 * @param drawn what is drawn of them
 */
export function sentence(requests: TwoRequests, names: { readonly before: string; readonly after: string }, drawn = requests): string {
  const noun = requests.before.space === "global" ? "sector" : "wavefront";
  const at = (gone: number, request: WarpRequest): string =>
    `${pluralize(moment(requests, gone).moved, noun)} for ${pluralize(activeLanes(request).length, "lane")}`;
  const ends = `${names.before}: ${at(0, requests.before)}. ${names.after}: ${at(WARP_SIZE, requests.after)}.`;
  if (drawn.matrix === undefined) return ends;
  const [first, last] = [moment(drawn, 0).moved, moment(drawn, drawn.matrix.lanes.length).moved];
  return `${ends} Matrix ${drawn.matrix.drawn}, the one drawn, takes ${first} and ${last} of these.`;
}

/** What each lane does before and after, lane by lane. */
export function laneSentences({ before, after }: TwoRequests): string[] {
  const where = (request: WarpRequest, lane: number): string => {
    if (!isActive(request.activeMask, lane)) return "inactive";
    const byteAddress = byteAddressOf(request, lane);
    if (request.space === "global") return `byte ${count(byteAddress)}, sector ${count(Math.floor(byteAddress / SECTOR_BYTES))}`;
    const word = Math.floor(byteAddress / WORD_BYTES);
    return `word ${count(word)}, bank ${decimal(word % BANK_COUNT)}`;
  };
  return ALL_LANES.map((lane) => `Lane ${lane}: ${where(before, lane)} → ${where(after, lane)}`);
}

/** When a lane sets off and arrives while the whole way is played, as shares of the time: lane after lane, several at a time. */
const STARTS_WITHIN = 0.62;
const TRAVELS = 0.38;

/**
 * How far a lane is on its way.
 *
 * @param place the lane's place among those that go over
 * @param time 0 … 1
 * @param lanes how many go over
 */
export function progressOf(place: number, time: number, lanes = WARP_SIZE): number {
  const start = (STARTS_WITHIN * place) / Math.max(1, lanes - 1);
  const linear = Math.min(1, Math.max(0, (time - start) / TRAVELS));
  return linear * linear * (3 - 2 * linear);
}

/** Lanes that are nearer to where they go than to where they come from. */
export function goneAt(time: number, lanes = WARP_SIZE): number {
  return ALL_LANES.slice(0, lanes).filter((place) => progressOf(place, time, lanes) >= 0.5).length;
}

/** The time at which so many lanes have gone over. */
export function timeAt(gone: number, lanes = WARP_SIZE): number {
  if (gone <= 0) return 0;
  return gone >= lanes ? 1 : Math.min(1, (STARTS_WITHIN * (gone - 1)) / (lanes - 1) + TRAVELS / 2 + 0.001);
}
