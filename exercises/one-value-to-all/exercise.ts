import {
  combine,
  defineExercise,
  input,
  launch,
  launchOver,
  learnerFunction,
  learnerLoad,
  learnerStore,
  output,
  sectorsPerRequest,
} from "#kit";

type Channels = { readonly channels: number; readonly pixels: number };

const length = ({ channels, pixels }: Channels) => channels * pixels;

/** One thread per value of the image, in one dimension: the learner decides which thread takes which value. */
const launchOverImage = (image: Channels, threads: number) => launchOver([length(image)], [threads]);

const small = { channels: 16, pixels: 32 };
const ragged = { channels: 7, pixels: 100 };
const fullSize = { channels: 96, pixels: 64 * 64 };

export default defineExercise<Channels>({
  id: "one-value-to-all",
  title: "One value to all lanes",
  summary: "Add a bias to each channel of an image, and arrange the threads so that a whole warp needs the same bias.",
  part: 4,
  concepts: ["coalescing", "sector", "lane", "warp"],
  difficulty: 2,
  minutes: 8,
  exports: [
    learnerFunction("value(thread, size) gives the value of the image that the thread reads, and writes with the bias added, or null."),
    learnerFunction("bias(thread, size) gives the element of `biases` that the thread adds, or null."),
  ],
  cases: [
    { id: "small", title: "16 channels of 32 pixels, two blocks of 256 threads", size: small, launch: launchOverImage(small, 256) },
    { id: "ragged", title: "7 channels of 100 pixels, blocks of 128 threads", size: ragged, launch: launchOverImage(ragged, 128) },
    { id: "full-size", title: "96 channels of 64 × 64 pixels", size: fullSize, launch: launchOverImage(fullSize, 256), fullSize: true },
  ],
  larger: ({ channels, pixels }, factor) => {
    const size = { channels: channels * factor, pixels };
    return { size, launch: launchOverImage(size, 256) };
  },
  hidden: (draw) => {
    const size = { channels: draw.between(3, 40), pixels: draw.between(41, 150) };
    const threads = 32 * draw.between(1, 8);
    const { x: blocks } = launchOverImage(size, threads).gridDim;
    return { size, launch: launch([blocks + draw.between(0, 3)], [threads]) };
  },
  kernel: ({ size, answer }) => ({
    size,
    arrays: { in: input(length(size)), biases: input(size.channels), out: output(length(size)) },
    steps: [
      learnerLoad(answer, "in", "read", { function: "value" }),
      learnerLoad(answer, "biases", "bias", { register: "bias" }),
      combine("value", "bias"),
      learnerStore(answer, "out", "write", { function: "value" }),
    ],
  }),
  expected: ({ pixels }) => ({
    out: (elementIndex) => ({
      sumOf: [
        { array: "in", elementIndex },
        { array: "biases", elementIndex: Math.floor(elementIndex / pixels) },
      ],
    }),
  }),
  correctness: { inBounds: 1, everyElement: 2, writtenOnce: 1 },
  checks: [
    sectorsPerRequest({ access: "read", atMost: { small: 4, "full-size": 4 }, points: 3 }),
    sectorsPerRequest({ access: "bias", atMost: { small: 1, "full-size": 1 }, points: 3 }),
    sectorsPerRequest({ access: "write", atMost: { small: 4, "full-size": 4 }, points: 3 }),
  ],
  starterPasses: ["in-bounds", "written-once"],
  hints: [
    "The values of a channel are next to each other, and the channels follow one after another. Of the values 0, 1, 2, …, how many belong to channel 0?",
    "Let neighbouring threads take neighbouring values. Then nearly every warp stays within a single channel: what do its lanes read from `biases`?",
    "With i = blockIdx.x * blockDim.x + threadIdx.x below the number of values: value i, bias Math.floor(i / pixels).",
  ],
  wrong: {
    "a-channel-a-lane": {
      fails: ["bias-sectors", "read-sectors", "write-sectors"],
      says: "Your lanes read neighbouring biases, which looks good. But which values of the image do they read along with them, and how far apart are those?",
    },
    "bias-of-the-pixel": {
      fails: ["every-element"],
      says: "Value 1 is the second pixel of channel 0. Which bias does it need?",
    },
    "divides-by-the-channels": {
      fails: ["in-bounds", "every-element"],
      says: "How many values share a bias: as many as there are channels, or as many as there are pixels?",
    },
    "forgets-the-guard": {
      fails: ["in-bounds"],
      says: "7 × 100 values need six blocks of 128 threads. What do the threads past the last value do, both with the image and with the biases?",
    },
  },
});
