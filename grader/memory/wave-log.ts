import type { L2Cache } from "./l2-cache.ts";
import { ALL_SECTORS, SECTORS_PER_LINE } from "./request-footprint.ts";
import { takeBlockTurns } from "./schedule.ts";

/*
 * An entry of the log stands for a cache line of a request, as 32-bit words:
 *
 *   word 0        the line
 *   word 1        bits 0–1: operation; bits 2–5: sectors; bit 6: the request's last entry; bit 7: a contested load
 *   words 2 to 5  of a store: the bytes written in each sector
 */
const LOAD = 0;
const STORE = 1;
const ATOMIC = 2;
const OPERATION = 0b11;
const SECTORS_SHIFT = 2;
const LAST = 1 << 6;
const CONTESTED = 1 << 7;
const WORDS_PER_ENTRY = 2 + SECTORS_PER_LINE;

/** The size of a full log, in words: the blocks that ran so far then take their turns, though their wave has not ended. */
const FULL_WORDS = 24_000_000;

/** The requests of a wave to L2, block after block, until the blocks take turns there. Owns their encoding. */
export class WaveLog {
  #words = new Int32Array(65_536);
  #length = 0;
  readonly #blockStarts = [0];
  #requestStart = 0;
  #lastHeader = 0;

  get isFull(): boolean {
    return this.#length > FULL_WORDS;
  }

  startBlock(): void {
    if (this.#length > this.#blockStarts.at(-1)!) this.#blockStarts.push(this.#length);
  }

  /** A request of the block starts. @param lines how many entries it may add */
  startRequest(lines: number): void {
    if (this.#length + lines * WORDS_PER_ENTRY > this.#words.length) {
      const grown = new Int32Array(this.#words.length * 2);
      grown.set(this.#words);
      this.#words = grown;
    }
    this.#requestStart = this.#length;
  }

  /** All entries of the request are added. A request without any, whose stores were all merged, takes no turn. */
  endRequest(): void {
    if (this.#length > this.#requestStart) this.#words[this.#lastHeader]! |= LAST;
  }

  /** @param isContested whether stores of other warps wait if DRAM has to read a part of the line */
  addLoad(line: number, sectors: number, isContested: boolean): void {
    this.#add(line, LOAD | (sectors << SECTORS_SHIFT) | (isContested ? CONTESTED : 0));
  }

  addAtomic(line: number, sectors: number): void {
    this.#add(line, ATOMIC | (sectors << SECTORS_SHIFT));
  }

  /** Adds a store of no bytes yet, at `nextEntry`. */
  addStore(line: number): void {
    this.#add(line, STORE);
    for (let sector = 0; sector < SECTORS_PER_LINE; sector++) this.#words[this.#length++] = 0;
  }

  /** The position of the next entry. */
  get nextEntry(): number {
    return this.#length;
  }

  /** Merges a store into an entry. @param bytes written in each of the line's sectors, from element `from` on */
  mergeStore(entry: number, sectors: number, bytes: Int32Array, from: number): void {
    const words = this.#words;
    words[entry + 1]! |= sectors << SECTORS_SHIFT;
    for (let sector = 0; sector < SECTORS_PER_LINE; sector++) words[entry + 2 + sector]! |= bytes[from + sector]!;
  }

  /**
   * Lets the blocks take turns at L2, request by request, and empties the log. Returns the contested loads for which DRAM read a part of a
   * line.
   */
  replay(l2: L2Cache): number {
    const words = this.#words;
    let contestedFills = 0;
    takeBlockTurns(this.#blockStarts, this.#length, (at) => {
      for (;;) {
        const line = words[at]!;
        const header = words[at + 1]!;
        at += 2;
        const operation = header & OPERATION;
        const sectors = (header >> SECTORS_SHIFT) & ALL_SECTORS;
        if (operation === LOAD) {
          const isFilled = l2.read(line, sectors);
          if (isFilled && (header & CONTESTED) !== 0) contestedFills++;
        } else if (operation === STORE) {
          l2.write(line, sectors, words, at);
          at += SECTORS_PER_LINE;
        } else l2.update(line, sectors);
        if ((header & LAST) !== 0) return at;
      }
    });
    this.#length = 0;
    this.#blockStarts.length = 1;
    return contestedFills;
  }

  #add(line: number, header: number): void {
    this.#words[this.#length] = line;
    this.#lastHeader = this.#length + 1;
    this.#words[this.#lastHeader] = header;
    this.#length += 2;
  }
}
