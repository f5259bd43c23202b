import { learnerFunction, recordLayout, sectorsPerRequest, step } from "#kit";

export default recordLayout({
  id: "struct-of-32-only-x",
  title: "A struct of 32 bytes, but only x is needed",
  summary: "One hot field in a struct as large as a sector. Take it out, and keep the rest together.",
  part: 1,
  concepts: ["layout", "sector", "coalescing"],
  difficulty: 2,
  minutes: 8,
  exports: [
    learnerFunction("address(item, field, count) gives the element of `particles` that holds the field of the item; field 0 is x."),
  ],
  // A struct of eight floats: 32 bytes.
  loads: { x: 1, rest: 7 },
  cases: [
    { id: "small", title: "64 particles, two blocks of 32 threads", size: { count: 64 }, threads: 32 },
    { id: "ragged", title: "1,003 particles, four blocks of 256 threads", size: { count: 1003 }, threads: 256 },
    { id: "full-size", title: "131,072 particles", size: { count: 2 ** 17 }, threads: 256, fullSize: true },
  ],
  hidden: (draw) => ({ size: { count: draw.between(100, 1000) }, threads: 32 * draw.between(1, 8) }),
  checks: [
    step(sectorsPerRequest({ access: "x", atMost: { small: 16, "full-size": 16 }, points: 1 })),
    sectorsPerRequest({ access: "x", atMost: { small: 4, "full-size": 4 }, points: 2 }),
  ],
  starterPasses: ["in-bounds", "read-once"],
  hints: [
    "An item fills exactly one sector. How many sectors hold the x values of 32 items, and how much of each sector is x?",
    "Put the x values of all items side by side at the front. The other seven fields can stay together, after them.",
    "x: item. The rest: count + item * 7 + (field - 1).",
  ],
  wrong: {
    "stays-a-struct": {
      fails: ["x-sectors-step", "x-sectors"],
      says: "Each item fills a sector, and sectors move whole. How much of what it moves does a warp use?",
    },
    "reorders-the-fields": {
      fails: ["x-sectors-step", "x-sectors"],
      says: "x has moved within its struct. How far is it now from one x to the next?",
    },
    "splits-in-halves": {
      fails: ["x-sectors"],
      says: "Your structs are half as long. How many x values fit into a sector now, and how many could?",
    },
    "rest-at-the-front": {
      fails: ["read-once"],
      says: "The first `count` places hold the x values. Where does the rest of item 0 begin?",
    },
  },
});
