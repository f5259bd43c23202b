import { count, decimal, percent, pluralize } from "#pictures/format.ts";
import { columns, metricName, type Column, type ColumnId, type MeasuredRow } from "./columns.ts";
import type { SharedRow, TableRow } from "./table-row.ts";

interface Settings {
  readonly rows: readonly TableRow[];
  readonly measured?: readonly MeasuredRow[] | undefined;
  /** The GPU that `measured` comes from. */
  readonly device?: string;
  /** The column that is explained. */
  readonly column: ColumnId;
}

/** A memory table as plain data. */
export interface Picture {
  readonly columns: readonly { readonly id: ColumnId; readonly label: string; readonly chosen: boolean }[];
  readonly rows: readonly PictureRow[];
  /** What the chosen column counts, and where it can mislead. */
  readonly explained: Explained;
  readonly sentence: string;
  /** Every column in words. */
  readonly details: readonly string[];
}

interface PictureRow {
  readonly name: string;
  readonly cells: readonly Cell[];
}

export interface Cell {
  readonly column: ColumnId;
  /** Undefined where the column does not apply to the row. */
  readonly value: string | undefined;
  readonly ideal: string | undefined;
  /** Whether the value is the ideal; undefined where there is none. */
  readonly isIdeal: boolean | undefined;
  readonly measured: Measured | undefined;
}

/** The profiler's number beside a value. */
interface Measured {
  readonly value: string;
  readonly agrees: boolean;
  /** How far the measured value is above (+) or below (−) the simulated one, formatted; undefined where they agree, or where the simulated one is 0. */
  readonly surplus: string | undefined;
}

export interface Explained extends Pick<Column, "label" | "counts" | "here" | "beware"> {
  readonly metrics: readonly { readonly row: string; readonly name: string }[];
}

export function model({ rows, measured, device = "H100", column }: Settings): Picture {
  const chosen = columns.find(({ id }) => id === column);
  if (!chosen) throw new RangeError(`the table has no column "${column}"`);
  const comparison = measured ? [comparisonCaption(rows, measured, device)] : [];
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
    sentence: [...rows.map(rowCaption), ...comparison].join(" "),
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
  const isShown = surplus !== 0 && simulated !== 0;
  return {
    value: format(seen),
    agrees: surplus === 0,
    surplus: isShown ? `${surplus > 0 ? "+" : "−"}${format(Math.abs(surplus))}` : undefined,
  };
}

/** A row of the table in one sentence. */
function rowCaption(row: TableRow): string {
  const name = `${row.space === "global" ? "Global" : "Shared"} ${row.op}s`;
  if (row.space === "global") {
    const perRequest = decimal(row.sectors / row.requests);
    const ideal = row.sectors === row.idealSectors ? "the ideal" : `where ${decimal(row.idealSectors / row.requests)} would do`;
    return `${name}: ${perRequest} sectors per request, ${ideal}.`;
  }
  const conflicts = row.bankConflicts === 0 ? "no bank conflict" : pluralize(row.bankConflicts, "bank conflict");
  return `${name}: ${conflicts} in ${pluralize(row.requests, "request")}.`;
}

/** How a profiler's counters compare to the simulator's, in words. */
function comparisonCaption(rows: readonly TableRow[], measured: readonly MeasuredRow[], device: string): string {
  const valuesOf = (row: TableRow) => measured.find(({ space, op }) => space === row.space && op === row.op)?.values ?? {};
  const agrees = rows.every((row) => {
    const { requests, sectors } = valuesOf(row);
    return row.space === "shared" || (requests === row.requests && sectors === row.sectors);
  });
  const onGlobal = `The ${device} counts ${agrees ? "exactly these" : "other"} requests and sectors.`;
  const surpluses = rows.flatMap((row) => (row.space === "shared" ? surplusOf(row, valuesOf(row)) : []));
  if (surpluses.length === 0) return onGlobal;
  const conflicts = surpluses.map(({ text }) => text).join(" and ");
  const wavefronts = surpluses.every(({ inWavefronts }) => inWavefronts) ? ", and its wavefronts hold the same surplus" : "";
  return `${onGlobal} Its conflict counter is ${conflicts}${wavefronts}. The access pattern did not cause this: these passes lost the arbitration for the data stage.`;
}

/** By how much the measured conflict counter of a row differs from the simulator's; empty where they agree, or where it was not measured. */
function surplusOf({ op, requests, wavefronts, bankConflicts }: SharedRow, measured: MeasuredRow["values"]) {
  if (measured.bankConflicts === undefined || measured.bankConflicts === bankConflicts) return [];
  const surplus = measured.bankConflicts - bankConflicts;
  const share =
    bankConflicts > 0 ? `${percent(surplus / bankConflicts)} of the conflicts` : `${percent(surplus / requests)} of the requests`;
  return [{ text: `${count(surplus)} higher for ${op}s (${share})`, inWavefronts: measured.wavefronts === wavefronts + surplus }];
}
