import {
  INACTIVE,
  WARP_SIZE,
  accessesOf,
  requestOf,
  type AccessTrace,
  type Dim3,
  type Kernel,
  type RunOptions,
  type Trace,
  type WarpRequest,
} from "#simulator";

/** How many warps' requests are stored at most. */
const MAX_WARPS = 8;

/** One access of a run, for a picture and its table of lanes. */
export interface AccessExcerpt {
  /** The counts of the whole run. */
  readonly totals: AccessTrace;
  readonly array: ExcerptArray;
  /** Elements that a lane moves with one instruction. */
  readonly elementsPerLane: number;
  /** The first warps, block after block: at most 8. */
  readonly warps: readonly ExcerptWarp[];
}

/** One warp's indexes and request in the first execution of the access. */
export interface ExcerptWarp {
  readonly place: WarpPlace;
  readonly request: WarpRequest;
  /** The results of the index function for the 32 lanes: null for an inactive thread. */
  readonly indexes: readonly (number | null)[];
}

export interface WarpPlace {
  readonly blockIdx: Dim3;
  /** Number of the warp in its block. */
  readonly warp: number;
}

/** The array that an access is to. Byte addresses count from its start. */
export interface ExcerptArray {
  readonly name: string;
  readonly bytesPerElement: number;
  readonly length: number;
}

/** Watches the first warps of a run, in the first execution of each access. */
export class FirstWarps {
  readonly #seen: SeenWarp[][] = [];

  /** For `RunOptions.observe`. */
  readonly observe: NonNullable<RunOptions["observe"]> = (accessNumber, indexes, blockIdx) => {
    const seen = (this.#seen[accessNumber] ??= []);
    if (seen.length === MAX_WARPS || seen.some((one) => isSame(one.place.blockIdx, blockIdx))) return;
    const { x, y, z } = blockIdx;
    for (let warp = 0; warp * WARP_SIZE < indexes.length && seen.length < MAX_WARPS; warp++) {
      seen.push({ place: { blockIdx: { x, y, z }, warp }, indexes: indexes.slice(warp * WARP_SIZE, (warp + 1) * WARP_SIZE) });
    }
  };

  /** The recorded excerpts, one per access in the kernel's order. */
  accesses({ accesses }: Trace, kernel: Kernel): AccessExcerpt[] {
    const inText = accessesOf(kernel.steps);
    return accesses.map((totals, number) => {
      const { bytesPerElement, length } = arrayOf(totals, kernel);
      const seen = this.#seen[number] ?? [];
      return {
        totals,
        array: { name: totals.array, bytesPerElement, length },
        elementsPerLane: inText[number]?.elementsPerLane ?? 1,
        warps: seen.map(({ place, indexes }, warp) => ({
          place,
          request: this.#withTarget(requestOf(totals, bytesPerElement, indexes), accesses[number + 1], kernel, number + 1, warp),
          indexes: Array.from(indexes, (index) => (index === INACTIVE ? null : index)),
        })),
      };
    });
  }

  /** A copy's request to global memory with its places in shared memory: the store that follows it in the kernel is its other half. */
  #withTarget(request: WarpRequest, target: AccessTrace | undefined, kernel: Kernel, number: number, warp: number): WarpRequest {
    const seen = this.#seen[number]?.[warp];
    if (request.instruction !== "cp.async.cg" || request.op !== "load" || !target || !seen) return request;
    const { activeMask, addresses } = requestOf(target, arrayOf(target, kernel).bytesPerElement, seen.indexes);
    return { ...request, activeMask: (request.activeMask & activeMask) >>> 0, sharedAddresses: addresses };
  }
}

interface SeenWarp {
  readonly place: WarpPlace;
  readonly indexes: Int32Array;
}

function isSame(a: Dim3, b: Dim3): boolean {
  return a.x === b.x && a.y === b.y && a.z === b.z;
}

function arrayOf({ array: name }: AccessTrace, { arrays }: Kernel) {
  const array = arrays[name];
  if (array === undefined) throw new Error(`the kernel has no array "${name}"`);
  return array;
}
