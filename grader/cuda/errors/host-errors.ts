import { UndeclaredError } from "../source-error.ts";
import { errorKind } from "./error-kind.ts";

// What the host's code does, its memory and the CUDA runtime.

/**
 * The host calls a function of the CUDA runtime that the lab does not have, or that CUDA does not.
 *
 * Check its spelling, and leave out what does not change what the kernels do; paste what a header of your own declares.
 *
 * @example
 * int main() { ▸cudaMemsetAll▸(nullptr); }
 */
export const runtimeFunction = errorKind("runtime-function", (name: string) => `The lab's host has no \`${name}\`.`, UndeclaredError);
