import { SECTOR_BYTES, type Device } from "#simulator";
import type { MemoryCounts } from "#memory/memory-system.ts";
import type { Occupancy } from "#memory/occupancy.ts";

/** The parts of a launch's time: each may be the one that bounds it. */
export const TIME_PARTS = ["launch", "dram", "l2", "l1", "shared", "tensor", "issue", "latency"] as const;
export type TimePart = (typeof TIME_PARTS)[number];

/** The names of the parts, for readers. */
export const PART_NAMES: Readonly<Record<TimePart, string>> = {
  launch: "the launch itself",
  dram: "DRAM",
  l2: "L2",
  l1: "L1 and the load and store units",
  shared: "shared memory",
  tensor: "tensor cores",
  issue: "starting warps and issuing instructions",
  latency: "waiting for loads",
};

/** The estimated duration of a launch, in µs: as events around a single launch measure it when the launches before it left L2 warm. */
export interface TimeEstimate {
  readonly microseconds: number;
  /** The part that takes longest. */
  readonly boundBy: TimePart;
  /**
   * The time that each part would take alone: starting the launch; DRAM; L2; the load and store units with L1; shared memory; tensor
   * cores; starting warps and issuing instructions; waiting for loads.
   */
  readonly parts: Readonly<Record<TimePart, number>>;
}

/** A launch's work, as far as it takes time, and its estimated duration. */
export interface LaunchCosts {
  readonly work: LaunchWork;
  readonly time: TimeEstimate;
}

/** The inputs of an estimate. */
export interface LaunchWork {
  readonly blocks: number;
  readonly warpsPerBlock: number;
  readonly occupancy: Occupancy;
  readonly memory: MemoryCounts;
  /** Passes of the tag stage of L1, for all global requests. */
  readonly tagWavefronts: number;
  readonly sharedWavefronts: number;
  /** Times that a warp arrived at a barrier of its block. */
  readonly barriers: number;
  /** Instructions that warps execute, by estimate. */
  readonly instructions: number;
  /** Clocks that these take of special function units, over all SMs: roots, exponentials, conversions, quotients. */
  readonly unitClocks: number;
  /**
   * Clocks that matrix instructions take of the tensor cores, over all SMs, and those that warps wait for their sums, over all warps; none
   * where they are left out.
   */
  readonly tensorClocks?: number;
  readonly tensorWaits?: number;
  /** Requests to arrays that a compiler places in local memory, and the sectors that the stores write, by estimate: stores go on to L2. */
  readonly localLoads: number;
  readonly localStores: number;
  readonly localStoreSectors: number;
  /** Passes of loads through the constant cache, and operands in constant memory that the nearest cache does not hold. */
  readonly constantPasses: number;
  readonly farConstants: number;
}

/**
 * Rates of a Hopper GPU per clock, calibrated on the H200 with the probes of hardware/probes/memory-system, named here, and with the
 * gallery's kernels where two parts overlap; the waiting of warps also with the kernels of other people in hardware/data/held-out.json, of
 * all rounds. No number belongs to one kernel. Other architectures are assumed to have the same.
 */
export const RATES = {
  /** `empty_kernel`, and the first load of the simplest kernels: between the times of two H200s (hardware/data/gallery-times-h200.csv). */
  launchMicroseconds: 6.5,
  /** Blocks that the GPU starts per clock, however small: `start_blocks` 32 to 512 (hardware/data/functions-h100.csv), `empty_kernel`. */
  blocksPerClock: 0.82,
  /** Warps that it starts per SM and clock: `start_blocks` 1024. */
  warpsPerClock: 0.176,
  /** Shares of DRAM's peak bandwidth: `read_4_bytes_apart` and `write_16_bytes_apart`, without gaps. */
  readShare: 0.952,
  writeShare: 0.958,
  /** How much longer DRAM takes for reads and writes in equal parts: `copy_float4_x4`. */
  mixedPenalty: 0.25,
  /** Rows of DRAM that can be opened in the time of reading or writing a KiB: `read_pieces_of_64` and `write_pieces_of_32` without order. */
  readRowsPerKiB: 8.3,
  writeRowsPerKiB: 6.2,
  /**
   * Per SM and clock: `l2_float4`, `walk_read_4096`, `transpose_strided_write`. An SM does not get more of them when the others are idle.
   */
  l2SectorsPerClock: 1.3,
  l2ReadRequestsPerClock: 0.57,
  l2WriteRequestsPerClock: 0.27,
  /** For stores: `write_again_words_apart` 1 and `write_again_float4`; and where a store has less than a sector, 4 and 8. */
  l2WriteSectorsPerClock: 0.48,
  l2PartSectorsPerClock: 0.385,
  /** For atomics on one L2 slice: `atomic_int_32_addresses`. */
  clocksPerAtomicTurn: 1.4,
  /**
   * Stores to a line wait while DRAM reads another part of it: `columns_changed_8_bytes` 1920 and 2176, less `columns_moved_8_bytes`, and
   * `lines_changed_before_by_8` 1 (hardware/data/memory-system-h100.csv).
   */
  clocksPerContestedFill: 0.83,
  /** Out of the four that an SM can issue: `Log`, `Sin` and `Pow` (hardware/data/functions-h100.csv). */
  instructionsPerClock: 3.5,
  /** Clocks of an SM per pass of a load through the constant cache, and per operand beyond the nearest cache: `constant_lanes` 32 and `constant_counted` 1024 (hardware/data/constants-h100.csv). */
  clocksPerConstantPass: 2,
  clocksPerFarConstant: 10,
  /**
   * Clocks until a load arrives: `chain_loads_l1`; with one load in flight, those from further away take 290 and 600 (`chase_20000_steps`).
   */
  l1Latency: 40,
  l2Latency: 285,
  dramLatency: 800,
  /**
   * Clocks from an instruction to the next in a dependent chain, and more for each clock of a special function unit: `chain_multiply_add`;
   * `FastSin_1_warp`, `ToByte_1_warp`, `ToDouble_1_warp` and `Popcount_1_warp` (hardware/data/waiting-h100.csv).
   */
  clocksPerChainedInstruction: 4.4,
  clocksPerChainedUnitClock: 10.6,
  /** The share of these that a warp waits for: not every instruction depends on the one before. */
  chainedShare: 0.66,
  /** Clocks that a warp waits for each pass of its own requests through the tag stage: `chain_loads_l1_1_warps`. */
  clocksPerOwnPass: 2.2,
  /** Clocks between a warp's arrival at a barrier and its next instruction. */
  clocksPerBarrier: 115,
} as const;
export type Rates = Readonly<Record<keyof typeof RATES, number>>;

/**
 * Footprints, as shares of L2's effective size: above the first, a launch finds less than all of its data in a warm L2; from the second on,
 * none: `warm_copy` and `warm_change` (hardware/data/warm-l2-h100.csv). Data that is only read stays up to the whole size.
 */
const WARM_UP_TO = 0.7;
const COLD_FROM = 1.05;

/** The estimated duration of a launch on a device. @param rates other than the model's, to see their effect */
export function estimateTime(device: Device, work: LaunchWork, rates: Rates = RATES): TimeEstimate {
  const { blocks, warpsPerBlock, occupancy, memory } = work;
  const clocksPerMicrosecond = device.boostClockMHz;
  const sms = device.smCount;
  // A block is on one SM: with few blocks, some SMs have more to do than others.
  const perSm = Math.ceil(blocks / sms);
  const busySms = blocks < sms * occupancy.blocks ? blocks / perSm : sms;
  const perClock = (count: number, rate: number, units = sms): number => count / rate / units / clocksPerMicrosecond;
  const cold = coldShare(device, memory.footprintBytes);
  const starting = Math.max(perClock(blocks, rates.blocksPerClock, 1), perClock(blocks * warpsPerBlock, rates.warpsPerClock));
  const issuing = Math.max(
    perClock(work.instructions, rates.instructionsPerClock, busySms),
    perClock(work.unitClocks, 1, busySms),
    perClock(work.constantPasses * rates.clocksPerConstantPass + work.farConstants * rates.clocksPerFarConstant, 1, busySms),
  );
  const parts: Record<TimePart, number> = {
    launch: rates.launchMicroseconds,
    dram: cold * dramMicroseconds(device, memory, rates),
    l2:
      (cold * memory.contestedFills * rates.clocksPerContestedFill) / clocksPerMicrosecond +
      Math.max(
        perClock(memory.l2Sectors + work.localStoreSectors, rates.l2SectorsPerClock),
        perClock(memory.l2WriteSectors - memory.l2PartSectors + work.localStoreSectors, rates.l2WriteSectorsPerClock) +
          perClock(memory.l2PartSectors, rates.l2PartSectorsPerClock),
        perClock(memory.l2ReadRequests, rates.l2ReadRequestsPerClock, busySms) +
          perClock(memory.l2WriteRequests + work.localStores, rates.l2WriteRequestsPerClock, busySms),
        (memory.atomicTurns * rates.clocksPerAtomicTurn) / clocksPerMicrosecond,
      ),
    l1: perClock(Math.max(work.tagWavefronts, memory.dataWavefronts) + work.localLoads + work.localStores, 1, busySms),
    shared: perClock(work.sharedWavefronts, 1, busySms),
    tensor: perClock(work.tensorClocks ?? 0, 1, busySms),
    issue: Math.max(starting, issuing),
    latency: latencyMicroseconds(device, work, perSm, cold, rates),
  };
  const { launch, dram, l2, l1, shared, tensor, latency } = parts;
  // L1 and shared memory are one memory, with one data stage. The other parts overlap, but not fully: the time is between the longest part
  // and the sum. Square roots have the same bits everywhere. Only the start of warps overlaps with everything else.
  const together = Math.sqrt([dram, l2, l1 + shared, tensor, issuing, latency].reduce((sum, part) => sum + part * part, 0));
  const boundBy = TIME_PARTS.reduce((most, part) => (parts[part] > parts[most] ? part : most));
  return { microseconds: launch + Math.max(together, starting), boundBy, parts };
}

/** The share of its DRAM traffic that a launch still has after an identical launch. */
function coldShare(device: Device, footprintBytes: number): number {
  const share = footprintBytes / (device.l2EffectiveMiB * 2 ** 20);
  return Math.min(1, Math.max(0, (share - WARM_UP_TO) / (COLD_FROM - WARM_UP_TO)));
}

function dramMicroseconds(
  device: Device,
  { dramReadBytes, dramWriteBytes, dramReadRows, dramWriteRows }: MemoryCounts,
  rates: Rates,
): number {
  const bytesPerMicrosecond = device.dramGBps * 1000;
  const bytes = dramReadBytes + dramWriteBytes;
  if (bytes === 0) return 0;
  const mixed = 1 + (rates.mixedPenalty * 4 * dramReadBytes * dramWriteBytes) / bytes ** 2;
  const transfer = mixed * (dramReadBytes / rates.readShare + dramWriteBytes / rates.writeShare);
  const rows = 1024 * (dramReadRows / rates.readRowsPerKiB + dramWriteRows / rates.writeRowsPerKiB);
  return Math.max(transfer, rows) / bytesPerMicrosecond;
}

/** Little's law: the sum of all waits, divided by the warps that wait at a time. */
function latencyMicroseconds(
  device: Device,
  { blocks, warpsPerBlock, occupancy, memory, tagWavefronts, barriers, instructions, unitClocks, tensorWaits = 0, localLoads }: LaunchWork,
  perSm: number,
  cold: number,
  rates: Rates,
): number {
  const { l1LoadSectors, l1LoadHits, missingLoadRounds, dramReadBytes, loadRounds, mostLoadRounds } = memory;
  const misses = l1LoadSectors - l1LoadHits;
  // A warp waits for the slowest of its lanes and of its loads.
  const hitShare = 1 - missingLoadRounds / Math.max(1, loadRounds);
  const dramShare = cold * Math.min(1, dramReadBytes / SECTOR_BYTES / Math.max(1, misses));
  const missLatency = rates.l2Latency + dramShare * (rates.dramLatency - rates.l2Latency);
  const latency = hitShare * rates.l1Latency + (1 - hitShare) * missLatency;
  const places = Math.min(occupancy.warps, perSm * warpsPerBlock) * Math.min(device.smCount, blocks);
  const residentWarps = Math.min(places, blocks * warpsPerBlock);
  const waiting =
    loadRounds * latency +
    localLoads * rates.l1Latency +
    tensorWaits +
    rates.chainedShare * (instructions * rates.clocksPerChainedInstruction + unitClocks * rates.clocksPerChainedUnitClock) +
    tagWavefronts * rates.clocksPerOwnPass +
    barriers * rates.clocksPerBarrier;
  // The warp with the most loads waits for longest, however many others have ended.
  const longest = (waiting * mostLoadRounds) / Math.max(1, loadRounds);
  return Math.max(waiting / residentWarps, longest) / device.boostClockMHz;
}
