const FLOATS_PER_VECTOR = 4;

/** A row-major matrix of floats. */
export interface Matrix {
  readonly rows: number;
  readonly width: number;
}

/** Where a float4 begins. */
export interface Place {
  readonly row: number;
  /** In floats. */
  readonly column: number;
}

/** A way to number the float4 of a matrix: the place of the one that is taken as number `vector`. */
export type Walk = (vector: number, matrix: Matrix) => Place;

/** Along the rows. */
export const alongRows: Walk = (vector, { width }) => ({
  row: Math.floor((FLOATS_PER_VECTOR * vector) / width),
  column: (FLOATS_PER_VECTOR * vector) % width,
});

/** Down the columns as the third document writes it: the index counts floats, and the rows are taken modulo the width. */
export const asWritten: Walk = (vector, { width }) => ({
  row: (FLOATS_PER_VECTOR * vector) % width,
  column: FLOATS_PER_VECTOR * Math.floor((FLOATS_PER_VECTOR * vector) / width),
});

/** Down the columns: the index counts vectors, and the rows are taken modulo the number of rows. */
export const downColumns: Walk = (vector, { rows }) => ({
  row: vector % rows,
  column: FLOATS_PER_VECTOR * Math.floor(vector / rows),
});

/** How often the float4 of a matrix are visited by a walk that takes as many as there are. */
export interface Visits {
  readonly once: number;
  readonly moreOften: number;
  readonly never: number;
  /** Visits beyond the matrix' end. */
  readonly outside: number;
}

export function visitsOf(walk: Walk, matrix: Matrix): Visits {
  const vectors = (matrix.rows * matrix.width) / FLOATS_PER_VECTOR;
  const visits = new Uint32Array(vectors);
  let outside = 0;
  for (let vector = 0; vector < vectors; vector++) {
    const { row, column } = walk(vector, matrix);
    const at = (row * matrix.width + column) / FLOATS_PER_VECTOR;
    if (at < vectors) visits[at]++;
    else outside++;
  }
  const never = visits.reduce((sum, times) => sum + (times === 0 ? 1 : 0), 0);
  const once = visits.reduce((sum, times) => sum + (times === 1 ? 1 : 0), 0);
  return { once, never, moreOften: vectors - never - once, outside };
}
