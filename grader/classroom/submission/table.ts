import { parse } from "csv-parse/sync";
import { z } from "zod";
import { InputError } from "../assignment/input-error.ts";

/** A table that an instructor gives as CSV, as any spreadsheet or LMS saves it. */
export interface Table {
  /** The names of the columns, as they stand in the file. */
  readonly columns: readonly string[];
  /** Rows with anything in them; cells by the name of their column in lower case. */
  readonly rows: readonly { readonly record: Readonly<Record<string, string>>; readonly line: number }[];
}

const parsedRows = z.array(z.object({ record: z.record(z.string(), z.string()), info: z.object({ lines: z.number() }) }));

/**
 * Reads CSV whose cells are separated by commas, or by semicolons or tabs, as spreadsheets write it in many countries.
 *
 * @param file the file's name, for the messages.
 * @param remedy what the file should be, for a format of ours: then a line whose number of cells differs from that of the columns is a
 * mistake.
 * @throws InputError if it isn't CSV
 */
export function readTable(text: string, file: string, remedy?: string): Table {
  let columns: readonly string[] = [];
  try {
    const parsed: unknown = parse(text, {
      columns: (names: string[]) => {
        columns = names.map((name) => name.trim());
        return columns.map((name) => name.toLowerCase());
      },
      delimiter: delimiterOf(text),
      bom: true,
      info: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      relax_column_count: remedy === undefined,
    });
    return { columns, rows: parsedRows.parse(parsed).map(({ record, info }) => ({ record, line: info.lines })) };
  } catch (error) {
    throw new InputError(`${file}: is no CSV: ${(error as Error).message}${remedy === undefined ? "" : `; ${remedy}`}`);
  }
}

/** The separator of the column names: the sign that occurs most often between them, outside quotes. */
function delimiterOf(text: string): string {
  const head = (text.split(/[\r\n]/, 1)[0] ?? "").replaceAll(/"[^"]*"/g, "");
  const [most = ","] = [",", ";", "\t"].sort((a, b) => head.split(b).length - head.split(a).length);
  return most;
}
