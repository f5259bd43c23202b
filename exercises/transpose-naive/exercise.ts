import { sectorsPerRequest, transpose } from "#kit";

export default transpose({
  id: "transpose-naive",
  title: "Transpose, the simple way",
  summary: "Every element of a matrix swaps its row and its column. Get every index right first, and let the reads walk along rows.",
  part: 1,
  concepts: ["transpose", "coalescing", "row-major", "layout"],
  difficulty: 2,
  minutes: 10,
  cases: [
    { id: "small", title: "16 × 32", size: { rows: 16, columns: 32 } },
    { id: "ragged", title: "37 × 100, blocks that overhang", size: { rows: 37, columns: 100 } },
    { id: "tall", title: "90 × 64, more rows than columns", size: { rows: 90, columns: 64 } },
    { id: "full-size", title: "512 × 1,024", size: { rows: 512, columns: 1024 }, fullSize: true },
  ],
  checks: [sectorsPerRequest({ access: "read", atMost: { small: 4, tall: 4, "full-size": 4 }, points: 2 })],
  starterPasses: ["written-once in small"],
  hints: [
    "Give each thread a row and a column of `in`. Both of your functions can start from the same two numbers.",
    "How many rows does `out` have, and how many elements are there in each of them?",
    "Neighbouring lanes differ in x, so x is the column of `in`. In `out` that same number is the row.",
    "read: row * columns + column. write: column * rows + row. Both are null unless row < rows and column < columns.",
  ],
  wrong: {
    "keeps-the-pitch": {
      fails: ["in-bounds", "every-element", "written-once"],
      says: "The rows of the transposed matrix aren't as long as those of `in`. How many elements does each of them hold?",
    },
    "walks-down-columns": {
      fails: ["read-sectors"],
      says: "Which of x and y changes from lane to lane, and what does your `read` multiply it by?",
    },
    "turns-both-sides": {
      fails: ["every-element"],
      says: "You turned the matrix as you read it, and again as you wrote it. What do you get when you turn it twice?",
    },
    "swaps-the-guard": {
      fails: ["every-element"],
      says: "The row in your `write` is still a row of `in`. Which extent limits it?",
    },
  },
});
