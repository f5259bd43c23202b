import { INACTIVE, WARP_SIZE, accessesOf, requestOf, type AccessTrace, type Kernel, type Trace, type WarpRequest } from "#simulator";

/** The requests of at most so many warps of the first block are kept. */
const MAX_WARPS = 8;

/** One access of a run, for a picture and its table of lanes. */
export interface AccessExcerpt {
  /** The counts of the whole run. */
  readonly totals: AccessTrace;
  readonly array: ExcerptArray;
  /** Elements that a lane moves with one instruction. */
  readonly elementsPerLane: number;
  /** The requests of the first block's warps, in the first execution of the access: at most 8. */
  readonly requests: readonly WarpRequest[];
  /** For each of these requests what the index function returned for its 32 lanes, as it stands: null for a thread that sits out. */
  readonly indexes: readonly (readonly (number | null)[])[];
}

/** The array that an access is to. Byte addresses count from its start. */
export interface ExcerptArray {
  readonly name: string;
  readonly bytesPerElement: number;
  readonly length: number;
}

/** Watches the first block of a run, in the first execution of each access. */
export class FirstBlock {
  readonly #seen = new Map<number, Int32Array>();

  /** For `RunOptions.observe`. */
  readonly observe = (accessNumber: number, indexes: Int32Array): void => {
    if (!this.#seen.has(accessNumber)) this.#seen.set(accessNumber, indexes.slice(0, MAX_WARPS * WARP_SIZE));
  };

  /** What was seen, one per access in the kernel's order. */
  accesses({ accesses }: Trace, kernel: Kernel): AccessExcerpt[] {
    const inText = accessesOf(kernel.steps);
    return accesses.map((totals, number) => {
      const { bytesPerElement, length } = arrayOf(totals, kernel);
      const warps = warpsOf(this.#seen.get(number));
      return {
        totals,
        array: { name: totals.array, bytesPerElement, length },
        elementsPerLane: inText[number]?.elementsPerLane ?? 1,
        requests: warps.map((lanes) => requestOf(totals, bytesPerElement, lanes)),
        indexes: warps.map((lanes) => Array.from(lanes, (index) => (index === INACTIVE ? null : index))),
      };
    });
  }
}

function arrayOf({ array: name }: AccessTrace, { arrays }: Kernel) {
  const array = arrays[name];
  if (array === undefined) throw new Error(`the kernel has no array "${name}"`);
  return array;
}

function warpsOf(indexes: Int32Array = new Int32Array()): Int32Array[] {
  return Array.from({ length: indexes.length / WARP_SIZE }, (_, warp) => indexes.subarray(warp * WARP_SIZE, (warp + 1) * WARP_SIZE));
}
