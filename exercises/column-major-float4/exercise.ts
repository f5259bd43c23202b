import { defineExercise, input, launchOver, learnerFunction, learnerLoad, learnerStore, move, output, sectorsPerRequest } from "#kit";

/** A strip of a matrix: `width` of its columns from column `from` on, both multiples of 8. */
type Strip = { readonly rows: number; readonly columns: number; readonly from: number; readonly width: number };

const FLOATS_PER_VECTOR = 4;

const narrow = { rows: 32, columns: 64, from: 16, width: 8 };
const ragged = { rows: 37, columns: 72, from: 0, width: 24 };
const fullSize = { rows: 16_384, columns: 128, from: 64, width: 64 };

const launchVectors = ({ rows, width }: Strip, threads: number) => launchOver([(rows * width) / FLOATS_PER_VECTOR], [threads]);

export default defineExercise<Strip>({
  id: "column-major-float4",
  title: "Repair the column walk",
  summary: "Float4 loads that walk down a column use only half of each sector. Deal out the vectors so that every sector is fully used.",
  part: 3,
  concepts: ["vector load", "sector", "coalescing", "row-major"],
  difficulty: 3,
  minutes: 15,
  exports: [
    learnerFunction("read(thread, size) gives the first of the four elements of `in` that the thread takes, or null."),
    learnerFunction("write(thread, size) gives the element of `out` that the first of them goes to, or null."),
  ],
  cases: [
    { id: "narrow", title: "columns 16 to 23 of 32 × 64, two blocks of 32 threads", size: narrow, launch: launchVectors(narrow, 32) },
    { id: "ragged", title: "columns 0 to 23 of 37 × 72, four blocks of 64 threads", size: ragged, launch: launchVectors(ragged, 64) },
    { id: "full-size", title: "columns 64 to 127 of 16,384 × 128", size: fullSize, launch: launchVectors(fullSize, 256), fullSize: true },
  ],
  larger: ({ rows, ...strip }, factor) => {
    const size = { ...strip, rows: rows * factor };
    return { size, launch: launchVectors(size, 256) };
  },
  hidden: (draw) => {
    const [from, width, behind] = [8 * draw.between(0, 4), 8 * draw.between(1, 6), 8 * draw.between(0, 4)];
    const size = { rows: draw.between(41, 200), columns: from + width + behind, from, width };
    return { size, launch: launchVectors(size, 32 * draw.between(1, 4)) };
  },
  kernel: ({ size, answer }) => ({
    size,
    arrays: { in: input(size.rows * size.columns), out: output(size.rows * size.width) },
    steps: [
      move(
        learnerLoad(answer, "in", "read", { elementsPerLane: FLOATS_PER_VECTOR }),
        learnerStore(answer, "out", "write", { elementsPerLane: FLOATS_PER_VECTOR }),
      ),
    ],
  }),
  expected: ({ columns, from, width }) => ({
    out: (elementIndex) => {
      const column = elementIndex % width;
      const row = (elementIndex - column) / width;
      return row * columns + from + column;
    },
  }),
  correctness: { inBounds: 1, everyElement: 2, writtenOnce: 1 },
  checks: [
    sectorsPerRequest({ access: "read", atMost: { narrow: 16, "full-size": 16 }, points: 3 }),
    sectorsPerRequest({ access: "write", atMost: { narrow: 16, "full-size": 16 }, points: 2 }),
  ],
  starterPasses: ["in-bounds", "every-element", "written-once"],
  hints: [
    "A vector is half a sector. In which row, and in which columns, is the other half? Which lane should fetch it?",
    "The walk can still go down the strip: two lanes side by side in each row are enough, and only two fit into the narrow strip.",
    "Number the vectors of the strip along its rows. With width / 4 vectors per row, which row is number t in, and which vector of that row is it?",
    "across = width / 4; row = Math.floor(t / across); column = 4 * (t % across). read: row * columns + from + column, write: row * width + column.",
  ],
  wrong: {
    "down-the-column": {
      fails: ["read-sectors", "write-sectors"],
      says: "Each lane takes half a sector from its own row. When is the other half of that sector fetched, and by which lane?",
    },
    "every-other-row": {
      fails: ["read-sectors", "write-sectors"],
      says: "Two lanes work together, but in two different rows. Are two vectors, one above the other, in the same sector?",
    },
    "forgets-where-it-begins": {
      fails: ["every-element"],
      says: "Row 0 of the strip begins at column `from` of the matrix. Where does your first vector begin?",
    },
    "the-strip-as-pitch": {
      fails: ["every-element"],
      says: "How far is it from one row of `in` to the next: the width of the strip, or the width of the matrix?",
    },
    "counts-vectors": {
      fails: ["in-bounds", "every-element"],
      says: "Your column counts vectors. At which element does the second vector of a row begin?",
    },
  },
});
