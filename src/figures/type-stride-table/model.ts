import { SECTOR_BYTES, WARP_SIZE, b200, h100, type Device } from "#simulator";
import { bytes, count, pluralize, percent } from "#pictures/format.ts";
import { efficiency, requestReadings, type Reading } from "#pictures/readings.ts";
import { requestExcerpt, type RequestExcerpt } from "#pictures/request-excerpt.ts";
import { STRIDES, requestAt, tableOf, typeWords, type Place, type Quantity, type TableRow } from "./table.ts";

/** The devices that differ in what a lane can load at once. */
export type DeviceId = "h100" | "b200";
export const devices: Readonly<Record<DeviceId, Device>> = { h100, b200 };

export interface Settings extends Place {
  readonly device: DeviceId;
  readonly quantity: Quantity;
  readonly hoveredLane?: number;
}

/** The table and the request of its chosen cell, as plain data that they are drawn from. */
export interface Model {
  readonly quantity: Quantity;
  readonly rows: readonly TableRow[];
  /** The chosen place: the one asked for, or the nearest that the device has. */
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
  const excerpt = requestExcerpt({ request: requestAt(chosen), device: gpu, hoveredLane });
  return {
    quantity,
    rows,
    chosen,
    excerpt,
    readings: requestReadings(excerpt.explanation, "sector"),
    sentence: sentence(chosen, excerpt),
    details: rows.map(rowWords),
  };
}

function sentence({ bytesPerElement, strideElements }: Place, { explanation }: RequestExcerpt): string {
  const { usefulBytes, sectors, idealSectors, cacheLines } = explanation;
  const where = `${capital(typeWords(bytesPerElement))}, stride ${strideElements}: ${WARP_SIZE} lanes ask for ${bytes(usefulBytes)}.`;
  const moved = `${pluralize(sectors, "sector")} in ${pluralize(cacheLines, "line")} carry ${bytes(sectors * SECTOR_BYTES)}`;
  const verdict = sectors === idealSectors ? "the fewest that can" : `where ${count(idealSectors)} would do`;
  return `${where} ${moved}, ${verdict}: ${percent(efficiency(explanation))} of it is used.`;
}

function rowWords({ bytesPerElement, cells }: TableRow): string {
  const entries = cells.map((cell, i) => `stride ${STRIDES[i]}: ${cell.label}`);
  return `${capital(typeWords(bytesPerElement))}. ${capital(entries.join("; "))}.`;
}

function capital(words: string): string {
  return words[0].toUpperCase() + words.slice(1);
}
