import { h100 } from "#simulator";
import { count } from "#pictures/format.ts";

/** A copy kernel that was timed on an H100. */
export interface MeasuredCopy {
  /** The kernel's name in the measurements: "copy_float4" say. */
  readonly name: string;
  /** Bytes of a lane's piece. */
  readonly param: number;
  /** Bytes read and written. */
  readonly usefulBytes: number;
  readonly usefulGBps: number;
}

/** A measured copy as a bar; a full bar is what the pins of the DRAM could carry. */
export interface Speed {
  readonly type: string;
  readonly bytesPerLane: number;
  /** How much the kernel moved, in MB (10⁶ bytes). */
  readonly amount: string;
  readonly text: string;
  /** Useful bandwidth ÷ the bandwidth of the DRAM's pins. */
  readonly share: number;
  readonly chosen: boolean;
}

/** What a full bar stands for. */
export const FULL_BAR = `${count(h100.dramGBps)}\u202fGB/s, the DRAM pins of an H100`;

/** The bars, narrow lanes first, and less data before more. */
export function speedsOf(measured: readonly MeasuredCopy[], bytesPerLane: number): Speed[] {
  return [...measured]
    .sort((a, b) => a.param - b.param || a.usefulBytes - b.usefulBytes)
    .map(({ name, param, usefulBytes, usefulGBps }) => ({
      type: name.split("_")[1],
      bytesPerLane: param,
      amount: `${count(Math.round(usefulBytes / 1e6))}\u202fMB`,
      text: `${count(Math.round(usefulGBps))}\u202fGB/s`,
      share: usefulGBps / h100.dramGBps,
      chosen: param === bytesPerLane,
    }));
}
