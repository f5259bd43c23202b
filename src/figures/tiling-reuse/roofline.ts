import { WORD_BYTES, type Device } from "#simulator";
import { decimal } from "#pictures/format.ts";

/** The two bounds on what a kernel can reach on a device: memory below the ridge, arithmetic above it. */
export interface Roofline {
  /** DRAM bandwidth on the pins, in GB/s: the slope of the roof. */
  readonly dramGBps: number;
  /** The bandwidth that a copy was measured to reach, in GB/s; undefined where it was not measured. */
  readonly achievedGBps: number | undefined;
  /** Single-precision peak, in GFLOP/s: SMs × clock × lanes × 2. */
  readonly peakGflops: number;
  readonly lanesPerSm: number;
  /** The intensity, in FLOP per byte, at which both bounds meet. */
  readonly ridge: number;
}

/**
 * Single-precision multiply-adds that an SM finishes per clock: CUDA C++ Programming Guide, throughput of native arithmetic
 * instructions, compute capability 8.0 (A100), 8.9, 9.0 and 10.0.
 */
const FP32_LANES_PER_SM: Readonly<Record<Device["architecture"], number>> = { Ampere: 64, Ada: 128, Hopper: 128, Blackwell: 128 };

/** A multiply-add is two operations. */
const FLOP_PER_LANE = 2;

export function rooflineOf({ architecture, smCount, boostClockMHz, dramGBps, achievedGBps }: Device): Roofline {
  const lanesPerSm = FP32_LANES_PER_SM[architecture];
  const peakGflops = (smCount * boostClockMHz * lanesPerSm * FLOP_PER_LANE) / 1e3;
  return { dramGBps, achievedGBps, peakGflops, lanesPerSm, ridge: peakGflops / dramGBps };
}

/** What the roof allows at an intensity in FLOP/B, in GFLOP/s. */
export function attainableGflops({ dramGBps, peakGflops }: Roofline, intensity: number): number {
  return Math.min(peakGflops, intensity * dramGBps);
}

/**
 * The side of the smallest tile whose loads alone reach the ridge: a step over two tiles of side T does 2 T³ operations on 2 T² floats,
 * which is T/4 operations per byte.
 */
export function tileSideAtRidge({ ridge }: Roofline): number {
  return Math.ceil(ridge * WORD_BYTES);
}

const NO_BREAK_SPACE = "\u00a0";
const PREFIXES = ["", "k", "M", "G", "T"];

/** A quantity with an SI prefix to its unit: 2 147 483 648 B is 2.15 GB. */
export function scaled(value: number, unit: string): string {
  const power = Math.min(PREFIXES.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3));
  return `${decimal(value / 1000 ** power)}${NO_BREAK_SPACE}${PREFIXES[power]}${unit}`.trimEnd();
}

/** A rate of operations, given in GFLOP/s, with an SI prefix. */
export function flopRate(gflops: number): string {
  return scaled(gflops * 1e9, "FLOP/s");
}
