import { errorKind } from "./error-kind.ts";
import { elementCount } from "./wording.ts";

// The host's memory, and what it does with that of the device.

/**
 * The host follows a null pointer.
 *
 * Set it first: by `malloc`, or to the address of a variable.
 *
 * @example
 * int main() { int *p = nullptr; ▸*p = 1▸; }
 */
export const nullPointer = errorKind("null-pointer", () => "The host follows a null pointer here.");

/**
 * The host follows a pointer that leads to the device's memory.
 *
 * Copy by `cudaMemcpy`, or allocate by `cudaMallocManaged`.
 *
 * @example
 * int main() { int *p; cudaMalloc(&p, 4); ▸*p = 1▸; }
 */
export const deviceMemoryAccessed = errorKind(
  "device-memory-accessed",
  (name: string) => `This pointer leads to \`${name}\` in the device's memory, which the host cannot access: copy with \`cudaMemcpy\`.`,
);

/**
 * The host follows a pointer into the device's memory where nothing is allocated.
 *
 * Look for an index beyond the end, or a `cudaFree` before.
 *
 * @example
 * int main() { int *p; cudaMalloc(&p, 4); cudaFree(p); ▸*p = 1▸; }
 */
export const unallocatedDeviceMemory = errorKind(
  "unallocated-device-memory",
  () => "This pointer leads to memory of the device that is not allocated.",
);

/**
 * The host goes beyond the end of an array.
 *
 * Compare the index with the length; a string needs room for the zero at its end.
 *
 * @example
 * int main() { int *p = (int *)malloc(4); ▸p[1] = 1▸; }
 */
export const beyondArray = errorKind("beyond-array", (isInside: boolean) =>
  isInside
    ? "The host goes beyond the end of an array here."
    : "The host accesses memory here that it did not allocate: beyond the end of an array?",
);

/**
 * The host uses an element that an array with a length does not have.
 *
 * Elements are counted from 0: the last one of three is 2.
 *
 * @example
 * int main() { int a[3]; ▸a[3]▸ = 1; }
 */
export const arrayElement = errorKind(
  "array-element",
  (index: number, length: number) => `The host uses element ${index} of an array of ${length}.`,
);

/**
 * The host goes beyond an array of `cudaMallocHost`, `cudaHostAlloc` or `cudaMallocManaged`.
 *
 * Compare the index with the length that was asked for.
 *
 * @example
 * int main() { float *h; cudaMallocHost(&h, 4 * sizeof(float)); for (int i = 0; i <= 4; i++) ▸h[i] = i▸; }
 */
export const hostArrayElement = errorKind(
  "host-array-element",
  (isWrite: boolean, index: number, name: string, isPinned: boolean, elements: number, element: string) =>
    `The host ${isWrite ? "writes" : "reads"} element ${index} of \`${name}\`, ${isPinned ? "a host array" : "a managed array"} of ${elementCount(elements, element)}.`,
);

/**
 * The host, or a function of the CUDA runtime, goes beyond the end of an allocation of the device.
 *
 * Compare the bytes with those of `cudaMalloc`: `n * sizeof(float)`.
 *
 * @example
 * int main() { int *p; cudaMalloc(&p, 4); ▸cudaMemset(p, 0, 8)▸; }
 */
export const beyondAllocation = errorKind(
  "beyond-allocation",
  (who: string, beyond: number, name: string, bytes: number) =>
    `${who} goes ${beyond} bytes beyond the end of \`${name}\`, which has ${bytes}.`,
);

/**
 * The host uses memory that it has freed.
 *
 * Free it after its last use.
 *
 * @example
 * int main() { int *p = (int *)malloc(4); free(p); ▸*p = 1▸; }
 */
export const usedAfterFree = errorKind("used-after-free", () => "This memory was freed before, and the host still uses it.");

/**
 * Memory is freed for the second time.
 *
 * Free it once; set the pointer to `nullptr` afterwards.
 *
 * @example
 * int main() { int *p = (int *)malloc(4); free(p); ▸free(p)▸; }
 */
export const freedTwice = errorKind("freed-twice", () => "This memory was freed before.");

/**
 * `free` or `delete` is given a pointer that `malloc` or `new` did not return.
 *
 * Free what was allocated: the pointer to its first byte; memory of the device by `cudaFree`.
 *
 * @example
 * int main() { int x; ▸free(&x)▸; }
 */
export const notAllocated = errorKind(
  "not-allocated",
  (owner: string | undefined) =>
    `This is not what \`malloc\` or \`new\` returned${owner === undefined ? "" : `: \`${owner}\` is the device's, use \`cudaFree\``}.`,
);

/**
 * The host asks for more memory than the lab's host has.
 *
 * Make the sizes smaller, or free what is no longer used.
 *
 * @example
 * int main() { int *p = (int *)▸malloc(1ull << 40)▸; }
 */
export const hostMemoryFull = errorKind(
  "host-memory-full",
  (asked: string, used: string, most: string) =>
    `The host asks for ${asked} bytes, and uses ${used}: the lab's host has ${most} bytes in all. Make the sizes smaller.`,
);

/**
 * A string goes on for longer than the lab reads one.
 *
 * Write the zero at its end: `text[length] = '\0';`
 *
 * @example
 * #include <string.h>
 * int main() { char *p = (char *)malloc(2000000); memset(p, 'x', 2000000); ▸printf("%s", p)▸; }
 */
export const stringEnd = errorKind(
  "string-end",
  (most: string) => `This string is longer than ${most} characters: is the zero at its end missing?`,
);

/**
 * A function of the CUDA runtime needs a pointer to the device's memory, and is given one to the host's.
 *
 * Pass the pointer that `cudaMalloc` has set; for a copy, check its kind.
 *
 * @example
 * int main() { int *p = (int *)malloc(4); ▸cudaMemset(p, 0, 4)▸; }
 */
export const devicePointerNeeded = errorKind(
  "device-pointer-needed",
  (name: string) => `\`${name}\` needs a pointer to the device's memory here; this one leads to the host's.`,
);

/**
 * A function of the CUDA runtime is given a null pointer.
 *
 * Allocate the memory first, by `cudaMalloc`.
 *
 * @example
 * int main() { ▸cudaMemset(nullptr, 0, 4)▸; }
 */
export const nullForDevice = errorKind("null-for-device", (name: string) => `\`${name}\` gets a null pointer.`);

/**
 * A function of the CUDA runtime is given a pointer to memory of the device that is not allocated.
 *
 * Look for a `cudaFree` before it, or a pointer that was never set.
 *
 * @example
 * int main() { int *p; cudaMalloc(&p, 4); cudaFree(p); ▸cudaMemset(p, 0, 4)▸; }
 */
export const unallocatedForDevice = errorKind(
  "unallocated-for-device",
  (name: string) => `\`${name}\` gets a pointer to memory of the device that is not allocated, or was freed.`,
);

/**
 * `cudaFree` is given a pointer at which no allocation begins.
 *
 * Free each allocation once, by the pointer that `cudaMalloc` has set.
 *
 * @example
 * int main() { int *p; cudaMalloc(&p, 4); cudaFree(p); ▸cudaFree(p)▸; }
 */
export const noAllocationToFree = errorKind("no-allocation-to-free", () => "No allocation of the device begins here: was it freed before?");

/**
 * The device is to access memory that `malloc` has allocated.
 *
 * Allocate it by `cudaHostAlloc`.
 *
 * @example
 * int main() { int *p = (int *)malloc(4), *q; ▸cudaHostGetDevicePointer((void **)&q, p, 0)▸; }
 */
export const hostMemoryOnly = errorKind(
  "host-memory-only",
  () => "This memory is the host's alone: allocate it with `cudaHostAlloc` for the device to access it.",
);

/**
 * The kind of a copy is a number that CUDA does not have.
 *
 * Write `cudaMemcpyHostToDevice`, `cudaMemcpyDeviceToHost` or `cudaMemcpyDeviceToDevice`.
 *
 * @example
 * int main() { int *p, x = 1; cudaMalloc(&p, 4); ▸cudaMemcpy(p, &x, 4, (cudaMemcpyKind)9)▸; }
 */
export const unknownCopyKind = errorKind("unknown-copy-kind", (kind: number) => `${kind} is no kind of \`cudaMemcpy\`.`);

/**
 * The kind of a copy says that a pointer leads to the host's memory, and it leads to the device's.
 *
 * Name the source first, then the destination: `cudaMemcpyDeviceToHost` copies to the host.
 *
 * @example
 * int main() { int *p, x = 1; cudaMalloc(&p, 4); ▸cudaMemcpy(&x, p, 4, cudaMemcpyHostToHost)▸; }
 */
export const copyKind = errorKind(
  "copy-kind",
  (kind: string, name: string) => `\`${kind}\` does not fit: \`${name}\` lies in the device's memory.`,
);
