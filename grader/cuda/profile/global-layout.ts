import { SECTOR_BYTES, WARP_SIZE, positionIn, volume, type Dim3 } from "#simulator";
import type { SampledRequest } from "./block-sample.ts";

/** A change to where an array's elements lie in global memory, or to which thread uses which. */
export type GlobalChange =
  /** Each thread moves `bytes` that lie side by side at once, several elements of `element` bytes. */
  | { readonly kind: "vectors"; readonly bytes: number; readonly element: number }
  /** threadIdx.x and threadIdx.y change places; the block then has these extents. */
  | { readonly kind: "swapped-axes"; readonly block: readonly [number, number, number] }
  /** A block's threads move the elements in the order in which they lie in memory. */
  | FlatOrder
  /** The array starts at another byte of a sector, and its rows, if they are changed, at multiples of a sector. */
  | { readonly kind: "start"; readonly bytes: number; readonly rows: { readonly from: number; readonly to: number } | undefined }
  /** Layout in which the same place of each record of `recordBytes` bytes lies side by side: fields of structs, columns of a matrix. */
  | { readonly kind: "fields"; readonly recordBytes: number; readonly isMatrix: boolean; readonly fields: number }
  /** Atomics of a block go to a copy in shared memory, which is added to the array in the end. */
  | { readonly kind: "copy-per-block" }
  /**
   * The block copies to shared memory, `bytes` in each step, the parts of an array that its warps load as fragments: sectors of a block per
   * step, as it is and with the copy. Whether the block has room for the bytes, and whether the copy is worthwhile: there may be nothing that
   * warps share.
   */
  | {
      readonly kind: "staged";
      readonly bytes: number;
      readonly asked: number;
      readonly copied: number;
      readonly hasRoom: boolean;
      readonly isWorthwhile: boolean;
    }
  /** Stores of pieces of a sector, a product's fragments, are collected in shared memory, `bytes` of a block, and stored in rows. */
  | { readonly kind: "collected"; readonly bytes: number }
  /** Threads of other blocks move pieces of rows; in a tile, if another array needs the columns. */
  | { readonly kind: "along-rows"; readonly isTile: boolean };

export interface FlatOrder {
  readonly kind: "flat";
  /** A thread's elements as it is: neighbours one after the other, a record, or elements of a row or column of a tile. */
  readonly of: "run" | "record" | "tile";
  /** Elements from thread to thread, for runs and records. */
  readonly elements: number;
  /** Elements that a thread takes one after the other, of runs with gaps between them or that begin where a loaded index says. */
  readonly row: number | undefined;
  /** Threads of a block. */
  readonly threads: number;
  /** Whether the elements only go to shared memory, which could take them in any order. */
  readonly isStaged: boolean;
  /** Whether each thread does the same with each of its elements: any thread could. */
  readonly isElementwise: boolean;
  /** Whether an array per field costs as little. */
  readonly orFields: boolean;
}

/** Requests with the block's x and y changed places: a warp's lanes are neighbours in y. */
export function swappedAxes(requests: readonly SampledRequest[], block: Dim3): SampledRequest[] {
  const threads = Array.from({ length: volume(block) }, (_, thread) => {
    const { x, y, z } = positionIn(block, thread);
    return y + block.y * (x + block.x * z);
  });
  const swapped: SampledRequest[] = [];
  const ofPass = Map.groupBy(requests, ({ block: own, site, space, pass }) => `${own} ${site.number} ${space} ${pass}`);
  for (const own of ofPass.values()) {
    const warps = new Map<number, SampledRequest & { activeMask: number }>();
    for (const request of own)
      eachAddress(request, (address, lane) => {
        const thread = threads[request.warp * WARP_SIZE + lane]!;
        const warp = Math.floor(thread / WARP_SIZE);
        let changed = warps.get(warp);
        if (!changed) warps.set(warp, (changed = { ...request, warp, activeMask: 0, addresses: new Int32Array(WARP_SIZE) }));
        changed.addresses[thread % WARP_SIZE] = address;
        changed.activeMask |= 1 << (thread % WARP_SIZE);
      });
    swapped.push(...warps.values());
  }
  return swapped;
}

/** Requests that move the same elements of each block in the order in which they lie in memory, 32 units of so many bytes at a time. */
export function flatOrder(requests: readonly SampledRequest[], unit: number): SampledRequest[] {
  const flat: SampledRequest[] = [];
  for (const own of Map.groupBy(requests, ({ block }) => block).values()) {
    const units = new Set<number>();
    for (const request of own)
      eachAddress(request, (address) => {
        for (let at = address; at < address + request.bytesPerLane; at += unit) units.add(at);
      });
    const inOrder = Int32Array.from(units).sort();
    for (let first = 0; first < inOrder.length; first += WARP_SIZE)
      flat.push(requestOf(own[0]!, unit, first / WARP_SIZE, inOrder.subarray(first, first + WARP_SIZE)));
  }
  return flat;
}

/**
 * Requests that move several elements of each thread at once, if a thread's elements fill vectors of so many bytes, or of loads three
 * quarters; undefined if they don't, or if a thread uses one twice.
 */
export function asVectors(requests: readonly SampledRequest[], bytes: number): SampledRequest[] | undefined {
  const vectors = new Map<string, { readonly request: SampledRequest; readonly lanes: number[][] }>();
  for (const own of Map.groupBy(requests, ({ block, warp }) => `${block} ${warp}`).values()) {
    const lanes: number[][] = [];
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      const parts = new Map<number, number>();
      const seen = new Set<number>();
      for (const { activeMask, addresses, bytesPerLane } of own) {
        if (((activeMask >>> lane) & 1) === 0) continue;
        const address = addresses[lane]!;
        if (seen.has(address)) return undefined;
        seen.add(address);
        const vector = address - (address % bytes);
        parts.set(vector, (parts.get(vector) ?? 0) + bytesPerLane);
      }
      const fewest = own[0]!.site.op === "load" ? (3 / 4) * bytes : bytes;
      if ([...parts.values()].some((filled) => filled < fewest)) return undefined;
      lanes.push([...parts.keys()].sort((a, b) => a - b));
    }
    vectors.set(`${own[0]!.block} ${own[0]!.warp}`, { request: own[0]!, lanes });
  }
  const wide: SampledRequest[] = [];
  for (const { request, lanes } of vectors.values()) {
    const passes = Math.max(...lanes.map(({ length }) => length));
    for (let pass = 0; pass < passes; pass++) {
      const addresses = Int32Array.from(lanes, (own) => own[pass] ?? 0);
      const activeMask = lanes.reduce((mask, own, lane) => (pass < own.length ? mask | (1 << lane) : mask), 0);
      wide.push({ ...request, bytesPerLane: bytes, pass, activeMask, addresses });
    }
  }
  return wide;
}

/** Requests to an array whose element 0 is `start` bytes behind a multiple of a sector, with rows of another length. */
export function movedRows(
  requests: readonly SampledRequest[],
  base: number,
  { bytes, rows }: Pick<Extract<GlobalChange, { kind: "start" }>, "bytes" | "rows">,
): SampledRequest[] {
  return requests.map((request) =>
    moved(request, (address) => {
      const offset = address - base;
      return base + bytes + (rows ? Math.floor(offset / rows.from) * rows.to + (offset % rows.from) : offset);
    }),
  );
}

/** Requests to an array of which all that lies at the same place of a record lies side by side. @param records of the array, if they lie without gaps */
export function byField(requests: readonly SampledRequest[], base: number, recordBytes: number, records: number): SampledRequest[] {
  return requests.map((request) =>
    moved(request, (address) => {
      const record = Math.floor((address - base) / recordBytes);
      const place = (address - base) % recordBytes;
      return place * records + record * request.bytesPerLane;
    }),
  );
}

/** A request whose lanes lie side by side from the start of a sector. */
export function inOneRow(request: SampledRequest): SampledRequest {
  let lanes = 0;
  return moved(request, () => request.bytesPerLane * lanes++);
}

export function lanesIn(activeMask: number): number {
  let lanes = 0;
  for (let rest = activeMask; rest !== 0; rest &= rest - 1) lanes++;
  return lanes;
}

export function eachAddress({ activeMask, addresses }: SampledRequest, visit: (address: number, lane: number) => void): void {
  for (let lane = 0; lane < WARP_SIZE; lane++) if ((activeMask >>> lane) & 1) visit(addresses[lane]!, lane);
}

/** The length of rows, rounded up to whole sectors. */
export function wholeSectors(bytes: number): number {
  return Math.ceil(bytes / SECTOR_BYTES) * SECTOR_BYTES;
}

function moved(request: SampledRequest, move: (address: number) => number): SampledRequest {
  const addresses = new Int32Array(WARP_SIZE);
  eachAddress(request, (address, lane) => (addresses[lane] = move(address)));
  return { ...request, addresses };
}

function requestOf(like: SampledRequest, bytesPerLane: number, pass: number, addresses: Int32Array): SampledRequest {
  const all = new Int32Array(WARP_SIZE);
  all.set(addresses);
  const activeMask = addresses.length === WARP_SIZE ? -1 : (1 << addresses.length) - 1;
  return { ...like, bytesPerLane, pass, activeMask, addresses: all };
}
