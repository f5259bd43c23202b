import { kernelTime } from "../kernel-time.ts";
import { costOf, walk } from "#figures/layout-strips/walk.ts";
import type { Layout } from "#figures/layout-strips/layout.ts";

/** A particle update in one layout: the first document's figures, the simulator's counts, the name of the kernel that was measured. */
export interface ParticleLayout {
  readonly layout: Layout;
  readonly kernel: string;
  /** What the document prints for an A100 and a million particles: its word, not a measurement of this course. */
  readonly printed: { readonly microseconds: number; readonly usefulGBps: number; readonly transactions: string };
  /** Sectors and lines of one request of a load. */
  readonly sectors: number;
  readonly cacheLines: number;
}

/** Particles of the two sizes that were timed, as the measurements name them: one fits into L2, the other into no cache. */
export const MILLION = 1048580;
export const MILLIONS = 33554400;

/** Floats of a particle, and how many of them the update reads and writes back: it moves positions by velocities. */
const FIELDS = { all: 8, read: 6, written: 3 };
const FIELD_BYTES = 4;
const WARP_WIDE_CHUNK = 32;

const printed = {
  AoS: { microseconds: 145, usefulGBps: 235, transactions: "8" },
  SoA: { microseconds: 19.2, usefulGBps: 1780, transactions: "1" },
  AoSoA: { microseconds: 24.5, usefulGBps: 1390, transactions: "1 to 2" },
};

export const particleLayouts: readonly ParticleLayout[] = (["AoS", "SoA", "AoSoA"] as const).map((layout) => {
  const { sectors, cacheLines, requests } = costOf(walk({ layout, fields: FIELDS.all, chunkRecords: WARP_WIDE_CHUNK }, FIELDS.read));
  return { layout, kernel: layout.toLowerCase(), printed: printed[layout], sectors: sectors / requests, cacheLines: cacheLines / requests };
});

/** How many particles a measured launch updates: its useful bytes, over those of one particle. */
export function particlesOf(kernel: string, param: number): number {
  return kernelTime(kernel, param).usefulBytes / ((FIELDS.read + FIELDS.written) * FIELD_BYTES);
}
