/** A row of the first document's table “Effective Bandwidth vs Access Stride (A100, 4M float elements)”, as the document prints it. */
export interface PrintedStride {
  /** In elements. */
  readonly stride: number;
  readonly usefulGBps: number;
}

/** What the first document gives for its copy on an A100: its word, not a measurement of this course. */
export const printedStrides: readonly PrintedStride[] = [
  { stride: 1, usefulGBps: 1870 },
  { stride: 2, usefulGBps: 960 },
  { stride: 4, usefulGBps: 490 },
  { stride: 8, usefulGBps: 250 },
  { stride: 16, usefulGBps: 130 },
  { stride: 32, usefulGBps: 62 },
];
