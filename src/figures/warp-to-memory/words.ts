import { CACHE_LINE_BYTES, SECTOR_BYTES, type GlobalExplanation } from "#simulator";
import { bytes, count, pluralize, percent, ranges } from "#pictures/format.ts";
import type { MemoryModel } from "#pictures/memory-rows.ts";
import { efficiency, lineUtilisation } from "#pictures/readings.ts";

/** The picture in one sentence, with the numbers of the model that it shows. */
export function sentence(explanation: GlobalExplanation, memoryModel: MemoryModel): string {
  const { request, requests, usefulBytes, sectors, cacheLines, dramReadBytes, dramWriteBytes } = explanation;
  if (requests === 0) return "No lane takes part, so there is no request.";
  const wanted = `The warp ${request.op === "load" ? "asks for" : "stores"} ${bytes(usefulBytes)}`;
  if (memoryModel === "line") {
    const transferred = bytes(cacheLines * CACHE_LINE_BYTES);
    return `${wanted}. In the line model ${pluralize(cacheLines, "transaction")} transfer ${transferred}: ${percent(lineUtilisation(explanation))} of it is used.`;
  }
  const moved = `${pluralize(sectors, "sector")} in ${pluralize(cacheLines, "line")} carry ${bytes(sectors * SECTOR_BYTES)}`;
  const dram = [dramReadBytes > 0 && `reads ${bytes(dramReadBytes)}`, dramWriteBytes > 0 && `is written ${bytes(dramWriteBytes)}`].filter(
    (part) => part !== false,
  );
  return `${wanted}. ${moved}: ${percent(efficiency(explanation))} of it is used. DRAM ${dram.join(" and ")}.`;
}

/** One sentence for each line that is touched: its bytes, its sectors, its lanes. */
export function lineWords(explanation: GlobalExplanation): string[] {
  return explanation.lines.map(({ number, firstByte, sectors }) => {
    const lanes = sectors.flatMap((sector) => sector.lanes).sort((a, b) => a - b);
    const sectorNumbers = ranges(sectors.map((sector) => sector.number));
    const last = firstByte + CACHE_LINE_BYTES - 1;
    return `Line ${count(number)}, bytes ${count(firstByte)} to ${count(last)}: sector${sectors.length === 1 ? "" : "s"} ${sectorNumbers}, lane${lanes.length === 1 ? "" : "s"} ${ranges(lanes)}.`;
  });
}
