import {
  ACCESS_WIDTHS,
  CACHE_LINE_BYTES,
  FULL_MASK,
  SECTOR_BYTES,
  WARP_SIZE,
  globalCost,
  type AccessWidth,
  type Device,
  type GlobalExplanation,
  type WarpRequest,
} from "#simulator";
import { byteAddressOf } from "#pictures/lanes.ts";

/** Bytes that the warp copies, whatever the width of its lanes: one piece of the greatest width per lane. */
export const COPIED_BYTES = Math.max(...ACCESS_WIDTHS) * WARP_SIZE;
export const BYTES_PER_FLOAT = 4;

/** A warp that copies 1,024 bytes in pieces of one width. */
export interface Copy {
  /** What a lane copies at a time. */
  readonly bytesPerLane: AccessWidth;
  /** Floats that are added to the pointer before it is read as pieces of that width. */
  readonly offsetFloats: number;
}

/** A CUDA type of each width. */
export const types: Readonly<Record<AccessWidth, string>> = { 1: "char", 2: "half", 4: "float", 8: "float2", 16: "float4", 32: "8 floats" };

/** Loads per piece: a piece that is wider than the device can load at once is loaded in halves. */
export function loadsPerPiece(bytesPerLane: AccessWidth, device: Device): 1 | 2 {
  return bytesPerLane > device.widestAccessBytes ? 2 : 1;
}

/** The loads of the copy, in order; for halved pieces, a load of all lower halves is followed by one of the upper halves. */
export function loadsOf({ bytesPerLane, offsetFloats }: Copy, device: Device): WarpRequest[] {
  const halves = loadsPerPiece(bytesPerLane, device);
  const accessBytes = (bytesPerLane / halves) as AccessWidth;
  const rounds = COPIED_BYTES / (WARP_SIZE * bytesPerLane);
  return Array.from({ length: rounds * halves }, (_, i) => {
    const round = Math.floor(i / halves);
    const first = offsetFloats * BYTES_PER_FLOAT + round * WARP_SIZE * bytesPerLane + (i % halves) * accessBytes;
    return {
      space: "global",
      op: "load",
      bytesPerLane: accessBytes,
      activeMask: FULL_MASK,
      addresses: Array.from({ length: WARP_SIZE }, (_, lane) => first + lane * bytesPerLane),
    };
  });
}

/** A run of bytes within one cache line. */
export interface Span {
  /** Line number: its first byte is 128 × line. */
  readonly line: number;
  /** Bytes from the start of the line. */
  readonly offsetBytes: number;
  readonly bytes: number;
}

/** A sector of the picture, and how often the loads so far have moved it. */
export interface SectorCell extends Span {
  readonly number: number;
  readonly timesMoved: number;
}

/** Lines that hold the copied bytes at any offset: one more than they fill. */
export const LINE_COUNT = COPIED_BYTES / CACHE_LINE_BYTES + 1;
const SECTORS_PER_LINE = CACHE_LINE_BYTES / SECTOR_BYTES;

/** Every sector of the picture, after these loads. */
export function sectorCells(loads: readonly GlobalExplanation[]): SectorCell[] {
  const moved = loads.flatMap((load) => load.lines.flatMap((line) => line.sectors.map((sector) => sector.number)));
  return Array.from({ length: LINE_COUNT * SECTORS_PER_LINE }, (_, number) => ({
    number,
    line: Math.floor(number / SECTORS_PER_LINE),
    offsetBytes: (number % SECTORS_PER_LINE) * SECTOR_BYTES,
    bytes: SECTOR_BYTES,
    timesMoved: moved.filter((sector) => sector === number).length,
  }));
}

/** The bytes that one lane asks for in some loads. */
export function laneSpans(loads: readonly WarpRequest[], lane: number): Span[] {
  return loads.flatMap((load) => spansOf(byteAddressOf(load, lane), load.bytesPerLane));
}

/** The bytes of one load, adjacent ones joined. */
export function loadSpans(load: WarpRequest): Span[] {
  const joined: Span[] = [];
  for (const span of load.addresses.flatMap((byteAddress) => spansOf(byteAddress, load.bytesPerLane))) {
    const last = joined.at(-1);
    if (last?.line === span.line && last.offsetBytes + last.bytes === span.offsetBytes) {
      joined[joined.length - 1] = { ...last, bytes: last.bytes + span.bytes };
    } else joined.push(span);
  }
  return joined;
}

/** The bytes from an address on, split where lines end. */
function spansOf(byteAddress: number, bytes: number): Span[] {
  const line = Math.floor(byteAddress / CACHE_LINE_BYTES);
  const offsetBytes = byteAddress - line * CACHE_LINE_BYTES;
  const here = Math.min(bytes, CACHE_LINE_BYTES - offsetBytes);
  const span = { line, offsetBytes, bytes: here };
  return here === bytes ? [span] : [span, ...spansOf(byteAddress + here, bytes - here)];
}

/** A load that the hardware refuses. */
export interface Fault {
  /** The first lane whose address is not aligned to the width. */
  readonly lane: number;
  /** The bytes that it asked for. */
  readonly spans: readonly Span[];
  /** The simulator's refusal. */
  readonly message: string;
}

/** The fault of a load on a device; undefined for a load that it accepts. The simulator checks lane by lane. */
export function faultOf(load: WarpRequest, device: Device): Fault | undefined {
  for (const [lane, byteAddress] of load.addresses.entries()) {
    const message = refusal({ ...load, activeMask: 2 ** lane }, device);
    if (message !== undefined) return { lane, spans: spansOf(byteAddress, load.bytesPerLane), message };
  }
  return undefined;
}

function refusal(load: WarpRequest, device: Device): string | undefined {
  try {
    globalCost(load, device);
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}
