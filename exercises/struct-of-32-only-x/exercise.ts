import { learnerFunction, recordLayout, sectorsPerRequest } from "#kit";

export default recordLayout({
  id: "struct-of-32-only-x",
  title: "A struct of 32 bytes, and only x is needed",
  summary: "One hot field in a struct as large as a sector. Take it out, and leave the rest where it likes to be.",
  part: 4,
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
  checks: [sectorsPerRequest({ access: "x", atMost: { small: 4, "full-size": 4 }, points: 2 })],
  hints: [
    "An item fills exactly one sector. How many sectors hold the x of 32 items, and how much of each is x?",
    "Let the x of all items lie side by side at the front. The other seven fields may go on lying together, behind them.",
    "x: item. The rest: count + item * 7 + (field - 1).",
  ],
  wrong: {
    "stays-a-struct": {
      fails: ["x-sectors"],
      says: "Each item fills a sector, and a sector comes whole. What does a warp use of all that it moves?",
    },
    "reorders-the-fields": {
      fails: ["x-sectors"],
      says: "x has moved inside its struct. How far is it now from one x to the next?",
    },
    "splits-in-halves": {
      fails: ["x-sectors"],
      says: "Your structs are half as long. How many x fit a sector now, and how many could?",
    },
    "rest-at-the-front": {
      fails: ["read-once"],
      says: "The first `count` places are taken by x. Where does the rest of item 0 begin?",
    },
  },
});
