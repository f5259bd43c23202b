import {
  defineExercise,
  everyElement,
  exported,
  inBounds,
  input,
  launchOver,
  load,
  move,
  output,
  sectorsPerRequest,
  store,
  writtenOnce,
} from "#kit";

/** `frames` frames of `channels` values each, one value a channel. */
type Recording = { readonly frames: number; readonly channels: number };

const length = ({ frames, channels }: Recording) => frames * channels;

const quad = { frames: 32, channels: 4 };
const stereo = { frames: 304, channels: 2 };
const ragged = { frames: 101, channels: 3 };
const fullSize = { frames: 250_000, channels: 4 };

const launchOverRecording = (recording: Recording, threads: number) => launchOver([length(recording)], [threads]);

export default defineExercise<Recording>({
  id: "split-the-channels",
  title: "Split the channels",
  summary: "Interleaved channels in, one array a channel out. One side must be strided, it seems: can both move four sectors?",
  part: 1,
  concepts: ["coalescing", "stride", "sector", "layout"],
  difficulty: 3,
  minutes: 12,
  points: 34,
  exports: [
    { name: "read", kind: "function", description: "read(thread, size) gives the element of `in` that the thread reads, or null." },
    { name: "write", kind: "function", description: "write(thread, size) gives the element of `out` that the thread writes, or null." },
  ],
  cases: [
    { id: "quad", title: "32 frames of 4 channels, two blocks of 64 threads", size: quad, launch: launchOverRecording(quad, 64) },
    { id: "stereo", title: "304 frames of 2 channels, blocks of 128 threads", size: stereo, launch: launchOverRecording(stereo, 128) },
    { id: "ragged", title: "101 frames of 3 channels", size: ragged, launch: launchOverRecording(ragged, 128) },
    { id: "full-size", title: "250,000 frames of 4 channels", size: fullSize, launch: launchOverRecording(fullSize, 256), fullSize: true },
  ],
  hidden: (draw) => {
    const size = { frames: draw.between(50, 600), channels: draw.between(2, 8) };
    return { size, launch: launchOverRecording(size, 32 * draw.between(1, 8)) };
  },
  kernel: ({ size, answer }) => ({
    size,
    arrays: { in: input(length(size)), out: output(length(size)) },
    steps: [
      move(
        load("in", { name: "read", index: exported(answer, "read") }),
        store("out", { name: "write", index: exported(answer, "write") }),
      ),
    ],
  }),
  expected: ({ frames, channels }) => ({
    out: (elementIndex) => {
      const frame = elementIndex % frames;
      const channel = (elementIndex - frame) / frames;
      return frame * channels + channel;
    },
  }),
  checks: [
    inBounds({ points: 1 }),
    everyElement({ points: 2 }),
    writtenOnce({ points: 1 }),
    sectorsPerRequest({ access: "read", atMost: { quad: 4, stereo: 4, "full-size": 4 }, points: 3 }),
    sectorsPerRequest({ access: "write", atMost: { quad: 4, stereo: 4, "full-size": 4 }, points: 3 }),
  ],
  hints: [
    "Suppose a warp reads 32 elements in a row. With 4 channels, how many frames is that, and how many elements of each channel?",
    "Eight elements of one channel, next to each other in `out`: how many bytes are they, and how many sectors? And four such runs?",
    "Number the threads along the input: read i; write (i % size.channels) * size.frames + Math.floor(i / size.channels).",
  ],
  wrong: {
    "walks-along-the-output": {
      fails: ["read-sectors"],
      says: "The writes are tidy, and a warp reads one channel of 32 frames. What does it do with the other channels in the sectors that it moves?",
    },
    "frames-as-pitch": {
      fails: ["every-element"],
      says: "In `in`, how far is it from one frame to the next: as many elements as there are frames, or channels?",
    },
    "spreads-each-warp": {
      fails: ["read-sectors", "write-sectors"],
      says: "Lanes 0 and 1 of a warp have nothing to do with each other: which other lane reads from the sector of lane 0?",
    },
  },
});
