import { launchErrorKind } from "./error-kind.ts";
import { aType, aTypeFirst, counted } from "./wording.ts";

// What a launch asks for: its kernel, its shape, its arguments, and the memory that they need.

/**
 * A launch names a kernel that the text does not have.
 *
 * Choose one of those that it has; a kernel is marked `__global__`.
 *
 * @example
 * __global__ void scale(float *out) { out[0] = 1; }
 * launch.json: { "kernel": ▸"scales"▸, "grid": [1, 1, 1], "block": [32, 1, 1], "arguments": [] }
 */
export const noSuchKernel = launchErrorKind(
  "no-such-kernel",
  (name: string, kernels: readonly string[]) =>
    `The text has no kernel \`${name}\`; it has ${kernels.map((kernel) => `\`${kernel}\``).join(", ") || "none"}.`,
);

/**
 * The name of a launch's kernel is no name.
 *
 * Write the kernel's name, and behind a template's its arguments: `tiled<16, float>`.
 *
 * @example
 * __global__ void scale(float *out) { out[0] = 1; }
 * launch.json: { "kernel": ▸"1 + 2"▸, "grid": [1, 1, 1], "block": [32, 1, 1], "arguments": [] }
 */
export const kernelName = launchErrorKind("kernel-name", (written: string, why: string) => `\`${written}\` does not name a kernel. ${why}`);

/**
 * The function that the lab is to run on the host is not in the text.
 *
 * Name one that the text has.
 *
 * @example `coalesce profile --host fill` for a text that has no `fill`
 */
export const noSuchFunction = launchErrorKind("no-such-function", (name: string) => `The text has no function \`${name}\`.`);

/**
 * The launch in a file has a field that is missing, or is of another kind than it must be.
 *
 * Write the field in one of the forms that the message shows; `coalesce profile --help` has a whole launch.
 *
 * @example
 * __global__ void scale(float *out) { out[0] = 1; }
 * launch.json: { "kernel": "scale", "grid": ▸"many"▸, "block": [32, 1, 1], "arguments": [] }
 */
export const launchFormat = launchErrorKind(
  "launch-format",
  (path: string, why: string) => `The launch is not in order${path === "" ? "" : ` at \`${path}\``}: ${why}.`,
);

/**
 * A cluster has more blocks than a GPU runs together.
 *
 * Use at most 8 blocks a cluster, or 16 where the kernel allows sizes that not every GPU has.
 *
 * @example
 * __global__ void __cluster_dims__(32, 1, 1) scale(float *out) { out[0] = 1; }
 * int main() { float *d; cudaMalloc(&d, 4); ▸scale<<<32, 32>>>(d)▸; }
 */
export const clusterTooLarge = launchErrorKind(
  "cluster-too-large",
  (most: number, cluster: readonly number[]) =>
    `A cluster has at most ${most} blocks, 8 on every GPU; this one has ${cluster.join(" × ")}.`,
);

/**
 * A grid is no whole number of clusters.
 *
 * Round the grid up to a multiple of the cluster, along x, y and z, and guard the kernel.
 *
 * @example
 * __global__ void __cluster_dims__(2, 1, 1) scale(float *out) { out[0] = 1; }
 * int main() { float *d; cudaMalloc(&d, 4); ▸scale<<<3, 32>>>(d)▸; }
 */
export const clusterGrid = launchErrorKind(
  "cluster-grid",
  (cluster: readonly number[], grid: readonly number[]) =>
    `A grid of ${grid.join(" × ")} blocks is no whole number of clusters of ${cluster.join(" × ")}: each extent must be a multiple.`,
);

/**
 * A block has more threads than a GPU can run as one.
 *
 * Use at most 1,024 threads a block, and more blocks.
 *
 * @example
 * __global__ void scale(float *out) { out[0] = 1; }
 * int main() { float *d; cudaMalloc(&d, 4); ▸scale<<<1, 2048>>>(d)▸; }
 */
export const blockTooLarge = launchErrorKind(
  "block-too-large",
  (most: number, threads: number) => `A block has at most ${most} threads; the launch has ${threads}.`,
);

/**
 * A launch has more blocks, or a block more threads, along one axis than a GPU takes: 65,535 blocks along y and z, 64 threads along z.
 *
 * Put the longest extent along x.
 *
 * @example
 * __global__ void scale(float *out) { out[0] = 1; }
 * int main() { float *d; cudaMalloc(&d, 4); ▸scale<<<dim3(1, 70000), 32>>>(d)▸; }
 */
export const launchTooLong = launchErrorKind(
  "launch-too-long",
  (whole: string, most: number, parts: string, extent: number) => `A ${whole} has at most ${most} ${parts}; the launch has ${extent}.`,
);

/**
 * A launch asks for more shared memory than a block can have.
 *
 * Use a smaller tile.
 *
 * @example
 * __global__ void scale(float *out) { out[0] = 1; }
 * int main() { float *d; cudaMalloc(&d, 4); ▸scale<<<1, 32, 1 << 20>>>(d)▸; }
 */
export const sharedMemoryOfLaunch = launchErrorKind(
  "shared-memory-of-launch",
  (asked: string, most: string) => `The launch asks for ${asked} bytes of shared memory per block; no device has more than ${most}.`,
);

/**
 * Arrays of the device, or the local memory of a block, need more memory than the lab's device has.
 *
 * Make the sizes smaller, or free what is no longer used.
 *
 * @example
 * int main() { float *d; ▸cudaMalloc(&d, 1ull << 40)▸; }
 */
export const deviceMemoryFull = launchErrorKind(
  "device-memory-full",
  (what: string, asked: string, taken: string, most: string) =>
    `${what} needs ${asked} bytes, and ${taken} are taken: the lab's memory holds ${most} bytes.`,
);

/**
 * An allocation of the device has a size that is negative, or beyond any memory: a difference of two sizes, or a product that overflows.
 *
 * Check how the bytes are computed.
 *
 * @example
 * int main() { int n = 0; float *d; ▸cudaMalloc(&d, (n - 1) * sizeof(float))▸; }
 */
export const allocationSize = launchErrorKind(
  "allocation-size",
  (name: string, bytes: number) => `\`${name}\` cannot have ${bytes} bytes.`,
);

/**
 * A launch gives another number of arguments than its kernel takes.
 *
 * Give one for each parameter, in their order.
 *
 * @example
 * __global__ void scale(float *out, float by) { out[0] *= by; }
 * launch.json: { "kernel": "scale", "grid": [1, 1, 1], "block": [32, 1, 1], "arguments": ▸[]▸ }
 */
export const launchArguments = launchErrorKind(
  "launch-arguments",
  (takes: number, given: number) => `The kernel takes ${counted(takes, "argument")}; the launch gives ${given}.`,
);

/**
 * A launch gives an array for a number, a number for a pointer, or a struct for one of them.
 *
 * Look at the parameter's type.
 *
 * @example
 * __global__ void scale(float *out) { out[0] = 2; }
 * launch.json: { "kernel": "scale", "grid": [1, 1, 1], "block": [32, 1, 1], "arguments": [{ ▸"value": 5▸, "type": "int" }] }
 */
export const launchArgumentType = launchErrorKind(
  "launch-argument-type",
  (name: string, type: string, given: string) => `\`${name}\` is ${aType(type)}; the launch gives ${given}.`,
);

/**
 * A launch gives a struct more values than it has fields.
 *
 * Leave out the last ones.
 *
 * @example
 * struct Pair { int a, b; };
 * __global__ void sum(Pair p) {}
 * launch.json: { "kernel": "sum", "grid": [1, 1, 1], "block": [32, 1, 1], "arguments": [{ "struct": ▸[{ "value": 1, "type": "int" }, { "value": 2, "type": "int" }, { "value": 3, "type": "int" }]▸, "type": "Pair" }] }
 */
export const launchFields = launchErrorKind(
  "launch-fields",
  (type: string, fields: number, given: number) => `${aTypeFirst(type)} has ${counted(fields, "field")}; the launch gives ${given}.`,
);

/**
 * A launch asks for a tensor map that the driver would refuse, as `cuTensorMapEncodeTiled` does with CUDA_ERROR_INVALID_VALUE.
 *
 * Choose sizes, a box and a swizzle that fit each other and the array.
 *
 * @example
 * #include <cuda.h>
 * __global__ void fetch(const __grid_constant__ CUtensorMap in) {}
 * launch.json: { "kernel": "fetch", "grid": [1, 1, 1], "block": [32, 1, 1], "arguments": [{ "array": "in", "type": "half", "length": 4096, "tensorMap": { "sizes": [64, 64], "box": ▸[64, 64]▸, "swizzle": "64B" } }] }
 */
export const launchTensorMap = launchErrorKind(
  "launch-tensor-map",
  (array: string, why: string) => `There is no such tensor map of \`${array}\`: ${why}.`,
);

/**
 * A launch gives an array whose elements have a type that the text does not have.
 *
 * Write a type of the text or of CUDA.
 *
 * @example
 * __global__ void scale(float *out) { out[0] = 2; }
 * launch.json: { "kernel": "scale", "grid": [1, 1, 1], "block": [32, 1, 1], "arguments": [{ "array": "out", "type": ▸"Matrix"▸, "length": 32 }] }
 */
export const launchElementType = launchErrorKind(
  "launch-element-type",
  (array: string, type: string) => `The array \`${array}\` has elements of type \`${type}\`, which the text does not have.`,
);

/**
 * A launch fills a variable of the device that the text does not have.
 *
 * Check its name.
 *
 * @example
 * __constant__ float weights[4];
 * __global__ void scale(float *out) { out[0] = weights[0]; }
 * launch.json: { "kernel": "scale", "grid": [1, 1, 1], "block": [32, 1, 1], "arguments": [{ "array": "out", "type": "float", "length": 32 }], "symbols": { ▸"weight"▸: "index" } }
 */
export const launchSymbol = launchErrorKind(
  "launch-symbol",
  (name: string) => `The text has no \`__constant__\` or \`__device__\` variable \`${name}\`.`,
);

/**
 * An array is filled with random integers between two that are in the wrong order, or too far apart.
 *
 * Write the smaller one first.
 *
 * @example
 * __global__ void scale(float *out) { out[0] = 2; }
 * launch.json: { "kernel": "scale", "grid": [1, 1, 1], "block": [32, 1, 1], "arguments": [{ "array": "out", "type": "float", "length": 32, "fill": { "random": { "seed": 1, ▸"from": 10, "to": 0▸ } } }] }
 */
export const randomRange = launchErrorKind(
  "random-range",
  (from: number, to: number) => `Random numbers need integers \`from\` < \`to\`, at most 2³² − 1 apart, not ${from} and ${to}.`,
);

/**
 * The formula for what an array should hold is not C++, or goes beyond an array.
 *
 * Write an expression of `i`, the arrays and the arguments: `2 * in[i]`.
 *
 * @example the formula `3 *`
 */
export const unusableFormula = launchErrorKind("unusable-formula", (why: string) => `The formula cannot be used: ${why}`);

/**
 * The numbers that an array should hold are more or fewer than the array has.
 *
 * Give one for each component, those of an element next to each other.
 *
 * @example two numbers for an array of 16
 */
export const expectedCount = launchErrorKind(
  "expected-count",
  (name: string, has: string, given: number) =>
    `\`${name}\` has ${has}; ${counted(given, "expected number")} ${given === 1 ? "is" : "are"} given.`,
);

/**
 * An array is to be compared with one of another length.
 *
 * Compare it with an array of the same elements.
 *
 * @example an array of 16 numbers, compared with one of 8
 */
export const expectedLength = launchErrorKind(
  "expected-length",
  (name: string, has: string, other: string, otherHas: string) =>
    `\`${name}\` has ${has}, and \`${other}\` has ${otherHas}: they cannot be compared.`,
);

/**
 * A block of a kernel takes more steps than the lab runs, and has not ended. Nobody can know whether it would.
 *
 * Look for a loop whose condition stays true; if there is none, give a block less to do: a smaller size, or more blocks.
 *
 * @example `while (true) ;` in a kernel
 */
export const tooMuchWork = launchErrorKind("too-much-work", (most: string, endedBlocks: number) =>
  endedBlocks === 0
    ? `the kernel takes more than ${most} steps of warps, and its first block has not ended: either the condition of this loop stays true, or one block has too much to do. Try a smaller size.`
    : `the kernel takes more than ${most} steps of warps; ${counted(endedBlocks.toLocaleString("en-US"), "block")} had ended.`,
);

/**
 * An expression of a kernel has so many parts within parts that the lab cannot turn it into code.
 *
 * Split it: give the parts names.
 *
 * @example a sum of 900 elements
 */
export const kernelTooDeep = launchErrorKind(
  "kernel-too-deep",
  () => "An expression of this kernel is nested too deeply. Split it into statements.",
);

/**
 * A kernel has so many calls, each of which the lab writes out, that it becomes too large.
 *
 * Use a loop instead of functions that call each other twice and more.
 *
 * @example 30 functions, each of which calls the one before twice
 */
export const kernelTooLarge = launchErrorKind("kernel-too-large", () => "This kernel becomes too large once its calls are written out.");
