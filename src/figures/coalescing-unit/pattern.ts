import { FULL_MASK, WARP_SIZE, type WarpRequest } from "#simulator";

/** What every lane of this figure loads: one float. */
export const ELEMENT_BYTES = 4;

/** The array that the random pattern picks from: 1 KiB of floats, which is 8 lines. */
const SCATTER_ELEMENTS = 256;
/** Any odd number visits every place of the warp once; with this one the order looks random. */
const PERMUTING_STEP = 13;
/** The element that all threads want in the pattern of one element. */
const COMMON_ELEMENT = 44;

/** Which element of an array of floats each thread loads. */
const elementOf = {
  unit: (thread: number) => thread,
  "stride-2": (thread: number) => 2 * thread,
  "offset-1": (thread: number) => thread + 1,
  permuted: (thread: number) => thread - (thread % WARP_SIZE) + ((thread * PERMUTING_STEP) % WARP_SIZE),
  "one-element": () => COMMON_ELEMENT,
  random: (thread: number) => mixed(thread) % SCATTER_ELEMENTS,
} as const;

export type PatternName = keyof typeof elementOf;

export const PATTERNS: readonly { readonly value: PatternName; readonly label: string }[] = [
  { value: "unit", label: "unit stride" },
  { value: "stride-2", label: "stride 2" },
  { value: "offset-1", label: "offset 1" },
  { value: "permuted", label: "permuted" },
  { value: "one-element", label: "one element" },
  { value: "random", label: "random" },
];

/** The load of one warp of the block: its thread of lane 0 is thread 32 × warp. */
export function warpRequest(pattern: PatternName, warp: number): WarpRequest {
  return {
    space: "global",
    op: "load",
    bytesPerLane: ELEMENT_BYTES,
    activeMask: FULL_MASK,
    addresses: Array.from({ length: WARP_SIZE }, (_, lane) => elementOf[pattern](warp * WARP_SIZE + lane) * ELEMENT_BYTES),
  };
}

/** A number without visible order, the same on every page (the finaliser of MurmurHash3). */
function mixed(thread: number): number {
  let hash = Math.imul((thread + 1) ^ ((thread + 1) >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
