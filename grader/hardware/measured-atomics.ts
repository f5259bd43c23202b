import { readFileSync } from "node:fs";
import type { AtomicRequest, GlobalAtomicCost, SharedAtomicCost } from "#simulator/atomic-cost.ts";

/** One warp's atomic operation as a GPU executed it alone, with Nsight Compute's counters. */
export type MeasuredAtomic = MeasuredGlobalAtomic | MeasuredSharedAtomic;

interface Measurement extends AtomicRequest {
  readonly op: "add" | "add 1" | "max" | "exchange" | "compare";
  /** The type of the operand, "int" say. */
  readonly type: string;
  /** Whether the program uses the result. */
  readonly returns: boolean;
  /** How the addresses were made. */
  readonly pattern: string;
}

interface MeasuredGlobalAtomic extends Measurement, GlobalAtomicCost {
  readonly space: "global";
  readonly reductions: number;
  readonly atomics: number;
}

export interface MeasuredSharedAtomic extends Measurement, SharedAtomicCost {
  readonly space: "shared";
}

const dataFile = new URL("./data/atomic-requests.jsonl", import.meta.url);

/** Every atomic operation that was measured one by one, in the order of the file. */
export function measuredAtomics(): MeasuredAtomic[] {
  return readFileSync(dataFile, "utf8").trimEnd().split("\n").map(parseMeasuredAtomic);
}

/** One line of the file; it spells the mask in hexadecimal. */
function parseMeasuredAtomic(line: string): MeasuredAtomic {
  const record = JSON.parse(line) as MeasuredAtomic & { activeMask: string };
  return { ...record, activeMask: Number(record.activeMask) };
}
