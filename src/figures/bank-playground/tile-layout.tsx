import { BANK_HEADER_HEIGHT, BANK_WIDTH } from "../drawing/banks.tsx";
import type { Layout } from "./layout.ts";
import type { WordRun } from "./tile.ts";

interface TileLayoutProps {
  readonly layout: Layout;
  readonly rowHeight: number;
  /** Id of the pattern that fills padding. */
  readonly paddingFill: string;
}

/** How the tile lies in its words: each second row shaded, column 0 marked, padding dotted. */
export function TileLayout({ layout, rowHeight, paddingFill }: TileLayoutProps) {
  return (
    <g class="tile">
      <defs>
        <pattern id={paddingFill} width="5" height="5" patternUnits="userSpaceOnUse">
          <circle class="padding-dot" cx="2.5" cy="2.5" r="0.9" />
        </pattern>
      </defs>
      {layout.oddRows.map((run) => (
        <RunRect key={keyOf(run)} run={run} rowHeight={rowHeight} class="odd-row" />
      ))}
      {layout.padding.map((run) => (
        <g key={keyOf(run)}>
          <RunRect run={run} rowHeight={rowHeight} class="cell-ground" />
          <RunRect run={run} rowHeight={rowHeight} class="padding" fill={`url(#${paddingFill})`} />
        </g>
      ))}
      {layout.elements
        .filter(({ runs }) => runs[0].words > 1)
        .flatMap(({ runs }) => runs.map((run) => <RunRect key={keyOf(run)} run={run} rowHeight={rowHeight} class="element-rule" />))}
      {layout.elements
        .filter(({ column }) => column === 0)
        .map(({ row, runs: [run] }) => (
          <rect
            key={row}
            class="first-edge"
            x={`${run.bank * BANK_WIDTH}%`}
            y={rowTop(run, rowHeight) + 1}
            width="2.5"
            height={rowHeight - 2}
          />
        ))}
    </g>
  );
}

interface RunRectProps {
  readonly run: WordRun;
  readonly rowHeight: number;
  readonly class: string;
  readonly fill?: string;
}

/** Neighbouring words as one rectangle. */
export function RunRect({ run, rowHeight, ...rect }: RunRectProps) {
  return (
    <rect {...rect} x={`${run.bank * BANK_WIDTH}%`} y={rowTop(run, rowHeight)} width={`${run.words * BANK_WIDTH}%`} height={rowHeight} />
  );
}

/** Top edge of a row of banks, in CSS pixels. */
export function rowTop({ gridRow }: Pick<WordRun, "gridRow">, rowHeight: number): number {
  return BANK_HEADER_HEIGHT + gridRow * rowHeight;
}

function keyOf({ gridRow, bank }: WordRun): string {
  return `${gridRow} ${bank}`;
}
