import {
  ACCESS_WIDTHS,
  SECTOR_BYTES,
  WARP_SIZE,
  b200,
  globalCost,
  h100,
  type AccessWidth,
  type Device,
  type GlobalCost,
  type WarpRequest,
} from "#simulator";
import { bytes, capitalize, count, percent, pluralize } from "#pictures/format.ts";
import { patternRequest } from "#pictures/pattern.ts";
import { efficiency, requestReadings, type Reading } from "#pictures/readings.ts";
import { requestExcerpt, type RequestExcerpt } from "#pictures/request-excerpt.ts";

/** Elements from one lane to the next. */
export const STRIDES = [1, 2, 4, 8, 16, 32] as const;

/** Which number the cells show. */
export type Quantity = "sectors" | "lines" | "efficiency";

/** A place in the table: a type, by its size, and a stride. */
export interface Place {
  readonly bytesPerElement: AccessWidth;
  readonly strideElements: number;
}

/** The requests of one data type, stride by stride. */
export interface TableRow {
  readonly bytesPerElement: AccessWidth;
  /** A CUDA type of that size. */
  readonly type: string;
  readonly cells: readonly Cell[];
}

export interface Cell extends Place {
  readonly cost: GlobalCost;
  /** Distinct useful bytes ÷ bytes moved, 0 to 1. */
  readonly efficiency: number;
  /** The quantity that the table shows. */
  readonly text: string;
  readonly chosen: boolean;
  /** The cell in words. */
  readonly label: string;
}

const types: Readonly<Record<AccessWidth, string>> = { 1: "char", 2: "half", 4: "float", 8: "double", 16: "float4", 32: "8 floats" };

const texts: Readonly<Record<Quantity, (cost: GlobalCost) => string>> = {
  sectors: ({ sectors }) => count(sectors),
  lines: ({ cacheLines }) => count(cacheLines),
  efficiency: (cost) => percent(efficiency(cost)),
};

/** The load of a full warp at a place of the table. */
export function requestOf(place: Place): WarpRequest {
  return patternRequest({ op: "load", offsetElements: 0, ...place });
}

/** A row for each width that one lane of the device can load. */
function tableOf(device: Device, quantity: Quantity, chosen: Place): TableRow[] {
  return ACCESS_WIDTHS.filter((width) => width <= device.widestAccessBytes).map((bytesPerElement) => ({
    bytesPerElement,
    type: types[bytesPerElement],
    cells: STRIDES.map((strideElements) => cellAt({ bytesPerElement, strideElements }, device, quantity, chosen)),
  }));
}

function cellAt(place: Place, device: Device, quantity: Quantity, chosen: Place): Cell {
  const cost = globalCost(requestOf(place), device);
  const text = texts[quantity](cost);
  return {
    ...place,
    cost,
    efficiency: efficiency(cost),
    text,
    chosen: place.bytesPerElement === chosen.bytesPerElement && place.strideElements === chosen.strideElements,
    label: `${text}${quantity === "efficiency" ? "" : ` ${quantity}, ${percent(efficiency(cost))} used`}`,
  };
}

/** A type with its size: "float, 4 bytes". */
export function describeType(bytesPerElement: AccessWidth): string {
  return `${types[bytesPerElement]}, ${bytesPerElement} ${bytesPerElement === 1 ? "byte" : "bytes"}`;
}

/** The devices that differ in what a lane can load at once. */
export type DeviceId = "h100" | "b200";
export const devices: Readonly<Record<DeviceId, Device>> = { h100, b200 };

export interface Settings extends Place {
  readonly device: DeviceId;
  readonly quantity: Quantity;
  readonly hoveredLane?: number | undefined;
}

/** The table and the request of its chosen cell, as plain data. */
export interface Model {
  readonly quantity: Quantity;
  readonly rows: readonly TableRow[];
  /** The chosen place: the one asked for, with the width limited to the device's widest access. */
  readonly chosen: Place;
  readonly excerpt: RequestExcerpt;
  readonly readings: readonly Reading[];
  readonly sentence: string;
  /** The table, row by row. */
  readonly details: readonly string[];
}

export function model({ device, quantity, hoveredLane, bytesPerElement, strideElements }: Settings): Model {
  const gpu = devices[device];
  const chosen = { bytesPerElement: bytesPerElement > gpu.widestAccessBytes ? gpu.widestAccessBytes : bytesPerElement, strideElements };
  const rows = tableOf(gpu, quantity, chosen);
  const excerpt = requestExcerpt({ request: requestOf(chosen), device: gpu, hoveredLane });
  return {
    quantity,
    rows,
    chosen,
    excerpt,
    readings: requestReadings(excerpt.explanation, "sector"),
    sentence: sentence(chosen, excerpt),
    details: rows.map(rowCaption),
  };
}

function sentence({ bytesPerElement, strideElements }: Place, { explanation }: RequestExcerpt): string {
  const { usefulBytes, sectors, idealSectors, cacheLines } = explanation;
  const where = `${capitalize(describeType(bytesPerElement))}, stride ${strideElements}: ${WARP_SIZE} lanes ask for ${bytes(usefulBytes)}.`;
  const moved = `${pluralize(sectors, "sector")} in ${pluralize(cacheLines, "line")} ${sectors === 1 ? "carries" : "carry"} ${bytes(sectors * SECTOR_BYTES)}`;
  const fewest = sectors === idealSectors ? "the fewest that can" : `where ${count(idealSectors)} would do`;
  return `${where} ${moved}, ${fewest}: ${percent(efficiency(explanation))} of it is used.`;
}

function rowCaption({ bytesPerElement, cells }: TableRow): string {
  const entries = cells.map(({ strideElements, label }) => `stride ${strideElements}: ${label}`);
  return `${capitalize(describeType(bytesPerElement))}. ${capitalize(entries.join("; "))}.`;
}
