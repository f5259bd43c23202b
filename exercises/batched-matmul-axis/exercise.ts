import {
  defineExercise,
  eitherWayRound,
  exported,
  input,
  launchOver,
  learnerFunction,
  load,
  multiplyAdd,
  output,
  repeat,
  sectorsPerRequest,
  store,
  growing,
  closure,
} from "#kit";

/** Products of `rows` × `inner` by `inner` × `columns` matrices. */
type Products = {
  readonly batches: number;
  readonly rows: number;
  readonly columns: number;
  readonly inner: number;
  /** 1: the elements (row, column) of all matrices are contiguous. 0: each matrix is contiguous, row after row. */
  readonly batchInnermost: number;
};

/** Index of element (row, column) of matrix `batch` in a batch of `rows` × `columns` matrices. */
function place({ batches, batchInnermost }: Products, rows: number, columns: number, batch: number, row: number, column: number): number {
  return batchInnermost === 1 ? (row * columns + column) * batches + batch : (batch * rows + row) * columns + column;
}

/** Sectors of a warp whose 32 elements are in several runs of neighbours: each of them may begin inside a sector. */
const inRuns = ({ batches, columns, batchInnermost }: Products) => 4 + Math.ceil(31 / (batchInnermost === 1 ? batches : columns)) + 1;
/** The results of matrices that are in one piece are one long run. */
const inResults = (size: Products) => (size.batchInnermost === 1 ? inRuns(size) : 5);

const wholeWarps = { innermost: 4, outermost: 4, "many-outermost": 4, "full-size": 4 };

export default defineExercise<Products>({
  id: "batched-matmul-axis",
  title: "A batch of small products",
  summary: "Two layouts of a batch, one kernel: decide which of batch, row and column the lanes of a warp walk along.",
  part: 5,
  concepts: ["layout", "coalescing", "multicast", "stride"],
  difficulty: 3,
  minutes: 20,
  exports: [
    learnerFunction("batch(thread, size) gives the matrix of the batch that the thread works on, or null."),
    learnerFunction("row(thread, size) gives the row of the result that the thread computes, or null."),
    learnerFunction("column(thread, size) gives the column of the result that the thread computes, or null."),
  ],
  // One thread per element of the result.
  launch: ({ batches, rows, columns }) => launchOver([batches * rows * columns], [128]),
  cases: [
    {
      id: "innermost",
      title: "batch innermost: 32 products, 2 × 2 by 2 × 3",
      size: { batches: 32, rows: 2, columns: 3, inner: 2, batchInnermost: 1 },
    },
    {
      id: "outermost",
      title: "batch outermost: 3 products, 4 × 5 by 5 × 32",
      size: { batches: 3, rows: 4, columns: 32, inner: 5, batchInnermost: 0 },
    },
    {
      id: "ragged-innermost",
      title: "batch innermost: 37 products, 3 × 4 by 4 × 5",
      size: { batches: 37, rows: 3, columns: 5, inner: 4, batchInnermost: 1 },
    },
    {
      id: "ragged-outermost",
      title: "batch outermost: 5 products, 7 × 3 by 3 × 11",
      size: { batches: 5, rows: 7, columns: 11, inner: 3, batchInnermost: 0 },
    },
    {
      id: "many-outermost",
      title: "batch outermost: 16 products, 16 × 8 by 8 × 64",
      size: { batches: 16, rows: 16, columns: 64, inner: 8, batchInnermost: 0 },
    },
    {
      id: "full-size",
      title: "batch innermost: 4,096 products of 4 × 4",
      size: { batches: 4096, rows: 4, columns: 4, inner: 4, batchInnermost: 1 },
      fullSize: true,
    },
  ],
  larger: growing("batches"),
  hidden: (draw) => {
    const [rows, columns] = eitherWayRound(draw, draw.between(2, 5), draw.between(6, 9));
    return { size: { batches: draw.between(11, 45), rows, columns, inner: draw.between(2, 7), batchInnermost: draw.between(0, 1) } };
  },
  kernel: ({ size, answer }) => {
    const { batches, rows, columns, inner } = size;
    const batch = exported(answer, "batch");
    const row = exported(answer, "row");
    const column = exported(answer, "column");
    /** The index for the element of the result that the thread computes; null when it doesn't compute one, or what is no number of one. */
    const ofResult = (index: (batch: number, row: number, column: number, k: number) => number) =>
      closure({ index, size, batch, row, column }, ({ index, size, batch, row, column }) => (thread: Thread, _: unknown, k: number) => {
        const b = batch(thread, size);
        const r = row(thread, size);
        const c = column(thread, size);
        if (b === null || r === null || c === null) return null;
        if (typeof b !== "number") return b;
        if (typeof r !== "number") return r;
        return typeof c === "number" ? index(b, r, c, k) : c;
      });
    const given = { place, size, rows, columns, inner };
    const readA = ofResult(
      closure(
        given,
        ({ place, size, rows, inner }) =>
          (b: number, r: number, _: number, k: number) =>
            place(size, rows, inner, b, r, k),
      ),
    );
    const readB = ofResult(
      closure(
        given,
        ({ place, size, columns, inner }) =>
          (b: number, _: number, c: number, k: number) =>
            place(size, inner, columns, b, k, c),
      ),
    );
    const write = ofResult(
      closure(
        given,
        ({ place, size, rows, columns }) =>
          (b: number, r: number, c: number, _: number) =>
            place(size, rows, columns, b, r, c),
      ),
    );
    return {
      size,
      arrays: { a: input(batches * rows * inner), b: input(batches * inner * columns), c: output(batches * rows * columns) },
      steps: [
        repeat(
          inner,
          load("a", { name: "readA", index: readA, register: "a" }),
          load("b", { name: "readB", index: readB, register: "b" }),
          multiplyAdd("sum", "a", "b"),
        ),
        store("c", { name: "write", index: write, register: "sum" }),
      ],
    };
  },
  expected: (size) => {
    const { batches, rows, columns, inner, batchInnermost } = size;
    return {
      c: (elementIndex) => {
        const batch = batchInnermost === 1 ? elementIndex % batches : Math.floor(elementIndex / (rows * columns));
        const inMatrix = batchInnermost === 1 ? Math.floor(elementIndex / batches) : elementIndex % (rows * columns);
        const column = inMatrix % columns;
        const row = (inMatrix - column) / columns;
        const sumOf = Array.from({ length: inner }, (_, k) => ({
          productOf: [
            { array: "a", elementIndex: place(size, rows, inner, batch, row, k) },
            { array: "b", elementIndex: place(size, inner, columns, batch, k, column) },
          ] as const,
        }));
        return { sumOf };
      },
    };
  },
  correctness: { inBounds: 1, everyElement: 2, writtenOnce: 1 },
  checks: [
    sectorsPerRequest({ access: "readA", atMost: { ...wholeWarps, outermost: 1, "many-outermost": 1 }, elsewhere: inRuns, points: 2 }),
    sectorsPerRequest({ access: "readB", atMost: wholeWarps, elsewhere: inRuns, points: 3 }),
    sectorsPerRequest({ access: "write", atMost: wholeWarps, elsewhere: inResults, points: 3 }),
  ],
  starterPasses: ["in-bounds", "written-once"],
  hints: [
    "Think of a thread's number as having three digits: batch, row and column. The digit that changes fastest is the one that differs from lane to lane. Which one should that be?",
    "Where each matrix is stored in one piece, the next element in memory is the next column. Where the batch is innermost, it is the same element of the next matrix.",
    "The last digit of number is number % its extent; the one before it is Math.floor(number / that extent) % the next extent; and so on. A thread whose number is batches * rows * columns or more returns null.",
    "batchInnermost === 1: batch = number % batches, column = Math.floor(number / batches) % columns, row the rest. Otherwise: column = number % columns, row = Math.floor(number / columns) % rows, batch the rest.",
  ],
  wrong: {
    "batch-always-outermost": {
      fails: ["readB-sectors", "write-sectors"],
      says: "In the cases with the batch innermost, how far apart are two neighbouring columns of one matrix?",
    },
    "batch-always-innermost": {
      fails: ["readA-sectors", "readB-sectors", "write-sectors"],
      says: "In the cases with the batch outermost, how far apart are the same elements of two neighbouring matrices?",
    },
    "row-as-fastest": {
      fails: ["readA-sectors", "write-sectors"],
      says: "Two lanes in neighbouring rows read different rows of A and write different rows of C. And two in neighbouring columns?",
    },
    "mixes-up-extents": {
      fails: ["every-element", "in-bounds", "written-once"],
      says: "Your column is number modulo an extent. Is that the number of columns, or of rows?",
    },
  },
});
