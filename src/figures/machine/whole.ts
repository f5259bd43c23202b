import { PART_NAMES, estimateTime, type LaunchWork, type TimePart } from "#clock/estimate-time.ts";
import type { ComparedLaunch } from "#hardware/compared-launches.ts";
import { SECTOR_BYTES, h200 } from "#simulator";
import { capitalize, count, decimal, inUnit, percent } from "#pictures/format.ts";

/** A launch of a whole kernel that an H200 has timed, with what the simulator counted of it. */
interface WorkedLaunch extends ComparedLaunch {
  readonly work: LaunchWork;
}

/** The transposes that the whole machine shows, of a matrix of 4,096 × 4,096 floats: the probe's name, and what readers call it. */
const KERNELS = {
  transpose_strided_write: "stores stride",
  transpose_strided_read: "loads stride",
  transpose_tiled: "through a tile",
  transpose_padded: "through a padded tile",
} as const;
const SIDE = 4096;

/** A part of the machine, with the time that it would take alone. */
interface Load {
  readonly microseconds: number;
  /** Its share of the longest time that the picture shows, 0 to 1. */
  readonly share: number;
  readonly isLongest: boolean;
}

/** The parts that are drawn. */
const DRAWN = ["latency", "shared", "l1", "l2", "dram"] as const satisfies readonly TimePart[];
type DrawnPart = (typeof DRAWN)[number];

/** Blocks that cross between two levels, each way. */
interface Crossing {
  readonly up: string;
  readonly down: string;
  readonly upBytes: number;
  readonly downBytes: number;
}

/** A whole kernel on the whole machine, as data. */
export interface WholeKernel {
  readonly id: string;
  readonly label: string;
  readonly warps: string;
  readonly wavefronts: string | undefined;
  readonly found: string;
  readonly toL2: Crossing;
  readonly toDram: Crossing;
  readonly loads: Readonly<Record<DrawnPart, Load>>;
  readonly sentence: string;
  readonly details: readonly string[];
}

/**
 * The kernels of the whole machine.
 *
 * @param compared `compared` of `virtual:hardware`
 * @throws RangeError when one of them was not measured
 */
export function wholeKernels(compared: readonly ComparedLaunch[]): WholeKernel[] {
  return Object.entries(KERNELS).map(([name, label]) => {
    const launch = compared.find((other) => other.name === name && other.param === SIDE && other.device === "h200");
    if (launch === undefined || !hasWork(launch)) throw new RangeError(`${name} ${SIDE} was not measured on the H200`);
    return wholeKernel(launch, label);
  });
}

function hasWork(launch: ComparedLaunch): launch is WorkedLaunch {
  return "work" in launch;
}

function wholeKernel({ name, measured, work }: WorkedLaunch, label: string): WholeKernel {
  const { memory, sharedWavefronts } = work;
  const estimate = estimateTime(h200, work);
  const scale = Math.max(measured.microseconds, ...DRAWN.map((part) => estimate.parts[part]));
  const longest = DRAWN.reduce((most, part) => (estimate.parts[part] > estimate.parts[most] ? part : most));
  const loads = Object.fromEntries(
    DRAWN.map((part) => {
      const microseconds = estimate.parts[part];
      return [part, { microseconds, share: microseconds / scale, isLongest: part === longest }];
    }),
  ) as Record<DrawnPart, Load>;
  const loaded = memory.l1LoadSectors - memory.l1LoadHits;
  const found = `${percent(memory.l1LoadHits / memory.l1LoadSectors)} found`;
  const us = (microseconds: number): string => `${decimal(microseconds)} µs`;
  return {
    id: name,
    label,
    warps: count(work.blocks * work.warpsPerBlock),
    wavefronts: sharedWavefronts === 0 ? undefined : `${count(sharedWavefronts)} wavefronts`,
    found,
    toL2: sectorCrossing(loaded, memory.l2WriteSectors),
    toDram: {
      up: `${megabytes(memory.dramReadBytes)} read`,
      down: `${megabytes(memory.dramWriteBytes)} written`,
      upBytes: memory.dramReadBytes,
      downBytes: memory.dramWriteBytes,
    },
    loads,
    sentence: `An H200 takes ${us(measured.microseconds)}; the course’s model says ${us(estimate.microseconds)}. The longest part in the model is ${PART_NAMES[longest]}: ${us(estimate.parts[longest])} alone.`,
    details: [
      ...DRAWN.map((part) => `${capitalize(PART_NAMES[part])}: ${us(estimate.parts[part])} alone.`),
      `From L2 to L1: ${count(loaded)} sectors. From L1 to L2: ${count(memory.l2WriteSectors)} sectors. Of the sectors that loads ask for, ${found} in L1.`,
      `DRAM: ${megabytes(memory.dramReadBytes)} read, ${megabytes(memory.dramWriteBytes)} written by the end.`,
    ],
  };
}

function megabytes(bytes: number): string {
  return inUnit(bytes / 1e6, "MB", decimal);
}

function sectorCrossing(loaded: number, stored: number): Crossing {
  return {
    up: `${count(loaded)} sectors`,
    down: `${count(stored)} sectors`,
    upBytes: loaded * SECTOR_BYTES,
    downBytes: stored * SECTOR_BYTES,
  };
}
