import { WARP_SIZE, h100, isActive } from "#simulator";
import { agreement } from "./agreement.ts";
import { kernelCounters, ratioOf } from "./kernel-timings.ts";
import type { MeasuredGlobalRequest, MeasuredRequest } from "./measured-requests.ts";

/** Measurements of global loads with L1 caching on ("ca", the default) and off ("cg"). */
export interface L1Loads {
  /** Measured loads, and how many the simulator, which counts both kinds alike, agrees on in every count. */
  readonly ca: Tally;
  readonly cg: Tally;
  /** Loads that were measured both ways, and how many were counted the same both ways. */
  readonly bothWays: Tally;
  /** Measured loads of floats whose lanes are evenly spaced. */
  readonly patterns: readonly MeasuredPattern[];
  /** Sectors that L2 sent to L1 per request of a whole kernel that reads floats at a stride, with L1 caching on. */
  readonly kernel: { readonly strideElements: number; readonly sectorsFromL2PerRequest: number };
}

export interface Tally {
  readonly total: number;
  readonly agreeing: number;
}

/** Active lane i loads float offset + i × stride. */
export interface MeasuredPattern {
  readonly cache: "ca" | "cg";
  readonly activeMask: number;
  readonly strideElements: number;
  readonly offsetElements: number;
  readonly sectors: number;
}

const FLOAT_BYTES = 4;
const KERNEL_STRIDE = 32;

export function l1Loads(measured: readonly MeasuredRequest[]): L1Loads {
  const loads = measured.filter((request) => request.space === "global").filter(({ op }) => op === "load");
  const withCache = (cache: "ca" | "cg") => loads.filter((load) => load.cache === cache);
  return {
    ca: tally(withCache("ca")),
    cg: tally(withCache("cg")),
    bothWays: countedBothWays(withCache("ca"), withCache("cg")),
    patterns: loads.flatMap(patternOf),
    kernel: { strideElements: KERNEL_STRIDE, sectorsFromL2PerRequest: sectorsFromL2PerRequest() },
  };
}

function tally(loads: readonly MeasuredGlobalRequest[]): Tally {
  const { total, agreeing } = agreement(loads, h100);
  return { total, agreeing };
}

function countedBothWays(ca: readonly MeasuredGlobalRequest[], cg: readonly MeasuredGlobalRequest[]): Tally {
  const identity = ({ bytesPerLane, activeMask, addresses }: MeasuredGlobalRequest) =>
    JSON.stringify([bytesPerLane, activeMask, addresses]);
  const counts = ({ requests, sectors, cacheLines, tagWavefronts }: MeasuredGlobalRequest) =>
    [requests, sectors, cacheLines, tagWavefronts].join();
  const cached = new Map(ca.map((load) => [identity(load), counts(load)]));
  const uncached = new Map(cg.map((load) => [identity(load), counts(load)]));
  const shared = [...uncached].filter(([load]) => cached.has(load));
  return { total: shared.length, agreeing: shared.filter(([load, counted]) => cached.get(load) === counted).length };
}

function patternOf({ cache, bytesPerLane, activeMask, addresses, sectors }: MeasuredGlobalRequest): MeasuredPattern[] {
  if (cache === undefined || bytesPerLane !== FLOAT_BYTES) return [];
  const [first, second] = addresses;
  if (first === undefined || second === undefined) throw new RangeError("a measured request has no addresses");
  const strideElements = (second - first) / FLOAT_BYTES;
  const offsetElements = first / FLOAT_BYTES;
  const lanes = Array.from({ length: WARP_SIZE }, (_, lane) => lane).filter((lane) => isActive(activeMask, lane));
  const even = lanes.every((lane) => addresses[lane] === (offsetElements + lane * strideElements) * FLOAT_BYTES);
  return even && Number.isInteger(strideElements) ? [{ cache, activeMask, strideElements, offsetElements, sectors }] : [];
}

function sectorsFromL2PerRequest(): number {
  return ratioOf(
    kernelCounters("h100"),
    { name: "copy_stride", param: KERNEL_STRIDE },
    "lts__t_sectors_srcunit_tex_op_read.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
  );
}
