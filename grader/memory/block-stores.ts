import { hash } from "./l1-cache.ts";
import type { WaitingRequests } from "./waiting-requests.ts";

/** Lines of a block that are known at a time. The counts of stores do not depend on it: they are those of the stores one by one. */
const LINES = 1024;
const NOTHING = -1;
/** Who stored to a line since the last barrier, if not one warp by its number. */
const [NOBODY, SEVERAL] = [-1, -2];

/**
 * The lines that a block stores to. Its stores to a line go on to L2 together, until it loads from the line. Of two lines with the same
 * remainder, the one that was stored to last is known.
 */
export class BlockStores {
  readonly #lines = new Int32Array(LINES).fill(NOTHING);
  /** Where the stores to a line stand among what goes on to L2; nothing once the block has loaded from it. */
  readonly #places = new Int32Array(LINES);
  readonly #storers = new Int32Array(LINES).fill(NOBODY);
  /** In which of its rounds of loads the first of the storers was. */
  readonly #rounds = new Int32Array(LINES);

  /** A new block starts, or what the block has stored so far has gone on. */
  forget(): void {
    this.#lines.fill(NOTHING);
  }

  /** All warps of the block have arrived at a barrier: what they stored is there. */
  barrier(): void {
    this.#storers.fill(NOBODY);
  }

  /** A warp's load goes on to L2. Returns whether other warps have stored to its line since the last barrier, and before its round of loads. */
  load(line: number, warp: WaitingRequests): boolean {
    const slot = hash(line) % LINES;
    if (this.#lines[slot] !== line) return false;
    this.#places[slot] = NOTHING;
    const storer = this.#storers[slot]!;
    // Of a round, all loads go before its stores.
    return storer !== NOBODY && storer !== warp.number && this.#rounds[slot]! < warp.round;
  }

  /** A warp stores to a line. Returns where the stores to it stand: at `next`, if they stand nowhere yet. */
  store(line: number, warp: WaitingRequests, next: number): number {
    const slot = hash(line) % LINES;
    if (this.#lines[slot] !== line) {
      this.#lines[slot] = line;
      this.#storers[slot] = NOBODY;
      this.#places[slot] = NOTHING;
    }
    const storer = this.#storers[slot]!;
    if (storer === NOBODY) {
      this.#storers[slot] = warp.number;
      this.#rounds[slot] = warp.round;
    } else if (storer !== warp.number) this.#storers[slot] = SEVERAL;
    if (this.#places[slot] === NOTHING) this.#places[slot] = next;
    return this.#places[slot]!;
  }
}
