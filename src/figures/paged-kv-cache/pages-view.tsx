import { LaneFill } from "../drawing/lanes.tsx";
import type { CachePage, Picture, SequencePage } from "./model.ts";
import { jumps } from "./placing.ts";

const TOKENS = { y: 0, height: 24 };
const TABLE = { y: 28, height: 22 };
const CACHE = { y: 96, height: 26 };

/** Sequence → block table → cache: where each page of the sequence really lies. */
export function PagesView({ picture }: { readonly picture: Picture }) {
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
