import { ReportError, type MeasuredLaunch } from "./measured-launch.ts";
import { readNcuCsv } from "./ncu-csv.ts";
import { isNcuReport, readNcuReport } from "./ncu-report.ts";

/** Larger files are refused: a browser's tab has to hold them. */
const MOST_REPORT_BYTES = 256 * 2 ** 20;

/**
 * The launches in a file: a report of Nsight Compute, or its CSV.
 *
 * @throws ReportError that says what is wrong with the file, and how a good one is made
 */
export function readReport(bytes: Uint8Array): MeasuredLaunch[] {
  if (bytes.length > MOST_REPORT_BYTES)
    throw new ReportError("The report has more than 256 MB. Profile fewer launches: ncu --launch-count 1, or --kernel-name.");
  if (isNcuReport(bytes)) return readNcuReport(bytes);
  const head = String.fromCharCode(...bytes.subarray(0, 15));
  if (head === "SQLite format 3")
    throw new ReportError(
      "This is a database of Nsight Systems, which has no counters of memory accesses. Nsight Compute, ncu, makes reports that do.",
    );
  return readNcuCsv(new TextDecoder().decode(bytes));
}
