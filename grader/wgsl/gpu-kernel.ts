import { hashId } from "#simulator";

/**
 * A kernel for a GPU, as data: WGSL, buffers, and how many workgroups. Whoever runs it needs to know nothing of exercises:
 *
 * 1. Make a storage buffer for each of `buffers`, with `initialWords(buffer)` in it.
 * 2. Make a compute pipeline of `code` with the entry point `main`, and one bind group, 0, with `bindings`.
 * 3. Dispatch `workgroups`. A dispatch that is to give the same again needs the contents of step 1 again in buffers that are `isWritten`.
 * 4. Read the buffer `faults` first: where a word of it isn't 0, the kernel left something out, and its results mean nothing. Then compare
 *    other buffers that are `isWritten` with `expectedWords`, by `differingElements`.
 */
export interface GpuKernel {
  /** WGSL of generated names and numbers alone; every index is checked before memory is accessed, and every loop ends. */
  readonly code: string;
  readonly buffers: readonly GpuBuffer[];
  /** What each binding of bind group 0 is, in their order. A buffer that is only read may have two. */
  readonly bindings: readonly GpuBinding[];
  /** Workgroups along x, y and z. */
  readonly workgroups: readonly [x: number, y: number, z: number];
  /** Threads of a workgroup along x, y and z. */
  readonly workgroupSize: readonly [x: number, y: number, z: number];
  /** Bytes of shared memory that a workgroup has. */
  readonly sharedBytes: number;
  /** The meaning of each word of the buffer `faults`. */
  readonly faults: readonly FaultCounter[];
  /** Where this kernel does something else than CUDA's, in sentences for the learner. */
  readonly notes: readonly string[];
}

/** A storage buffer. */
export interface GpuBuffer {
  /** The array's name in the kernel; "faults" and "sums" are added ones. */
  readonly name: string;
  readonly bytes: number;
  readonly contents: GpuContents;
  /** Whether the kernel stores to it. */
  readonly isWritten: boolean;
  /** Bits of each element that mean something, from the lowest on: fewer than it has where its values come from narrower ones. */
  readonly bits: number;
  readonly bytesPerElement: number;
}

export interface GpuBinding {
  /** The buffer's place in `buffers`. */
  readonly buffer: number;
  readonly access: "read" | "read-write";
}

/** The contents of a buffer when a kernel starts: nothing but zeros, numbers, or an array whose elements hold values that identify them. */
export type GpuContents =
  | { readonly kind: "zeros" }
  | { readonly kind: "numbers"; readonly numbers: readonly number[] }
  | {
      readonly kind: "source";
      readonly elements: number;
      /** The id of the first element; each has that of the one before it plus 1. */
      readonly firstId: number;
      /** Whether elements hold their hashed ids, for a kernel that adds them up. */
      readonly isHashed: boolean;
    };

/** A word of the buffer `faults`: how often threads would have done what the kernel left out. */
export interface FaultCounter {
  readonly kind: "index" | "division" | "turns";
  /** The access that it is about. */
  readonly access?: string;
}

/** The contents of a buffer when a kernel starts. */
export function initialWords({ bytes, bytesPerElement, contents }: GpuBuffer): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(bytes / 4);
  if (contents.kind === "numbers") words.set(contents.numbers);
  if (contents.kind === "source") {
    const { firstId, isHashed, elements } = contents;
    const [view, step] = elementsIn(words, bytesPerElement);
    if (isHashed) for (let element = 0; element < elements; element++) view[element * step] = hashId(firstId + element);
    else for (let element = 0; element < elements; element++) view[element * step] = firstId + element;
  }
  return words;
}

/** A buffer's contents by elements, and how many apart in it these are: narrow elements have their lowest bits, wide ones zeros after them. */
export function elementsIn(
  words: Uint32Array<ArrayBuffer>,
  bytesPerElement: number,
): readonly [view: Uint8Array | Uint16Array | Uint32Array, step: number] {
  if (bytesPerElement >= 4) return [words, bytesPerElement / 4];
  const { buffer, byteOffset, byteLength } = words;
  return [bytesPerElement === 2 ? new Uint16Array(buffer, byteOffset, byteLength / 2) : new Uint8Array(buffer, byteOffset, byteLength), 1];
}

/** Elements that differ between two contents of a buffer, in the bits that mean something. */
export function differingElements(
  { bytesPerElement, bits }: Pick<GpuBuffer, "bytesPerElement" | "bits">,
  actual: Uint32Array<ArrayBuffer>,
  expected: Uint32Array<ArrayBuffer>,
): number[] {
  const [one, step] = elementsIn(actual, bytesPerElement);
  const [other] = elementsIn(expected, bytesPerElement);
  const mask = bits >= 32 ? -1 : 2 ** bits - 1;
  const differing: number[] = [];
  for (let place = 0; place < other.length; place += step) {
    if (((one[place]! ^ other[place]!) & mask) !== 0) differing.push(place / step);
  }
  return differing;
}
