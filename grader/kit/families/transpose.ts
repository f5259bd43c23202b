import type { ExportSpec } from "#sandbox/answer/load-answer.ts";
import type { Draw, Exercise, Size } from "#judge/exercise.ts";
import { defineExercise, growingMatrix, USUAL_CORRECTNESS, type Correctness, type Own } from "../define-exercise.ts";
import { input, launchOver, move, output, tile } from "../vocabulary.ts";
import { neverSquare, launchOverEitherAxis, transposed, type Batch, type Matrix } from "./matrix.ts";
import {
  READS_ELEMENT,
  TILE_PITCH,
  TILE_WORDS,
  WRITES_ELEMENT,
  learnerFunction,
  learnerLoad,
  learnerStore,
  learnerThroughTile,
  wordsOf,
  type SharedSize,
} from "./parts.ts";

/** The piece of `in` that a block transposes in shared memory; its piece of `out` has the extents swapped. */
export type TransposeTile = ({ readonly side: number } | { readonly rows: number; readonly columns: number }) & {
  /** Threads of a block. Default: one per element. With fewer rows of them than the tile has, a block takes several passes. */
  readonly threads?: readonly [x: number, y: number];
} & SharedSize;

type Supplied = "exports" | "kernel" | "expected";

/** A transpose of one matrix, as its author writes it. */
export interface Transpose extends Own<Matrix, Supplied> {
  readonly tile?: TransposeTile;
}

/**
 * An exercise that transposes a matrix `in` to `out`. The answer exports `read` and `write`, the element that a thread reads and the
 * one that it writes; with a `tile`, also `toTile` and `fromTile`, the words of shared memory in between, and the size of the tile
 * where "learner" chooses it.
 *
 *     export default transpose({
 *       id: "transpose-padded",
 *       …,
 *       tile: { side: 32, pitch: "learner" },
 *       cases: [{ id: "wide", title: "32 × 96, three tiles in a row", size: { rows: 32, columns: 96 } }, …],
 *       checks: [sectorsPerRequest({ access: "write", atMost: { wide: 4 }, points: 2 }), …],
 *       …,
 *     });
 */
export function transpose({ tile: throughTile, ...own }: Transpose): Exercise {
  const usual = { hidden: (draw: Draw) => ({ size: neverSquare(draw) }), larger: growingMatrix, ...own };
  if (throughTile) return transposeBatch<Matrix>({ batchOf: (matrix) => ({ ...matrix, matrices: 1 }), tile: throughTile, ...usual });
  return defineExercise<Matrix>({
    exports: [READS_ELEMENT, WRITES_ELEMENT],
    launch: (matrix) => launchOverEitherAxis(matrix, [32, 8]),
    kernel: ({ size, answer }) => ({
      size,
      arrays: { in: input(size.rows * size.columns), out: output(size.rows * size.columns) },
      steps: [move(learnerLoad(answer, "in", "read"), learnerStore(answer, "out", "write"))],
    }),
    expected: (matrix) => ({ out: transposed(matrix) }),
    correctness: USUAL_CORRECTNESS,
    ...usual,
  });
}

/** A transpose of several matrices, as its author writes it. */
export interface TransposeBatch<S extends Size> extends Own<S, Supplied> {
  /** The matrices that a case is about. */
  readonly batchOf: (size: S) => Batch;
  readonly tile: TransposeTile;
}

const TILE_CORRECTNESS: Correctness = { ...USUAL_CORRECTNESS, readOnce: 1, noRace: 1 };

/**
 * An exercise that transposes matrices through a tile, one layer of blocks per matrix. Its sizes may have other names:
 *
 *     export default transposeBatch<Images>({
 *       …,
 *       batchOf: ({ images, channels, height, width }) => ({ matrices: images, rows: channels, columns: height * width }),
 *       tile: { side: 32, threads: [32, 8], words: 32 * 33 },
 *       …,
 *     });
 */
export function transposeBatch<S extends Size>({ batchOf, tile: throughTile, ...own }: TransposeBatch<S>): Exercise {
  const { rows: tileRows, columns: tileColumns } =
    "side" in throughTile ? { rows: throughTile.side, columns: throughTile.side } : throughTile;
  const threads = throughTile.threads ?? [tileColumns, tileRows];
  const passes = tileRows / threads[1];
  const correctness = own.correctness ?? TILE_CORRECTNESS;
  return defineExercise<S>({
    exports: tileExports(throughTile, passes),
    launch: (size) => {
      const { matrices, rows, columns } = batchOf(size);
      return launchOver([columns, rows, matrices], threads, [tileColumns, tileRows]);
    },
    kernel: ({ size, answer }) => {
      const { matrices, rows, columns } = batchOf(size);
      const elements = matrices * rows * columns;
      return {
        size,
        arrays: {
          in: input(elements, 4, correctness.readOnce === undefined ? "any" : "each-once"),
          tile: tile(wordsOf(throughTile, tileRows, answer)),
          out: output(elements),
        },
        steps: learnerThroughTile(answer, passes),
      };
    },
    expected: (size) => ({ out: transposed(batchOf(size)) }),
    ...own,
    correctness,
  });
}

function tileExports(size: SharedSize, passes: number): ExportSpec[] {
  const args = passes === 1 ? "(thread, size)" : "(thread, size, pass)";
  const functions = [
    `read${args} gives the element of \`in\` that the thread loads, or null.`,
    `toTile${args} gives the word of the tile that the thread stores it in.`,
    `fromTile${args} gives the word of the tile that the thread takes after the barrier.`,
    `write${args} gives the element of \`out\` that the thread stores it in, or null.`,
  ].map(learnerFunction);
  if ("pitch" in size) return [TILE_PITCH, ...functions];
  return size.words === "learner" ? [TILE_WORDS, ...functions] : functions;
}
