import { TILE_WORDS, bankConflicts, columnRead, learnerFunction, sharedBytes, step, growing } from "#kit";

/** Those of columns in which two rows share each bank that all of them shared. */
function halfOfConflicts({ rows }: { readonly rows: number }): number {
  const inTileOf = (height: number): number => 32 * Math.max(0, Math.ceil(height / 2) - 1);
  return Math.floor(rows / 32) * inTileOf(32) + inTileOf(rows % 32);
}

export default columnRead<{ rows: number }>({
  id: "column-read-swizzled",
  title: "Down a column, without a spare word",
  summary: "The same tile in exactly 4,096 bytes: nothing is added, but the words of each row change places.",
  part: 2,
  concepts: ["shared memory", "bank conflict", "swizzle", "layout"],
  difficulty: 3,
  minutes: 15,
  exports: [TILE_WORDS, learnerFunction("word(row, column) gives the word of the tile that holds that element.")],
  rowsOf: ({ rows }) => rows,
  tile: {
    rows: 32,
    columns: 32,
    threads: [32, 8],
    words: "learner",
    store: { name: "row-store", place: "word" },
    load: { name: "column-load", place: "word" },
  },
  cases: [
    { id: "one-tile", title: "32 rows, one tile", size: { rows: 32 } },
    { id: "ragged", title: "83 rows, three tiles, the last one partly filled", size: { rows: 83 } },
    { id: "full-size", title: "7,168 rows", size: { rows: 7168 }, fullSize: true },
  ],
  larger: growing("rows"),
  hidden: (draw) => ({ size: { rows: draw.between(33, 300) } }),
  checks: [
    bankConflicts({ access: "row-store", atMost: 0, points: 2 }),
    bankConflicts({ access: "column-load", atMost: 0, points: 3 }),
    step(
      bankConflicts({ access: "column-load", atMost: halfOfConflicts, points: 1 }),
      "`column-load` meets at most half of its bank conflicts",
    ),
    sharedBytes({ atMost: 32 * 32 * 4, points: 3, cases: ["one-tile"] }),
  ],
  starterPasses: ["in-bounds", "every-element", "written-once", "no-race", "row-store-conflicts", "shared-bytes"],
  hints: [
    "Padding shifts each row by one bank. Can the words of a row shift without leaving the row?",
    "Let the row decide how its columns change places: row * 32 + f(column, row), where f stays within 0 to 31.",
    "In a fixed row, column ^ row takes each value once as the column changes; in a fixed column, it does so as the row changes.",
  ],
  wrong: {
    "plain-rows": {
      fails: ["column-load-conflicts-step", "column-load-conflicts"],
      says: "In which bank is column 0 of each row?",
    },
    "pads-instead": {
      fails: ["shared-bytes"],
      says: "No bank conflicts, well done. But what's in word 32 of your tile?",
    },
    "swizzles-the-row": {
      fails: ["column-load-conflicts-step", "column-load-conflicts"],
      says: "The bank is the word modulo 32. Does your swap change that remainder?",
    },
    "one-bit-of-the-row": {
      fails: ["column-load-conflicts"],
      says: "That’s a swizzle, and a part of the way. Your rows have two different arrangements. How many do 32 lanes in one column need?",
    },
    "padding-in-disguise": {
      fails: ["in-bounds", "every-element"],
      says: "With row * 32 + column + row, how many words apart are an element and the one below it?",
    },
    "columns-first": {
      fails: ["row-store-conflicts"],
      says: "Now each column is in one piece. When a warp stores a row, in which bank is each of its words?",
    },
    "two-rows-alike": {
      fails: ["column-load-conflicts"],
      says: "Nearly there. Two rows at a time have the same arrangement: 0 and 1, 2 and 3. In which bank is column 0 of each of the two?",
    },
  },
});
