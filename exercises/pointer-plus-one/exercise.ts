import { VECTOR_OF_FOUR, float4Copy, kernelRequests, learnerFunction, sectorsPerRequest } from "#kit";

type Slice = { readonly first: number; readonly n: number };

const FLOATS_PER_SECTOR = 8;

/** Vectors from the first whole sector on. */
function vectorsOf({ first, n }: Slice): number {
  const begin = Math.min(Math.ceil(first / FLOATS_PER_SECTOR) * FLOATS_PER_SECTOR, first + n);
  return Math.floor((first + n - begin) / 4);
}

/** Sectors per request of these vectors, of which two fill a sector. */
function fewestSectors(slice: Slice): number {
  const vectors = vectorsOf(slice);
  return vectors === 0 ? 0 : Math.ceil(vectors / 2) / Math.ceil(vectors / 32);
}

/** The vectors, and one request for the head and the tail. */
function fewestRequests(slice: Slice): number {
  const vectors = vectorsOf(slice);
  return 2 * (Math.ceil(vectors / 32) + (4 * vectors === slice.n ? 0 : 1));
}

export default float4Copy<Slice>({
  id: "pointer-plus-one",
  title: "The pointer plus one",
  summary: "A float4 load from ptr + 1 faults. Peel off the first elements, so that all vectors are aligned.",
  part: 4,
  concepts: ["alignment", "vector load", "sector"],
  difficulty: 3,
  minutes: 20,
  exports: [
    VECTOR_OF_FOUR,
    learnerFunction("rest(thread, size) gives the single element, of the head or the tail, that the thread copies as well, or null."),
  ],
  // The arrays end well after the slice, so that a vector that runs past the slice is still in bounds.
  length: ({ first, n }) => (Math.ceil((first + n) / FLOATS_PER_SECTOR) + 2) * FLOATS_PER_SECTOR,
  expected: ({ first, n }) => ({ out: (elementIndex) => (elementIndex >= first && elementIndex < first + n ? elementIndex : null) }),
  cases: [
    { id: "plus-one", title: "261 elements from element 1 on, blocks of 32 threads", size: { first: 1, n: 261 }, threads: 32 },
    { id: "ragged", title: "1,000 elements from element 3 on, blocks of 128 threads", size: { first: 3, n: 1000 }, threads: 128 },
    { id: "aligned", title: "512 elements from element 16 on: nothing to peel", size: { first: 16, n: 512 }, threads: 128 },
    { id: "short", title: "3 elements from element 1 on, too short for any vector", size: { first: 1, n: 3 }, threads: 32 },
    {
      id: "full-size",
      title: "half a million elements from element 2 on",
      size: { first: 2, n: 2 ** 19 + 5 },
      threads: 256,
      fullSize: true,
    },
  ],
  hidden: (draw) => {
    // Too short for a vector that begins at a sector, now and then.
    if (draw.between(0, 3) === 0) return { size: { first: 8 * draw.between(0, 4) + 1, n: draw.between(4, 6) }, threads: 32 };
    // More often in the first half of a sector, where peeling to a vector isn't enough.
    const first = 8 * draw.between(0, 4) + draw.oneOf([1, 2, 3, 1, 2, 3, 5, 6, 7]);
    return { size: { first, n: draw.between(200, 3000) }, threads: 32 * draw.between(1, 8) };
  },
  checks: [
    sectorsPerRequest({ access: "read", atMost: { "plus-one": 16, aligned: 16, "full-size": 16 }, elsewhere: fewestSectors, points: 2 }),
    kernelRequests({ atMost: fewestRequests, points: 3 }),
  ],
  starterPasses: ["in-bounds in aligned", "in-bounds in short", "every-element in aligned", "every-element in short", "written-once"],
  hints: [
    "Where may a vector of four floats begin? If the slice begins at element 1, what's the first such element in it?",
    "A sector holds eight floats. A warp whose vectors begin at element 4 starts in the middle of one, and ends in the middle of another.",
    "begin = the first multiple of 8 from `first` on. Vectors begin at begin + 4 * t. The single elements are those before begin, and those after the last whole vector.",
    "head = min(begin, end) - first elements go to threads 0 to head - 1; thread head + k takes element k after the last whole vector. A slice may end before begin.",
  ],
  wrong: {
    "starts-at-the-pointer": {
      fails: ["in-bounds", "every-element"],
      says: "The first vector begins at element 1, at byte 4. At which bytes may a load of 16 bytes begin?",
    },
    "peels-to-the-vector": {
      fails: ["read-sectors"],
      says: "You’ve peeled, and it works. Every vector is aligned. Where in its sector does a warp's first vector begin, and where does that leave its last one?",
    },
    "falls-back-to-scalars": {
      fails: ["kernel-requests"],
      says: "The slice begins one element too far, and you give up all the vectors. How many elements come before the first aligned one?",
    },
    "forgets-the-end": {
      fails: ["every-element"],
      says: "Take a slice of three elements that begins at element 1. Where does it end, and how far does your head go?",
    },
    "one-thread-an-element": {
      fails: ["kernel-requests"],
      says: "Three lanes in four return null, but the warp makes its request anyway. Could those lanes move the next vectors?",
    },
    "one-vector-too-many": {
      fails: ["every-element", "written-once"],
      says: "Your last vector begins inside the slice. Does it end there, too?",
    },
  },
});
