/** Stretches of memory: where each begins, and its bytes. */
export type Blocks = ReadonlyMap<number, number>;

export interface Reached {
  /** Starts of the blocks that nothing points to. */
  readonly unreachable: readonly number[];
  /** Bytes that were read to find out. */
  readonly bytesRead: number;
}

const WORD_BYTES = 8;

/**
 * Finds the blocks that no pointer leads to: none in the roots, and none in a block that one leads to. Every aligned 8-byte word counts as a
 * pointer whose value is an address in a block, so a block may be kept for a number that only looks like one; none is given up that is used.
 *
 * @param memory all of it; its first byte has the address `base`
 * @param roots what the program holds in any case
 * @param blocks what might not be needed any more
 */
export function unreachableBlocks(memory: ArrayBuffer, base: number, roots: Blocks, blocks: Blocks): Reached {
  const words = new Uint32Array(memory);
  const starts = Float64Array.from([...blocks.keys()].sort((a, b) => a - b));
  const lowest = base + (starts[0] ?? 0);
  const reached = new Set<number>();
  const toRead = [...roots];
  let bytesRead = 0;
  for (let next = toRead.pop(); next; next = toRead.pop()) {
    const [start, bytes] = next;
    bytesRead += bytes;
    const last = Math.floor((start + bytes) / WORD_BYTES) * 2;
    for (let index = Math.ceil(start / WORD_BYTES) * 2; index < last; index += 2) {
      const address = words[index]!;
      if (address < lowest || words[index + 1] !== 0) continue;
      const block = blockAt(starts, blocks, address - base);
      if (block === undefined || reached.has(block)) continue;
      reached.add(block);
      toRead.push([block, blocks.get(block)!]);
    }
  }
  return { unreachable: [...starts].filter((start) => !reached.has(start)), bytesRead };
}

/** The block that an offset lies in, or at whose end it lies, as `end()` does. */
function blockAt(starts: Float64Array, blocks: Blocks, offset: number): number | undefined {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (starts[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  const start = starts[low - 1];
  return start !== undefined && offset <= start + blocks.get(start)! ? start : undefined;
}
