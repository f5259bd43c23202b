import { stringify } from "csv-stringify/sync";

/** Rows as RFC 4180 CSV, every cell quoted, and none that a spreadsheet would take for a formula. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((cells) => cells.map(inert)),
    { quoted: true, quoted_empty: true, record_delimiter: "windows" },
  );
}

function inert(text: string): string {
  const wellFormed = text.toWellFormed().replaceAll("\0", "\ufffd");
  return /^\s*[=+\-@\t\r\n＝＋－＠]/.test(wellFormed) ? `'${wellFormed}` : wellFormed;
}
