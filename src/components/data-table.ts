/** What a cell holds: text, or pieces of text, some of them set as code, in the softer colour of remarks, or behind a tick. */
export type Cell = string | number | readonly Piece[];
export type Piece = string | { readonly code: string } | { readonly soft: string } | { readonly met: string };

/** A column: its head, and what its cell holds in each row. */
export interface Column<Row> {
  /** Empty: the cell of the head stays empty. */
  readonly head: string;
  cell(row: Row): Cell;
  /** Whether its cells name their rows. If no column of a table does, the first one does. */
  readonly rowHead?: boolean;
  /** Numbers are flush right; "start" is for columns of text. */
  readonly align?: "start";
  /** Whether its cells are sentences, which break into lines. */
  readonly wraps?: boolean;
  /** A second line of the head: the column's target, for example. */
  readonly below?: string;
  /** A further class of the column's cells below the head. */
  cellClass?(row: Row): string | undefined;
}

/** Neighbouring columns under a head that they share. Empty: one empty cell spans them. */
export interface ColumnGroup<Row> {
  readonly group: string;
  readonly columns: readonly Column<Row>[];
}

/** A table of numbers as data; `DataTable.astro` draws it. */
export interface DataTable<Row> {
  /** The name of the region that scrolls where the page is too narrow. */
  readonly label: string;
  readonly caption: string;
  /** The files of measurements that its numbers come from, as content/measurements.yaml names them. The caption says which these are. */
  readonly measuredIn?: readonly string[];
  /** Whether it may be wider than a line of text. */
  readonly wide?: boolean;
  /** A further class of the frame. */
  readonly class?: string;
  readonly columns: readonly (Column<Row> | ColumnGroup<Row>)[];
  readonly rows: readonly Row[];
  rowClass?(row: Row): string | undefined;
}

/** Returns the table itself; the compiler takes the type of a row from `rows`. */
export function dataTable<Row>(table: DataTable<NoInfer<Row>> & { readonly rows: readonly Row[] }): DataTable<Row> {
  return table;
}

/** A cell of the head. Without text it is empty and heads nothing. */
export interface HeadCell {
  readonly text: string;
  /** How many columns it spans. */
  readonly span: number;
}

/** The heads over the columns: a cell for each group, and one for each column without a group; undefined where there is no group. */
export function groupHeads<Row>({ columns }: Pick<DataTable<Row>, "columns">): HeadCell[] | undefined {
  if (!columns.some(isGroup)) return undefined;
  return columns.map((column) => (isGroup(column) ? { text: column.group, span: column.columns.length } : { text: "", span: 1 }));
}

/** The columns from left to right, without their groups; exactly one of them is the row head. */
export function singleColumns<Row>({ columns }: Pick<DataTable<Row>, "columns">): Column<Row>[] {
  const singles = columns.flatMap((column) => (isGroup(column) ? column.columns : [column]));
  return singles.some(({ rowHead }) => rowHead) ? singles : singles.map((column, index) => ({ ...column, rowHead: index === 0 }));
}

/** The pieces of a cell, each with the way in which it is set. */
export function piecesOf(cell: Cell): { readonly text: string; readonly set: "plain" | "code" | "soft" | "met" }[] {
  const pieces = typeof cell === "object" ? cell : [String(cell)];
  return pieces.map((piece) => {
    if (typeof piece === "string") return { text: piece, set: "plain" };
    if ("met" in piece) return { text: piece.met, set: "met" };
    return "code" in piece ? { text: piece.code, set: "code" } : { text: piece.soft, set: "soft" };
  });
}

function isGroup<Row>(column: Column<Row> | ColumnGroup<Row>): column is ColumnGroup<Row> {
  return "columns" in column;
}
