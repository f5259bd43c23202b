import { INACTIVE, type RunOptions } from "#simulator";

/** The accesses of all threads of a run, in a few characters: two runs of one launch are compared by it. */
export interface AccessPrint {
  /** Equal where each thread accesses the same element in each pass. */
  readonly addresses: string;
  /** Equal where the same elements are accessed equally often, whichever thread does it. */
  readonly elements: string;
}

/** Watches a run, and makes a print of each access. */
export class AccessPrints {
  readonly #seen: Seen[] = [];

  /** For `RunOptions.observe`. */
  readonly observe: NonNullable<RunOptions["observe"]> = (accessNumber, indexes) => {
    const seen = (this.#seen[accessNumber] ??= { inOrder: [0x811c9dc5, 0x9747b28c], sums: [0, 0] });
    let [one, other] = seen.inOrder;
    let [sum, mixedSum] = seen.sums;
    for (const index of indexes) {
      one = Math.imul(one ^ index, 0x01000193);
      other = Math.imul((other << 7) ^ (other >>> 25) ^ index, 0x85ebca6b);
      if (index === INACTIVE) continue;
      sum = (sum + index + 1) | 0;
      mixedSum = (mixedSum + mixed(index)) | 0;
    }
    seen.inOrder = [one, other];
    seen.sums = [sum, mixedSum];
  };

  /** The prints of so many accesses, in the kernel's order. */
  prints(accesses: number): AccessPrint[] {
    return Array.from({ length: accesses }, (_, number) => {
      const { inOrder, sums } = this.#seen[number] ?? { inOrder: [0, 0], sums: [0, 0] };
      return { addresses: text(inOrder), elements: text(sums) };
    });
  }
}

type Pair = readonly [number, number];

interface Seen {
  inOrder: Pair;
  sums: Pair;
}

/** A bijection of 32-bit numbers that scatters them: the finalizer of MurmurHash3. */
function mixed(index: number): number {
  let bits = Math.imul(index ^ (index >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

function text(pair: Pair): string {
  return pair.map((half) => (half >>> 0).toString(36)).join("-");
}
