import {
  CACHE_LINE_BYTES,
  FULL_MASK,
  SECTOR_BYTES,
  WARP_SIZE,
  copyCost,
  globalCost,
  h100,
  sharedCost,
  swizzledAddress,
  type CopyCost,
  type CopyRequest,
  type GlobalCost,
  type SharedCost,
} from "#simulator";
import { TagStage } from "#simulator/global-cost.ts";

/** A warp's `cp.async` that fills 128, 256 or 512 bytes of a tile in shared memory. */
export interface TileCopy {
  readonly cache: CopyRequest["cache"];
  readonly bytesPerLane: CopyRequest["bytesPerLane"];
  /** What the lanes read: in order, in reverse, with gaps as wide as themselves, or all of them the same. */
  readonly reads: Reads;
  /** Bytes by which lane 0 reads further on than at a cache line; a multiple of `bytesPerLane`. */
  readonly startByte: number;
  /** Bytes from one row of the tile, which has 128, to the next. */
  readonly pitchBytes: number;
  /** Whether the tile has the swizzle of 128 bytes. */
  readonly swizzled: boolean;
}

export type Reads = "in order" | "in reverse" | "every second" | "all the same";

export const DEFAULT_COPY: TileCopy = {
  cache: "ca",
  bytesPerLane: 16,
  reads: "in order",
  startByte: 0,
  pitchBytes: CACHE_LINE_BYTES,
  swizzled: false,
};

/** The copy as hardware takes it: past L1, lanes copy 16 bytes. */
export function fitted(copy: TileCopy): TileCopy {
  const bytesPerLane = copy.cache === "cg" ? 16 : copy.bytesPerLane;
  const startByte = Math.floor(copy.startByte / bytesPerLane) * bytesPerLane;
  // A row of a tile may begin at any multiple of a lane's bytes.
  return { ...copy, bytesPerLane, startByte };
}

function readBy({ reads, bytesPerLane, startByte }: TileCopy, lane: number): number {
  switch (reads) {
    case "in order":
      return startByte + lane * bytesPerLane;
    case "in reverse":
      return startByte + (WARP_SIZE - 1 - lane) * bytesPerLane;
    case "every second":
      return startByte + 2 * lane * bytesPerLane;
    case "all the same":
      return startByte;
  }
}

function writtenBy({ bytesPerLane, pitchBytes, swizzled }: TileCopy, lane: number): number {
  const byte = lane * bytesPerLane;
  const address = Math.floor(byte / CACHE_LINE_BYTES) * pitchBytes + (byte % CACHE_LINE_BYTES);
  return swizzled ? swizzledAddress(address, "128B") : address;
}

export function requestOf(copy: TileCopy): CopyRequest {
  const byLane = (addressOf: (copy: TileCopy, lane: number) => number) =>
    Array.from({ length: WARP_SIZE }, (_, lane) => addressOf(copy, lane));
  const { cache, bytesPerLane } = copy;
  return { cache, bytesPerLane, activeMask: FULL_MASK, globalAddresses: byLane(readBy), sharedAddresses: byLane(writtenBy) };
}

/** What a lesson's text says of a copy: `tileCopyCost({ reads: "all the same" }).bankConflicts`. */
export function tileCopyCost(copy: Partial<TileCopy> = {}): CopyCost {
  return copyCost(requestOf(fitted({ ...DEFAULT_COPY, ...copy })), h100);
}

/** The same bytes by way of registers: a load of global memory, then a store to shared memory. */
export function registerCost(copy: Partial<TileCopy> = {}): { readonly load: GlobalCost; readonly store: SharedCost } {
  const { bytesPerLane, activeMask, globalAddresses, sharedAddresses } = requestOf(fitted({ ...DEFAULT_COPY, ...copy }));
  const shape = { bytesPerLane, activeMask } as const;
  return {
    load: globalCost({ ...shape, space: "global", op: "load", addresses: globalAddresses }, h100),
    store: sharedCost({ ...shape, space: "shared", op: "store", addresses: sharedAddresses }, h100),
  };
}

/** What one lane of a copy does. */
export interface LaneCopy {
  readonly lane: number;
  readonly globalByte: number;
  readonly sharedByte: number;
  /** Places in a row of 128 bytes, in units of the lane's bytes: where it reads, and where it writes. */
  readonly from: number;
  readonly to: number;
  /** Its wavefront among those of its group, 0 for the first. Past L1 none is counted. */
  readonly wavefront: number | undefined;
}

/** The lanes of a copy in the groups of 128 bytes that go through the data stage together. */
export function laneCopies(copy: TileCopy): LaneCopy[][] {
  const request = requestOf(copy);
  const { bytesPerLane, globalAddresses, sharedAddresses } = request;
  const groupSize = CACHE_LINE_BYTES / bytesPerLane;
  const passes = copy.cache === "ca" ? passesOf(globalAddresses) : undefined;
  return Array.from({ length: WARP_SIZE / groupSize }, (_, group) => {
    const lanes = Array.from({ length: groupSize }, (_, i) => group * groupSize + i);
    const places = lanes.map((lane) => ({
      lane,
      globalByte: globalAddresses[lane]!,
      sharedByte: sharedAddresses[lane]!,
      from: (globalAddresses[lane]! % CACHE_LINE_BYTES) / bytesPerLane,
      to: (sharedAddresses[lane]! % CACHE_LINE_BYTES) / bytesPerLane,
    }));
    if (passes === undefined) return places.map((place) => ({ ...place, wavefront: undefined }));
    return wavefrontsOf(places, passes);
  });
}

/** The pass of the tag stage that brings each lane's line. */
function passesOf(globalAddresses: readonly number[]): number[] {
  const tags = new TagStage(h100.tagBanks);
  const passOfLine = new Map<number, number>();
  return globalAddresses.map((address) => {
    const line = Math.floor(address / CACHE_LINE_BYTES);
    const pass = passOfLine.get(line) ?? tags.add(line);
    passOfLine.set(line, pass);
    return pass;
  });
}

/** Pass after pass, each lane waits for every lane before it that reads the same place or writes the same one: see simulator/copy-cost.ts. */
function wavefrontsOf(places: readonly Omit<LaneCopy, "wavefront">[], passes: readonly number[]): LaneCopy[] {
  let first = 0;
  return [...new Set(places.map(({ lane }) => passes[lane]!))]
    .sort((a, b) => a - b)
    .flatMap((pass) => {
      const lastRead = new Map<number, number>();
      const lastWrite = new Map<number, number>();
      const own = places
        .filter(({ lane }) => passes[lane] === pass)
        .map((place): LaneCopy => {
          const wavefront = Math.max(lastRead.get(place.from) ?? first - 1, lastWrite.get(place.to) ?? first - 1) + 1;
          lastRead.set(place.from, wavefront);
          lastWrite.set(place.to, wavefront);
          return { ...place, wavefront };
        });
      first = Math.max(...own.map(({ wavefront }) => wavefront!)) + 1;
      return own;
    });
}

/** The sectors that the bytes would fill if they lay side by side. */
export function idealSectors({ bytesPerLane, reads }: TileCopy): number {
  return Math.ceil((reads === "all the same" ? bytesPerLane : WARP_SIZE * bytesPerLane) / SECTOR_BYTES);
}
