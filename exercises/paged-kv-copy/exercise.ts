import { entryOf, indexedCopy, launch, learnerFunction, requests, sectorsPerRequest, takeOne, type Draw } from "#kit";

type Sequence = {
  readonly tokens: number;
  readonly heads: number;
  readonly headDim: number;
  /** The page of the cache that holds each 16 tokens of the sequence. */
  readonly blockTable: readonly number[];
};

const TOKENS_PER_PAGE = 16;
const THREADS_PER_BLOCK = 128;
/** 16-bit elements that a lane moves at once. */
const VECTOR = 8;

/** Pages of the cache, which other sequences use as well. */
const cachePages = ({ blockTable }: Sequence) => 2 * blockTable.length + 1;

/** Every fourth page of the cache from page 3 on, wrapping around: no page is in its place. */
function sequenceOf(tokens: number, heads: number, headDim: number): Sequence {
  const pages = Math.ceil(tokens / TOKENS_PER_PAGE);
  const blockTable = Array.from({ length: pages }, (_, page) => (4 * page + 3) % (2 * pages + 1));
  return { tokens, heads, headDim, blockTable };
}

/** Pages from anywhere in the cache. */
function drawnSequence(draw: Draw): Sequence {
  const [tokens, heads, headDim] = [draw.between(17, 80), draw.between(1, 4), VECTOR * draw.between(1, 6)];
  const pages = Math.ceil(tokens / TOKENS_PER_PAGE);
  const free = Array.from({ length: 2 * pages + 1 }, (_, page) => page);
  const blockTable = Array.from({ length: pages }, () => takeOne(draw, free));
  return { tokens, heads, headDim, blockTable };
}

const pageElements = ({ heads, headDim }: Sequence) => TOKENS_PER_PAGE * heads * headDim;

/** Each page in warps of its own. */
function fewestRequests(size: Sequence): number {
  const elements = size.tokens * size.heads * size.headDim;
  const requestsFor = (copied: number): number => Math.ceil(copied / VECTOR / 32);
  const pages = Math.floor(elements / pageElements(size));
  return pages * requestsFor(pageElements(size)) + requestsFor(elements % pageElements(size));
}

const small = sequenceOf(40, 2, 32);
const wide = sequenceOf(20, 4, 64);
const ragged = sequenceOf(37, 3, 40);
const fullSize = sequenceOf(4001, 8, 128);

/** Sectors per request in the cases where every lane of a loading warp loads a vector. */
const wholeWarps = { small: 16, wide: 16, "full-size": 16 };

export default indexedCopy<Sequence>({
  id: "paged-kv-copy",
  title: "Copy a sequence out of a paged cache",
  summary: "A sequence's keys are in pages all over the cache, and a block table says where. Collect them, with every lane at work.",
  part: 5,
  concepts: ["gather", "coalescing", "vector load", "page"],
  difficulty: 4,
  minutes: 20,
  exports: [
    learnerFunction("read(thread, size, pass) gives the first of the 8 elements of `cache` that the thread loads in this pass, or null."),
    learnerFunction("write(thread, size, pass) gives the first of the 8 elements of `keys` that it stores them in, or null."),
  ],
  launch: ({ blockTable }) => launch([blockTable.length], [THREADS_PER_BLOCK]),
  cases: [
    { id: "small", title: "40 tokens of 2 × 32, three pages", size: small },
    { id: "wide", title: "20 tokens of 4 × 64, two pages", size: wide },
    { id: "ragged", title: "37 tokens of 3 × 40, three pages", size: ragged },
    { id: "full-size", title: "4,001 tokens of 8 × 128", size: fullSize, fullSize: true },
  ],
  larger: ({ tokens, heads, headDim }, factor) => ({ size: sequenceOf(tokens * factor, heads, headDim) }),
  hidden: (draw) => ({ size: drawnSequence(draw) }),
  from: { array: "cache", elements: (size) => cachePages(size) * pageElements(size) },
  to: { array: "keys", elements: ({ tokens, heads, headDim }) => tokens * heads * headDim },
  source: (size) => (elementIndex) => {
    const inPage = elementIndex % pageElements(size);
    return entryOf(size.blockTable, (elementIndex - inPage) / pageElements(size)) * pageElements(size) + inPage;
  },
  bytesPerElement: 2,
  elementsPerLane: VECTOR,
  passes: (size) => Math.ceil(pageElements(size) / VECTOR / THREADS_PER_BLOCK),
  correctness: { inBounds: 2, everyElement: 3, writtenOnce: 2 },
  checks: [
    sectorsPerRequest({ access: "read", atMost: wholeWarps, points: 3 }),
    sectorsPerRequest({ access: "write", atMost: wholeWarps, points: 2 }),
    requests({ access: "read", atMost: fewestRequests, points: 2 }),
  ],
  starterPasses: ["in-bounds", "written-once"],
  hints: [
    "A token is heads * headDim elements in a row, and the 16 tokens of a page follow one another. So how much is in one piece in the cache? And in `keys`?",
    "Number the vectors of the page: in each pass the block takes the next 128 of them, one per thread. Only the page's starting point differs between `cache` and `keys`.",
    "A page of the sequence begins at blockIdx.x * pageElements in `keys` and at blockTable[blockIdx.x] * pageElements in `cache`. The last page may hold fewer than 16 tokens: where do the keys of the sequence end?",
    "inPage = 8 * (pass * blockDim.x + threadIdx.x). write: blockIdx.x * pageElements + inPage, null from tokens * heads * headDim on. Both are null when inPage >= pageElements.",
  ],
  wrong: {
    "a-run-for-each-thread": {
      fails: ["read-sectors", "write-sectors", "read-requests"],
      says: "Each thread has its own piece of the page and walks along it, pass by pass. How far apart are lanes 0 and 1 in one pass?",
    },
    "one-lane-a-token": {
      fails: ["read-requests", "read-sectors", "write-sectors"],
      says: "Your lanes are spread over the 16 tokens of a page. On the last page, where some tokens are missing, which lanes have nothing to do, and in how many warps?",
    },
    "forgets-the-last-page": {
      fails: ["in-bounds"],
      says: "The last page has room for 16 tokens. How many of them does the sequence fill?",
    },
    "pages-in-sequence": {
      fails: ["every-element"],
      says: "Tokens 16 to 31 of the sequence lie in one page of the cache. Is it page 1? Where can you look that up?",
    },
    "writes-by-cache-page": {
      fails: ["in-bounds", "every-element"],
      says: "The keys leave the cache in the order of the sequence. Does it matter to `keys` which page of the cache they were in?",
    },
  },
});
