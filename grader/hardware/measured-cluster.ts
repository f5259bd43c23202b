import { readFileSync } from "node:fs";
import type { ClusterCost, ClusterRequest } from "#simulator/cluster-cost.ts";

/** One warp's access to shared memory of its cluster as a GPU executed it alone, with Nsight Compute's counters. */
export type MeasuredCluster = MeasuredOutside | MeasuredInside;

interface Measurement extends ClusterRequest {
  /** The GPU's own name for itself. */
  readonly device: string;
  /** Whose shared memory it is. */
  readonly block: "own" | "other";
  /** How the addresses were made. */
  readonly pattern: string;
}

/** An access that left the SM. */
interface MeasuredOutside extends Measurement, ClusterCost {}

/** An access that counted as one of the block's own shared memory. */
interface MeasuredInside extends Measurement {
  readonly op: "load" | "store" | "atomic";
  readonly wavefronts: number;
  readonly bankConflicts: number;
}

const dataFile = new URL("./data/cluster-requests.jsonl", import.meta.url);

/** Every such request that was measured one by one, in the order of the file. */
export function measuredCluster(): MeasuredCluster[] {
  return readFileSync(dataFile, "utf8").trimEnd().split("\n").map(parseMeasuredCluster);
}

/** One line of the file; it spells the mask in hexadecimal. */
function parseMeasuredCluster(line: string): MeasuredCluster {
  const record = JSON.parse(line) as MeasuredCluster & { activeMask: string };
  return { ...record, activeMask: Number(record.activeMask) };
}
