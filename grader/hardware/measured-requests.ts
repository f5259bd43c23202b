import { readFileSync } from "node:fs";
import type { WarpRequest } from "#simulator";

/** One warp's load or store as a GPU executed it alone, with Nsight Compute's counters. */
export type MeasuredRequest = MeasuredGlobalRequest | MeasuredSharedRequest;

interface Measurement extends WarpRequest {
  /** The GPU's own name for itself. */
  readonly device: string;
  /** How the addresses were made. */
  readonly pattern: string;
}

export interface MeasuredGlobalRequest extends Measurement {
  readonly space: "global";
  /** Loads only: "ca" caches in L1 (the default), "cg" bypasses it. */
  readonly cache?: "ca" | "cg";
  readonly requests: number;
  readonly sectors: number;
  readonly cacheLines: number;
  readonly tagWavefronts: number;
}

interface MeasuredSharedRequest extends Measurement {
  readonly space: "shared";
  readonly wavefronts: number;
  readonly bankConflicts: number;
}

const dataFile = new URL("./data/warp-requests.jsonl", import.meta.url);

/** Every request that was measured one by one, in the order of the file. */
export function measuredRequests(): MeasuredRequest[] {
  return readFileSync(dataFile, "utf8").trimEnd().split("\n").map(parseMeasuredRequest);
}

/** One line of the file; it spells the mask in hexadecimal. */
function parseMeasuredRequest(line: string): MeasuredRequest {
  const record = JSON.parse(line) as MeasuredRequest & { activeMask: string };
  return { ...record, activeMask: Number(record.activeMask) };
}
