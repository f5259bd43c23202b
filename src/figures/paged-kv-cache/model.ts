import { CACHE_LINE_BYTES, SECTOR_BYTES, explainGlobal, h100, type GlobalExplanation, type LineEvidence } from "#simulator";
import { byteAddressOf, emphasisOf, type Emphasis, type LaneCell } from "#pictures/lanes.ts";
import { requestReadings, type Reading } from "#pictures/readings.ts";
import { withGaps, type Gap } from "#pictures/rows.ts";
import { SEQUENCE_TOKENS, blockTable, cachePages, pageBytes, type Cache } from "./cache.ts";
import { laneTasks, requestOf, walkCost, type LaneTask, type Walk } from "./walk.ts";
import { laneCaption, lineCaptions, requestTitle, sentence } from "./captions.ts";

export interface Settings extends Walk {
  /** Number of the request in the walk, from 0. */
  readonly step: number;
  readonly hoveredLane?: number | undefined;
}

/** One request of a warp that walks through a paged cache, as plain data that a picture is drawn from. */
export interface Picture {
  readonly lanes: readonly LaneCell[];
  readonly sequence: readonly SequencePage[];
  readonly cache: readonly CachePage[];
  readonly rows: readonly PageRow[];
  readonly readings: readonly Reading[];
  /** What the request reads, in a few words. */
  readonly title: string;
  readonly sentence: string;
  /** The picture line by line. */
  readonly details: readonly string[];
  /** What the hovered lane does, in words; undefined while none is hovered. */
  readonly pointed: string | undefined;
}

/** A page of the sequence, and the page of the cache that holds it. */
export interface SequencePage {
  readonly number: number;
  readonly cachePage: number;
  readonly touched: boolean;
  readonly tokens: readonly { readonly token: number; readonly lanes: readonly number[] }[];
}

/** A page of the cache. */
export interface CachePage {
  readonly number: number;
  /** The page of the sequence that lies here; undefined: another sequence's lies here. */
  readonly sequencePage: number | undefined;
  readonly touched: boolean;
}

export function model({ step, hoveredLane, ...walk }: Settings): Picture {
  const tasks = laneTasks(walk, step);
  const explanation = explainGlobal(requestOf(walk, tasks), h100);
  const pointed = hoveredLane === undefined ? undefined : new Set([hoveredLane]);
  const sequence = sequencePages(walk, tasks);
  const lanes = tasks.map((task, lane): LaneCell => {
    const label = laneCaption(walk, explanation, task, lane);
    return { lane, active: true, named: false, emphasis: emphasisOf([lane], pointed), label };
  });
  return {
    lanes,
    sequence,
    cache: Array.from({ length: cachePages(walk) }, (_, number): CachePage => {
      const owner = sequence.find(({ cachePage }) => cachePage === number);
      return { number, sequencePage: owner?.number, touched: owner?.touched ?? false };
    }),
    rows: pageRows(walk, explanation, pointed),
    readings: requestReadings(explanation, "sector"),
    title: requestTitle(walk, step, tasks),
    sentence: sentence(walk, explanation, walkCost(walk)),
    details: lineCaptions(walk, explanation),
    pointed: lanes.find(({ lane }) => lane === hoveredLane)?.label,
  };
}

function sequencePages(walk: Walk, tasks: readonly LaneTask[]): SequencePage[] {
  const tokens = Array.from({ length: SEQUENCE_TOKENS }, (_, token) => ({
    token,
    lanes: tasks.flatMap((task, lane) => (task.token === token ? [lane] : [])),
  }));
  return blockTable(walk).map((cachePage, number) => {
    const ofPage = tokens.slice(number * walk.pageTokens, (number + 1) * walk.pageTokens);
    return { number, cachePage, touched: ofPage.some(({ lanes }) => lanes.length > 0), tokens: ofPage };
  });
}

/** Memory from top to bottom: each touched page under its own heading, untouched lines left out. */
export type PageRow = PageHeading | LineRow | Gap;

interface PageHeading {
  readonly kind: "page";
  /** Its place in the cache. */
  readonly number: number;
  /** The tokens whose keys it holds. */
  readonly firstToken: number;
  readonly lastToken: number;
}

/** One cache line, to scale. Offsets count from its first byte. */
export interface LineRow {
  readonly kind: "line";
  readonly number: number;
  readonly firstByte: number;
  readonly sectors: readonly SectorCell[];
  readonly pieces: readonly Piece[];
}

interface SectorCell {
  readonly number: number;
  readonly offsetBytes: number;
  readonly moved: boolean;
  readonly emphasis: Emphasis;
}

/** Bytes that one lane asked for. */
interface Piece {
  readonly lane: number;
  readonly offsetBytes: number;
  readonly bytes: number;
  readonly emphasis: Emphasis;
}

/** The lines that a request touches, page by page. */
function pageRows(cache: Cache, explanation: GlobalExplanation, pointed: ReadonlySet<number> | undefined): PageRow[] {
  const linesPerPage = pageBytes(cache) / CACHE_LINE_BYTES;
  const table = blockTable(cache);
  const pages = new Set(explanation.lines.map((line) => Math.floor(line.number / linesPerPage)));
  return [...pages].flatMap((number) => {
    const lines = explanation.lines.filter((line) => Math.floor(line.number / linesPerPage) === number);
    const firstToken = table.indexOf(number) * cache.pageTokens;
    const heading: PageHeading = { kind: "page", number, firstToken, lastToken: firstToken + cache.pageTokens - 1 };
    return [heading, ...withGaps(lines.map((line) => lineRow(line, explanation, pointed)))];
  });
}

function lineRow({ number, firstByte, sectors }: LineEvidence, { request }: GlobalExplanation, pointed?: ReadonlySet<number>): LineRow {
  const lanes = sectors.flatMap((sector) => sector.lanes);
  return {
    kind: "line",
    number,
    firstByte,
    sectors: Array.from({ length: CACHE_LINE_BYTES / SECTOR_BYTES }, (_, i): SectorCell => {
      const evidence = sectors.find((sector) => sector.firstByte === firstByte + i * SECTOR_BYTES);
      return {
        number: firstByte / SECTOR_BYTES + i,
        offsetBytes: i * SECTOR_BYTES,
        moved: evidence !== undefined,
        emphasis: emphasisOf(evidence?.lanes ?? [], pointed),
      };
    }),
    pieces: lanes.map((lane): Piece => ({
      lane,
      offsetBytes: byteAddressOf(request, lane) - firstByte,
      bytes: request.bytesPerLane,
      emphasis: emphasisOf([lane], pointed),
    })),
  };
}
