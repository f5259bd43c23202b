import { WARP_SIZE } from "#simulator";
import type { LaneGroups } from "./lane-groups.ts";

/**
 * The bytes of an allocation that were written: one bit per byte, so a 32-bit word stands for a sector. Accesses are aligned to their
 * width, so none straddles two words.
 */
export class WrittenBytes {
  /** Bit 0 of word 0 stands for the allocation's first byte. */
  readonly words: Uint32Array;
  readonly #base: number;

  /** Starts with no byte written. @param base address of the first byte */
  constructor(base: number, bytes: number) {
    this.#base = base;
    this.words = new Uint32Array(Math.ceil(bytes / 32));
  }

  clear(): void {
    this.words.fill(0);
  }

  /** Marks the bytes from one address up to another. */
  markBetween(start: number, end: number): void {
    const { words } = this;
    const to = end - this.#base;
    let offset = start - this.#base;
    for (; offset < to && offset % 32 !== 0; offset++) words[offset >>> 5]! |= 1 << offset;
    const whole = Math.max(offset, to - (to % 32));
    words.fill(-1, offset >>> 5, whole >>> 5);
    for (offset = whole; offset < to; offset++) words[offset >>> 5]! |= 1 << offset;
  }

  /** Whether all bytes from one address up to another were written. */
  isWritten(start: number, end: number): boolean {
    return this.#holds(start, end, (word, ones) => (word & ones) === ones);
  }

  /** Whether any of them was. */
  isAnyWritten(start: number, end: number): boolean {
    return !this.#holds(start, end, (word, ones) => (word & ones) === 0);
  }

  /** Notes that a byte was not written. */
  unmark(address: number): void {
    const offset = address - this.#base;
    this.words[offset >>> 5]! &= ~(1 << offset);
  }

  /** Whether a test holds for the bits of all words between two addresses. */
  #holds(start: number, end: number, test: (word: number, ones: number) => boolean): boolean {
    const to = end - this.#base;
    for (let offset = start - this.#base; offset < to; offset = (offset | 31) + 1) {
      const bits = Math.min(32 - (offset & 31), to - offset);
      const ones = onesOf(bits) << offset;
      if (!test(this.words[offset >>> 5]!, ones)) return false;
    }
    return true;
  }

  /** Marks the bytes that the lanes write. */
  mark(bytesPerLane: number, activeMask: number, addresses: ArrayLike<number>): void {
    const { words } = this;
    const base = this.#base;
    const ones = onesOf(bytesPerLane);
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((activeMask >>> lane) & 1) === 0) continue;
      const offset = addresses[lane]! - base;
      words[offset >>> 5]! |= ones << offset;
    }
  }

  /** The mask of the lanes that read a byte that was never written. */
  lanesNotWritten(bytesPerLane: number, activeMask: number, addresses: ArrayLike<number>): number {
    const { words } = this;
    const base = this.#base;
    const ones = onesOf(bytesPerLane);
    let lanes = 0;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((activeMask >>> lane) & 1) === 0) continue;
      const offset = addresses[lane]! - base;
      if (((words[offset >>> 5]! >>> offset) & ones) !== ones) lanes |= 1 << lane;
    }
    return lanes;
  }

  /** Whether the bytes that groups of lanes read were all written. */
  areGroupsWritten(bytesPerLane: number, addresses: ArrayLike<number>, { count, lanes }: LaneGroups): boolean {
    const { words } = this;
    const base = this.#base;
    const ones = onesOf(bytesPerLane);
    let all = ones;
    for (let group = 0; group < count; group++) {
      const offset = addresses[lanes[2 * group]!]! - base;
      all &= words[offset >>> 5]! >>> offset;
    }
    return all === ones;
  }

  /** `mark` for evenly spaced lanes. */
  markRun(bytesPerLane: number, activeMask: number, first: number, strideBytes: number): void {
    const { words } = this;
    const firstOffset = first - this.#base;
    if (activeMask === -1 && strideBytes === bytesPerLane) {
      // The bytes are contiguous: 32 × bytesPerLane of them, as many words, and one more if the first isn't whole.
      const firstWord = firstOffset >>> 5;
      const bitsBefore = firstOffset & 31;
      words[firstWord]! |= -1 << bitsBefore;
      for (let word = firstWord + 1; word < firstWord + bytesPerLane; word++) words[word] = 0xffffffff;
      if (bitsBefore !== 0) words[firstWord + bytesPerLane]! |= ~(-1 << bitsBefore);
      return;
    }
    const ones = onesOf(bytesPerLane);
    for (let lane = 0, offset = firstOffset; lane < WARP_SIZE; lane++, offset += strideBytes) {
      if (((activeMask >>> lane) & 1) !== 0) words[offset >>> 5]! |= ones << offset;
    }
  }

  /** `lanesNotWritten` for evenly spaced lanes. */
  runLanesNotWritten(bytesPerLane: number, activeMask: number, first: number, strideBytes: number): number {
    const { words } = this;
    const firstOffset = first - this.#base;
    if (activeMask === -1 && strideBytes === bytesPerLane) {
      const firstWord = firstOffset >>> 5;
      const bitsBefore = firstOffset & 31;
      let all = words[firstWord]! | ~(-1 << bitsBefore);
      for (let word = firstWord + 1; word < firstWord + bytesPerLane; word++) all &= words[word]!;
      if (bitsBefore !== 0) all &= words[firstWord + bytesPerLane]! | (-1 << bitsBefore);
      if (all === -1) return 0;
    }
    const ones = onesOf(bytesPerLane);
    let lanes = 0;
    for (let lane = 0, offset = firstOffset; lane < WARP_SIZE; lane++, offset += strideBytes) {
      if (((activeMask >>> lane) & 1) !== 0 && ((words[offset >>> 5]! >>> offset) & ones) !== ones) lanes |= 1 << lane;
    }
    return lanes;
  }
}

/** As many low bits as a lane has bytes. */
function onesOf(bytesPerLane: number): number {
  return bytesPerLane === 32 ? -1 : (1 << bytesPerLane) - 1;
}
