import { CACHE_LINE_BYTES, FULL_MASK, SECTOR_BYTES, WARP_SIZE, isActive, type GlobalExplanation, type WarpRequest } from "#simulator";
import type { L1Loads } from "#hardware/l1-loads.ts";
import { bytes, count, pluralize, ranges } from "#pictures/format.ts";

/** What the load moves, and what the line model would have it move. */
export function sentence({ request, usefulBytes, sectors, cacheLines }: GlobalExplanation): string {
  const who = request.activeMask === FULL_MASK ? "The full warp asks" : `${pluralize(activeLanes(request), "lane")} of the warp ask`;
  const moved = `${pluralize(sectors, "sector")} ${sectors === 1 ? "moves" : "move"}, ${bytes(sectors * SECTOR_BYTES)} in all`;
  const lineBytes = cacheLines * CACHE_LINE_BYTES;
  const claim =
    lineBytes === sectors * SECTOR_BYTES
      ? `No sector of the ${cacheLines === 1 ? "line" : "lines"} is left out, so counting in lines gives the same.`
      : `Counting in lines gives ${bytes(lineBytes)}; the other ${bytes(lineBytes - sectors * SECTOR_BYTES)} stay where they are.`;
  return `${who} for ${bytes(usefulBytes)}. ${moved}, with L1 on and with L1 off. ${claim}`;
}

/** What was measured, one sentence per finding, and what L1 is for. */
export function evidence({ ca, cg, bothWays, kernel }: L1Loads): string[] {
  const { strideElements, sectorsFromL2PerRequest } = kernel;
  return [
    `${count(ca.agreeing)} of ${count(ca.total)} loads measured with L1 on, and ${count(cg.agreeing)} of ${count(cg.total)} with L1 off, moved exactly the sectors that the sector model counts.`,
    `${count(bothWays.total)} loads were measured both ways: ${count(bothWays.agreeing)} of them moved the same.`,
    `A whole kernel with stride ${strideElements} and L1 on had ${count(sectorsFromL2PerRequest)} sectors sent from L2 per request: one for each lane, not a line of four.`,
    "What L1 changes is who answers the next load of the same sectors: L1 itself when it is on, L2 when it is off.",
  ];
}

/** What is asked for and what moves, one sentence per line of memory. */
export function details(explanation: GlobalExplanation): string[] {
  return explanation.lines.map(({ number, firstByte, sectors }) => {
    const lanes = sectors.flatMap((sector) => sector.lanes).sort((a, b) => a - b);
    const asked = sectors.reduce((sum, sector) => sum + sector.usefulBytes, 0);
    const numbers = ranges(sectors.map((sector) => sector.number));
    return `Line ${count(number)}, from byte ${count(firstByte)}: lanes ${ranges(lanes)} ask for ${bytes(asked)}; ${bytes(sectors.length * SECTOR_BYTES)} move, in sectors ${numbers}; a whole line is ${bytes(CACHE_LINE_BYTES)}.`;
  });
}

function activeLanes({ activeMask }: WarpRequest): number {
  return Array.from({ length: WARP_SIZE }, (_, lane) => lane).filter((lane) => isActive(activeMask, lane)).length;
}
