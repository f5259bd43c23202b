import { alongRows, bankConflicts, learnerFunction, matricesOfTile, sectorsPerRequest, tileLayout, twoWayAtMost, type Draw } from "#kit";

const shape = { rows: 64, columns: 64, bytesPerElement: 2, threads: 128 } as const;
/** Tokens of a page of the cache, and pages of a tile. */
const PAGE_TOKENS = 16;
const PAGES = shape.rows / PAGE_TOKENS;

/** One block per tile of 64 tokens; page p of a sequence is page `table[p]` of the cache. */
type Paged = { readonly tiles: number; readonly table: readonly number[] };

/** Every page once, in an order that jumps through the cache. */
const scattered = (tiles: number, step: number): Paged => {
  const pages = tiles * PAGES;
  return { tiles, table: Array.from({ length: pages }, (_, page) => (page * step + 2) % (pages + 1)) };
};
/** A step that visits each of so many pages and one: it has no factor in common with them. */
const STEP = 3;

const cases = [
  { id: "one-tile", title: "64 tokens in 4 pages", size: scattered(1, STEP) },
  { id: "three-tiles", title: "192 tokens in 12 pages, three blocks", size: scattered(3, STEP) },
  { id: "full-size", title: "8,448 tokens, 132 blocks", size: scattered(132, STEP), fullSize: true },
];

export default tileLayout<Paged>({
  id: "paged-kv-tile",
  title: "A tile of a paged cache",
  summary: "Keys lie in pages all over a cache; a table finds them, cp.async brings them, and ldmatrix wants them without conflicts.",
  part: 6,
  concepts: ["shared memory", "bank conflict", "swizzle", "gather", "layout"],
  difficulty: 5,
  minutes: 25,
  exports: [
    learnerFunction("source(thread, size, row, column) gives the element of `in` that belongs in that place of the block’s tile."),
    learnerFunction("offset(row, column) gives the element of `tile` that holds that element; it is asked for the first of 8 halves."),
  ],
  tile: {
    ...shape,
    elements: shape.rows * shape.columns,
    fill: alongRows("copy", { ...shape, elementsPerLane: 8, instruction: "cp.async.cg" }),
    take: matricesOfTile("ldmatrix", { ...shape, instruction: "ldmatrix" }),
  },
  source: {
    length: ({ table }) => (table.length + 1) * PAGE_TOKENS * shape.columns,
    element: ({ table }, tile, { row, column }) => {
      const token = tile * shape.rows + row;
      const page = table[Math.floor(token / PAGE_TOKENS)]!;
      return (page * PAGE_TOKENS + (token % PAGE_TOKENS)) * shape.columns + column;
    },
    function: "source",
  },
  cases,
  hidden: (draw: Draw) => ({ size: scattered(draw.between(4, 8) * 2 + 1, draw.oneOf([3, 7, 9])) }),
  larger: (size, factor) => ({ size: scattered(size.tiles * factor, STEP) }),
  checks: [
    sectorsPerRequest({ access: "copy", atMost: 16, points: 2 }),
    bankConflicts({ access: "ldmatrix", atMost: 0, points: 3 }),
    twoWayAtMost("ldmatrix", shape),
  ],
  starterPasses: ["in-bounds", "one-place-each"],
  hints: [
    "Row r of block b is token 64 b + r. Its page is the entry of the table for 16 tokens: which entry is that, and which token of the page?",
    "source: page = table[Math.floor(token / 16)], and then (page * 16 + token % 16) * 64 + column.",
    "The tile doesn’t know of pages: 64 rows of 128 bytes, of which eight neighbours meet. Which order of pieces does each of eight rows need?",
    "offset: return row * 64 + (column ^ (8 * (row % 8)));",
  ],
  wrong: {
    "without-the-table": {
      fails: ["every-element"],
      says: "The tokens of a sequence are not one after the other in the cache. Which entry of `table` says where yours is?",
    },
    "a-page-per-block": {
      fails: ["in-bounds", "every-element"],
      says: "An entry of `table` stands for a page. How many pages do the 64 tokens of a block lie in?",
    },
    "forgets-the-block": {
      fails: ["every-element"],
      says: "Block 0 is right. Which token is row 0 of block 1?",
    },
    "plain-tile": {
      fails: ["ldmatrix-conflicts-step", "ldmatrix-conflicts"],
      says: "Every key arrives. In which bank does each of eight rows begin?",
    },
    "swizzles-by-page": {
      fails: ["ldmatrix-conflicts-step", "ldmatrix-conflicts"],
      says: "All 16 rows of a page have one arrangement. Which rows does one matrix have?",
    },
    "pieces-first": {
      fails: ["copy-sectors"],
      says: "All rows of a piece one after the other: ldmatrix is happy. To how many sectors of shared memory does one row of the cache go?",
    },
    "swizzles-the-source": {
      fails: ["every-element"],
      says: "You swizzle what is read, not where it goes. Which piece of its key does a lane then copy, and does ldmatrix know?",
    },
  },
});
