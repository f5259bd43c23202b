import { cannotTell, gigabytesPerSecond, spreadShare, told, type Curve, type Figure } from "./curves.ts";

/** The end of a cache. */
export interface CacheEnd {
  /** The largest footprint tried that is still read at the speed of the smaller ones, in bytes. */
  readonly bytes: number;
  /** Gigabytes per second within it, and where the fall ends. */
  readonly within: number;
  readonly beyond: number;
}

/** A fall of the bandwidth from one footprint to the next, twice as large, that belongs to the end of a cache. */
const FALL = 0.88;
/** A whole fall that counts. */
const WHOLE_FALL = 0.75;

/**
 * Where the last cache ends: the last fall of the bandwidth, which leads to that of memory. Smaller caches end less visibly, because what
 * one workgroup has read is there for others.
 *
 * @param reads times by footprint in bytes, ascending, as `footprintKernel` makes them
 */
export function lastCache(reads: Curve): Figure<CacheEnd> {
  if (reads.length < 4) return cannotTell("too few sizes were tried");
  if (reads.filter((point) => spreadShare(point) > 0.2).length > reads.length / 4) return cannotTell("the runs differ too much");
  const speeds = reads.map(gigabytesPerSecond);
  const falls = (at: number): boolean => speeds[at + 1]! < FALL * speeds[at]!;
  let last = speeds.length - 2;
  while (last >= 0 && !falls(last)) last--;
  if (last < 0) return cannotTell("reads are as fast at every size tried");
  if (last === speeds.length - 2) return cannotTell("the largest size tried is still slower than the one before");
  let first = last;
  while (first > 0 && falls(first - 1)) first--;
  const [within, beyond] = [speeds[first]!, speeds[last + 1]!];
  if (beyond > WHOLE_FALL * within) return cannotTell("no size makes reads much slower");
  return told({ bytes: reads[first]!.at as number, within, beyond });
}

/** The footprint that a cache holds with room to spare: half of where the last one ends. A quarter of the most if none was seen to end. */
export function cachedFootprint(reads: Curve, most: number): number {
  const end = lastCache(reads);
  return Math.max(65536, end.status === "told" ? end.value.bytes / 2 : most / 4);
}
