import { CACHE_LINE_BYTES, FULL_MASK, SECTOR_BYTES, WARP_SIZE } from "#simulator";
import { emphasisOf, laneCells, type Emphasis, type LaneCell } from "#pictures/lanes.ts";
import type { Reading } from "#pictures/readings.ts";
import {
  FIELD_BYTES,
  FIELD_LETTERS,
  costOf,
  fieldAt,
  sectorNumbers,
  totalBytes,
  unitBytes,
  walk,
  type FieldOfRecord,
  type RecordLayout,
  type WalkAccess,
} from "./walk.ts";
import { accessCaption, accessName, laneCaption, sentence, walkReadings } from "./captions.ts";

/** Everything that the reader may change, except the step. */
export interface Settings extends RecordLayout {
  /** Fields that the kernel reads, one access per field, in order. */
  readonly fieldsRead: number;
}

/** A walk of two warps over records, up to one of its accesses. */
export interface Picture {
  readonly layout: RecordLayout;
  readonly lanes: readonly LaneCell[];
  readonly rows: readonly MemoryRow[];
  /** Runs of lines that no access has touched so far, too long to be drawn line by line. */
  readonly folds: readonly Fold[];
  /** What each step does, in words. */
  readonly steps: readonly string[];
  /** Name of the access that is shown. */
  readonly accessName: string;
  /** Numbers of the access that is shown. */
  readonly access: readonly Reading[];
  /** The same numbers for all accesses up to it. */
  readonly soFar: readonly Reading[];
  readonly sentence: string;
  readonly details: readonly string[];
  readonly pointed: string | undefined;
}

/** How many accesses the walk of both warps has. */
export function stepCount(settings: Settings): number {
  return walk(settings, settings.fieldsRead).length;
}

/** The walk at a step, counted as the simulator counts it on an H100. */
export function model(settings: Settings & { readonly step: number; readonly hoveredLane?: number | undefined }): Picture {
  const { fieldsRead, step, hoveredLane, ...at } = settings;
  const accesses = walk(at, fieldsRead);
  const soFar = accesses.slice(0, step + 1);
  const access = accesses[step];
  if (!access) throw new RangeError(`the walk has no step ${step}`);
  const pointed = hoveredLane === undefined ? undefined : new Set([hoveredLane]);
  const rows = memoryRows({ at, accesses: soFar, pointed });
  return {
    layout: at,
    lanes: laneCells({ activeMask: FULL_MASK }, { pointed, label: (lane) => laneCaption(at, access, lane) }),
    rows,
    folds: foldsOf(rows),
    steps: accesses.map(accessName),
    accessName: accessName(access),
    access: walkReadings(costOf([access])),
    soFar: walkReadings(costOf(soFar)),
    sentence: sentence(at, soFar, access),
    details: soFar.map(accessCaption),
    pointed: hoveredLane === undefined ? undefined : laneCaption(at, access, hoveredLane),
  };
}

/** One cache line of the records, drawn to scale. Offsets count from its first byte. */
export interface MemoryRow {
  readonly number: number;
  readonly firstByte: number;
  readonly units: readonly UnitSpan[];
  readonly sectors: readonly SectorCell[];
  readonly cells: readonly FieldCell[];
}

/** The part of a record, array or chunk that lies in a row. */
interface UnitSpan {
  readonly number: number;
  readonly offsetBytes: number;
  readonly bytes: number;
  /** Whether its first byte lies in this row. */
  readonly starts: boolean;
}

export interface SectorCell {
  readonly number: number;
  readonly offsetBytes: number;
  /** How many accesses of the walk have moved it so far. */
  readonly timesMoved: number;
  /** Whether the access that is shown moves it. */
  readonly movedNow: boolean;
  readonly emphasis: Emphasis;
}

/** One float: asked for by the access that is shown, by one before it, or by none so far. */
export interface FieldCell extends FieldOfRecord {
  readonly offsetBytes: number;
  readonly letter: string;
  readonly asked: "now" | "before" | "not yet";
  /** The lane whose record this is, in its warp. */
  readonly lane: number;
  readonly emphasis: Emphasis;
}

interface RowsInput {
  readonly at: RecordLayout;
  /** The accesses up to the one that is shown, which comes last. */
  readonly accesses: readonly WalkAccess[];
  /** Lanes that are pointed at; undefined: none is. */
  readonly pointed: ReadonlySet<number> | undefined;
}

/** All lines of the records, from byte 0. */
function memoryRows(input: RowsInput): MemoryRow[] {
  const timesMoved = new Map<number, number>();
  for (const { explanation } of input.accesses) {
    for (const sector of sectorNumbers(explanation)) timesMoved.set(sector, (timesMoved.get(sector) ?? 0) + 1);
  }
  return Array.from({ length: totalBytes(input.at) / CACHE_LINE_BYTES }, (_, number) => ({
    number,
    firstByte: number * CACHE_LINE_BYTES,
    units: unitSpans(input.at, number * CACHE_LINE_BYTES),
    sectors: sectorCells(input, timesMoved, number),
    cells: fieldCells(input, number * CACHE_LINE_BYTES),
  }));
}

/** Consecutive lines that are drawn as one. */
export interface Fold {
  /** Number of the first of them. */
  readonly firstLine: number;
  readonly lines: number;
}

/** A shorter run is drawn line by line. */
const SHORTEST_FOLD = 3;

function foldsOf(rows: readonly MemoryRow[]): Fold[] {
  const folds: { firstLine: number; lines: number }[] = [];
  for (const { number, sectors } of rows) {
    if (sectors.some(({ timesMoved }) => timesMoved > 0)) continue;
    const last = folds.at(-1);
    if (last !== undefined && last.firstLine + last.lines === number) last.lines++;
    else folds.push({ firstLine: number, lines: 1 });
  }
  return folds.filter(({ lines }) => lines >= SHORTEST_FOLD);
}

function unitSpans(at: RecordLayout, firstByte: number): UnitSpan[] {
  const size = unitBytes(at);
  const end = firstByte + CACHE_LINE_BYTES;
  const first = Math.floor(firstByte / size);
  return Array.from({ length: Math.ceil(end / size) - first }, (_, i) => {
    const number = first + i;
    const from = Math.max(firstByte, number * size);
    const to = Math.min(end, (number + 1) * size);
    return { number, offsetBytes: from - firstByte, bytes: to - from, starts: from === number * size };
  });
}

function sectorCells({ accesses, pointed }: RowsInput, timesMoved: ReadonlyMap<number, number>, line: number): SectorCell[] {
  const now = accesses.at(-1)?.explanation.lines.find(({ number }) => number === line)?.sectors ?? [];
  return Array.from({ length: CACHE_LINE_BYTES / SECTOR_BYTES }, (_, i) => {
    const number = (line * CACHE_LINE_BYTES) / SECTOR_BYTES + i;
    const evidence = now.find((sector) => sector.number === number);
    return {
      number,
      offsetBytes: i * SECTOR_BYTES,
      timesMoved: timesMoved.get(number) ?? 0,
      movedNow: evidence !== undefined,
      emphasis: emphasisOf(evidence?.lanes ?? [], pointed),
    };
  });
}

function fieldCells({ at, accesses, pointed }: RowsInput, firstByte: number): FieldCell[] {
  return Array.from({ length: CACHE_LINE_BYTES / FIELD_BYTES }, (_, i) => {
    const { field, record } = fieldAt(at, firstByte + i * FIELD_BYTES);
    const lane = record % WARP_SIZE;
    const asker = accesses.findIndex((access) => access.field === field && access.warp === Math.floor(record / WARP_SIZE));
    const asked = asker < 0 ? "not yet" : asker === accesses.length - 1 ? "now" : "before";
    return {
      field,
      record,
      offsetBytes: i * FIELD_BYTES,
      letter: FIELD_LETTERS.charAt(field),
      asked,
      lane,
      emphasis: asked === "now" ? emphasisOf([lane], pointed) : "plain",
    };
  });
}
