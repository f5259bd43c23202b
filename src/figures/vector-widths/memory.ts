import { CACHE_LINE_BYTES, SECTOR_BYTES, type GlobalExplanation, type WarpRequest } from "#simulator";
import { COPIED_BYTES } from "./copy.ts";

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

/** Lines that hold the copied bytes, at whatever offset: one more than they fill. */
export const LINE_COUNT = COPIED_BYTES / CACHE_LINE_BYTES + 1;
const SECTORS_PER_LINE = CACHE_LINE_BYTES / SECTOR_BYTES;

/** Every sector of the picture under the loads that were made. */
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

/** What one lane asks for in some loads. */
export function laneSpans(loads: readonly WarpRequest[], lane: number): Span[] {
  return loads.flatMap(({ addresses, bytesPerLane }) => spansOf(addresses[lane], bytesPerLane));
}

/** The bytes of one load, neighbours drawn together. */
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

/** Bytes from an address on, cut where lines end. */
export function spansOf(byteAddress: number, bytes: number): Span[] {
  const line = Math.floor(byteAddress / CACHE_LINE_BYTES);
  const offsetBytes = byteAddress - line * CACHE_LINE_BYTES;
  const here = Math.min(bytes, CACHE_LINE_BYTES - offsetBytes);
  const span = { line, offsetBytes, bytes: here };
  return here === bytes ? [span] : [span, ...spansOf(byteAddress + here, bytes - here)];
}
