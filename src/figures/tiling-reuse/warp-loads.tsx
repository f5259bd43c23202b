import { useId } from "preact/hooks";
import { Hatch } from "#pictures/hatch.ts";
import { MemoryLine, MemoryPieces, type PlacedLine } from "../drawing/memory-line.tsx";
import type { Load } from "./model.ts";

const LINE_HEIGHT = 20;
const ROW_PITCH = 26;

interface WarpLoadsProps {
  readonly loads: readonly Load[];
  readonly onPoint: (lane: number | undefined) => void;
}

/** The lines that one warp's two loads touch, and what they cost side by side. */
export function WarpLoads({ loads, onPoint }: WarpLoadsProps) {
  const [a, b] = loads;
  return (
    <div class="warp-loads">
      {loads.map((load) => (
        <Lines key={load.matrix} load={load} onPoint={onPoint} />
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
              {[reading, b.readings[i]].map(({ value, ideal }, column) => (
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
  const lines = load.rows
    .filter((row) => row.kind === "line")
    .map((row, i): PlacedLine => ({ ...row, y: i * ROW_PITCH, height: LINE_HEIGHT }));
  const name = load.matrix.toUpperCase();
  const [, sectors] = load.readings;
  return (
    <div class="load">
      <p>
        {name} <span>in memory, one line a row</span>
      </p>
      <svg
        class="memory"
        width="100%"
        height={lines.length * ROW_PITCH}
        role="img"
        aria-label={`The load of ${name} touches ${sectors.value} sectors in ${lines.length} lines`}
      >
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
