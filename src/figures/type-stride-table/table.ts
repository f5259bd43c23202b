import { ACCESS_WIDTHS, globalCost, type AccessWidth, type Device, type GlobalCost, type WarpRequest } from "#simulator";
import { count, percent } from "#pictures/format.ts";
import { patternRequest } from "#pictures/pattern.ts";
import { efficiency } from "#pictures/readings.ts";

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
export function requestAt(place: Place): WarpRequest {
  return patternRequest({ op: "load", offsetElements: 0, ...place });
}

/** A row for each width that one lane of the device can load. */
export function tableOf(device: Device, quantity: Quantity, chosen: Place): TableRow[] {
  return ACCESS_WIDTHS.filter((width) => width <= device.widestAccessBytes).map((bytesPerElement) => ({
    bytesPerElement,
    type: types[bytesPerElement],
    cells: STRIDES.map((strideElements) => cellAt({ bytesPerElement, strideElements }, device, quantity, chosen)),
  }));
}

function cellAt(place: Place, device: Device, quantity: Quantity, chosen: Place): Cell {
  const cost = globalCost(requestAt(place), device);
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
export function typeWords(bytesPerElement: AccessWidth): string {
  return `${types[bytesPerElement]}, ${bytesPerElement} ${bytesPerElement === 1 ? "byte" : "bytes"}`;
}
