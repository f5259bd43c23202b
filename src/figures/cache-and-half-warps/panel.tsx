import { useId } from "preact/hooks";
import { bytes } from "#pictures/format.ts";
import { Hatch } from "#pictures/hatch.ts";
import { MemoryLine, MemoryPieces, type PlacedLine } from "../drawing/memory-line.tsx";
import type { Panel } from "./model.ts";

interface PanelProps {
  readonly panel: Panel;
  readonly onPoint: (lane: number | undefined) => void;
}

const LINE_HEIGHT = 22;
/** From one row to the next: room for the bar that shows what DRAM reads. */
const ROW_PITCH = 28;

/** One account of the load: the lines it touches, what moves of them, and how much that is. */
export function PanelView({ panel, onPoint }: PanelProps) {
  const { title, subtitle, rows, movedBytes, holds, verdict } = panel;
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
            {row.kind === "line" ? row.firstByte : "⋮"}
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
        <span class="verdict">
          {!holds && <span aria-hidden="true">✗ </span>}
          {verdict}
        </span>
      </p>
    </div>
  );
}
