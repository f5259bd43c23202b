import { stringify } from "csv-stringify/sync";

/** The mark by which spreadsheets recognize UTF-8. It comes first in a file. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Rows as RFC 4180 CSV. Every cell is quoted, and a cell that a spreadsheet would take for a formula gets an apostrophe in front, which
 * spreadsheets read as "this is text".
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((cells) => cells.map(withoutFormula)),
    { quoted: true, quoted_empty: true, record_delimiter: "windows" },
  );
}

/** Rows as a whole file that spreadsheets open. */
export const csvFile = (rows: readonly (readonly string[])[]): string => `${BYTE_ORDER_MARK}${csvText(rows)}`;

/** Signs that begin a formula, and their wide forms. Alone in a cell, as in a dash for an empty value, they begin none. */
const FORMULA = "[=+\\-@＝＋－＠]";
/** Where a cell begins for some spreadsheet: a file that is opened with a separator other than the comma has cells inside of cells. */
const BEGINNING = new RegExp(`(^|[;|\\t\\r\\n])([\\s"']*)(?=${FORMULA}\\s*[^\\s;|])`, "g");

function withoutFormula(text: string): string {
  const wellFormed = text.toWellFormed().replaceAll("\0", "\ufffd");
  // A number is no formula, negative or not.
  if (/^-?\d+(\.\d+)?$/.test(wellFormed)) return wellFormed;
  const marked = wellFormed.replaceAll(BEGINNING, "$1'$2");
  return /^[\t\r\n]/.test(marked) ? `'${marked}` : marked;
}
