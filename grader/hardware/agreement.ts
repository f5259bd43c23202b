import { globalCost, sharedCost, type Device } from "#simulator";
import type { MeasuredRequest } from "./measured-requests.ts";

/** How far the simulator agrees with a GPU's counters. */
interface Agreement {
  readonly total: number;
  readonly agreeing: number;
  readonly mismatches: readonly Mismatch[];
}

/** One count of one request on which simulator and GPU differ. */
interface Mismatch {
  readonly measured: MeasuredRequest;
  /** The name of the count, "sectors" say. */
  readonly count: string;
  readonly onGpu: number;
  readonly simulated: number;
}

/** Compares the simulator with measurements, count by count. */
export function agreement(measured: readonly MeasuredRequest[], device: Device): Agreement {
  const mismatches = measured.map((request) => mismatchesOf(request, device));
  return {
    total: measured.length,
    agreeing: mismatches.filter((found) => found.length === 0).length,
    mismatches: mismatches.flat(),
  };
}

function mismatchesOf(measured: MeasuredRequest, device: Device): Mismatch[] {
  return comparedCounts(measured, device)
    .filter(([, onGpu, simulated]) => onGpu !== simulated)
    .map(([count, onGpu, simulated]) => ({ measured, count, onGpu, simulated }));
}

/** Every measured count, as the GPU and as the simulator count it. */
function comparedCounts(measured: MeasuredRequest, device: Device): [count: string, onGpu: number, simulated: number][] {
  if (measured.space === "shared") {
    const { wavefronts, bankConflicts } = sharedCost(measured, device);
    return [
      ["wavefronts", measured.wavefronts, wavefronts],
      ["bankConflicts", measured.bankConflicts, bankConflicts],
    ];
  }
  const { requests, sectors, cacheLines, tagWavefronts } = globalCost(measured, device);
  return [
    ["requests", measured.requests, requests],
    ["sectors", measured.sectors, sectors],
    ["cacheLines", measured.cacheLines, cacheLines],
    ["tagWavefronts", measured.tagWavefronts, tagWavefronts],
  ];
}
