import type { AccessContext } from "./array-state.ts";
import { compileApart } from "./compile-apart.ts";

/** The value that a store of `found` should have stored. */
export type StoredValue = (elementIndex: number, found: number) => number;

/**
 * Carries out the stores of a block, warp by warp from `firstWarp` on, as long as nothing is to be said of them: each warp stores what is
 * expected in 32 contiguous elements that nothing was stored in before, and whose bits are one entry of `written`.
 *
 * @param written one bit per element, set when it was stored
 * @returns the first warp that does anything else, with nothing done for it; the number of warps when there is none
 */
export type ContiguousStores = (
  expected: StoredValue,
  written: Int32Array,
  indexes: Int32Array,
  context: AccessContext,
  firstWarp: number,
) => number;

/** From so many elements on, a loop for one array is worth its compilation. */
const MANY_ELEMENTS = 2 ** 20;

let forShortArrays: ContiguousStores | undefined;

/** The loop for an array of this length. One that is compiled apart does not call `expected`, but has it inlined. */
export function contiguousStores(length: number): ContiguousStores {
  if (length >= MANY_ELEMENTS) return compileApart(STORE);
  return (forShortArrays ??= compileApart<ContiguousStores>(STORE));
}

const STORE = `function store(expected, written, indexes, { isContiguous, register }, firstWarp) {
  const warps = isContiguous.length;
  for (let warp = firstWarp; warp < warps; warp++) {
    const firstThread = 32 * warp;
    const firstElement = indexes[firstThread];
    if (isContiguous[warp] === 0 || (firstElement & 31) !== 0 || written[firstElement >>> 5] !== 0) return warp;
    for (let lane = 0; lane < 32; lane++) {
      const found = register[firstThread + lane];
      if (expected(firstElement + lane, found) !== found) return warp;
    }
    written[firstElement >>> 5] = -1;
  }
  return warps;
}`;
