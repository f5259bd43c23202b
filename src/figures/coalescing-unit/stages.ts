import { CACHE_LINE_BYTES, SECTOR_BYTES, WARP_SIZE, type GlobalExplanation } from "#simulator";
import { bytes, count, percent, pluralize, ranges } from "#pictures/format.ts";
import { efficiency, type Reading } from "#pictures/readings.ts";

/** What the coalescing unit does with a request, in order. */
export const STAGES = ["hand-in", "group", "mark", "fetch", "route"] as const;
export type Stage = (typeof STAGES)[number];

export const STAGE_TITLES: Readonly<Record<Stage, string>> = {
  "hand-in": "The warp hands in its addresses",
  group: "Addresses are grouped by cache line",
  mark: "Each line marks the sectors it needs",
  fetch: "Sectors missing in L1 are fetched",
  route: "Bytes are routed back to the lanes",
};

/** The stage of a step, from 0. */
export function stageAt(step: number): Stage {
  const stage = STAGES[step];
  if (stage === undefined) throw new RangeError(`the coalescing unit has no step ${step}`);
  return stage;
}

/** Whether `stage` is `wanted` or comes after it. */
export function reached(stage: Stage, wanted: Stage): boolean {
  return STAGES.indexOf(stage) >= STAGES.indexOf(wanted);
}

/** A request, and which of its sectors L1 holds before it is made. */
export interface CachedRequest {
  readonly explanation: GlobalExplanation;
  /** Numbers of the sectors that L1 holds, ascending. */
  readonly hits: readonly number[];
}

const NOT_YET = "–";

/** The numbers that are known by the end of a stage, and a dash for the others. */
export function stageReadings({ explanation, hits }: CachedRequest, stage: Stage): Reading[] {
  const { requests, sectors, idealSectors, cacheLines } = explanation;
  const from = (known: Stage, value: string) => (reached(stage, known) ? value : NOT_YET);
  return [
    { name: "requests", value: count(requests) },
    { name: "sectors", value: from("mark", count(sectors)), ...(reached(stage, "mark") && { ideal: count(idealSectors) }) },
    { name: "sectors per request", value: from("mark", count(sectors / requests)) },
    { name: "lines", value: from("group", count(cacheLines)) },
    { name: "efficiency", value: from("mark", percent(efficiency(explanation))) },
    { name: "sectors fetched", value: from("fetch", count(sectors - hits.length)) },
  ];
}

/** What happens in a stage, with its numbers. */
export function stageSentence(cached: CachedRequest, stage: Stage): string {
  const { usefulBytes, sectors, idealSectors, cacheLines } = cached.explanation;
  switch (stage) {
    case "hand-in":
      return `The warp executes one load instruction: one for the whole warp, not ${WARP_SIZE}. Each lane hands in the address of its own float, and the ${WARP_SIZE} addresses travel on as 1 request.`;
    case "group":
      return `The unit compares line numbers, address ÷ ${CACHE_LINE_BYTES}. The ${WARP_SIZE} addresses fall into ${pluralize(cacheLines, "line")}, and each line is looked up once, however many lanes meet in it: ${pluralize(cacheLines, "tag look-up")}.`;
    case "mark": {
      const inLines = cacheLines * (CACHE_LINE_BYTES / SECTOR_BYTES);
      return `Of the ${inLines} sectors in ${cacheLines === 1 ? "this line" : "these lines"}, ${sectors} ${sectors === 1 ? "holds" : "hold"} a byte that a lane wants. ${pluralize(idealSectors, "sector")} would be enough for ${bytes(usefulBytes)}.`;
    }
    case "fetch":
      return fetchSentence(cached);
    case "route":
      return `Every lane takes its own ${bytes(cached.explanation.request.bytesPerLane)} out of the sectors. Any lane may take from any place, so the order of lanes is free; what counts is that ${bytes(usefulBytes)} of ${bytes(sectors * SECTOR_BYTES)}, ${percent(efficiency(cached.explanation))}, were wanted.`;
  }
}

function fetchSentence({ explanation, hits }: CachedRequest): string {
  const missed = explanation.sectors - hits.length;
  const sources = "from L2, or from DRAM where L2 does not have them";
  if (hits.length === 0)
    return `L1 holds none of these sectors yet. ${pluralize(missed, "sector")}, ${bytes(missed * SECTOR_BYTES)}, ${missed === 1 ? "is" : "are"} fetched ${missed === 1 ? "from L2, or from DRAM where L2 does not have it" : sources}; the other sectors of a line stay where they are.`;
  const found = `Sector${hits.length === 1 ? "" : "s"} ${ranges(hits)} ${hits.length === 1 ? "is" : "are"} in L1 already, since warp 0 read ${hits.length === 1 ? "it" : "them"}`;
  if (missed === 0) return `${found}. Nothing needs to be fetched.`;
  return `${found}. The other ${missed}, ${bytes(missed * SECTOR_BYTES)}, ${missed === 1 ? "is" : "are"} fetched ${missed === 1 ? "from L2 or DRAM" : sources}.`;
}

/** What L2 and DRAM do at a stage. */
export function supplyCaption({ explanation, hits }: CachedRequest, stage: Stage): string {
  if (!reached(stage, "fetch")) return "L2 and DRAM";
  const missed = explanation.sectors - hits.length;
  return `L2 and DRAM sent ${pluralize(missed, "sector")}, ${bytes(missed * SECTOR_BYTES)}`;
}
