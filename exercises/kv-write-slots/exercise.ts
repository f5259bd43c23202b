import { entryOf, indexedCopy, launchOver, learnerFunction, sectorsPerRequest, takeOne } from "#kit";

type NewKeys = {
  readonly tokens: number;
  readonly heads: number;
  readonly headDim: number;
  /** Slots of the cache: whole pages. */
  readonly slotCount: number;
  /** The slot that each token's keys belong in; -1 for a token that only pads the batch. */
  readonly slots: readonly number[];
};

/** 16-bit elements that a lane moves at once. */
const VECTOR = 8;

/** Slots per page. */
const PAGE_SLOTS = 16;

/**
 * Every `paddingEvery`th token is padding; the others are scattered over a cache of four slots per token. They have different slots,
 * because 29 does not divide the number of slots.
 */
function batchOf(tokens: number, heads: number, headDim: number, paddingEvery: number): NewKeys {
  const slotCount = 4 * tokens;
  const slots = Array.from({ length: tokens }, (_, token) =>
    token % paddingEvery === paddingEvery - 1 ? -1 : (token * 29 + 3) % slotCount,
  );
  return { tokens, heads, headDim, slotCount, slots };
}

const launchVectors = ({ tokens, heads, headDim }: NewKeys, threads: number) =>
  launchOver([(tokens * heads * headDim) / VECTOR], [threads]);

const small = batchOf(8, 4, 64, 3);
const ragged = batchOf(20, 3, 40, 4);
const fullSize = batchOf(1024, 8, 128, 5);

/** Sectors per request in the cases where the vectors of a token fill whole warps. */
const wholeWarps = { small: 16, "full-size": 16 };

export default indexedCopy<NewKeys>({
  id: "kv-write-slots",
  title: "New keys into their slots",
  summary: "Most tokens of a batch have a slot in the paged cache; some have none. Write whole sectors, wherever they go.",
  part: 5,
  concepts: ["scatter", "coalescing", "vector load", "page"],
  difficulty: 3,
  minutes: 15,
  exports: [
    learnerFunction("read(thread, size) gives the first of the 8 elements of `keys` that the thread loads, or null."),
    learnerFunction("write(thread, size) gives the first of the 8 elements of `cache` that it stores them in, or null."),
  ],
  cases: [
    { id: "small", title: "8 tokens of 4 × 64, two of them padding", size: small, launch: launchVectors(small, 128) },
    { id: "ragged", title: "20 tokens of 3 × 40", size: ragged, launch: launchVectors(ragged, 128) },
    { id: "full-size", title: "1,024 tokens of 8 × 128", size: fullSize, launch: launchVectors(fullSize, 256), fullSize: true },
  ],
  larger: ({ tokens, heads, headDim }, factor) => {
    const size = batchOf(tokens * factor, heads, headDim, 5);
    return { size, launch: launchVectors(size, 256) };
  },
  hidden: (draw) => {
    const [tokens, heads, headDim] = [draw.between(9, 50), draw.between(1, 6), VECTOR * draw.between(1, 9)];
    const slotCount = PAGE_SLOTS * draw.between(4, 8);
    const free = Array.from({ length: slotCount }, (_, slot) => slot);
    const slots = Array.from({ length: tokens }, () => (draw.between(1, 4) === 1 ? -1 : takeOne(draw, free)));
    const size = { tokens, heads, headDim, slotCount, slots };
    return { size, launch: launchVectors(size, 32 * draw.between(1, 8)) };
  },
  from: { array: "keys", elements: ({ tokens, heads, headDim }) => tokens * heads * headDim },
  to: { array: "cache", elements: ({ slotCount, heads, headDim }) => slotCount * heads * headDim },
  source: ({ heads, headDim, slotCount, slots }) => {
    const tokenOfSlot = new Array<number>(slotCount).fill(-1);
    for (const [token, slot] of slots.entries()) if (slot >= 0) tokenOfSlot[slot] = token;
    const tokenElements = heads * headDim;
    return (elementIndex) => {
      const inToken = elementIndex % tokenElements;
      const token = entryOf(tokenOfSlot, (elementIndex - inToken) / tokenElements);
      return token < 0 ? null : token * tokenElements + inToken;
    };
  },
  bytesPerElement: 2,
  elementsPerLane: VECTOR,
  correctness: { inBounds: 2, everyElement: 3, writtenOnce: 2 },
  checks: [
    sectorsPerRequest({ access: "read", atMost: wholeWarps, points: 2 }),
    sectorsPerRequest({ access: "write", atMost: wholeWarps, points: 3 }),
  ],
  starterPasses: ["in-bounds in small", "written-once"],
  hints: [
    "This is a scatter, and there's no way around it. But what is scattered: elements, vectors, or tokens? How much of that does a single warp see?",
    "Let neighbouring threads take neighbouring vectors of the same token: divide the thread's number in the launch by the number of vectors per token.",
    "vector = blockIdx.x * blockDim.x + threadIdx.x, vectorsPerToken = heads * headDim / 8; token = Math.floor(vector / vectorsPerToken). read: 8 * vector. write: slots[token] * heads * headDim + 8 * (vector % vectorsPerToken); both null past the last token, and where slots[token] is negative.",
  ],
  wrong: {
    "one-lane-a-token": {
      fails: ["read-sectors", "write-sectors"],
      says: "Your neighbouring lanes take neighbouring tokens. How far apart are those in `keys`, and how much of a sector does one lane fill on its own?",
    },
    "padding-has-a-slot": {
      fails: ["in-bounds"],
      says: "The keys of a token whose slot is -1 aren't kept. Where does your kernel put them?",
    },
    "padding-into-slot-0": {
      fails: ["every-element", "written-once"],
      says: "Slot 0 is a slot like any other. Whose keys are in it after your padding has been written there?",
    },
    "slot-for-a-page": {
      fails: ["in-bounds", "every-element"],
      says: "slots[token] counts slots from the start of the cache. Do you still have to multiply by the 16 slots of a page?",
    },
    "token-as-slot": {
      fails: ["every-element"],
      says: "slots[token] says where the keys of a token go. Which of your two indexes asks it?",
    },
  },
});
