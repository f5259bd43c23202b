import { CACHE_LINE_BYTES, SECTOR_BYTES, type GlobalExplanation } from "#simulator";
import { bytes, count, decimal, pluralize, ranges } from "#pictures/format.ts";
import { byteAddressOf } from "#pictures/lanes.ts";
import { CHUNK_ELEMENTS, blockTable, cachePageOf, pageBytes } from "./cache.ts";
import { requestCount, type LaneTask, type Walk, type WalkCost } from "./walk.ts";

/** What one request of the walk reads. */
export function requestTitle(walk: Walk, step: number, tasks: readonly LaneTask[]): string {
  const first = tasks.at(0);
  const last = tasks.at(-1);
  if (!first || !last) throw new RangeError("a request needs the tasks of a warp");
  switch (walk.reader) {
    case "token":
      return `the key of token ${first.token}`;
    case "lane":
      return `chunk ${first.element / CHUNK_ELEMENTS} of the keys of tokens ${first.token} to ${last.token}`;
    case "page":
      return `request ${step + 1} of ${requestCount(walk)}, in page ${pageOf(walk, first)} of the cache`;
  }
}

/** The request in one sentence, and the whole walk in another. */
export function sentence(walk: Walk, { sectors, idealSectors, usefulBytes }: GlobalExplanation, whole: WalkCost): string {
  const fewest = sectors === idealSectors ? "the fewest that can hold them" : `where ${count(idealSectors)} could hold them`;
  const asked = `The warp asks for ${bytes(usefulBytes)} and touches ${pluralize(sectors, "sector")}, ${fewest}.`;
  const scattered = `The sequence's ${pluralize(blockTable(walk).length, "page")} lie all over the cache`;
  const all = `its ${pluralize(whole.requests, "request")} touch ${pluralize(whole.sectors, "sector")}`;
  const sum =
    whole.sectors === whole.idealSectors ? "not one too many" : `${decimal(whole.sectors / whole.idealSectors)} times the fewest possible`;
  return `${asked} ${scattered}; ${all}, ${sum}.`;
}

/** What one lane does: which elements of which key it reads, and where they lie. */
export function laneCaption(walk: Walk, { request }: GlobalExplanation, task: LaneTask, lane: number): string {
  const first = byteAddressOf(request, lane);
  const elements = `elements ${task.element} to ${task.element + task.elements - 1} of token ${task.token}`;
  const where = `page ${pageOf(walk, task)} of the cache, bytes ${count(first)} to ${count(first + request.bytesPerLane - 1)}`;
  return `Lane ${lane}: ${elements}, ${where}, sector ${count(Math.floor(first / SECTOR_BYTES))}`;
}

/** One sentence for each line that is touched: its page, its bytes, its sectors, its lanes. */
export function lineCaptions(walk: Walk, { lines }: GlobalExplanation): string[] {
  return lines.map(({ firstByte, sectors }) => {
    const page = Math.floor(firstByte / pageBytes(walk));
    const lanes = sectors.flatMap((sector) => sector.lanes).sort((a, b) => a - b);
    const span = `bytes ${count(firstByte)} to ${count(firstByte + CACHE_LINE_BYTES - 1)}`;
    return `Page ${page} of the cache, ${span}: ${pluralize(sectors.length, "sector")}, lane${lanes.length === 1 ? "" : "s"} ${ranges(lanes)}.`;
  });
}

function pageOf(walk: Walk, { token }: LaneTask): number {
  return cachePageOf(walk, Math.floor(token / walk.pageTokens));
}
