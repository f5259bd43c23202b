import { useId } from "preact/hooks";
import { bytes, count } from "#pictures/format.ts";
import { Hatch } from "#pictures/hatch.ts";
import { LaneStrip } from "../drawing/lanes.tsx";
import { MemoryLine, MemoryPieces, type PlacedLine } from "../drawing/memory-line.tsx";
import { ASKED_FOR, MOVED, Swatches } from "../drawing/swatches.tsx";
import type { Panel, Picture } from "./model.ts";

interface ViewProps {
  readonly picture: Picture;
  readonly onPoint: (lane: number | undefined) => void;
}

/** The warp above; below it what the load moves, in three panels side by side. */
export function View({ picture, onPoint }: ViewProps) {
  return (
    <div class="cache-and-half-warps">
      <LaneStrip lanes={picture.lanes} onPoint={onPoint} />
      <div class="accounts">
        {picture.panels.map((panel) => (
          <PanelView key={panel.id} panel={panel} onPoint={onPoint} />
        ))}
      </div>
      <Swatches entries={[ASKED_FOR, MOVED, { swatch: "", means: "not moved" }, { swatch: "dram", means: "read by DRAM" }]} />
      <ul class="evidence">
        {picture.evidence.map((finding) => (
          <li key={finding}>{finding}</li>
        ))}
      </ul>
    </div>
  );
}

interface PanelProps {
  readonly panel: Panel;
  readonly onPoint: (lane: number | undefined) => void;
}

const LINE_HEIGHT = 22;
/** From one row to the next: room for the bar that shows what DRAM reads. */
const ROW_PITCH = 28;

/** The lines that the load touches, what moves of them, and how many bytes that is. */
function PanelView({ panel, onPoint }: PanelProps) {
  const { title, subtitle, rows, movedBytes, holds, finding } = panel;
  const hatch = `hatch-${useId()}`;
  const height = rows.length * ROW_PITCH;
  const lines = rows.flatMap((row, i): PlacedLine[] => (row.kind === "line" ? [{ ...row, y: i * ROW_PITCH, height: LINE_HEIGHT }] : []));
  return (
    <div class={holds ? "account" : "account refuted"}>
      <p class="account-title">
        {title} <span>{subtitle}</span>
      </p>
      <svg class="addresses" height={height} aria-hidden="true">
        {rows.map((row, i) => (
          <text key={i} class="touched" x="100%" y={i * ROW_PITCH + LINE_HEIGHT / 2}>
            {row.kind === "line" ? count(row.firstByte) : "…"}
          </text>
        ))}
      </svg>
      <svg class="memory" width="100%" height={height} role="img" aria-label={`${title}, ${subtitle}: ${bytes(movedBytes)} move`}>
        <Hatch id={hatch} />
        {lines.map((row) => (
          <g key={row.number}>
            <MemoryLine row={row} hatch={hatch} />
            <MemoryPieces row={row} onPoint={onPoint} />
          </g>
        ))}
      </svg>
      <p class="account-bytes">
        <strong>{bytes(movedBytes)}</strong>
        <span class="finding">
          {!holds && <span aria-hidden="true">× </span>}
          {finding}
        </span>
      </p>
    </div>
  );
}
