import { columns, type Column } from "./columns.ts";
import { metricName, type ColumnId, type MeasuredRow } from "./metrics.ts";
import type { TableRow } from "./table-row.ts";
import { comparisonWords, rowWords } from "./words.ts";

export interface Settings {
  readonly rows: readonly TableRow[];
  readonly measured?: readonly MeasuredRow[];
  /** The GPU that `measured` comes from. */
  readonly device?: string;
  /** The column that is explained. */
  readonly column: ColumnId;
}

/** A memory table as plain data that it is drawn from. */
export interface Picture {
  readonly columns: readonly { readonly id: ColumnId; readonly label: string; readonly chosen: boolean }[];
  readonly rows: readonly PictureRow[];
  /** What there is to know of the chosen column. */
  readonly explained: Explained;
  readonly sentence: string;
  /** Every column in words. */
  readonly details: readonly string[];
}

export interface PictureRow {
  readonly name: string;
  readonly cells: readonly Cell[];
}

export interface Cell {
  readonly column: ColumnId;
  /** Undefined where the column has nothing to count. */
  readonly value: string | undefined;
  readonly ideal: string | undefined;
  /** Whether the value is the ideal; undefined where there is none. */
  readonly isIdeal: boolean | undefined;
  readonly measured: Measured | undefined;
}

/** What the profiler says beside a value. */
export interface Measured {
  readonly value: string;
  readonly agrees: boolean;
  /** How much more it is, ready to be read; undefined where it agrees, or where there is nothing to be more than. */
  readonly surplus: string | undefined;
}

export interface Explained extends Pick<Column, "label" | "counts" | "here" | "beware"> {
  readonly metrics: readonly { readonly row: string; readonly name: string }[];
}

export function model({ rows, measured, device = "H100", column }: Settings): Picture {
  const chosen = columns.find(({ id }) => id === column) ?? columns[0];
  const comparison = measured ? [comparisonWords(rows, measured, device)] : [];
  return {
    columns: columns.map(({ id, label }) => ({ id, label, chosen: id === chosen.id })),
    rows: rows.map((row) => ({ name: rowName(row), cells: columns.map((each) => cellOf(each, row, measured)) })),
    explained: {
      label: chosen.label,
      counts: chosen.counts,
      here: chosen.here,
      beware: chosen.beware,
      metrics: rows.flatMap((row) => {
        const name = metricName(chosen.id, row.space, row.op);
        return name === undefined ? [] : [{ row: rowName(row), name }];
      }),
    },
    sentence: [...rows.map(rowWords), ...comparison].join(" "),
    details: columns.map(({ label, counts, here, beware }) => `${label}. ${counts} ${here} ${beware}`),
  };
}

function rowName({ space, op }: Pick<TableRow, "space" | "op">): string {
  return `${space} ${op}`;
}

function cellOf({ id, value, ideal, format }: Column, row: TableRow, measured: readonly MeasuredRow[] | undefined): Cell {
  const simulated = value(row);
  const best = ideal?.(row);
  const seen = measured?.find(({ space, op }) => space === row.space && op === row.op)?.values[id];
  return {
    column: id,
    value: simulated === undefined ? undefined : format(simulated),
    ideal: best === undefined ? undefined : format(best),
    isIdeal: best === undefined ? undefined : best === simulated,
    measured: simulated === undefined || seen === undefined ? undefined : measuredCell(format, simulated, seen),
  };
}

function measuredCell(format: (value: number) => string, simulated: number, seen: number): Measured {
  const surplus = seen - simulated;
  const says = surplus !== 0 && simulated !== 0;
  return {
    value: format(seen),
    agrees: surplus === 0,
    surplus: says ? `${surplus > 0 ? "+" : "−"}${format(Math.abs(surplus))}` : undefined,
  };
}
