import { useMemo, useState } from "preact/hooks";
import type { LanePointing } from "#figures/drawing/lanes.tsx";
import { reasonOf } from "../reason-of.ts";
import { laneRowsAsTsv, sortedRows, type LaneRow, type LaneRows, type Sorting } from "./lane-rows.ts";

interface LaneTableProps {
  readonly lanes: LaneRows;
  /** The lane that picture and table both highlight. */
  readonly pointing: LanePointing;
}

const BY_LANE: Sorting = { column: 0, isDescending: false };

/** The lanes of a request as a table, folded: index, byte address and place in memory of each. */
export function LaneTable({ lanes, pointing }: LaneTableProps) {
  const [sorting, sort] = useState(BY_LANE);
  const rows = useMemo(() => sortedRows(lanes, sorting), [lanes, sorting]);
  const hasWrong = rows.some(({ wrong }) => wrong !== undefined);
  return (
    <details class="lane-table">
      <summary>Table of lanes</summary>
      <CopyAsTsv text={() => laneRowsAsTsv(lanes, rows)} />
      <div class="lane-table-scroll" role="group" aria-label="Table of lanes" tabIndex={0}>
        <table onPointerLeave={() => pointing.onPoint(undefined)}>
          <thead>
            <tr>
              {lanes.columns.map((name, column) => (
                <ColumnHeading key={name} name={name} column={column} sorting={sorting} onSort={sort} />
              ))}
              {hasWrong && <th scope="col">problem</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.lane} row={row} isPointed={pointing.hoveredLane === row.lane} hasWrong={hasWrong} onPoint={pointing.onPoint} />
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

interface ColumnHeadingProps {
  readonly name: string;
  readonly column: number;
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
}

function ColumnHeading({ name, column, sorting, onSort }: ColumnHeadingProps) {
  const isSorted = sorting.column === column;
  const order = !isSorted ? "none" : sorting.isDescending ? "descending" : "ascending";
  return (
    <th scope="col" aria-sort={order}>
      <button type="button" onClick={() => onSort({ column, isDescending: isSorted && !sorting.isDescending })}>
        {name}
        <span aria-hidden="true" class="sort-mark">
          {isSorted ? (sorting.isDescending ? "↓" : "↑") : ""}
        </span>
      </button>
    </th>
  );
}

interface RowProps {
  readonly row: LaneRow;
  readonly isPointed: boolean;
  /** Whether there is a column for problems. */
  readonly hasWrong: boolean;
  readonly onPoint: (lane: number) => void;
}

function Row({ row: { lane, cells, wrong, isActive }, isPointed, hasWrong, onPoint }: RowProps) {
  const classes = [isActive ? "" : "inactive", wrong === undefined ? "" : "wrong", isPointed ? "pointed-at" : ""].filter(
    (name) => name !== "",
  );
  const [first, ...others] = cells;
  return (
    <tr class={classes.join(" ") || undefined} onPointerEnter={() => onPoint(lane)}>
      <th scope="row">
        <span class="lane-swatch" style={isActive ? { background: `var(--lane-${lane})` } : undefined} />
        {first?.text}
      </th>
      {others.map(({ text }, number) => (
        <td key={number}>{text}</td>
      ))}
      {hasWrong && <td class="problem">{wrong}</td>}
    </tr>
  );
}

function CopyAsTsv({ text }: { readonly text: () => string }) {
  const [outcome, setOutcome] = useState<string>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text());
      setOutcome("Copied. Paste it into a spreadsheet.");
    } catch (error) {
      setOutcome(`The browser did not copy it (${reasonOf(error)}). Select the table and copy it yourself.`);
    }
  };
  return (
    <p class="lane-table-copy">
      <button type="button" class="plain-button" onClick={() => void copy()}>
        Copy as TSV
      </button>
      <span role="status">{outcome}</span>
    </p>
  );
}
