import type { AnswerFunction } from "#sandbox/answer/load-answer.ts";
import type { Exercise, Size } from "#judge/exercise.ts";
import type { Thread } from "#simulator";
import { closure } from "../closure.ts";
import { defineExercise, USUAL_CORRECTNESS, type Own } from "../define-exercise.ts";
import { exported, input, launchOver, load, move, output, store, tile } from "../vocabulary.ts";
import { transposed } from "./matrix.ts";
import { throughShared, wordsOf, type SharedSize } from "./parts.ts";

/** The rows that a block copies to shared memory, and how it does that. */
export type ColumnReadTile = {
  readonly rows: number;
  /** Elements of a row, or vectors where a lane moves vectors. */
  readonly columns: number;
  /** Threads of a block. With fewer of them than the tile has elements, a block takes several passes. */
  readonly threads: readonly [x: number, y?: number];
  /** 4 where a lane moves vectors of four elements. Default 1. */
  readonly elementsPerLane?: number;
  /** Default: `toTile`, an exported function of the thread. */
  readonly store?: TileAccess;
  /** Default: `fromTile`, an exported function of the thread. */
  readonly load?: TileAccess;
} & SharedSize;

/** An access to the tile. */
export interface TileAccess {
  readonly name: string;
  /** The exported function that gives the word for a row and a column of the tile. */
  readonly place: string;
}

/** A column read, as its author writes it. */
export interface ColumnRead<S extends Size> extends Own<S, "kernel" | "expected"> {
  /** The rows that a case is about. */
  readonly rowsOf: (size: S) => number;
  readonly tile: ColumnReadTile;
}

/**
 * An exercise in which blocks store rows of a few elements to a tile and load them column by column: `in` holds row after row, `out`
 * column after column. The accesses to global memory are given and contiguous; the answer says where in the tile each element is, and
 * how large the tile is.
 *
 *     export default columnRead<{ rows: number }>({
 *       id: "column-read-swizzled",
 *       …,
 *       exports: [TILE_WORDS, learnerFunction("word(row, column) gives the word of the tile that holds that element.")],
 *       rowsOf: ({ rows }) => rows,
 *       tile: {
 *         rows: 32,
 *         columns: 32,
 *         threads: [32, 8],
 *         words: "learner",
 *         store: { name: "row-store", place: "word" },
 *         load: { name: "column-load", place: "word" },
 *       },
 *       …,
 *     });
 */
export function columnRead<S extends Size>({ rowsOf, tile: throughTile, ...own }: ColumnRead<S>): Exercise {
  const { rows: tileRows, columns, threads, elementsPerLane = 1 } = throughTile;
  const threadsPerBlock = threads[0] * (threads[1] ?? 1);
  const passes = (tileRows * columns) / threadsPerBlock;
  const lane = elementsPerLane === 1 ? {} : { elementsPerLane };

  const itemOf = closure(
    { threadsPerBlock, threadsOfRow: threads[0] },
    ({ threadsPerBlock, threadsOfRow }) =>
      ({ threadIdx }: Thread, pass: number): number =>
        pass * threadsPerBlock + threadIdx.y * threadsOfRow + threadIdx.x,
  );
  /** Neighbouring threads take neighbours in a row of the tile. */
  const alongRows: Walk = (index) =>
    closure(
      { index, itemOf, columns, tileRows },
      ({ index, itemOf, columns, tileRows }) =>
        (thread: Thread, _size: unknown, pass: number) => {
          const column = itemOf(thread, pass) % columns;
          return index((itemOf(thread, pass) - column) / columns, column, thread.blockIdx.x * tileRows);
        },
    );
  /** Neighbouring threads take neighbours in a column of the tile. */
  const alongColumns: Walk = (index) =>
    closure({ index, itemOf, tileRows }, ({ index, itemOf, tileRows }) => (thread: Thread, _size: unknown, pass: number) => {
      const row = itemOf(thread, pass) % tileRows;
      return index(row, (itemOf(thread, pass) - row) / tileRows, thread.blockIdx.x * tileRows);
    });

  return defineExercise<S>({
    launch: (size) => launchOver([rowsOf(size)], threads, [tileRows]),
    kernel: ({ size, answer }) => {
      const rows = rowsOf(size);
      const elements = rows * columns * elementsPerLane;
      const given = { rows, columns, elementsPerLane };
      const read = alongRows(
        closure(
          given,
          ({ rows, columns, elementsPerLane }) =>
            (row: number, column: number, firstRow: number) =>
              firstRow + row < rows ? ((firstRow + row) * columns + column) * elementsPerLane : null,
        ),
      );
      const write = alongColumns(
        closure(
          given,
          ({ rows, elementsPerLane }) =>
            (row: number, column: number, firstRow: number) =>
              firstRow + row < rows ? (column * rows + firstRow + row) * elementsPerLane : null,
        ),
      );
      /** The answer's function isn't told where the tile begins. */
      const inItsTile = (place: AnswerFunction) =>
        closure(
          { place },
          ({ place }) =>
            (row: number, column: number, _firstRow: number) =>
              place(row, column),
        );
      const inTile = (access: TileAccess | undefined, usual: string, walk: Walk) => {
        if (access === undefined) return { name: usual, index: exported(answer, usual), ...lane };
        const place = exported(answer, access.place);
        return { name: access.name, index: walk(inItsTile(place)), ...lane };
      };
      return {
        size,
        arrays: { in: input(elements), tile: tile(wordsOf(throughTile, tileRows, answer)), out: output(elements) },
        steps: throughShared(
          move(load("in", { name: "read", index: read, ...lane }), store("tile", inTile(throughTile.store, "toTile", alongRows))),
          move(load("tile", inTile(throughTile.load, "fromTile", alongColumns)), store("out", { name: "write", index: write, ...lane })),
          passes,
        ),
      };
    },
    expected: (size) => {
      const moved = transposed({ rows: rowsOf(size), columns });
      if (elementsPerLane === 1) return { out: moved };
      return {
        out: (elementIndex) => {
          const component = elementIndex % elementsPerLane;
          return moved((elementIndex - component) / elementsPerLane) * elementsPerLane + component;
        },
      };
    },
    correctness: { ...USUAL_CORRECTNESS, noRace: 1 },
    ...own,
  });
}

/** Turns a function of row and column in the tile into an index function; the block's tile begins at row `firstRow` of the input. */
type Walk = (index: (row: number, column: number, firstRow: number) => unknown) => (thread: Thread, size: unknown, pass: number) => unknown;
