import { map, requests, sectors } from "#kit";

/** Of `n` elements every `step`-th is kept, the first among them. */
type Sampling = { readonly n: number; readonly step: number };

const samples = ({ n, step }: Sampling) => Math.ceil(n / step);

/** Sectors of 8 elements that hold a sample. */
function sectorsWithSamples({ n, step }: Sampling): number {
  return step >= 8 ? samples({ n, step }) : Math.floor(((samples({ n, step }) - 1) * step) / 8) + 1;
}

const small = { n: 256, step: 4 };
const ragged = { n: 1000, step: 3 };
const sparse = { n: 2048, step: 16 };
const fullSize = { n: 2 ** 20, step: 4 };

export default map<Sampling>({
  id: "strided-to-unit",
  title: "Pack every k-th element",
  summary: "Thin out a signal: the input is strided, the output dense. One of the two can be made cheap, and no lane has to idle.",
  part: 1,
  concepts: ["coalescing", "stride", "sector", "request"],
  difficulty: 2,
  minutes: 10,
  // One thread per element of the input: more than there are samples.
  in: ({ n }) => n,
  out: samples,
  from: (elementIndex, { step }) => elementIndex * step,
  cases: [
    { id: "small", title: "every 4th of 256", size: small, threads: 64 },
    { id: "ragged", title: "every 3rd of 1,000", size: ragged, threads: 256 },
    { id: "sparse", title: "every 16th of 2,048", size: sparse, threads: 128 },
    { id: "full-size", title: "every 4th of a million", size: fullSize, threads: 256, fullSize: true },
  ],
  hidden: (draw) => ({ size: { n: draw.between(300, 5000), step: draw.between(2, 20) }, threads: 32 * draw.between(1, 8) }),
  correctness: { inBounds: 1, everyElement: 1, writtenOnce: 1 },
  checks: [
    requests({ access: "read", atMost: (sampling: Sampling) => Math.ceil(samples(sampling) / 32), points: 2 }),
    sectors({ access: "read", atMost: sectorsWithSamples, points: 1 }),
    sectors({ access: "write", atMost: (sampling: Sampling) => Math.ceil(samples(sampling) / 8), points: 2 }),
  ],
  starterPasses: [
    "in-bounds",
    "every-element",
    "written-once",
    "read-total-sectors",
    "write-total-sectors in small",
    "write-total-sectors in full-size",
  ],
  hints: [
    "In the starter, each thread looks at its own element of the input, and most threads find nothing to do. Of a warp's 32 lanes, how many have a sample to copy when step is 4?",
    "Number the threads by the samples instead, so that the first threads of the launch have all the work. What does thread 5 write, and what does it read?",
    "sample = blockIdx.x * blockDim.x + threadIdx.x, below Math.ceil(n / step): read sample * step, write sample.",
  ],
  wrong: {
    "keeps-a-thread-an-element": {
      fails: ["read-requests", "write-total-sectors"],
      says: "Of 32 neighbouring threads, how many are at a sample? And how much of a sector of `out` do those few fill at a time?",
    },
    "rounds-the-count-down": {
      fails: ["every-element"],
      says: "Every 3rd of 1,000 elements, the first among them: is the last sample at 996, or at 999?",
    },
    "strides-the-output-too": {
      fails: ["in-bounds", "every-element"],
      says: "The samples lie close together in `out`. Where does the second one belong?",
    },
    "chunk-of-the-output": {
      fails: ["read-requests", "read-total-sectors", "write-total-sectors"],
      says: "Lanes 0 and 1 write to places in `out` that are far apart. Which samples should neighbouring lanes have?",
    },
  },
});
