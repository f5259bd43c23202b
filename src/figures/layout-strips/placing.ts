import { CACHE_LINE_BYTES } from "#simulator";

/** Room for the connectors between the lanes and memory, in CSS pixels, as all heights here. */
export const FAN_HEIGHT = 30;
export const ROW_HEIGHT = 19;
/** From one row to the next: room for the pips between them. */
export const ROW_PITCH = 29;

export function rowTop(row: number): number {
  return FAN_HEIGHT + row * ROW_PITCH;
}

export function picturePixels(rows: number): number {
  return rowTop(rows);
}

/** Bytes of a line as a share of the picture's width. */
export function percentOfLine(lineBytes: number): string {
  return `${(lineBytes / CACHE_LINE_BYTES) * 100}%`;
}
