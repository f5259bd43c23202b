import { count, pluralize, decimal, percent } from "#pictures/format.ts";
import type { MeasuredRow } from "./metrics.ts";
import type { SharedRow, TableRow } from "./table-row.ts";

/** A table in one sentence for each of its rows. */
export function rowWords(row: TableRow): string {
  const name = `${row.space === "global" ? "Global" : "Shared"} ${row.op}s`;
  if (row.space === "global") {
    const perRequest = decimal(row.sectors / row.requests);
    const ideal = row.sectors === row.idealSectors ? "the ideal" : `where ${decimal(row.idealSectors / row.requests)} would do`;
    return `${name}: ${perRequest} sectors per request, ${ideal}.`;
  }
  const conflicts = row.bankConflicts === 0 ? "no bank conflict" : pluralize(row.bankConflicts, "bank conflict");
  return `${name}: ${conflicts} in ${pluralize(row.requests, "request")}.`;
}

/** Where a profiler's counters stand beside the simulator's, in words. */
export function comparisonWords(rows: readonly TableRow[], measured: readonly MeasuredRow[], device: string): string {
  const valuesOf = (row: TableRow) => measured.find(({ space, op }) => space === row.space && op === row.op)?.values ?? {};
  const agrees = rows.every((row) => {
    const { requests, sectors } = valuesOf(row);
    return row.space === "shared" || (requests === row.requests && sectors === row.sectors);
  });
  const onGlobal = `The ${device} counts ${agrees ? "exactly these" : "other"} requests and sectors.`;
  const surpluses = rows.flatMap((row) => (row.space === "shared" ? surplusOf(row, valuesOf(row)) : []));
  if (surpluses.length === 0) return onGlobal;
  const conflicts = surpluses.map(({ words }) => words).join(" and ");
  const wavefronts = surpluses.every(({ inWavefronts }) => inWavefronts) ? ", and its wavefronts hold the same surplus" : "";
  return `${onGlobal} Its conflict counter stands ${conflicts}${wavefronts}. No pattern made it: these passes lost the arbitration for the data stage.`;
}

/** How far the conflict counter of a row is from the rule; nothing where it is not, or was not read. */
function surplusOf({ op, requests, wavefronts, bankConflicts }: SharedRow, measured: MeasuredRow["values"]) {
  if (measured.bankConflicts === undefined || measured.bankConflicts === bankConflicts) return [];
  const surplus = measured.bankConflicts - bankConflicts;
  const share =
    bankConflicts > 0 ? `${percent(surplus / bankConflicts)} of the conflicts` : `${percent(surplus / requests)} of the requests`;
  return [{ words: `${count(surplus)} higher for ${op}s (${share})`, inWavefronts: measured.wavefronts === wavefronts + surplus }];
}
