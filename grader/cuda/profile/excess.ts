import { SECTOR_BYTES } from "#simulator";

/** The counts that tell what requests cost above their ideal: those of a machine's site as well as those of a profile. */
export type ExcessCounts =
  | { readonly space: "global" | "local" | "bulk"; readonly sectors: number; readonly idealSectors: number }
  | { readonly space: "shared"; readonly bankConflicts: number }
  | { readonly space: "constant" | "cluster" };

/** Bytes that a wavefront of shared memory moves: as many as four sectors. */
const WAVEFRONT_BYTES = 128;

/** The sectors, or wavefronts of shared memory, beyond the fewest that could carry the requests. */
export function excessOf(counts: ExcessCounts): number {
  switch (counts.space) {
    case "global":
    case "local":
    case "bulk":
      return counts.sectors - counts.idealSectors;
    case "shared":
      return counts.bankConflicts;
    case "constant":
    case "cluster":
      return 0;
  }
}

/** The excess in wavefronts of 128 bytes, so that sectors and bank conflicts can be ranked together. */
export function excessWavefronts(counts: ExcessCounts): number {
  const excess = excessOf(counts);
  return counts.space === "shared" ? excess : excess / (WAVEFRONT_BYTES / SECTOR_BYTES);
}
