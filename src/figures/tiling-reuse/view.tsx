import { useId } from "preact/hooks";
import { Hatch } from "#pictures/hatch.ts";
import { LaneStrip } from "../drawing/lanes.tsx";
import { Pointed, Readings } from "../drawing/figure-frame.tsx";
import { Swatches } from "../drawing/swatches.tsx";
import { MemoryLine, MemoryPieces, type PlacedLine } from "../drawing/memory-line.tsx";
import { Matrices } from "./matrices.tsx";
import type { Load, Picture } from "./model.ts";
import { RooflineChart } from "./roofline-chart.tsx";

interface ViewProps {
  readonly picture: Picture;
  readonly onPoint: (lane: number | undefined) => void;
}

/** One warp's part in a step of the block above, the whole kernel's roofline below. */
export function View({ picture, onPoint }: ViewProps) {
  return (
    <div class="tiling-reuse">
      <div class="step-side">
        <LaneStrip lanes={picture.lanes} onPoint={onPoint} />
        <Pointed text={picture.pointed} />
        <WarpLoads loads={picture.loads} onPoint={onPoint} />
      </div>
      <div class="matrices-side">
        <Matrices picture={picture} onPoint={onPoint} />
        <Swatches
          entries={[
            { swatch: "asked", means: "the first warp's elements" },
            { swatch: "band", means: "what the block needs" },
            { swatch: "done", means: "loaded before" },
          ]}
        />
      </div>
      <div class="roofline-side">
        <RooflineChart picture={picture} />
      </div>
      <div class="kernel-side">
        <Readings readings={picture.readings} />
        <p class="roof-source">{picture.roofCaption}</p>
      </div>
    </div>
  );
}

const LINE_HEIGHT = 20;
const ROW_PITCH = 26;

interface WarpLoadsProps {
  readonly loads: Picture["loads"];
  readonly onPoint: (lane: number | undefined) => void;
}

/** The lines that one warp's two loads touch, and the costs of the loads side by side. */
function WarpLoads({ loads, onPoint }: WarpLoadsProps) {
  const { a, b } = loads;
  return (
    <div class="warp-loads">
      {[a, b].map((load) => (
        <Lines key={load.name} load={load} onPoint={onPoint} />
      ))}
      <table>
        <caption>One warp, one step</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">load of A</th>
            <th scope="col">load of B</th>
          </tr>
        </thead>
        <tbody>
          {a.readings.map((reading, i) => (
            <tr key={reading.name}>
              <th scope="row">{reading.name}</th>
              {[reading, ...b.readings.slice(i, i + 1)].map(({ value, ideal }, column) => (
                <td key={column}>
                  {value}
                  {ideal !== undefined && <span class="ideal"> (ideal {ideal})</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Lines({ load, onPoint }: { readonly load: Load; readonly onPoint: WarpLoadsProps["onPoint"] }) {
  const hatch = `hatch-${useId()}`;
  const lines = load.lines.map((row, i): PlacedLine => ({ ...row, y: i * ROW_PITCH, height: LINE_HEIGHT }));
  return (
    <div class="load">
      <p>
        {load.name} <span>in memory, one line per row</span>
      </p>
      <svg class="memory" width="100%" height={lines.length * ROW_PITCH} role="img" aria-label={load.caption}>
        <Hatch id={hatch} />
        {lines.map((row) => (
          <g key={row.number}>
            <MemoryLine row={row} hatch={hatch} />
            <MemoryPieces row={row} onPoint={onPoint} />
          </g>
        ))}
      </svg>
    </div>
  );
}
