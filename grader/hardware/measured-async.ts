import { readFileSync } from "node:fs";
import type { CopyCost, CopyRequest, MatrixRequest } from "#simulator";

/** One warp's `ldmatrix`, `stmatrix` or `cp.async` as a GPU executed it alone, with Nsight Compute's counters. */
export type MeasuredAsync = MeasuredMatrix | MeasuredCopy;

interface Measurement {
  /** The GPU's own name for itself. */
  readonly device: string;
  /** How the addresses were made. */
  readonly pattern: string;
  readonly sharedAddresses: readonly number[];
  readonly wavefronts: number;
  readonly bankConflicts: number;
}

export interface MeasuredMatrix extends Measurement, Pick<MatrixRequest, "matrices"> {
  readonly instruction: "ldmatrix" | "ldmatrix.trans" | "stmatrix" | "stmatrix.trans";
}

export interface MeasuredCopy extends Measurement, Omit<CopyRequest, "cache">, CopyCost {
  readonly instruction: "cp.async.ca" | "cp.async.cg";
}

const dataFile = new URL("./data/async-requests.jsonl", import.meta.url);

/** Every such request that was measured one by one, in the order of the file. */
export function measuredAsync(): MeasuredAsync[] {
  return readFileSync(dataFile, "utf8").trimEnd().split("\n").map(parseMeasuredAsync);
}

/** One line of the file; it spells the mask in hexadecimal. */
function parseMeasuredAsync(line: string): MeasuredAsync {
  const record = JSON.parse(line) as MeasuredMatrix | (MeasuredCopy & { activeMask: string });
  return "matrices" in record ? record : { ...record, activeMask: Number(record.activeMask) };
}
