import { describe, expect, it } from "vitest";
import { columnRead } from "./column-read.ts";

const texts = { title: "", summary: "", part: 2, concepts: [], difficulty: 2, minutes: 10, hints: [], wrong: {} } as const;

describe("a column read", () => {
  const tile = { rows: 2, columns: 3, threads: [6], words: "learner" } as const;
  const reading = (elementsPerLane: number) =>
    columnRead<{ rows: number }>({
      ...texts,
      id: "columns",
      checks: [],
      exports: [],
      cases: [{ id: "ragged", title: "3 rows", size: { rows: 3 } }],
      rowsOf: ({ rows }) => rows,
      tile: { ...tile, elementsPerLane, store: { name: "fill", place: "word" }, load: { name: "take", place: "word" } },
    });
  const wordAnswer = { words: 6, word: (row: unknown, column: unknown) => `row ${String(row)}, column ${String(column)}` };

  it.each([
    ["elements", 1, [0, 3, 6, 1, 4, 7, 2, 5, 8]],
    ["vectors of two", 2, [0, 1, 6, 7, 12, 13, 2, 3, 8, 9, 14, 15, 4, 5, 10, 11, 16, 17]],
  ])("leaves column after column in `out`: %s", (_, elementsPerLane, expected) => {
    const { out } = reading(elementsPerLane).expected({ rows: 3 }, {});
    expect(expected.map((_, elementIndex) => out?.(elementIndex))).toEqual(expected);
  });

  it("fills the tile along its rows and reads it along its columns, and leaves out rows past the last", () => {
    const exercise = reading(1);
    const [only] = exercise.cases;
    if (only === undefined) throw new Error("the exercise has no case");
    const { steps } = exercise.kernel({ size: only.size, launch: only.launch, answer: wordAnswer });
    const [fill, , take] = steps;
    if (fill?.kind !== "move" || take?.kind !== "move") throw new Error("a pass is not a move");
    const indexes = [fill.load, fill.store, take.load, take.store].map(({ index }) =>
      [0, 1, 3].map((x) => {
        const thread = { threadIdx: { x, y: 0, z: 0 }, blockIdx: { x: 1, y: 0, z: 0 }, ...only.launch };
        return index(thread, undefined as never, 0, 0);
      }),
    );
    expect(indexes).toEqual([
      [6, 7, null],
      ["row 0, column 0", "row 0, column 1", "row 1, column 0"],
      ["row 0, column 0", "row 1, column 0", "row 1, column 1"],
      [2, null, null],
    ]);
  });
});
