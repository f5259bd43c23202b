import { map, sectors } from "#kit";

/** Elements `from` … `from + n - 1` of the input go to `to` … of the output. */
type Slice = { readonly from: number; readonly to: number; readonly n: number };

const ELEMENTS_PER_SECTOR = 8;

/** Sectors that hold the n elements from `first` on. */
const sectorsOf = (first: number, n: number) => Math.ceil((first + n) / ELEMENTS_PER_SECTOR) - Math.floor(first / ELEMENTS_PER_SECTOR);

const small = { from: 5, to: 13, n: 123 };
const ragged = { from: 19, to: 3, n: 1000 };
const inLine = { from: 16, to: 8, n: 200 };
const fullSize = { from: 1031, to: 31, n: 1_000_000 };

export default map<Slice>({
  id: "shifted-copy",
  title: "A shifted copy",
  summary: "A slice that begins in the middle of a sector: peel off its head, so that every later warp reads whole sectors.",
  part: 1,
  concepts: ["alignment", "coalescing", "sector"],
  difficulty: 3,
  minutes: 15,
  in: ({ from, n }) => from + n,
  out: ({ to, n }) => to + n,
  from: (elementIndex, { from, to }) => (elementIndex < to ? null : elementIndex - to + from),
  // One more warp than n needs, for the peeled elements.
  items: ({ n }) => n + 32,
  cases: [
    { id: "small", title: "123 elements, from 5 to 13", size: small, threads: 64 },
    { id: "ragged", title: "1,000 elements, from 19 to 3", size: ragged, threads: 256 },
    { id: "in-line", title: "200 elements, from 16 to 8: no head", size: inLine, threads: 96 },
    { id: "full-size", title: "a million elements, from 1,031 to 31", size: fullSize, threads: 256, fullSize: true },
  ],
  hidden: (draw) => {
    const gap = draw.between(1, ELEMENTS_PER_SECTOR - 1);
    const place = () => ELEMENTS_PER_SECTOR * draw.between(0, 12) + gap;
    return { size: { from: place(), to: place(), n: draw.between(100, 3000) }, threads: 32 * draw.between(1, 8) };
  },
  checks: [
    sectors({ access: "read", atMost: ({ from, n }: Slice) => sectorsOf(from, n), points: 2 }),
    sectors({ access: "write", atMost: ({ to, n }: Slice) => sectorsOf(to, n), points: 2 }),
  ],
  starterPasses: ["in-bounds", "every-element", "written-once", "read-total-sectors in in-line", "write-total-sectors in in-line"],
  hints: [
    "Thread 0 reads element 5. Its warp ends at element 36, and 32 elements that begin in the middle of a sector touch five sectors. Where does the first whole sector begin?",
    "Imagine the copy began at the last sector boundary before `from`. Which threads would have nothing to copy, and which elements would the others get?",
    "With head = from % 8, let i = thread number - head, and return null where i is negative or not below n. Read from + i, write to + i.",
  ],
  wrong: {
    "starts-at-the-first": {
      fails: ["read-total-sectors", "write-total-sectors"],
      says: "Warp 0 begins in the middle of a sector. So where does warp 1 begin, and which sector do the two of them share?",
    },
    "copies-the-gap": {
      fails: ["every-element"],
      says: "You begin at the sector boundary, and that's the right place for lane 0. But does the element there belong to the slice?",
    },
    "drops-the-head": {
      fails: ["every-element"],
      says: "From the first whole sector on, everything is fine. Who copies the elements before it?",
    },
    "sixteen-byte-sectors": {
      fails: ["read-total-sectors", "write-total-sectors"],
      says: "Peeling is the right idea. You peel to a multiple of 4 elements. How many bytes is that, and how many does a sector have?",
    },
    "peels-the-gap": {
      fails: ["read-total-sectors", "write-total-sectors"],
      says: "Peeling is the right idea. Element 5 is 5 places past a sector boundary. How many elements are there before the next boundary?",
    },
  },
});
