import { useId } from "preact/hooks";
import { Hatch } from "#pictures/hatch.ts";
import { Readings } from "../drawing/figure-frame.tsx";
import { CurveLegend } from "../drawing/chart.tsx";
import { LaneStrip } from "../drawing/lanes.tsx";
import { MemoryLine, MemoryPieces } from "../drawing/memory-line.tsx";
import { ASKED_FOR, MOVED, MOVED_BY_DRAM, Swatches } from "../drawing/swatches.tsx";
import { WalkChart } from "./chart.tsx";
import { LINES_PER_ROW_DRAWN, ROW_BYTES_DRAWN, type Counting, type Model } from "./model.ts";
import type { Together } from "./walk.ts";

interface ViewProps {
  readonly model: Model;
  readonly onChoose: (together: Together) => void;
  readonly onPoint: (lane: number | undefined) => void;
}

/** One warp's load in the matrix, and beside it what the walk does to the whole kernel. */
export function View({ model, onChoose, onPoint }: ViewProps) {
  return (
    <div class="column-walk">
      <div>
        <MatrixView model={model} onPoint={onPoint} />
        <Swatches entries={[ASKED_FOR, MOVED, MOVED_BY_DRAM]} />
        <p class="pointed">{model.pointed ?? `The first ${ROW_BYTES_DRAWN} bytes of each row; the rows continue to the right.`}</p>
        <p class="side-title">One load of one warp, simulated</p>
        <Readings readings={model.readings} />
      </div>
      <div>
        <WalkChart model={model} onChoose={onChoose} />
        <CurveLegend entries={model.legend} sample={curveSample} />
        <p class="side-title">The whole kernel, measured on an H100</p>
        <Readings readings={model.measuredReadings} />
      </div>
    </div>
  );
}

function curveSample(counting: Counting) {
  return (
    <svg class={`curve ${counting}`} width="30" height="10" aria-hidden="true">
      <path d="M0,5H30" />
      <circle class="mark" cx="15" cy="5" r="3.25" />
    </svg>
  );
}

interface MatrixViewProps {
  readonly model: Model;
  readonly onPoint: (lane: number | undefined) => void;
}

const ROW_HEIGHT = 9;
/** From one row to the next: room for the bar that shows what DRAM moves. */
const PITCH = 13;
const LABELLED_ROWS = 4;
const lineWidth = 100 / LINES_PER_ROW_DRAWN;

/** The warp above, and below it the corner of the matrix that it reads: rows from top to bottom, lines of memory side by side. */
function MatrixView({ model, onPoint }: MatrixViewProps) {
  const hatch = `hatch-${useId()}`;
  const height = model.rowsDrawn * PITCH;
  const rowNumbers = Array.from({ length: model.rowsDrawn }, (_, row) => row);
  return (
    <div class="walk-matrix">
      <LaneStrip lanes={model.lanes} onPoint={onPoint} />
      <svg class="addresses" height={height} aria-hidden="true">
        {rowNumbers
          .filter((row) => row % LABELLED_ROWS === 0)
          .map((row) => (
            <text key={row} x="100%" y={row * PITCH + ROW_HEIGHT / 2 + 2}>
              {row === 0 ? "row 0" : row}
            </text>
          ))}
      </svg>
      <svg class="memory" width="100%" height={height} role="img" aria-label={model.sentence}>
        <Hatch id={hatch} />
        {rowNumbers.map((row) => (
          <rect key={row} class="line-rule" x="0" y={row * PITCH + 2} width="100%" height={ROW_HEIGHT} />
        ))}
        {model.lines.map(({ row, lineOfRow, line }) => {
          const placed = { ...line, y: row * PITCH + 2, height: ROW_HEIGHT };
          return (
            <svg key={line.number} class="memory" x={`${lineOfRow * lineWidth}%`} width={`${lineWidth}%`} height={height}>
              <MemoryLine row={placed} hatch={hatch} />
              <MemoryPieces row={placed} onPoint={onPoint} />
            </svg>
          );
        })}
      </svg>
    </div>
  );
}
