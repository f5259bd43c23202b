import { CACHE_LINE_BYTES, SECTOR_BYTES, type GlobalExplanation, type SectorEvidence } from "#simulator";
import { byteAddressOf, emphasisOf, type Emphasis } from "./lanes.ts";
import { withGaps, type Gap } from "./rows.ts";

/** The unit in which memory moves: sectors, as in hardware since Volta, or whole lines, as older texts teach. */
export type MemoryModel = "sector" | "line";

/** Memory from top to bottom: lines, and gaps where untouched lines are left out. */
export type MemoryRow = LineRow | Gap;

/** One cache line. Offsets count from its first byte. */
export interface LineRow {
  readonly kind: "line";
  readonly number: number;
  readonly firstByte: number;
  readonly touched: boolean;
  readonly sectors: readonly SectorCell[];
  readonly pieces: readonly Piece[];
  readonly dramMoves: readonly DramMove[];
}

export interface SectorCell {
  readonly number: number;
  readonly offsetBytes: number;
  /** Whether its bytes move. */
  readonly moved: boolean;
  readonly emphasis: Emphasis;
}

/** Bytes that one or more lanes asked for. */
export interface Piece {
  readonly offsetBytes: number;
  readonly bytes: number;
  readonly lanes: readonly number[];
  readonly emphasis: Emphasis;
}

/** The bytes that DRAM reads at a time for a load (the device's fetch granularity), or writes for a store (a sector). */
interface DramMove {
  readonly offsetBytes: number;
  readonly bytes: number;
}

interface RowInput {
  readonly explanation: GlobalExplanation;
  readonly memoryModel: MemoryModel;
  /** The lanes pointed at; undefined if the reader points at nothing. */
  readonly pointed: ReadonlySet<number> | undefined;
  /**
   * Numbers of lines, ascending. The first one that covers every touched line is the number of lines from byte 0 that are shown,
   * touched or not. If none does, only touched lines are shown.
   */
  readonly windows: readonly number[];
}

/** The rows of memory that show a request: a window of lines from byte 0, or the touched lines with gaps between them. */
export function memoryRows(input: RowInput): MemoryRow[] {
  const { explanation, windows } = input;
  const touched = new Map(explanation.lines.map((line) => [line.number, line.sectors]));
  const lastTouched = explanation.lines.at(-1)?.number ?? 0;
  const window = windows.find((lines) => lastTouched < lines);
  const numbers = window === undefined ? [...touched.keys()] : Array.from({ length: window }, (_, number) => number);
  return withGaps(numbers.map((number) => lineRow(number, touched.get(number) ?? [], input)));
}

function lineRow(number: number, touched: readonly SectorEvidence[], { explanation, memoryModel, pointed }: RowInput): LineRow {
  const firstByte = number * CACHE_LINE_BYTES;
  const { op, bytesPerLane } = explanation.request;
  const lanes = touched.flatMap((sector) => sector.lanes);
  const sectors = Array.from({ length: CACHE_LINE_BYTES / SECTOR_BYTES }, (_, i): SectorCell => {
    const evidence = touched.find((sector) => sector.firstByte === firstByte + i * SECTOR_BYTES);
    return {
      number: firstByte / SECTOR_BYTES + i,
      offsetBytes: i * SECTOR_BYTES,
      moved: memoryModel === "line" ? touched.length > 0 : evidence !== undefined,
      emphasis: emphasisOf(memoryModel === "line" ? lanes : (evidence?.lanes ?? []), pointed),
    };
  });
  const pieces = [...Map.groupBy(lanes, (lane) => byteAddressOf(explanation.request, lane))].map(([byteAddress, lanes]): Piece => ({
    offsetBytes: byteAddress - firstByte,
    bytes: bytesPerLane,
    lanes,
    emphasis: emphasisOf(lanes, pointed),
  }));
  return {
    kind: "line",
    number,
    firstByte,
    touched: touched.length > 0,
    sectors,
    pieces,
    dramMoves:
      memoryModel === "line" ? [] : dramMoves(touched, firstByte, op === "load" ? explanation.fetchGranularityBytes : SECTOR_BYTES),
  };
}

function dramMoves(touched: readonly SectorEvidence[], firstByte: number, bytesAtATime: number): DramMove[] {
  const offsets = touched.map((sector) => Math.floor((sector.firstByte - firstByte) / bytesAtATime) * bytesAtATime);
  return [...new Set(offsets)].map((offsetBytes) => ({ offsetBytes, bytes: bytesAtATime }));
}
