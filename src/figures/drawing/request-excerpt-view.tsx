import { count } from "#pictures/format.ts";
import { useId } from "preact/hooks";
import { Hatch } from "#pictures/hatch.ts";
import { EXCERPT_LINES, type RequestExcerpt } from "#pictures/request-excerpt.ts";
import { ASKED_FOR, MOVED, MOVED_BY_DRAM, Swatches } from "./swatches.tsx";
import { LaneStrip } from "./lanes.tsx";
import { MemoryLine, MemoryPieces } from "./memory-line.tsx";
import "./request-excerpt.css";

interface ExcerptViewProps {
  readonly excerpt: RequestExcerpt;
  /** The picture in one sentence. */
  readonly label: string;
  readonly onPoint: (lane: number | undefined) => void;
  /** How many lines there is room for, so that what is below keeps its place while requests change. */
  readonly roomLines?: number;
}

const LINE_HEIGHT = 16;
/** From one line to the next: room for the bar that shows what DRAM moves, and for the mark of lines left out. */
const PITCH = 24;

/** The warp above, the first lines of its request below, to scale. */
export function RequestExcerptView({ excerpt, label, onPoint, roomLines = EXCERPT_LINES }: ExcerptViewProps) {
  const height = roomLines * PITCH;
  const hatch = `hatch-${useId()}`;
  const rows = evenRows(excerpt);
  return (
    <div class="request-excerpt">
      <LaneStrip lanes={excerpt.lanes} onPoint={onPoint} />
      <svg class="addresses" height={height} aria-hidden="true">
        {rows.map(({ row, y }) => (
          <text key={y} class={row.kind === "line" ? "touched" : ""} x="100%" y={y + LINE_HEIGHT / 2}>
            {row.kind === "line" ? count(row.firstByte) : "…"}
          </text>
        ))}
      </svg>
      <svg class="memory" width="100%" height={height} role="img" aria-label={label}>
        <Hatch id={hatch} />
        {rows.map(({ row, y }) =>
          row.kind === "line" ? (
            <g key={row.number}>
              <MemoryLine row={{ ...row, y, height: LINE_HEIGHT }} hatch={hatch} />
              <MemoryPieces row={{ ...row, y, height: LINE_HEIGHT }} onPoint={onPoint} />
            </g>
          ) : null,
        )}
      </svg>
      <p class="rest">{excerpt.rest}</p>
      <Swatches entries={[ASKED_FOR, MOVED, MOVED_BY_DRAM]} />
    </div>
  );
}

/** Lines are evenly spaced, and the mark of a gap is halfway between two of them: the picture keeps its height. */
function evenRows({ rows }: RequestExcerpt) {
  let y = 4;
  return rows.map((row) => {
    if (row.kind === "gap") return { row, y: y - PITCH / 2 };
    y += PITCH;
    return { row, y: y - PITCH };
  });
}
