import type { Draw } from "#judge/exercise.ts";
import type { Launch } from "#simulator";
import { launchOver } from "../vocabulary.ts";
import { eitherWayRound } from "./parts.ts";

/** The extents of a matrix in row-major order. */
export type Matrix = { readonly rows: number; readonly columns: number };

/** Matrices of equal extents, one after the other. */
export type Batch = Matrix & { readonly matrices: number };

/**
 * Enough threads along both axes for the longer extent, so that the answer may let either axis walk along a row; one layer of blocks
 * per matrix.
 */
export function launchOverEitherAxis(
  { rows, columns, matrices = 1 }: Matrix & Partial<Batch>,
  threads: readonly [x: number, y: number],
): Launch {
  const longest = Math.max(rows, columns);
  return launchOver([longest, longest, matrices], threads);
}

/** A matrix of `less` by `more` elements, or the other way round. Never square, so that swapping rows and columns cannot go unnoticed. */
export function neverSquare(draw: Draw, less = draw.between(5, 60), more = draw.between(61, 120)): Matrix {
  const [rows, columns] = eitherWayRound(draw, less, more);
  return { rows, columns };
}

/** For each element of the transposed matrices, which have `columns` rows of `rows` elements: its index before they were transposed. */
export function transposed({ rows, columns, matrices = 1 }: Matrix & Partial<Batch>): (elementIndex: number) => number {
  const inMatrix = (elementIndex: number): number => {
    const row = elementIndex % rows;
    return row * columns + (elementIndex - row) / rows;
  };
  if (matrices === 1) return inMatrix;
  return (elementIndex) => {
    const place = elementIndex % (rows * columns);
    return elementIndex - place + inMatrix(place);
  };
}
