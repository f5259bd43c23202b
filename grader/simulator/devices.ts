import type { AccessWidth } from "./warp-request.ts";

/** How cache lines are spread over the tag banks of L1: the busiest bank decides the tag wavefronts. */
export interface TagBanks {
  readonly count: 4;
  /**
   * Bank bit i of line number L is the parity of L & masks[i]. Found by search on Hopper: 0 mismatches on 2,594
   * measured requests in windows of up to 64 MiB, so bits above 18 of L are not established.
   * Without masks the even spread ceil(lines / 4) is assumed: right for power-of-two strides only.
   */
  readonly masks?: readonly [number, number];
}

/**
 * Bytes that L2 reads from DRAM when a load misses one sector: the aligned block of so many bytes around it. A program sets it for the
 * whole GPU (`cudaDeviceSetLimit`, `cudaLimitMaxL2FetchGranularity`). A store of part of a sector always fetches that sector alone.
 */
export type FetchGranularity = 32 | 64 | 128;

/** A GPU's properties that the simulator and the course use. */
export interface Device {
  readonly id: string;
  readonly name: string;
  readonly architecture: "Ampere" | "Ada" | "Hopper" | "Blackwell";
  /** Streaming multiprocessors enabled. */
  readonly smCount: number;
  /** The most threads that are resident on one SM at a time. */
  readonly threadsPerSm: number;
  /** Boost clock, in MHz. */
  readonly boostClockMHz: number;
  /** L1 cache and shared memory together, in KiB per SM. */
  readonly l1KiBPerSm: number;
  /** The most shared memory that one block may have, in bytes. */
  readonly sharedBytesPerBlock: number;
  /** The sizes that a program may give to shared memory within it, in KiB. */
  readonly sharedKiBSettings: readonly number[];
  /** L2 cache, in MiB. */
  readonly l2MiB: number;
  /** The size at which L2 of the model keeps what the H200's keeps (hardware/README.md), in MiB; the same share is assumed of the others. */
  readonly l2EffectiveMiB: number;
  /** As long as no program sets another. Measured on the H100 and the H200 (hardware/README.md), assumed for the others. */
  readonly fetchGranularityBytes: FetchGranularity;
  /** Peak DRAM bandwidth, in GB/s. */
  readonly dramGBps: number;
  /** Bandwidth that a plain float4 copy reached, in GB/s; absent where it was not measured for this course. */
  readonly achievedGBps?: number;
  /** The widest load or store of one lane, in bytes. */
  readonly widestAccessBytes: AccessWidth;
  readonly tagBanks: TagBanks;
  /** Where the numbers come from, one line per source. */
  readonly sources: readonly string[];
}

const hopperTagBanks: TagBanks = { count: 4, masks: [0x77ab5, 0x5af6f] };
const evenTagBanks: TagBanks = { count: 4 };

export const a100: Device = {
  id: "a100",
  name: "NVIDIA A100 80GB SXM",
  architecture: "Ampere",
  smCount: 108,
  threadsPerSm: 2048,
  boostClockMHz: 1410,
  l1KiBPerSm: 192,
  sharedKiBSettings: [0, 8, 16, 32, 64, 100, 132, 164],
  sharedBytesPerBlock: 163 * 1024,
  l2MiB: 40,
  l2EffectiveMiB: 33.6,
  fetchGranularityBytes: 64,
  dramGBps: 2039,
  widestAccessBytes: 16,
  tagBanks: evenTagBanks,
  sources: [
    "NVIDIA A100 Tensor Core GPU datasheet (80GB SXM)",
    "NVIDIA A100 Tensor Core GPU Architecture whitepaper",
    "CUDA C++ Programming Guide, technical specifications, compute capability 8.0",
  ],
};

export const h100: Device = {
  id: "h100",
  name: "NVIDIA H100 80GB SXM",
  architecture: "Hopper",
  smCount: 132,
  threadsPerSm: 2048,
  boostClockMHz: 1980,
  l1KiBPerSm: 256,
  sharedKiBSettings: [0, 8, 16, 32, 64, 100, 132, 164, 196, 228],
  sharedBytesPerBlock: 227 * 1024,
  l2MiB: 50,
  l2EffectiveMiB: 42,
  fetchGranularityBytes: 64,
  dramGBps: 3352,
  achievedGBps: 2994.1,
  widestAccessBytes: 16,
  tagBanks: hopperTagBanks,
  sources: [
    "NVIDIA H100 Tensor Core GPU datasheet (SXM5)",
    "NVIDIA H100 Tensor Core GPU Architecture whitepaper",
    "CUDA C++ Programming Guide, technical specifications, compute capability 9.0",
    "hardware/data/whole-kernels-h100.csv, copy_float4 (achieved bandwidth)",
    "hardware/data/warp-requests.jsonl (tag banks)",
  ],
};

export const h200: Device = {
  id: "h200",
  name: "NVIDIA H200 141GB SXM",
  architecture: "Hopper",
  smCount: 132,
  threadsPerSm: 2048,
  boostClockMHz: 1980,
  l1KiBPerSm: 256,
  sharedKiBSettings: [0, 8, 16, 32, 64, 100, 132, 164, 196, 228],
  sharedBytesPerBlock: 227 * 1024,
  l2MiB: 50,
  l2EffectiveMiB: 42,
  fetchGranularityBytes: 64,
  dramGBps: 4800,
  achievedGBps: 4242.3,
  widestAccessBytes: 16,
  tagBanks: hopperTagBanks,
  sources: [
    "NVIDIA H200 Tensor Core GPU datasheet (SXM)",
    "CUDA C++ Programming Guide, technical specifications, compute capability 9.0",
    "hardware/data/whole-kernels-h200.csv, copy_float4 (achieved bandwidth)",
    "semantics checked on an H200: the same SM as the H100, faster DRAM",
  ],
};

export const rtx4070: Device = {
  id: "rtx4070",
  name: "NVIDIA GeForce RTX 4070",
  architecture: "Ada",
  smCount: 46,
  threadsPerSm: 1536,
  boostClockMHz: 2475,
  l1KiBPerSm: 128,
  sharedKiBSettings: [0, 8, 16, 32, 64, 100],
  sharedBytesPerBlock: 99 * 1024,
  l2MiB: 36,
  l2EffectiveMiB: 30.2,
  fetchGranularityBytes: 64,
  dramGBps: 504,
  widestAccessBytes: 16,
  tagBanks: evenTagBanks,
  sources: [
    "NVIDIA GeForce RTX 4070 product specifications",
    "NVIDIA Ada GPU Architecture whitepaper",
    "CUDA C++ Programming Guide, technical specifications, compute capability 8.9",
  ],
};

export const rtx4090: Device = {
  id: "rtx4090",
  name: "NVIDIA GeForce RTX 4090",
  architecture: "Ada",
  smCount: 128,
  threadsPerSm: 1536,
  boostClockMHz: 2520,
  l1KiBPerSm: 128,
  sharedKiBSettings: [0, 8, 16, 32, 64, 100],
  sharedBytesPerBlock: 99 * 1024,
  l2MiB: 72,
  l2EffectiveMiB: 60.5,
  fetchGranularityBytes: 64,
  dramGBps: 1008,
  widestAccessBytes: 16,
  tagBanks: evenTagBanks,
  sources: [
    "NVIDIA GeForce RTX 4090 product specifications (24 GB of GDDR6X, 384 bits at 21 Gbit/s)",
    "NVIDIA Ada GPU Architecture whitepaper",
    "CUDA C++ Programming Guide, technical specifications, compute capability 8.9",
  ],
};

export const b200: Device = {
  id: "b200",
  name: "NVIDIA B200",
  architecture: "Blackwell",
  smCount: 148,
  threadsPerSm: 2048,
  boostClockMHz: 1965,
  l1KiBPerSm: 256,
  sharedKiBSettings: [0, 8, 16, 32, 64, 100, 132, 164, 196, 228],
  sharedBytesPerBlock: 227 * 1024,
  l2MiB: 126,
  l2EffectiveMiB: 105.8,
  fetchGranularityBytes: 64,
  dramGBps: 8000,
  widestAccessBytes: 32,
  tagBanks: evenTagBanks,
  sources: [
    "NVIDIA DGX B200 datasheet (64 TB/s and 600 TFLOPS of FP32 for 8 GPUs: 148 SMs at about 1.98 GHz; it names neither SMs, clock nor L2)",
    "cudaGetDeviceProperties of a B200 as others report it (SMs, clock, L2)",
    "CUDA C++ Programming Guide, technical specifications, compute capability 10.0",
    "PTX ISA 8.8: ld.global with .v8.b32, 32 bytes per lane, on sm_100 and later",
  ],
};

/** Every device that the course knows, by id. */
export const devices: Readonly<Record<string, Device>> = { a100, h100, h200, rtx4070, rtx4090, b200 };

/** The possible settings of L2's fetch granularity. */
export const FETCH_GRANULARITIES: readonly FetchGranularity[] = [32, 64, 128];

/** A device by its id, or with another fetch granularity than its own: `h200@128`. Undefined if there is none. */
export function deviceNamed(name: string): Device | undefined {
  const [id, asked] = name.split("@");
  const device = Object.hasOwn(devices, id!) ? devices[id!] : undefined;
  if (device === undefined || asked === undefined) return device;
  const bytes = FETCH_GRANULARITIES.find((bytes) => String(bytes) === asked);
  return bytes && { ...device, id: name, name: `${device.name} with L2 fetching ${bytes}\u00a0B`, fetchGranularityBytes: bytes };
}

/**
 * The device that a single request is counted on when none is named: an H100, or a B200 for lanes wider than an H100 supports.
 * A request that both support costs the same on both, apart from its tag wavefronts.
 */
export function deviceForWidth(bytesPerLane: AccessWidth): Device {
  return bytesPerLane <= h100.widestAccessBytes ? h100 : b200;
}
