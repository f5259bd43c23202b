import { sectorsPerRequest, transpose } from "#kit";

export default transpose({
  id: "transpose-coalesced-write",
  title: "If one side must stride",
  summary: "The plain transpose reads along rows and writes down columns. Turn it around: the same number of sectors, yet a faster kernel.",
  part: 1,
  concepts: ["transpose", "coalescing", "sector", "cache line"],
  difficulty: 2,
  minutes: 10,
  cases: [
    { id: "small", title: "32 × 16", size: { rows: 32, columns: 16 } },
    { id: "ragged", title: "100 × 37, blocks that overhang", size: { rows: 100, columns: 37 } },
    { id: "wide", title: "64 × 90, more columns than rows", size: { rows: 64, columns: 90 } },
    { id: "full-size", title: "1,024 × 512", size: { rows: 1024, columns: 512 }, fullSize: true },
  ],
  checks: [sectorsPerRequest({ access: "write", atMost: { small: 4, wide: 4, "full-size": 4 }, points: 2 })],
  starterPasses: ["in-bounds", "every-element", "written-once"],
  hints: [
    "Neighbouring lanes differ in threadIdx.x. In `out`, do they have to differ in the row or in the column?",
    "Start from `out`: give each thread a row and a column of it. Which element of `in` belongs there?",
    "`out` has `columns` rows of `rows` elements, and the guard has to match.",
    "With row from y and column from x, both in `out`: write row * rows + column, read column * columns + row; null unless row < columns and column < rows.",
  ],
  wrong: {
    "reads-along-rows": {
      fails: ["write-sectors"],
      says: "When two neighbouring lanes write, are their elements in the same row of `out`?",
    },
    "guards-as-before": {
      fails: ["in-bounds", "every-element", "written-once"],
      says: "x now counts along a row of `out`. How many elements does such a row hold?",
    },
    "turns-one-side-only": {
      fails: ["every-element"],
      says: "Take one thread and follow it: which row and column of `in` does it read, and which of `out` does it write?",
    },
    "keeps-the-pitch": {
      fails: ["in-bounds", "every-element"],
      says: "You read down a column of `in`. How far is it from an element to the one below it?",
    },
  },
});
