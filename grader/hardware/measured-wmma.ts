import { readFileSync } from "node:fs";
import type { MemoryOp, MemorySpace } from "#simulator";
import type { Operand } from "#simulator/fragments.ts";

/** A load or a store of a fragment of wmma by one warp, as an H200 counted it: see README.md, wmma-requests.jsonl. */
export interface MeasuredWmma {
  readonly op: MemoryOp;
  readonly space: MemorySpace;
  readonly matrix: Operand;
  readonly layout: "row" | "col";
  readonly type: string;
  readonly m: number;
  readonly n: number;
  readonly k: number;
  /** Elements from row to row, or from column to column. */
  readonly leading: number;
  /** The element at which it begins. */
  readonly offset: number;
  /** Of shared memory. */
  readonly wavefronts?: number;
  readonly bankConflicts?: number;
  /** Of global memory. */
  readonly requests?: number;
  readonly sectors?: number;
  readonly tagWavefronts?: number;
}

const dataFile = new URL("./data/wmma-requests.jsonl", import.meta.url);

/** Every load and store that was measured, in the order of the file. */
export function measuredWmma(): MeasuredWmma[] {
  return readFileSync(dataFile, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as MeasuredWmma);
}
