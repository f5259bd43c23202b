import { useId } from "preact/hooks";
import { CACHE_LINE_BYTES, SECTOR_BYTES } from "#simulator";
import { Hatch } from "#pictures/hatch.ts";
import { placeRows, rowHeight, type PlacedRow } from "#pictures/rows.ts";
import type { Emphasis } from "#pictures/lanes.ts";
import { LaneFill, LaneStrip } from "../drawing/lanes.tsx";
import type { CachePage, LineRow, PageRow, Picture, SequencePage } from "./model.ts";

interface ViewProps {
  readonly picture: Picture;
  readonly onPoint: (lane: number | undefined) => void;
}

/** The sequence and the pages of the cache above, the warp and the lines that it touches below. */
export function View({ picture, onPoint }: ViewProps) {
  return (
    <>
      <PagesView picture={picture} />
      <MemoryView picture={picture} onPoint={onPoint} />
    </>
  );
}

/** The lanes, and the lines of the touched pages, to scale. */
function MemoryView({ picture, onPoint }: ViewProps) {
  const hatch = `hatch-${useId()}`;
  const { rows, height } = placePages(picture.rows);
  return (
    <>
      <LaneStrip lanes={picture.lanes} onPoint={onPoint} />
      <svg class="addresses" height={height} aria-hidden="true">
        {rows.map((row) =>
          row.kind === "line" ? (
            <text key={row.number} class="touched" x="100%" y={row.y + row.height / 2}>
              {row.firstByte}
            </text>
          ) : null,
        )}
      </svg>
      <svg class="memory" width="100%" height={height} role="img" aria-label={picture.sentence}>
        <Hatch id={hatch} />
        {rows.map((row) => (row.kind === "line" ? <Sectors key={row.number} row={row} hatch={hatch} /> : null))}
        <g class="connectors">
          {connectors(rows, picture.lanes.length).map(({ lane, x1, x2, y2, emphasis }) => (
            <line key={lane} class={emphasis} x1={`${x1}%`} y1="0" x2={`${x2}%`} y2={y2} style={{ stroke: `var(--lane-${lane})` }} />
          ))}
        </g>
        {rows.map((row) =>
          row.kind === "page" ? (
            <text key={`page-${row.number}`} class="page-heading" x="0" y={row.y + row.height / 2}>
              {`page ${row.number} · tokens ${row.firstToken} to ${row.lastToken}`}
            </text>
          ) : null,
        )}
        {rows.map((row) => (row.kind === "line" ? <Pieces key={row.number} row={row} onPoint={onPoint} /> : null))}
      </svg>
    </>
  );
}

function Sectors({ row, hatch }: { readonly row: PlacedRow<LineRow>; readonly hatch: string }) {
  return (
    <g class="line touched">
      {row.sectors.map((sector) => (
        <rect
          key={sector.number}
          class={`sector ${sector.moved ? "moved" : "still"} ${sector.emphasis}`}
          x={percentOfLine(sector.offsetBytes)}
          y={row.y}
          width={percentOfLine(SECTOR_BYTES)}
          height={row.height}
          fill={sector.moved ? `url(#${hatch})` : "none"}
        >
          <title>{`Sector ${sector.number}`}</title>
        </rect>
      ))}
      <rect class="line-rule" x="0" y={row.y} width="100%" height={row.height} />
    </g>
  );
}

function Pieces({ row, onPoint }: { readonly row: PlacedRow<LineRow>; readonly onPoint: ViewProps["onPoint"] }) {
  return (
    <>
      {row.pieces.map(({ lane, offsetBytes, bytes, emphasis }) => (
        <g key={lane} class={`piece ${emphasis}`} onPointerEnter={() => onPoint(lane)} onPointerLeave={() => onPoint(undefined)}>
          <LaneFill
            lanes={[lane]}
            x={(offsetBytes / CACHE_LINE_BYTES) * 100}
            width={(bytes / CACHE_LINE_BYTES) * 100}
            y={row.y}
            height={row.height}
            numbered={row.height >= 10}
          />
        </g>
      ))}
    </>
  );
}

function percentOfLine(lineBytes: number): string {
  return `${(lineBytes / CACHE_LINE_BYTES) * 100}%`;
}

const TOKENS = { y: 0, height: 24 };
const TABLE = { y: 28, height: 22 };
const CACHE = { y: 96, height: 26 };

/** Sequence → block table → cache: where each page of the sequence really lies. */
function PagesView({ picture }: { readonly picture: Picture }) {
  const { sequence, cache } = picture;
  return (
    <>
      <svg class="page-names" height={CACHE.y + CACHE.height + 2} aria-hidden="true">
        {[
          { name: "tokens", ...TOKENS },
          { name: "table", ...TABLE },
          { name: "cache", ...CACHE },
        ].map(({ name, y, height }) => (
          <text key={name} x="100%" y={y + height / 2}>
            {name}
          </text>
        ))}
      </svg>
      <svg class="pages" width="100%" height={CACHE.y + CACHE.height + 2} role="img" aria-label={pagesLabel(sequence)}>
        {sequence.map((page) => (
          <EntryOfTable key={page.number} page={page} width={100 / sequence.length} />
        ))}
        <g class="jumps">
          {jumps(sequence, cache).map(({ from, to, touched }) => (
            <line
              key={from}
              class={touched ? "touched" : ""}
              x1={`${from}%`}
              y1={TABLE.y + TABLE.height}
              x2={`${to}%`}
              y2={CACHE.y}
              pathLength="1"
            />
          ))}
        </g>
        {cache.map((page) => (
          <PageOfCache key={page.number} page={page} width={100 / cache.length} />
        ))}
      </svg>
    </>
  );
}

/** A page of the sequence, token by token, and below it the page of the cache that the table names. */
function EntryOfTable({ page, width }: { readonly page: SequencePage; readonly width: number }) {
  const { number, cachePage, touched, tokens } = page;
  const x = number * width;
  const tokenWidth = width / tokens.length;
  return (
    <g class={touched ? "entry touched" : "entry"}>
      {tokens.map(({ token, lanes }, i) => (
        <g key={token} class="token">
          <rect class="token-cell" x={`${x + i * tokenWidth}%`} y={TOKENS.y + 2} width={`${tokenWidth}%`} height={TOKENS.height - 4} />
          {lanes.length > 0 && (
            <LaneFill
              lanes={lanes}
              x={x + i * tokenWidth}
              width={tokenWidth}
              y={TOKENS.y + 2}
              height={TOKENS.height - 4}
              numbered={false}
            />
          )}
        </g>
      ))}
      <rect class="page-rule" x={`${x}%`} y={TOKENS.y + 1} width={`${width}%`} height={TOKENS.height - 2} />
      <rect class="table-cell" x={`${x}%`} y={TABLE.y} width={`${width}%`} height={TABLE.height} />
      <text x={`${x + width / 2}%`} y={TABLE.y + TABLE.height / 2}>
        {cachePage}
      </text>
    </g>
  );
}

function PageOfCache({ page, width }: { readonly page: CachePage; readonly width: number }) {
  const { number, sequencePage, touched } = page;
  const owner = sequencePage === undefined ? "foreign" : "owned";
  return (
    <g class={`cache-page ${owner}${touched ? " touched" : ""}`}>
      <rect x={`${number * width}%`} y={CACHE.y} width={`${width}%`} height={CACHE.height} />
      <text x={`${(number + 0.5) * width}%`} y={CACHE.y + CACHE.height / 2}>
        {number}
      </text>
    </g>
  );
}

function pagesLabel(sequence: readonly SequencePage[]): string {
  const entries = sequence.map(
    ({ number, cachePage, touched }) => `page ${number} lies in ${cachePage}${touched ? ", which is read now" : ""}`,
  );
  return `Block table: ${entries.join("; ")}.`;
}

/** Room for the connectors between the lanes and memory. */
const FAN_HEIGHT = 28;
const BETWEEN_ROWS = 3;
const HEADING_HEIGHT = 15;
const GAP_HEIGHT = 4;
const TALLEST_LINE = 20;
/** What all lines together may take, without the room between them. */
const LINES_HEIGHT = 340;

/** Puts rows below one another, in CSS pixels: the fewer the lines, the taller. */
function placePages(rows: readonly PageRow[]): { readonly rows: readonly PlacedRow<PageRow>[]; readonly height: number } {
  const lines = rows.filter((row) => row.kind === "line").length;
  const lineHeight = rowHeight(lines, { page: LINES_HEIGHT, between: 0, tallest: TALLEST_LINE, lowest: 0 });
  const heights = { line: lineHeight, page: HEADING_HEIGHT, gap: GAP_HEIGHT };
  const placed = placeRows(rows, { top: FAN_HEIGHT, between: BETWEEN_ROWS, heightOf: ({ kind }) => heights[kind] });
  return { rows: placed.rows, height: placed.bottom };
}

/** A line from a lane to its bytes; x in percent of the width, y in pixels. */
interface Connector {
  readonly lane: number;
  readonly x1: number;
  readonly x2: number;
  readonly y2: number;
  readonly emphasis: Emphasis;
}

function connectors(rows: readonly PlacedRow<PageRow>[], laneCount: number): Connector[] {
  return rows.flatMap((row) =>
    row.kind === "line"
      ? row.pieces.map(({ lane, offsetBytes, bytes, emphasis }) => ({
          lane,
          x1: ((lane + 0.5) / laneCount) * 100,
          x2: ((offsetBytes + bytes / 2) / CACHE_LINE_BYTES) * 100,
          y2: row.y,
          emphasis,
        }))
      : [],
  );
}

/** A line from an entry of the block table to the page that it names; x in percent of the width. */
interface Jump {
  readonly from: number;
  readonly to: number;
  readonly touched: boolean;
}

function jumps(sequence: readonly SequencePage[], cache: readonly CachePage[]): Jump[] {
  return sequence.map(({ number, cachePage, touched }) => ({
    from: ((number + 0.5) / sequence.length) * 100,
    to: ((cachePage + 0.5) / cache.length) * 100,
    touched,
  }));
}
