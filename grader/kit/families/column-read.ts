import type { Exercise, Size } from "#judge/exercise.ts";
import type { Thread } from "#simulator";
import { defineExercise, USUAL_CORRECTNESS, type Own } from "../define-exercise.ts";
import { exported, input, launchOver, load, move, output, store, tile } from "../vocabulary.ts";
import { transposed } from "./matrix.ts";
import { throughShared, wordsOf, type SharedSize } from "./parts.ts";

/** The rows that a block brings into shared memory, and how it does that. */
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
 * column after column. The accesses to global memory are given and walk along memory; the answer says where in the tile each element
 * lies, and how large the tile is.
 *
 *     export default columnRead<{ rows: number }>({
 *       id: "column-read-swizzled",
 *       …,
 *       exports: [TILE_WORDS, learnerFunction("word(row, column) gives the word of the tile in which that element lies.")],
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

  /** Which of the tile's elements, or vectors, the thread moves in that pass: neighbours for neighbouring threads. */
  const item = ({ threadIdx }: Thread, pass: number): number => pass * threadsPerBlock + threadIdx.y * threads[0] + threadIdx.x;
  const alongRows = (thread: Thread, pass: number): Place => {
    const column = item(thread, pass) % columns;
    return { row: (item(thread, pass) - column) / columns, column };
  };
  const alongColumns = (thread: Thread, pass: number): Place => {
    const row = item(thread, pass) % tileRows;
    return { row, column: (item(thread, pass) - row) / tileRows };
  };

  return defineExercise<S>({
    launch: (size) => launchOver([rowsOf(size)], threads, [tileRows]),
    kernel: ({ size, answer }) => {
      const rows = rowsOf(size);
      const elements = rows * columns * elementsPerLane;
      const inTile = (named: TileAccess | undefined, usual: string, placeOf: (thread: Thread, pass: number) => Place) => {
        if (named === undefined) return { name: usual, index: exported(answer, usual), ...lane };
        const word = exported(answer, named.place);
        const index = (thread: Thread, _size: S, pass: number): unknown => {
          const { row, column } = placeOf(thread, pass);
          return word(row, column);
        };
        return { name: named.name, index, ...lane };
      };
      const read = (thread: Thread, _size: S, pass: number): number | null => {
        const { row, column } = alongRows(thread, pass);
        const rowOfAll = thread.blockIdx.x * tileRows + row;
        return rowOfAll < rows ? (rowOfAll * columns + column) * elementsPerLane : null;
      };
      const write = (thread: Thread, _size: S, pass: number): number | null => {
        const { row, column } = alongColumns(thread, pass);
        const rowOfAll = thread.blockIdx.x * tileRows + row;
        return rowOfAll < rows ? (column * rows + rowOfAll) * elementsPerLane : null;
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

/** An element of a tile, or a vector of it. */
interface Place {
  readonly row: number;
  readonly column: number;
}
