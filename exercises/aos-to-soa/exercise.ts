import { recordLayout, sectorsPerRequest } from "#kit";

const wholeWarps = { small: 4, "full-size": 4 };

export default recordLayout({
  id: "aos-to-soa",
  title: "From an array of structs to a struct of arrays",
  summary: "Every thread reads the four fields of its particle. Decide where each field is stored, so that a warp wastes nothing.",
  part: 1,
  concepts: ["layout", "coalescing", "sector"],
  difficulty: 1,
  minutes: 8,
  loads: { x: 1, y: 1, z: 1, mass: 1 },
  cases: [
    { id: "small", title: "64 particles, two blocks of 32 threads", size: { count: 64 }, threads: 32 },
    { id: "ragged", title: "1,003 particles, four blocks of 256 threads", size: { count: 1003 }, threads: 256 },
    { id: "full-size", title: "262,144 particles", size: { count: 2 ** 18 }, threads: 256, fullSize: true },
  ],
  hidden: (draw) => ({ size: { count: draw.between(257, 3000) }, threads: 32 * draw.between(1, 8) }),
  checks: ["x", "y", "z", "mass"].map((access) => sectorsPerRequest({ access, atMost: wholeWarps, points: 2 })),
  starterPasses: ["in-bounds"],
  hints: [
    "In one instruction the 32 lanes read one field of 32 items. Which of `item` and `field` should move the address by one?",
    "All the x values first, then all the y values: how many elements come before the first y?",
    "field * count + item: each field gets its own array, `count` elements long.",
  ],
  wrong: {
    "array-of-structs": {
      fails: ["x-sectors", "y-sectors", "z-sectors", "mass-sectors"],
      says: "Your items are stored one after another, each in one piece. How many bytes are there between one lane's x and the next lane's, and does anyone use them?",
    },
    "pairs-of-fields": {
      fails: ["x-sectors", "y-sectors", "z-sectors", "mass-sectors"],
      says: "x and y share an array of pairs. When a warp reads x, what comes along in every sector?",
    },
    "pitch-of-fields": {
      fails: ["read-once"],
      says: "How many x values go in front of the first y: as many as there are fields, or as many as there are items?",
    },
    "swaps-the-two": {
      fails: ["in-bounds", "read-once"],
      says: "You multiply the item by the count. How far does that take the last item, in an array with four fields per item?",
    },
    "three-of-four-fields": {
      fails: ["read-once"],
      says: "How many fields does an item have? With a step of 3, where do the last field of item 0 and the first of item 1 end up?",
    },
  },
});
