import { stringify } from "csv-stringify/sync";

/** Rows as RFC 4180 CSV. Every cell is quoted, and one that a spreadsheet would take for a formula gets an apostrophe in front. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((cells) => cells.map(withoutFormula)),
    { quoted: true, quoted_empty: true, record_delimiter: "windows" },
  );
}

function withoutFormula(text: string): string {
  const wellFormed = text.toWellFormed().replaceAll("\0", "\ufffd");
  return /^\s*[=+\-@\t\r\n＝＋－＠]/.test(wellFormed) ? `'${wellFormed}` : wellFormed;
}
