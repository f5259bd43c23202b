import { WARP_SIZE } from "#simulator";

/*
 * Which bytes of an allocation were written: one bit per byte, so a 32-bit word stands for a sector. Accesses are aligned to their
 * width, so none straddles two words.
 */

/** Marks what the lanes write. @param base address of the byte of bit 0 */
export function markWritten(
  written: Uint32Array,
  base: number,
  bytesPerLane: number,
  activeMask: number,
  addresses: ArrayLike<number>,
): void {
  const ones = onesOf(bytesPerLane);
  for (let lane = 0; lane < WARP_SIZE; lane++) {
    if (((activeMask >>> lane) & 1) === 0) continue;
    const offset = addresses[lane]! - base;
    written[offset >>> 5]! |= ones << offset;
  }
}

/** The mask of the lanes that read a byte that was never written. */
export function lanesNotWritten(
  written: Uint32Array,
  base: number,
  bytesPerLane: number,
  activeMask: number,
  addresses: ArrayLike<number>,
): number {
  const ones = onesOf(bytesPerLane);
  let lanes = 0;
  for (let lane = 0; lane < WARP_SIZE; lane++) {
    if (((activeMask >>> lane) & 1) === 0) continue;
    const offset = addresses[lane]! - base;
    if (((written[offset >>> 5]! >>> offset) & ones) !== ones) lanes |= 1 << lane;
  }
  return lanes;
}

/** Whether the bytes that groups of lanes read were all written. @param groups of each group, the first lane and the last */
export function areWritten(
  written: Uint32Array,
  base: number,
  bytesPerLane: number,
  addresses: ArrayLike<number>,
  groups: Uint8Array,
  from: number,
  to: number,
): boolean {
  const ones = onesOf(bytesPerLane);
  let all = ones;
  for (let group = from; group < to; group += 2) {
    const offset = addresses[groups[group]!]! - base;
    all &= written[offset >>> 5]! >>> offset;
  }
  return all === ones;
}

/** As `markWritten` for lanes that are evenly spaced. */
export function markRunWritten(
  written: Uint32Array,
  base: number,
  bytesPerLane: number,
  activeMask: number,
  first: number,
  strideBytes: number,
): void {
  const firstOffset = first - base;
  if (activeMask === -1 && strideBytes === bytesPerLane) {
    // The bytes are contiguous: 32 × bytesPerLane of them, as many words, and one more if the first isn't whole.
    const firstWord = firstOffset >>> 5;
    const bitsBefore = firstOffset & 31;
    written[firstWord]! |= -1 << bitsBefore;
    for (let word = firstWord + 1; word < firstWord + bytesPerLane; word++) written[word] = 0xffffffff;
    if (bitsBefore !== 0) written[firstWord + bytesPerLane]! |= ~(-1 << bitsBefore);
    return;
  }
  const ones = onesOf(bytesPerLane);
  for (let lane = 0, offset = firstOffset; lane < WARP_SIZE; lane++, offset += strideBytes) {
    if (((activeMask >>> lane) & 1) !== 0) written[offset >>> 5]! |= ones << offset;
  }
}

/** As `lanesNotWritten` for lanes that are evenly spaced. */
export function runLanesNotWritten(
  written: Uint32Array,
  base: number,
  bytesPerLane: number,
  activeMask: number,
  first: number,
  strideBytes: number,
): number {
  const firstOffset = first - base;
  if (activeMask === -1 && strideBytes === bytesPerLane) {
    const firstWord = firstOffset >>> 5;
    const bitsBefore = firstOffset & 31;
    let all = written[firstWord]! | ~(-1 << bitsBefore);
    for (let word = firstWord + 1; word < firstWord + bytesPerLane; word++) all &= written[word]!;
    if (bitsBefore !== 0) all &= written[firstWord + bytesPerLane]! | (-1 << bitsBefore);
    if (all === -1) return 0;
  }
  const ones = onesOf(bytesPerLane);
  let lanes = 0;
  for (let lane = 0, offset = firstOffset; lane < WARP_SIZE; lane++, offset += strideBytes) {
    if (((activeMask >>> lane) & 1) !== 0 && ((written[offset >>> 5]! >>> offset) & ones) !== ones) lanes |= 1 << lane;
  }
  return lanes;
}

/** As many low bits as a lane has bytes. */
function onesOf(bytesPerLane: number): number {
  return bytesPerLane === 32 ? -1 : (1 << bytesPerLane) - 1;
}
