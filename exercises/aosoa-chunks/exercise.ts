import { recordLayout, sectorsPerRequest } from "#kit";

/** Particles arrive in groups of this size. */
const ARRIVALS = 32;

export default recordLayout({
  id: "aosoa-chunks",
  title: "Chunks a warp wide",
  summary: "Particles keep arriving, so that no address may depend on how many there are. Coalesce all the same.",
  part: 4,
  concepts: ["layout", "coalescing", "sector", "warp"],
  difficulty: 3,
  minutes: 15,
  loads: { read: 6 },
  given: "item, field",
  cases: [
    { id: "small", title: "96 particles, three blocks of 32 threads", size: { count: 96 }, threads: 32 },
    { id: "first-warp", title: "32 particles, the first to arrive", size: { count: 32 }, threads: 32 },
    { id: "ragged", title: "1,056 particles, five blocks of 256 threads", size: { count: 1056 }, threads: 256 },
    { id: "full-size", title: "131,072 particles", size: { count: 2 ** 17 }, threads: 256, fullSize: true },
  ],
  hidden: (draw) => ({ size: { count: ARRIVALS * draw.between(4, 60) }, threads: 32 * draw.between(1, 8) }),
  checks: [sectorsPerRequest({ access: "read", atMost: 4, points: 2 })],
  hints: [
    "An array for each field needs to know where the next one begins, and that depends on the count. What do you know about 32 items without knowing how many follow?",
    "Give each 32 items a piece of memory of their own, 32 * 6 floats long. Inside of it, lay the fields out as a struct of arrays would.",
    "With chunk = Math.floor(item / 32) and place = item % 32: how many floats lie before the chunk, how many before the field in the chunk, how many before the item in the field?",
    "chunk * 192 + field * 32 + place.",
  ],
  wrong: {
    "array-of-structs": {
      fails: ["read-sectors"],
      says: "No address depends on the count: good. But what lies between the x of lane 0 and the x of lane 1?",
    },
    "chunks-of-four": {
      fails: ["read-sectors"],
      says: "Four x lie side by side, then four y. How much of a sector is that?",
    },
    "room-for-many": {
      fails: ["in-bounds", "read-once"],
      says: "Each field has an array with room for 1,056 items. What memory is there when only 32 have arrived?",
    },
    "chunk-counted-in-items": {
      fails: ["read-once"],
      says: "Chunk 1 begins after 32 items. How many floats are 32 items?",
    },
  },
});
