import { globalCost, h100 } from "#simulator";
import { efficiency } from "#pictures/readings.ts";
import { measuredAt, type MeasuredWalk } from "./measured.ts";
import { TOGETHERS, loadOf, type Side, type Together, type Work } from "./walk.ts";

/** A share that is drawn against the lanes together: two models of one warp, a count and a clock of the whole kernel. */
export type Counting = "sector" | "dram" | "counted" | "clock";

/** Where a share stands: at a number of lanes together, or at whole rows. */
export type Stop = Together | "row";
export const STOPS: readonly Stop[] = [...TOGETHERS, "row"];

export interface Curve {
  readonly counting: Counting;
  readonly name: string;
  /** One for each stop, 0 to 1; undefined where nothing is said. */
  readonly shares: readonly (number | undefined)[];
}

const names: Readonly<Record<Counting, string>> = {
  sector: "sector model, one load",
  dram: "64-byte DRAM blocks, one load",
  counted: "DRAM reads, counted",
  clock: "speed, right axis",
};

/** The four shares of a kernel, models first. */
export function curvesOf(work: Work, side: Side, measured: readonly MeasuredWalk[]): Curve[] {
  const cost = (stop: Stop) => (stop === "row" ? undefined : globalCost(loadOf({ together: stop, side, work }), h100));
  const walk = (stop: Stop) => measuredAt(measured, work, side, stop);
  const shareAt: Readonly<Record<Counting, (stop: Stop) => number | undefined>> = {
    sector: (stop) => withCost(cost(stop), efficiency),
    dram: (stop) => withCost(cost(stop), ({ usefulBytes, dramReadBytes }) => usefulBytes / dramReadBytes),
    counted: (stop) => 1 / walk(stop).dramReadRatio,
    clock: (stop) => walk(stop).usefulGBps / walk("row").usefulGBps,
  };
  return (["sector", "dram", "counted", "clock"] as const).map((counting) => ({
    counting,
    name: names[counting],
    shares: STOPS.map(shareAt[counting]),
  }));
}

function withCost<C>(cost: C | undefined, share: (cost: C) => number): number | undefined {
  return cost && share(cost);
}
