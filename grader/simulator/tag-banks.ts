import type { TagBanks } from "./devices.ts";

/** 1 when the number of set bits is odd. */
function parity(bits: number): number {
  bits ^= bits >>> 16;
  bits ^= bits >>> 8;
  bits ^= bits >>> 4;
  return (0x6996 >>> (bits & 15)) & 1;
}

/** The tag bank, 0 to 3, of a cache line under a hash of the device's masks. */
export function tagBank(lineNumber: number, masks: readonly [number, number]): number {
  return parity(lineNumber & masks[0]) | (parity(lineNumber & masks[1]) << 1);
}

/** Counts cache lines on their tag banks; the busiest bank decides how many wavefronts the tag stage takes. */
export class TagStage {
  readonly #banks: TagBanks;
  readonly #load = new Int32Array(4);
  #lines = 0;

  constructor(banks: TagBanks) {
    this.#banks = banks;
  }

  clear(): void {
    this.#load.fill(0);
    this.#lines = 0;
  }

  add(lineNumber: number): void {
    this.#lines++;
    if (this.#banks.masks) this.#load[tagBank(lineNumber, this.#banks.masks)]++;
  }

  get wavefronts(): number {
    if (!this.#banks.masks) return Math.ceil(this.#lines / this.#banks.count);
    return Math.max(this.#load[0], this.#load[1], this.#load[2], this.#load[3]);
  }
}
