import { launchOver, map, sectorsPerRequest } from "#kit";

/** Elements of a group: as many as a warp has lanes. */
const GROUP = 32;

type Rotation = { readonly n: number; readonly shift: number };

export default map<Rotation>({
  id: "permute-within-the-warp",
  title: "Rotate within the warp",
  summary: "Each group of 32 elements is rotated as it's copied. Does it matter to memory which lane asks for which element?",
  part: 1,
  concepts: ["coalescing", "sector", "lane", "warp"],
  difficulty: 2,
  minutes: 8,
  in: ({ n }) => n,
  from: (elementIndex, { shift }) => {
    const place = elementIndex % GROUP;
    return elementIndex - place + ((place + GROUP - shift) % GROUP);
  },
  cases: [
    { id: "one-block", title: "8 groups, rotated by 5, one block of 256 threads", size: { n: 256, shift: 5 }, threads: 256 },
    { id: "ragged", title: "13 groups, rotated by 30, in blocks of 128 threads", size: { n: 416, shift: 30 }, threads: 128 },
    { id: "full-size", title: "32,768 groups, rotated by 9", size: { n: 2 ** 20, shift: 9 }, threads: 256, fullSize: true },
  ],
  hidden: (draw) => {
    const n = GROUP * draw.between(10, 150);
    const threads = GROUP * draw.between(1, 8);
    // Some blocks may have nothing to do: a guard must hold for them as well.
    return { size: { n, shift: draw.between(1, GROUP - 1) }, launch: launchOver([n + draw.between(0, 2 * threads)], [threads]) };
  },
  correctness: { inBounds: 1, everyElement: 1, writtenOnce: 1 },
  checks: [sectorsPerRequest({ access: "read", atMost: 4, points: 2 }), sectorsPerRequest({ access: "write", atMost: 4, points: 3 })],
  starterPasses: ["in-bounds", "written-once"],
  hints: [
    "Split an element's number in two: the group it is in, and its place there, 0 to 31. Only the place changes.",
    "A place that moves past the end of the group comes back in at the beginning: which operation does that to place + shift?",
    "With i = blockIdx.x * blockDim.x + threadIdx.x below n and place = i % 32: read i, write i - place + (place + shift) % 32.",
  ],
  wrong: {
    "rotates-the-array": {
      fails: ["every-element"],
      says: "Where does the last element of the first group go: to the start of its own group, or into the next?",
    },
    "rotates-the-other-way": {
      fails: ["every-element"],
      says: "Element 0 should arrive at place `shift`. So from which place in the group does place 0 get its element?",
    },
    "negative-remainder": {
      fails: ["in-bounds", "every-element"],
      says: "What is -5 % 32 in C++, and in JavaScript? Is that a place in the group?",
    },
    "one-lane-a-group": {
      fails: ["read-sectors", "write-sectors"],
      says: "Now all lanes of a warp rotate in step, each in a group of its own. How many sectors does such a request touch, and what did that tidy order save?",
    },
  },
});
