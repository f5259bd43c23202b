import { CACHE_LINE_BYTES, SECTOR_BYTES, type GlobalExplanation, type LineEvidence } from "#simulator";
import { emphasisOf, type Emphasis } from "#pictures/lanes.ts";
import { withGaps, type Gap } from "#pictures/rows.ts";
import { blockTable, pageBytes, type Cache } from "./cache.ts";

/** Memory from top to bottom: each page that is touched under a heading of its own, untouched lines left out. */
export type PageRow = PageHeading | LineRow | Gap;

export interface PageHeading {
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

export interface SectorCell {
  readonly number: number;
  readonly offsetBytes: number;
  readonly moved: boolean;
  readonly emphasis: Emphasis;
}

/** Bytes that one lane asked for. */
export interface Piece {
  readonly lane: number;
  readonly offsetBytes: number;
  readonly bytes: number;
  readonly emphasis: Emphasis;
}

/** The lines that a request touches, page by page. */
export function pageRows(cache: Cache, explanation: GlobalExplanation, pointed: ReadonlySet<number> | undefined): PageRow[] {
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
      offsetBytes: request.addresses[lane] - firstByte,
      bytes: request.bytesPerLane,
      emphasis: emphasisOf([lane], pointed),
    })),
  };
}
