import type { Fault } from "../machine/fault.ts";

/** An error of the CUDA runtime, as `cudaGetErrorName` and `cudaGetErrorString` name it. */
export interface CudaError {
  readonly code: number;
  readonly name: string;
  readonly text: string;
}

/** The errors that a program may come across (CUDA Runtime API, `cudaError_t`). */
export const CUDA_ERRORS: readonly CudaError[] = [
  [0, "cudaSuccess", "no error"],
  [1, "cudaErrorInvalidValue", "invalid argument"],
  [2, "cudaErrorMemoryAllocation", "out of memory"],
  [3, "cudaErrorInitializationError", "initialization error"],
  [9, "cudaErrorInvalidConfiguration", "invalid configuration argument"],
  [12, "cudaErrorInvalidPitchValue", "invalid pitch argument"],
  [13, "cudaErrorInvalidSymbol", "invalid device symbol"],
  [17, "cudaErrorInvalidDevicePointer", "invalid device pointer"],
  [21, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"],
  [98, "cudaErrorInvalidDeviceFunction", "invalid device function"],
  [100, "cudaErrorNoDevice", "no CUDA-capable device is detected"],
  [101, "cudaErrorInvalidDevice", "invalid device ordinal"],
  [209, "cudaErrorNoKernelImageForDevice", "no kernel image is available for execution on the device"],
  [400, "cudaErrorInvalidResourceHandle", "invalid resource handle"],
  [600, "cudaErrorNotReady", "device not ready"],
  [700, "cudaErrorIllegalAddress", "an illegal memory access was encountered"],
  [701, "cudaErrorLaunchOutOfResources", "too many resources requested for launch"],
  [702, "cudaErrorLaunchTimeout", "the launch timed out and was terminated"],
  [710, "cudaErrorAssert", "device-side assert triggered"],
  [715, "cudaErrorIllegalInstruction", "an illegal instruction was encountered"],
  [716, "cudaErrorMisalignedAddress", "misaligned address"],
  [719, "cudaErrorLaunchFailure", "unspecified launch failure"],
  [720, "cudaErrorCooperativeLaunchTooLarge", "too many blocks in cooperative launch"],
  [801, "cudaErrorNotSupported", "operation not supported"],
  [999, "cudaErrorUnknown", "unknown error"],
].map(([code, name, text]) => ({ code, name, text }) as CudaError);

const CODES: Readonly<Record<Fault, number>> = {
  "misaligned-address": 716,
  "illegal-address": 700,
  "launch-failure": 719,
  assertion: 710,
  "never-ends": 702,
};

/** The error that a program gets of a launch that ended with a fault. */
export function errorOfFault(fault: Fault): CudaError {
  return CUDA_ERRORS.find(({ code }) => code === CODES[fault])!;
}

/** "On a GPU the launch ends with `cudaErrorMisalignedAddress` (716, \"misaligned address\")." */
export function errorWords({ code, name, text }: CudaError): string {
  if (name === "cudaErrorLaunchTimeout")
    return `On a GPU the launch never ends, and the program waits for good; a watchdog, where there is one, ends it with \`${name}\` (${code}).`;
  return `On a GPU the launch ends with \`${name}\` (${code}, "${text}").`;
}
