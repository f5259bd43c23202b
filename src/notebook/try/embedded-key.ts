import type { Sketch } from "#judge/sketch.ts";
import type { LabKernel } from "../lab/lab-kernel.ts";

/** What the ids of cells in frames of other sites begin with. */
export const EMBEDDED_PREFIX = "embedded/";

/** The id of an embedded cell, which its draft is stored by: the same for the same sketch or kernel, and short. */
export function embeddedId(shown: Sketch | LabKernel): string {
  return EMBEDDED_PREFIX + fnv1a(JSON.stringify(shown));
}

const OFFSET_BASIS = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

/**
 * FNV-1a of 64 bits, in hexadecimal (draft-eastlake-fnv, 2 and 5): pages without HTTPS, which frames can be in, have no `crypto.subtle`.
 * It tells sketches and kernels apart that nobody made to be alike, which is all that a draft needs.
 */
export function fnv1a(text: string): string {
  let hash = OFFSET_BASIS;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME);
  return hash.toString(16).padStart(16, "0");
}
