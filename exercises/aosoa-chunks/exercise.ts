import { recordLayout, sectorsPerRequest } from "#kit";

/** Particles arrive in groups of this size. */
const ARRIVALS = 32;

export default recordLayout({
  id: "aosoa-chunks",
  title: "Chunks as wide as a warp",
  summary: "Particles keep arriving, so no address may depend on how many there are. Coalesce the loads anyway.",
  part: 1,
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
  starterPasses: ["in-bounds"],
  hints: [
    "With one array per field, you need to know where each array begins, and that depends on the count. What do you know about 32 items without knowing how many follow?",
    "Give every 32 items their own piece of memory, 32 * 6 floats long. Inside it, lay the fields out as a struct of arrays would.",
    "With chunk = Math.floor(item / 32) and place = item % 32: how many floats come before the chunk, how many before the field in the chunk, and how many before the item in the field?",
    "chunk * 192 + field * 32 + place.",
  ],
  wrong: {
    "array-of-structs": {
      fails: ["read-sectors"],
      says: "No address depends on the count: good. But what lies between the x of lane 0 and the x of lane 1?",
    },
    "chunks-of-four": {
      fails: ["read-sectors"],
      says: "Chunks are the right idea. Four x values lie side by side, then four y values. How much of a sector is that?",
    },
    "room-for-many": {
      fails: ["in-bounds", "read-once"],
      says: "Each field has an array with room for 1,056 items. How much memory is there when only 32 have arrived?",
    },
    "chunk-counted-in-items": {
      fails: ["read-once"],
      says: "Chunk 1 begins after 32 items. How many floats are 32 items?",
    },
  },
});
