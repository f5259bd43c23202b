import { CACHE_LINE_BYTES, FULL_MASK, SECTOR_BYTES, WARP_SIZE, type GlobalExplanation } from "#simulator";
import { decimal, percent } from "#pictures/format.ts";
import { byteAddressOf, emphasisOf, laneCells, type Emphasis, type LaneCell } from "#pictures/lanes.ts";
import { efficiency, requestReadings, type Reading } from "#pictures/readings.ts";
import { costCaption, laneCaption, pointedCaption, sectorsPerRequest, sentence, warpCaption } from "./captions.ts";
import {
  ELEMENT_BYTES,
  clashingElements,
  indexedRequests,
  measuredKernel,
  totalCost,
  usedIndices,
  type IndexedTiming,
  type Settings,
} from "./indexed-requests.ts";
import type { Order, UsedIndex } from "./indices.ts";

/** A lane of one of the warps. */
export interface WarpLane {
  readonly warp: number;
  readonly lane: number;
}

/** An entry of the index array, under the lane that uses it. */
export interface IndexChip {
  readonly lane: number;
  readonly element: number;
  /** How far into the array it points, 0 to below 1. */
  readonly depth: number;
  readonly emphasis: LaneCell["emphasis"];
  /** How many lanes to the right and warps down it was before the order changed. */
  readonly cameFrom: { readonly lanes: number; readonly warps: number };
}

/** One warp, its indices, and the array as its request touches it. */
export interface WarpPanel {
  readonly warp: number;
  /** What its request costs, in words. */
  readonly cost: string;
  readonly lanes: readonly LaneCell[];
  readonly chips: readonly IndexChip[];
  readonly rows: readonly ArrayRow[];
}

/** What an order of the indices costs: one row of the comparison. */
export interface OrderRow {
  readonly order: Order;
  readonly shown: boolean;
  readonly sectorsPerRequest: string;
  readonly efficiency: string;
  /** Measured on a GPU over a long array, in GB/s; undefined where it was not measured. */
  readonly usefulGBps: string | undefined;
}

/** All warps as plain data that a picture is drawn from. */
interface Picture {
  readonly warps: readonly WarpPanel[];
  readonly orders: readonly OrderRow[];
  /** Length of the index arrays that were timed; undefined where no order of these indices was. */
  readonly timedIndices: number | undefined;
  readonly readings: readonly Reading[];
  readonly sentence: string;
  readonly details: readonly string[];
  readonly pointed: string | undefined;
  /** Whether some element is stored by several lanes. */
  readonly hasClashes: boolean;
}

interface PictureInput extends Settings {
  /** The order before this one; undefined: the picture does not show a change of order. */
  readonly previousOrder?: Order | undefined;
  readonly hovered?: WarpLane | undefined;
  readonly measured: readonly IndexedTiming[];
}

const ORDERS: readonly Order[] = ["as given", "each warp", "all"];

/** Four warps that reach into an array through indices, as the simulator counts them on an H100. */
export function model(input: PictureInput): Picture {
  const requests = indexedRequests(input);
  const total = totalCost(requests);
  const clashing = clashingElements(input);
  return {
    warps: requests.map((explanation, warp) => warpPanel(input, explanation, warp, clashing)),
    orders: ORDERS.map((order) => orderRow(input, order)),
    timedIndices: ORDERS.map((order) => timingOf(input, order)).find((timing) => timing !== undefined)?.param,
    readings: requestReadings(total, "sector"),
    sentence: sentence(input, total, totalCost(indexedRequests({ ...input, order: "as given" })), clashing.size),
    details: requests.map(warpCaption),
    pointed: input.hovered && pointedIn(input, input.hovered, requests),
    hasClashes: clashing.size > 0,
  };
}

function warpPanel(input: PictureInput, explanation: GlobalExplanation, warp: number, clashing: ReadonlySet<number>): WarpPanel {
  const { hovered } = input;
  const used = usedIndices(input);
  const before = usedIndices({ ...input, order: input.previousOrder ?? input.order });
  const ofWarp = used.slice(warp * WARP_SIZE, (warp + 1) * WARP_SIZE);
  const pointedLanes = hovered && new Set(hovered.warp === warp ? [hovered.lane] : []);
  const pointedSector = hovered && sectorOf(elementAt(used, hovered));
  return {
    warp,
    cost: costCaption(explanation),
    lanes: laneCells(
      { activeMask: FULL_MASK },
      { pointed: pointedLanes, label: (lane) => laneCaption(lane, elementAt(used, { warp, lane })) },
    ),
    chips: ofWarp.map(({ givenAt, element }, lane) => {
      const previous = before.findIndex((entry) => entry.givenAt === givenAt);
      const cameFrom = { lanes: (previous % WARP_SIZE) - lane, warps: Math.floor(previous / WARP_SIZE) - warp };
      return { lane, element, depth: element / input.arrayLength, emphasis: emphasisOf([lane], pointedLanes), cameFrom };
    }),
    rows: arrayRows({ explanation, arrayLength: input.arrayLength, clashing, pointedLanes, pointedSector }),
  };
}

function orderRow(input: PictureInput, order: Order): OrderRow {
  const cost = totalCost(indexedRequests({ ...input, order }));
  const timing = timingOf(input, order);
  return {
    order,
    shown: order === input.order,
    sectorsPerRequest: decimal(sectorsPerRequest(cost)),
    efficiency: percent(efficiency(cost)),
    usefulGBps: timing && decimal(timing.usefulGBps),
  };
}

function timingOf({ op, pattern, measured }: PictureInput, order: Order): IndexedTiming | undefined {
  const kernel = measuredKernel(op, pattern, order);
  return measured.find(({ name }) => name === kernel);
}

function pointedIn(settings: Settings, { warp, lane }: WarpLane, requests: readonly GlobalExplanation[]): string {
  const element = elementAt(usedIndices(settings), { warp, lane });
  const movers = requests.filter(({ lines }) => lines.some((line) => line.sectors.some(({ number }) => number === sectorOf(element))));
  return pointedCaption(warp, lane, element, movers.length);
}

/** The element that a lane's index points to. */
function elementAt(used: readonly UsedIndex[], { warp, lane }: WarpLane): number {
  const index = used[warp * WARP_SIZE + lane];
  if (index === undefined) throw new RangeError(`lane ${lane} of warp ${warp} has no index`);
  return index.element;
}

function sectorOf(element: number): number {
  return Math.floor((element * ELEMENT_BYTES) / SECTOR_BYTES);
}

/** Bytes of the array that are drawn in one row: four lines. */
export const ROW_BYTES = 512;

/** How many rows the array is drawn in. */
export function rowCount(arrayLength: number): number {
  return (arrayLength * ELEMENT_BYTES) / ROW_BYTES;
}

/** A row of the array, drawn to scale, as one warp's request touches it. Offsets count from the row's first byte. */
export interface ArrayRow {
  readonly firstByte: number;
  readonly lines: readonly LineSpan[];
  readonly sectors: readonly SectorCell[];
  readonly pieces: readonly Piece[];
}

interface LineSpan {
  readonly number: number;
  readonly offsetBytes: number;
  readonly touched: boolean;
}

interface SectorCell {
  readonly number: number;
  readonly offsetBytes: number;
  readonly moved: boolean;
  /** Lit when the pointed lane, of this warp or another, has its bytes here. */
  readonly emphasis: Emphasis;
}

/** One element that lanes of the warp ask for. */
interface Piece {
  readonly element: number;
  readonly offsetBytes: number;
  readonly lanes: readonly number[];
  readonly emphasis: Emphasis;
  /** Whether another lane, of any warp, stores to it too. */
  readonly clashes: boolean;
}

interface RowsInput {
  readonly explanation: GlobalExplanation;
  readonly arrayLength: number;
  readonly clashing: ReadonlySet<number>;
  /** Lanes of this warp that are pointed at; undefined: no lane of any warp is. */
  readonly pointedLanes: ReadonlySet<number> | undefined;
  /** The sector that holds the pointed lane's bytes, whichever warp it is of. */
  readonly pointedSector: number | undefined;
}

/** The whole array, as one warp's request touches it. */
function arrayRows(input: RowsInput): ArrayRow[] {
  const touched = input.explanation.lines.flatMap((line) => line.sectors);
  const moved = new Set(touched.map((sector) => sector.number));
  const touchedLines = new Set(input.explanation.lines.map((line) => line.number));
  return Array.from({ length: rowCount(input.arrayLength) }, (_, row) => {
    const firstByte = row * ROW_BYTES;
    const sectors = Array.from({ length: ROW_BYTES / SECTOR_BYTES }, (_, i): SectorCell => {
      const number = firstByte / SECTOR_BYTES + i;
      const emphasis = number === input.pointedSector ? "lit" : "plain";
      return { number, offsetBytes: i * SECTOR_BYTES, moved: moved.has(number), emphasis };
    });
    const lanes = touched.filter((sector) => Math.floor(sector.firstByte / ROW_BYTES) === row).flatMap((sector) => sector.lanes);
    const lines = Array.from({ length: ROW_BYTES / CACHE_LINE_BYTES }, (_, i): LineSpan => {
      const number = firstByte / CACHE_LINE_BYTES + i;
      return { number, offsetBytes: i * CACHE_LINE_BYTES, touched: touchedLines.has(number) };
    });
    return { firstByte, lines, sectors, pieces: pieces(lanes, firstByte, input) };
  });
}

function pieces(lanes: readonly number[], firstByte: number, { explanation, clashing, pointedLanes }: RowsInput): Piece[] {
  return [...Map.groupBy(lanes, (lane) => byteAddressOf(explanation.request, lane))].map(([address, lanes]) => ({
    element: address / ELEMENT_BYTES,
    offsetBytes: address - firstByte,
    lanes,
    emphasis: emphasisOf(lanes, pointedLanes),
    clashes: clashing.has(address / ELEMENT_BYTES),
  }));
}
