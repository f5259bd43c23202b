import { readFileSync } from "node:fs";

/** A kernel of the gallery, launched as its launch.json says, as an H200 ran it. */
export interface MeasuredGalleryKernel {
  /** Its folder in content/kernels. */
  readonly name: string;
  /** Single launches, timed by events after others: the median of each of two runs, in microseconds. */
  readonly microseconds: readonly [number, number];
  /** Nsight Compute's counters over the launch, by the profiler's own metric names; compiled with -O3. */
  readonly counters: Readonly<Record<string, number>>;
}

type Counted = Readonly<Record<string, Readonly<Record<"O3", Readonly<Record<string, number>>>>>>;
type Timed = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The kernels of the gallery that were timed in both runs and counted. */
export function measuredGallery(): MeasuredGalleryKernel[] {
  const timed = contentsOf<Timed>("kernels-memory-h200.json");
  return Object.entries(contentsOf<Counted>("lab-kernels-h200.json")).flatMap(([name, { O3 }]) => {
    const { us: again, ...counters } = O3;
    const first = timed[name]?.["us"];
    return first === undefined || again === undefined ? [] : [{ name, microseconds: [first, again], counters }];
  });
}

function contentsOf<Contents>(file: string): Contents {
  return JSON.parse(readFileSync(new URL(`./data/${file}`, import.meta.url), "utf8")) as Contents;
}
