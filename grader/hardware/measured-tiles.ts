import { readFileSync } from "node:fs";
import type { SwizzleMode } from "#simulator";

/** A box that TMA copied on an H200: see README.md, tma-tiles-h200.jsonl. */
export interface MeasuredLanding {
  readonly direction: "load" | "store";
  readonly swizzle: SwizzleMode;
  readonly boxBytes: number;
  readonly boxRows: number;
  /** Where the tile begins, from a multiple of 1,024 bytes. */
  readonly sharedOffset: number;
  /** For each 16 bytes from there on, the number of the piece of the box that lies there; -1 where none does. */
  readonly places: readonly number[];
  readonly sectors: number;
  /** Only those of the barrier and the wait: the tile itself has no counter. */
  readonly wavefronts: number;
  readonly bankConflicts: number;
}

const dataFile = new URL("./data/tma-tiles-h200.jsonl", import.meta.url);

/** Every box that was copied; modes that the H200 doesn't have are left out. */
export function measuredLandings(): MeasuredLanding[] {
  return readFileSync(dataFile, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as MeasuredLanding & { readonly error?: string })
    .filter(({ error }) => error === undefined);
}
