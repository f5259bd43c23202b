import { readFileSync } from "node:fs";
import type { ClusterCost, ClusterOp, ClusterRequest } from "#simulator/cluster-cost.ts";

/** The operation of a measured request: "reduction" and "add 1", the constant 1, use no result. */
type MeasuredOp = "load" | "store" | "atomic" | "reduction" | "add 1" | "compare" | "add float" | "st.async" | "red.async";

/** One warp's access to shared memory of its cluster as a GPU executed it alone, with Nsight Compute's counters. */
export interface MeasuredCluster
  extends Omit<ClusterRequest, "op">, Pick<ClusterCost, "requests" | "sectors" | "cacheLines" | "tagWavefronts"> {
  /** The GPU's own name for itself. */
  readonly device: string;
  readonly op: MeasuredOp;
  /** Whether the addresses are generic. */
  readonly generic?: true;
  readonly clusterBlocks: number;
  /** How the addresses were made. */
  readonly pattern: string;
  /** Of the asking block's own shared memory. */
  readonly wavefronts: number;
  readonly bankConflicts: number;
  /** Of an addition to floats: the loads of its loop that leave, their sectors, and the wavefronts of those that stay. */
  readonly loads?: number;
  readonly loadSectors?: number;
  readonly loadWavefronts?: number;
}

const OPS: Readonly<Record<MeasuredOp, ClusterOp>> = {
  load: "load",
  store: "store",
  atomic: "atomic",
  reduction: "atomic",
  "add 1": "atomic",
  compare: "compare",
  "add float": "loop",
  "st.async": "st.async",
  "red.async": "red.async",
};

const dataFile = new URL("./data/cluster-requests.jsonl", import.meta.url);

/** Every such request that was measured one by one, in the order of the file. */
export function measuredCluster(): MeasuredCluster[] {
  return readFileSync(dataFile, "utf8").trimEnd().split("\n").map(parseMeasuredCluster);
}

/** The request that was measured, as the simulator takes it. */
export function clusterRequestOf({ op, bytesPerLane, activeMask, block, blocks, addresses }: MeasuredCluster): ClusterRequest {
  return { op: OPS[op], bytesPerLane, activeMask, block, blocks, addresses };
}

/** One line of the file; it spells the mask in hexadecimal. */
function parseMeasuredCluster(line: string): MeasuredCluster {
  const record = JSON.parse(line) as MeasuredCluster & { activeMask: string };
  return { ...record, activeMask: Number(record.activeMask) };
}
