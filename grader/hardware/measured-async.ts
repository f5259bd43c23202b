import { readFileSync } from "node:fs";
import { copyCost, h100, matrixCost, type CopyCost, type CopyRequest, type MatrixRequest } from "#simulator";

/** One warp's `ldmatrix`, `stmatrix` or `cp.async` as a GPU executed it alone, with Nsight Compute's counters. */
export type MeasuredAsync = MeasuredMatrix | MeasuredCopy;

interface Measurement {
  /** The GPU's own name for itself. */
  readonly device: string;
  /** How the addresses were made. */
  readonly pattern: string;
  readonly sharedAddresses: readonly number[];
  readonly wavefronts: number;
  readonly bankConflicts: number;
}

export interface MeasuredMatrix extends Measurement, Pick<MatrixRequest, "matrices"> {
  readonly instruction: "ldmatrix" | "ldmatrix.trans" | "stmatrix" | "stmatrix.trans";
}

export interface MeasuredCopy extends Measurement, Omit<CopyRequest, "cache">, CopyCost {
  readonly instruction: "cp.async.ca" | "cp.async.cg";
}

const dataFile = new URL("./data/async-requests.jsonl", import.meta.url);

/** Every such request that was measured one by one, in the order of the file. */
export function measuredAsync(): MeasuredAsync[] {
  return readFileSync(dataFile, "utf8").trimEnd().split("\n").map(parseMeasuredAsync);
}

/** One line of the file; it spells the mask in hexadecimal. */
function parseMeasuredAsync(line: string): MeasuredAsync {
  const record = JSON.parse(line) as MeasuredMatrix | (MeasuredCopy & { activeMask: string });
  return "matrices" in record ? record : { ...record, activeMask: Number(record.activeMask) };
}

/** The simulator's counts of a measured request, by the names of the measurement. */
export function simulatedCounts(measured: MeasuredAsync): Readonly<Record<string, number>> {
  if (!("matrices" in measured)) {
    const { requests, sectors, tagWavefronts, wavefronts, bankConflicts } = copyCost(
      { ...measured, cache: measured.instruction === "cp.async.ca" ? "ca" : "cg" },
      h100,
    );
    return { requests, sectors, tagWavefronts, wavefronts, bankConflicts };
  }
  const op = measured.instruction.startsWith("ld") ? "load" : "store";
  const { wavefronts, bankConflicts } = matrixCost({ op, matrices: measured.matrices, sharedAddresses: measured.sharedAddresses });
  return { wavefronts, bankConflicts };
}

/** Four matrices of a tile that one instruction moved, as a GPU counted it. */
export interface CountedMatrix extends Pick<MeasuredMatrix, "device" | "instruction" | "wavefronts" | "bankConflicts"> {
  /** Bytes from one row of the tile to the next. */
  readonly pitchBytes: number;
  /** How many bits of the row of 128 bytes are XORed to the address's piece of 16 bytes. */
  readonly swizzleBits: number;
  /** Byte addresses of their rows, lane 0's first. */
  readonly sharedAddresses: readonly number[];
}

/** Matrices of an operand: 16 rows of a tile, 32 bytes wide. Their patterns are called "operand128" or "operand128-swizzle3". */
const OPERAND = /^operand(\d+)(?:-swizzle(\d))?$/;

/** The measured loads and stores of four matrices of a tile. */
export function measuredMatrices(): CountedMatrix[] {
  return measuredAsync().flatMap((measured) => {
    const [, pitch, bits = "0"] = OPERAND.exec(measured.pattern) ?? [];
    if (!("matrices" in measured) || measured.matrices !== 4 || pitch === undefined) return [];
    const { device, instruction, wavefronts, bankConflicts, sharedAddresses } = measured;
    return { device, instruction, wavefronts, bankConflicts, sharedAddresses, pitchBytes: Number(pitch), swizzleBits: Number(bits) };
  });
}

/** How many of the measured requests are loads and stores of matrices, and how many are copies. measured-async.test.ts holds the simulator to all of them. */
export function countedAsync(): { readonly matrices: number; readonly copies: number } {
  const all = measuredAsync();
  const matrices = all.filter((measured) => "matrices" in measured).length;
  return { matrices, copies: all.length - matrices };
}
