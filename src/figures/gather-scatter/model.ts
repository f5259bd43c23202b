import { SECTOR_BYTES, WARP_SIZE, type GlobalExplanation } from "#simulator";
import { decimal, percent } from "#pictures/format.ts";
import { emphasisOf, type LaneCell } from "#pictures/lanes.ts";
import type { Reading } from "#pictures/readings.ts";
import { arrayRows, type ArrayRow } from "./array-rows.ts";
import { ELEMENT_BYTES, clashingElements, efficiency, indexedRequests, totalCost, usedIndices, type Settings } from "./indexed-requests.ts";
import type { Order } from "./indices.ts";
import { measuredKernel, type IndexedTiming } from "./measured.ts";
import { laneWords, pointedWords, sectorsPerRequest, sentence, totalReadings, warpLine, warpWords } from "./words.ts";

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
  /** Lanes to the right and warps down that it stood away before the order changed. */
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
  /** Measured on an H100 over a long array, in GB/s; undefined where nobody measured it. */
  readonly usefulGBps: string | undefined;
}

export interface Picture {
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
  /** The order before this one, where the change is to be seen. */
  readonly previousOrder?: Order;
  readonly hovered?: WarpLane;
  readonly measured: readonly IndexedTiming[];
}

const ORDERS: readonly Order[] = ["as given", "each warp", "all"];

/** Four warps that reach into an array through indices, as the simulator counts them on an H100. */
export function model(input: PictureInput): Picture {
  const requests = indexedRequests(input);
  const clashing = clashingElements(input);
  return {
    warps: requests.map((explanation, warp) => warpPanel(input, explanation, warp, clashing)),
    orders: ORDERS.map((order) => orderRow(input, order)),
    timedIndices: ORDERS.map((order) => timingOf(input, order)).find((timing) => timing !== undefined)?.param,
    readings: totalReadings(totalCost(requests)),
    sentence: sentence(input, totalCost(requests), totalCost(indexedRequests({ ...input, order: "as given" })), clashing.size),
    details: requests.map(warpLine),
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
  const pointedSector = hovered && sectorOf(used[hovered.warp * WARP_SIZE + hovered.lane].element);
  return {
    warp,
    cost: warpWords(explanation),
    lanes: ofWarp.map(({ element }, lane) => ({
      lane,
      active: true,
      named: false,
      emphasis: emphasisOf([lane], pointedLanes),
      label: laneWords(lane, element),
    })),
    chips: ofWarp.map(({ givenAt, element }, lane) => {
      const stood = before.findIndex((entry) => entry.givenAt === givenAt);
      const cameFrom = { lanes: (stood % WARP_SIZE) - lane, warps: Math.floor(stood / WARP_SIZE) - warp };
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
  const { element } = usedIndices(settings)[warp * WARP_SIZE + lane];
  const movers = requests.filter(({ lines }) => lines.some((line) => line.sectors.some(({ number }) => number === sectorOf(element))));
  return pointedWords(warp, lane, element, movers.length);
}

function sectorOf(element: number): number {
  return Math.floor((element * ELEMENT_BYTES) / SECTOR_BYTES);
}
