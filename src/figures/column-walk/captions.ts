import { CACHE_LINE_BYTES, WARP_SIZE, h100, type GlobalCost } from "#simulator";
import { bytes, capitalize, count, decimal, percent, pluralize } from "#pictures/format.ts";
import { BYTES_PER_LANE, type MeasuredWalk, type Walk } from "./walk.ts";

/** The load and the kernel in a few sentences. */
export function sentence(walk: Walk, cost: GlobalCost, measured: MeasuredWalk, share: number): string {
  return `${requestCaption(walk, cost)} ${clockCaption(measured, share)} ${pieceCaption(walk, cost)}`;
}

function requestCaption({ together }: Walk, { sectors, idealSectors, usefulBytes, dramReadBytes }: GlobalCost): string {
  const ideal = sectors === idealSectors ? "the ideal" : `where ${count(idealSectors)} would do`;
  return `${capitalize(togetherCaption(together))}: the warp's ${bytes(usefulBytes)} lie in ${pluralize(WARP_SIZE / together, "row")} and ${pluralize(sectors, "sector")}, ${ideal}, and L2 fetches ${bytes(dramReadBytes)} for it, ${bytes(h100.fetchGranularityBytes)} at a time.`;
}

function clockCaption({ usefulGBps, dramReadRatio }: MeasuredWalk, share: number): string {
  return `Over the whole kernel DRAM reads ${dramRatioCaption(dramReadRatio)}, and the H100 reaches ${gigabytes(usefulGBps)}, ${percent(share)} of its speed along whole rows.`;
}

/** What the bytes of lanes side by side fill. */
function pieceCaption({ together }: Walk, { sectors, idealSectors, usefulBytes, dramReadBytes }: GlobalCost): string {
  const piece = together * BYTES_PER_LANE;
  if (sectors > idealSectors) return `A piece of ${bytes(piece)} doesn't fill a sector.`;
  if (dramReadBytes > usefulBytes) return `A piece of ${bytes(piece)} fills its sector, which is half of what L2 fetches.`;
  if (piece < CACHE_LINE_BYTES) return `A piece of ${bytes(piece)} is all that L2 fetches; no byte is wasted, but it isn't full speed yet.`;
  return `A piece of ${bytes(piece)} fills ${piece === CACHE_LINE_BYTES ? "a whole line" : "whole lines"}.`;
}

/** One walk of the chart in words. */
export function detail(walk: Walk, cost: GlobalCost, { usefulGBps, dramReadRatio, dramGBps }: MeasuredWalk): string {
  return `${capitalize(togetherCaption(walk.together))}: ${pluralize(cost.sectors, "sector")} and ${bytes(cost.dramReadBytes)} of DRAM for a load of ${bytes(cost.usefulBytes)}; over the whole kernel DRAM reads ${dramRatioCaption(dramReadRatio)} and carries ${gigabytes(dramGBps)}, ${gigabytes(usefulGBps)} useful.`;
}

/** How much DRAM reads per byte wanted. */
function dramRatioCaption(dramReadRatio: number): string {
  const ratio = decimal(dramReadRatio);
  return ratio === "1" ? "no more than is wanted" : `${ratio} bytes per byte wanted`;
}

export function gigabytes(gigabytesPerSecond: number): string {
  return `${count(Math.round(gigabytesPerSecond))}\u00a0GB/s`;
}

function togetherCaption(together: number): string {
  return together === 1 ? "each lane alone" : `${pluralize(together, "lane")} together`;
}
