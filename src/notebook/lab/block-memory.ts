import { WARP_SIZE, isActive } from "#simulator";
import type { BlockRequest } from "./block-recorder.ts";
import { lengthOf, type BlockArray } from "./block-arrays.ts";
import type { BlockRequests } from "./block-requests.ts";

/** Where the elements of an array that a block touches are drawn: in rows, one below the other. */
export interface ArrayRaster {
  readonly array: BlockArray;
  /** Places in a row. */
  readonly columns: number;
  readonly rows: number;
  /** Row by row, the number of the element at each place; −1 where there is none. */
  readonly elements: Int32Array;
  /** "whole": all of the array; "touched": stretches of it, those that the block touches; "packed": its touched elements, without those between. */
  readonly kind: "whole" | "touched" | "packed";
  /** The elements in ascending order, and the place of each. */
  readonly sorted: Int32Array;
  readonly places: Int32Array;
}

/** What the steps so far have done to an element. An atomic reads and writes. */
export const ELEMENT_STATES = ["untouched", "read", "written", "written and read"] as const;
const UNTOUCHED = 0;
const READ = 1;
const WRITTEN = 2;
const WRITTEN_AND_READ = 3;

/** Arrays of shared memory up to so many elements are drawn whole. */
const MOST_WHOLE = 16_384;
/** Elements in a row where the array itself has no rows: as many as a warp has lanes. */
const ROW = WARP_SIZE;
/** Stretches of the array that are no further apart are drawn as one. */
const MOST_BRIDGED = 8;
/** Shorter stretches are not worth a row each. */
const SHORTEST_ROW = 4;
/** Where there would be more places than these, and more than two for each element, long stretches take several rows. */
const MOST_SPARSE = 2 ** 20;

/** Every touch of an element by a lane, in the order of the requests. */
interface Touches {
  /** Where each request's touches begin in the lists, and at the end their number. */
  readonly from: Int32Array;
  /** Number of the raster. */
  readonly raster: Uint8Array;
  readonly place: Int32Array;
  readonly lane: Uint8Array;
  /** Which of the lane's values goes to the element. */
  readonly component: Uint8Array;
}

/** The arrays of a block as its requests fill and read them. */
export class BlockMemory {
  readonly rasters: readonly ArrayRaster[];
  readonly #requests: readonly BlockRequest[];
  readonly #touches: Touches;
  /** What the requests up to `#count` have done, by raster and place. */
  #states: readonly Uint8Array[];
  #count = 0;

  constructor({ requests, arrays }: Pick<BlockRequests, "requests" | "arrays">) {
    this.#requests = requests;
    const touched = arrays.map(() => new Set<number>());
    eachTouch(requests, arrays, (array, element) => touched[array]!.add(element));
    const numbers = new Map<number, number>();
    const pitches = pitchesOf(requests, arrays);
    this.rasters = arrays.flatMap((array, number) => {
      const own = touched[number]!;
      if (own.size === 0) return [];
      numbers.set(number, numbers.size);
      return [rasterOf(array, Int32Array.from(own).sort(), pitches.get(number))];
    });
    this.#touches = listTouches(requests, arrays, this.rasters, numbers);
    this.#states = this.#blank();
  }

  /** What the first requests have done to each place of each raster: numbers into `ELEMENT_STATES`. Reused by the next call. */
  statesAfter(count: number): readonly Uint8Array[] {
    if (count < this.#count) {
      this.#states = this.#blank();
      this.#count = 0;
    }
    const { from, raster, place } = this.#touches;
    for (; this.#count < count; this.#count++) {
      const { op } = this.#requests[this.#count]!;
      for (let touch = from[this.#count]!; touch < from[this.#count + 1]!; touch++) {
        const states = this.#states[raster[touch]!]!;
        const at = place[touch]!;
        if (op !== "load") states[at] = WRITTEN;
        else if (states[at] === UNTOUCHED) states[at] = READ;
        else if (states[at] === WRITTEN) states[at] = WRITTEN_AND_READ;
      }
    }
    return this.#states;
  }

  /** The places of a raster that a request touches, each with its lanes. */
  touchedBy(request: number, raster: number): ReadonlyMap<number, readonly number[]> {
    const { from, raster: rasters, place, lane } = this.#touches;
    const lanes = new Map<number, number[]>();
    for (let touch = from[request] ?? 0; touch < (from[request + 1] ?? 0); touch++) {
      if (rasters[touch] !== raster) continue;
      const own = lanes.get(place[touch]!);
      if (own) own.push(lane[touch]!);
      else lanes.set(place[touch]!, [lane[touch]!]);
    }
    return lanes;
  }

  /** What the first requests have done to one place: its last write, and the reads since then, or since the block began. */
  historyOf(raster: number, at: number, count: number): ElementHistory {
    const { from, raster: rasters, place, lane, component } = this.#touches;
    let written: ElementHistory["written"];
    let read: ElementHistory["read"];
    let reads = 0;
    for (let request = 0; request < count; request++) {
      for (let touch = from[request]!; touch < from[request + 1]!; touch++) {
        if (rasters[touch] !== raster || place[touch] !== at) continue;
        const entry = { request, lane: lane[touch]!, component: component[touch]! };
        if (this.#requests[request]!.op === "load") {
          reads++;
          read = entry;
        } else {
          written = entry;
          reads = 0;
          read = undefined;
        }
      }
    }
    return { written, read, reads };
  }

  #blank(): readonly Uint8Array[] {
    return this.rasters.map(({ elements }) => new Uint8Array(elements.length));
  }
}

/** One lane's access to an element. */
export interface Touch {
  readonly request: number;
  readonly lane: number;
  readonly component: number;
}

export interface ElementHistory {
  /** The last write. */
  readonly written: Touch | undefined;
  /** The last read since. */
  readonly read: Touch | undefined;
  /** How many lanes have read it since. */
  readonly reads: number;
}

type OnTouch = (array: number, element: number, request: number, lane: number, component: number) => void;

/** Calls for every element that a lane of a request touches. */
function eachTouch(requests: readonly BlockRequest[], arrays: readonly BlockArray[], onTouch: OnTouch): void {
  const ends = arrays.map((array) => array.base + array.elementBytes * lengthOf(array));
  let last = 0;
  for (const [request, { bytesPerLane, space, activeMask, base, addresses }] of requests.entries()) {
    if (space === "local") continue;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (!isActive(activeMask >>> 0, lane)) continue;
      const address = base + addresses[lane]!;
      if (!(address >= (arrays[last]?.base ?? Infinity) && address < ends[last]!))
        last = arrays.findIndex((array, number) => address >= array.base && address < ends[number]!);
      const array = arrays[last];
      if (array === undefined) continue;
      const first = Math.floor((address - array.base) / array.elementBytes);
      const end = Math.ceil((address - array.base + bytesPerLane) / array.elementBytes);
      for (let element = first; element < end; element++) onTouch(last, element, request, lane, element - first);
    }
  }
}

function listTouches(
  requests: readonly BlockRequest[],
  arrays: readonly BlockArray[],
  rasters: readonly ArrayRaster[],
  numbers: ReadonlyMap<number, number>,
): Touches {
  let count = 0;
  eachTouch(requests, arrays, () => count++);
  const from = new Int32Array(requests.length + 1);
  const touches = { from, raster: new Uint8Array(count), place: new Int32Array(count), lane: new Uint8Array(count) };
  const component = new Uint8Array(count);
  let next = 0;
  let begun = 0;
  eachTouch(requests, arrays, (array, element, request, lane, of) => {
    while (begun <= request) from[begun++] = next;
    const number = numbers.get(array)!;
    touches.raster[next] = number;
    touches.place[next] = placeOf(rasters[number]!, element);
    touches.lane[next] = lane;
    component[next++] = of;
  });
  from.fill(next, begun);
  return { ...touches, component };
}

function placeOf({ sorted, places }: ArrayRaster, element: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < element) low = middle + 1;
    else high = middle;
  }
  return places[low]!;
}

/**
 * Elements from one row of an array to the next, as far as its requests tell: the commonest distance between those of an access's
 * warps. The text of a kernel says it as `y * side + x`.
 */
function pitchesOf(requests: readonly BlockRequest[], arrays: readonly BlockArray[]): ReadonlyMap<number, number> {
  const last = new Map<number, { readonly warp: number; readonly address: number }>();
  const tallies = arrays.map(() => new Map<number, number>());
  for (const { site, warp, activeMask, base, addresses } of requests) {
    const address = base + addresses[31 - Math.clz32(activeMask & -activeMask)]!;
    const before = last.get(site);
    last.set(site, { warp, address });
    const number = arrays.findIndex((array) => address >= array.base && address < array.base + array.elementBytes * lengthOf(array));
    const tally = tallies[number];
    if (before === undefined || before.warp === warp || tally === undefined) continue;
    const distance = (address - before.address) / arrays[number]!.elementBytes;
    if (Number.isInteger(distance) && distance > 0) tally.set(distance, (tally.get(distance) ?? 0) + 1);
  }
  return new Map(
    tallies.flatMap((tally, number) => {
      const [commonest] = [...tally].sort(([, a], [, b]) => b - a);
      return commonest === undefined ? [] : [[number, commonest[0]] as const];
    }),
  );
}

/**
 * @param touched elements of the array, in ascending order
 * @param pitch elements from row to row, where that is known
 */
export function rasterOf(array: BlockArray, touched: Int32Array, pitch = ROW): ArrayRaster {
  const length = lengthOf(array);
  if (array.space !== "global" && length <= MOST_WHOLE) {
    const columns = array.lengths.length > 1 ? array.lengths.at(-1)! : Math.min(ROW, length);
    return inRows(array, "whole", columns, splitInto(columns, [{ first: 0, length }]));
  }
  const stretches = stretchesOf(touched);
  const longest = Math.max(...stretches.map((stretch) => stretch.length));
  if (stretches.length === 1) {
    const columns = pitch >= ROW && 2 * pitch <= longest ? pitch : Math.min(ROW, longest);
    return inRows(array, "touched", columns, splitInto(columns, stretches));
  }
  if (longest >= SHORTEST_ROW) {
    const columns = columnsFor(stretches, longest, pitch);
    return inRows(array, "touched", columns, splitInto(columns, stretches));
  }
  const columns = Math.min(ROW, touched.length);
  return rasterFrom(array, "packed", columns, Math.ceil(touched.length / columns), (place) => touched[place] ?? -1);
}

/** Places in a row: as many as the longest stretch has elements, or fewer where that would leave too many places without an element. */
function columnsFor(stretches: readonly Stretch[], longest: number, pitch: number): number {
  const elements = stretches.reduce((sum, { length }) => sum + length, 0);
  let columns = longest;
  const places = (): number => columns * stretches.reduce((sum, { length }) => sum + Math.ceil(length / columns), 0);
  while (columns > ROW && places() > Math.max(MOST_SPARSE, 2 * elements)) {
    columns = ROW < pitch && pitch < columns ? pitch : Math.ceil(columns / 2);
  }
  return columns;
}

interface Stretch {
  readonly first: number;
  readonly length: number;
}

function stretchesOf(touched: Int32Array): Stretch[] {
  const stretches: { first: number; length: number }[] = [];
  for (const element of touched) {
    const last = stretches.at(-1);
    if (last && element - (last.first + last.length) <= MOST_BRIDGED) last.length = element - last.first + 1;
    else stretches.push({ first: element, length: 1 });
  }
  return stretches;
}

function splitInto(columns: number, stretches: readonly Stretch[]): Stretch[] {
  return stretches.flatMap(({ first, length }) =>
    Array.from({ length: Math.ceil(length / columns) }, (_, row) => ({
      first: first + row * columns,
      length: Math.min(columns, length - row * columns),
    })),
  );
}

function inRows(array: BlockArray, kind: ArrayRaster["kind"], columns: number, rows: readonly Stretch[]): ArrayRaster {
  return rasterFrom(array, kind, columns, rows.length, (place) => {
    const { first, length } = rows[Math.floor(place / columns)]!;
    const column = place % columns;
    return column < length ? first + column : -1;
  });
}

function rasterFrom(
  array: BlockArray,
  kind: ArrayRaster["kind"],
  columns: number,
  rows: number,
  elementAt: (place: number) => number,
): ArrayRaster {
  const elements = new Int32Array(rows * columns);
  const places = new Int32Array(rows * columns);
  const sorted = new Int32Array(rows * columns);
  // Rows ascend, so places with an element are in the order of the elements.
  let count = 0;
  for (let place = 0; place < elements.length; place++) {
    const element = (elements[place] = elementAt(place));
    if (element < 0) continue;
    places[count] = place;
    sorted[count++] = element;
  }
  return { array, kind, columns, rows, elements, places: places.slice(0, count), sorted: sorted.slice(0, count) };
}
