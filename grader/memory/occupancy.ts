import { WARP_SIZE, type Device } from "#simulator";

/** Shared memory that the system reserves in each block, in bytes, from compute capability 8.0 on (CUDA C++ Programming Guide). */
const SYSTEM_SHARED_BYTES = 1024;
/** The most blocks that are resident on an SM (CUDA C++ Programming Guide, technical specifications). */
const BLOCKS_PER_SM = { Ampere: 32, Ada: 24, Hopper: 32, Blackwell: 32 } as const;

interface BlockNeeds {
  readonly threads: number;
  /** Shared memory, static and dynamic, in bytes. */
  readonly sharedBytes: number;
}

/** The blocks and warps that are resident on one SM at a time. */
export interface Occupancy {
  readonly blocks: number;
  readonly warps: number;
  /** The rest of the SM's memory, its L1 cache, in bytes. */
  readonly l1Bytes: number;
}

/** The occupancy of one SM, if there are enough blocks. Registers set no limit: how many a kernel needs is not known. */
export function occupancyOf(device: Device, { threads, sharedBytes }: BlockNeeds): Occupancy {
  const warps = Math.ceil(threads / WARP_SIZE);
  const shared = sharedBytes + SYSTEM_SHARED_BYTES;
  const sharedPerSm = device.sharedBytesPerBlock + SYSTEM_SHARED_BYTES;
  const limits = [
    BLOCKS_PER_SM[device.architecture],
    Math.floor(device.threadsPerSm / (warps * WARP_SIZE)),
    Math.floor(sharedPerSm / shared),
  ];
  const blocks = Math.max(1, Math.min(...limits));
  const carveout = device.sharedKiBSettings.find((kib) => kib * 1024 >= blocks * shared) ?? device.sharedKiBSettings.at(-1)!;
  return { blocks, warps: blocks * warps, l1Bytes: (device.l1KiBPerSm - carveout) * 1024 };
}
