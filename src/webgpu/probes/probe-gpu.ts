import { CURVE_IDS, type CurveId } from "#hardware/gpu-probe.ts";
import { runKernel, type ComputeKernel, type GpuArray, KernelRefused, KernelSet } from "../compute-kernel.ts";
import type { OwnGpu } from "../open-gpu.ts";
import { timeSet, type TimingOptions } from "../time-runs.ts";
import { cachedFootprint } from "./caches.ts";
import { GATHERS, LANE_WIDTHS, OFFSETS, copyKernel, gatherKernel, offsetKernel } from "./copies.ts";
import type { Curve } from "./curves.ts";
import { footprintKernel, footprints } from "./footprints.ts";
import { probeArrays, type ProbeArrays, type ProbeKernel } from "./probe-kernels.ts";
import { CHUNKS, PAIR_DISTANCES, STRIDES, chunkKernel, pairKernel, strideKernel, type ReadSetting } from "./strides.ts";
import {
  BANK_DISTANCES,
  SHARED_STRIDES,
  bankDistanceKernel,
  lanePairKernel,
  sharedStrideKernel,
  type SharedSetting,
} from "./shared-reads.ts";
import { TRANSPOSES, transposeKernel, type TransposeName } from "./transposes.ts";

/** What a probe measures, and how long it may take. */
export interface ProbeOptions {
  /** Curves to measure; all if undefined. */
  readonly curves?: readonly CurveId[];
  /** Every how many of the strides and distances are measured, besides powers of two: 1 if undefined. */
  readonly every?: number;
  /** Rounds of interleaved runs; 7 if undefined. */
  readonly rounds?: number;
  /** Milliseconds of GPU time that a submission aims at. */
  readonly aim?: number;
  readonly onProgress?: (share: number, curve: CurveId) => void;
  readonly signal?: AbortSignal;
}

/** What was measured of a GPU. */
export interface Probed {
  readonly clock: "timestamps" | "queue";
  /** Lanes of a warp, if the GPU says so. */
  readonly subgroupSize?: number;
  readonly curves: Readonly<Partial<Record<CurveId, Curve>>>;
}

/** Bytes of the small copy that tells how large the arrays may be. */
const FIRST_BYTES = 4 * 1024 * 1024;
const LEAST_BYTES = 1024 * 1024;
const MOST_BYTES = 512 * 1024 * 1024;
/** Seconds that reading an array may take: strided, it takes up to ten times as long, and a submission may take 50 ms. */
const ARRAY_SECONDS = 0.002;
/** Rows of the largest matrix that is transposed: that of the course's own measurements. */
const MATRIX_SIDE = 4096;
/** Microseconds of a dispatch that reads shared memory without conflicts: up to 32 times as many with them. */
const SHARED_MICROSECONDS = 250;
const SHARED_WORKGROUPS = 512;
/** Reads of a cache in one dispatch, as sweeps over its footprint. */
const CACHED_BYTES = 128 * 1024 * 1024;

/**
 * Measures a GPU: curves of times, in about a minute.
 *
 * @throws DeviceLost, KernelRefused, or the signal's reason
 */
export async function probeGpu(gpu: OwnGpu, options: ProbeOptions = {}): Promise<Probed> {
  const { curves: wanted = CURVE_IDS, every = 1, onProgress } = options;
  const probe = new Probe(gpu, options);
  const subgroupSize = await readSubgroupSize(gpu);
  const bytes = await probe.arrayBytes();
  const arrays = probeArrays(bytes);
  const readsShared = wanted.some((id) => id.startsWith("shared") || id.startsWith("lane"));
  const shared = readsShared ? await probe.sharedSetting() : { workgroups: 1, turns: 1 };
  const curves: Partial<Record<CurveId, Curve>> = {};
  for (const [index, id] of wanted.entries()) {
    const report = (share: number): void => onProgress?.((index + share) / wanted.length, id);
    report(0);
    const cache = cachedFootprint(curves["reads-by-size"] ?? [], bytes);
    const kernels = kernelsOf(id, { arrays, bytes, cache, shared, lanes: subgroupSize ?? 64 });
    // A group of lanes is known only when each lane was asked.
    const isWhole = id.startsWith("lane") || every === 1;
    const kept = kernels.filter(
      ({ at }, place) => isWhole || typeof at === "string" || place % every === 0 || Number.isInteger(Math.log2(at)),
    );
    const curve = await probe.curve(kept, report);
    if (curve.length > 0) curves[id] = curve;
  }
  return { clock: probe.clock, ...(subgroupSize !== undefined && { subgroupSize }), curves };
}

interface Setting {
  readonly arrays: ProbeArrays;
  /** Bytes of an array. */
  readonly bytes: number;
  /** Bytes that a cache holds. */
  readonly cache: number;
  readonly shared: SharedSetting;
  /** Lanes of a warp, or as many as it may have. */
  readonly lanes: number;
}

function kernelsOf(id: CurveId, { arrays, bytes, cache, shared, lanes }: Setting): ProbeKernel[] {
  const inMemory: ReadSetting = { arrays, footprint: bytes, passedOver: bytes };
  const inCache = (times: number): ReadSetting => ({
    arrays,
    footprint: cache,
    passedOver: Math.max(cache, times * Math.min(CACHED_BYTES, bytes)),
  });
  const otherLanes = Array.from({ length: lanes }, (_, lane) => lane);
  switch (id) {
    case "reads-by-size":
      return footprints(bytes).map((size) => footprintKernel(arrays, size, bytes, "read"));
    case "copies-by-size":
      // Below, many workgroups would write the same few lines.
      return footprints(bytes)
        .filter((size) => size >= LEAST_BYTES)
        .map((size) => footprintKernel(arrays, size, bytes / 2, "copy"));
    case "chunks-in-cache":
      return CHUNKS.map((words) => chunkKernel(words, inCache(2)));
    case "chunks-in-memory":
      return CHUNKS.map((words) => chunkKernel(words, inMemory));
    case "pairs-in-cache":
      return PAIR_DISTANCES.map((distance) => pairKernel(distance, inCache(8)));
    case "strides-in-cache":
      return STRIDES.map((stride) => strideKernel(stride, inCache(stride / 8)));
    case "strides-in-memory":
      return STRIDES.map((stride) => strideKernel(stride, inMemory));
    case "widths":
      return LANE_WIDTHS.map((width) => copyKernel(arrays, bytes, width));
    case "offsets":
      return OFFSETS.map((offset) => offsetKernel(arrays, bytes, offset));
    case "gathers":
      return GATHERS.map((permutation) => gatherKernel(arrays, Math.min(bytes, CACHED_BYTES), permutation));
    case "transposes": {
      const side = Math.min(MATRIX_SIDE, 2 ** Math.floor(Math.log2(bytes / 4) / 2));
      return (Object.keys(TRANSPOSES) as TransposeName[]).map((name) => transposeKernel(arrays, side, name));
    }
    case "shared-distances":
      return BANK_DISTANCES.map((distance) => bankDistanceKernel(distance, shared));
    case "shared-strides":
      return SHARED_STRIDES.map((stride) => sharedStrideKernel(stride, shared));
    case "lane-pairs-4":
      return otherLanes.map((lane) => lanePairKernel(lane, 4, shared));
    case "lane-pairs-8":
      return otherLanes.map((lane) => lanePairKernel(lane, 8, shared));
    case "lane-pairs-16":
      return otherLanes.map((lane) => lanePairKernel(lane, 16, shared));
  }
}

/** Times kernels on a GPU, and finds out how much they may do. */
class Probe {
  readonly #gpu: OwnGpu;
  readonly #options: ProbeOptions;
  clock: Probed["clock"];

  constructor(gpu: OwnGpu, options: ProbeOptions) {
    this.#gpu = gpu;
    this.#options = options;
    this.clock = gpu.hasTimestamps ? "timestamps" : "queue";
  }

  /** Times of kernels in turn. One that takes longer than a submission may is left out. */
  async curve(kernels: readonly ProbeKernel[], onProgress?: (share: number) => void): Promise<Curve> {
    const { rounds = 7, aim, signal } = this.#options;
    let kept = kernels;
    while (kept.length > 0) {
      const set = await KernelSet.prepare(
        this.#gpu,
        kept.map(({ kernel }) => kernel),
      );
      try {
        const options: TimingOptions = {
          rounds,
          budget: Infinity,
          ...(aim !== undefined && { aim }),
          ...(onProgress && { onProgress }),
          ...(signal && { signal }),
        };
        const timing = await timeSet(set, options);
        if (timing.status === "timed") {
          this.clock = timing.clock;
          return kept.map(({ at, work }, index) => ({ at, microseconds: timing.times[index]!.microseconds, work }));
        }
        kept = kept.filter(({ kernel }) => kernel.name !== timing.name);
      } finally {
        set.release();
      }
    }
    return [];
  }

  /** Bytes of the arrays: as many as the device allows, has, and reads in time. */
  async arrayBytes(): Promise<number> {
    const { maxStorageBufferBindingSize, maxBufferSize } = this.#gpu.device.limits;
    const first = await this.#microseconds(copyKernel(probeArrays(FIRST_BYTES), FIRST_BYTES, 4));
    const inTime = ((2 * FIRST_BYTES) / Math.max(1, first)) * 1e6 * ARRAY_SECONDS;
    const most = Math.min(MOST_BYTES, maxStorageBufferBindingSize, maxBufferSize, inTime);
    for (let bytes = Math.max(LEAST_BYTES, 2 ** Math.floor(Math.log2(most))); ; bytes /= 2) {
      try {
        await this.#microseconds(copyKernel(probeArrays(bytes), bytes, 4));
        return bytes;
      } catch (error) {
        if (!(error instanceof KernelRefused) || bytes <= LEAST_BYTES) throw error;
      }
    }
  }

  /** How long kernels that read shared memory loop. */
  async sharedSetting(): Promise<SharedSetting> {
    let setting: SharedSetting = { workgroups: SHARED_WORKGROUPS / 16, turns: 1 };
    const once = await this.#microseconds(sharedStrideKernel(1, setting));
    if (once > 1000) return setting;
    setting = { ...setting, workgroups: SHARED_WORKGROUPS };
    const few = await this.#microseconds(sharedStrideKernel(1, setting));
    const more = await this.#microseconds(sharedStrideKernel(1, { ...setting, turns: 65 }));
    const perTurn = Math.max(0.01, (more - few) / 64);
    return { ...setting, turns: Math.min(4096, Math.max(1, Math.round(SHARED_MICROSECONDS / perTurn))) };
  }

  async #microseconds(kernel: ProbeKernel): Promise<number> {
    const [point] = await this.curve([kernel]);
    // Longer than a submission may take: as slow as can be told.
    return point?.microseconds.median ?? 50_000;
  }
}

/** Lanes of a subgroup; undefined where WebGPU doesn't tell. */
async function readSubgroupSize(gpu: OwnGpu): Promise<number | undefined> {
  if (!gpu.device.features.has("subgroups")) return undefined;
  const result: GpuArray = { name: "size", byteLength: 4 };
  const kernel: ComputeKernel = {
    name: "size of a subgroup",
    wgsl: `enable subgroups;
@group(0) @binding(0) var<storage, read_write> size: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(subgroup_size) lanes: u32, @builtin(local_invocation_index) thread: u32) { if (thread == 0u) { size[0] = lanes; } }
`,
    bindings: [{ binding: 0, array: result, kind: "read-write" }],
    workgroups: [1, 1, 1],
    workgroupSize: [64, 1, 1],
    features: ["subgroups"],
  };
  try {
    const [size] = new Uint32Array(await runKernel(gpu, kernel, result));
    return size === 0 ? undefined : size;
  } catch (error) {
    if (error instanceof KernelRefused) return undefined;
    throw error;
  }
}
