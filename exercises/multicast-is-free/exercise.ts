import {
  bankConflicts,
  barrier,
  combine,
  defineExercise,
  exported,
  exportedNumber,
  input,
  launchOver,
  learnerFunction,
  learnerNumber,
  load,
  move,
  output,
  repeat,
  sharedBytes,
  store,
  tile,
  growing,
  closure,
} from "#kit";

type Image = { readonly pixels: number; readonly channels: number };

const THREADS = 128;
const MAX_CHANNELS = 64;
const WARP_SIZE = 32;

export default defineExercise<Image>({
  id: "multicast-is-free",
  title: "Thirty-two lanes, one word",
  summary: "All lanes of a warp want the same bias. Somebody gave each lane its own copy of the table: what does that gain?",
  part: 2,
  concepts: ["shared memory", "multicast", "bank conflict"],
  difficulty: 1,
  minutes: 8,
  exports: [
    learnerNumber("copies is the number of copies of the table that a block keeps.", [1, 32]),
    learnerNumber("words is the number of words of shared memory that all copies take together.", [1, 4096]),
    learnerFunction("word(channel, copy) gives the word in which that copy of the channel's bias lies."),
  ],
  launch: ({ pixels }) => launchOver([pixels], [THREADS]),
  cases: [
    { id: "small", title: "128 pixels, 16 channels, one block", size: { pixels: 128, channels: 16 } },
    { id: "ragged", title: "300 pixels, 40 channels, three blocks", size: { pixels: 300, channels: 40 } },
    { id: "full-size", title: "8,192 pixels, 64 channels", size: { pixels: 8192, channels: 64 }, fullSize: true },
  ],
  larger: growing("pixels"),
  hidden: (draw) => ({ size: { pixels: draw.between(129, 500), channels: draw.between(3, MAX_CHANNELS) } }),
  kernel: ({ size, answer }) => {
    const { pixels, channels } = size;
    const copies = exportedNumber(answer, "copies");
    const word = exported(answer, "word");
    const element = closure({ THREADS }, ({ THREADS }) => ({ threadIdx, blockIdx }: Thread, { pixels }: Image, channel: number) => {
      const pixel = blockIdx.x * THREADS + threadIdx.x;
      return pixel < pixels ? channel * pixels + pixel : null;
    });
    return {
      size,
      arrays: {
        in: input(pixels * channels),
        bias: input(channels),
        table: tile(exportedNumber(answer, "words")),
        out: output(pixels * channels),
      },
      steps: [
        repeat(
          copies,
          move(
            load("bias", {
              name: "read-bias",
              index: ({ threadIdx }: Thread, { channels }: Image) => (threadIdx.x < channels ? threadIdx.x : null),
            }),
            store("table", {
              name: "fill",
              index: closure(
                { word },
                ({ word }) =>
                  ({ threadIdx }: Thread, _size: Image, copy: number) =>
                    word(threadIdx.x, copy),
              ),
            }),
          ),
        ),
        barrier,
        repeat(
          channels,
          load("in", { name: "read", register: "pixel", index: element }),
          load("table", {
            name: "take",
            register: "bias",
            index: closure(
              { word, copies, WARP_SIZE },
              ({ word, copies, WARP_SIZE }) =>
                ({ threadIdx }: Thread, _size: Image, channel: number) =>
                  word(channel, (threadIdx.x % WARP_SIZE) % copies),
            ),
          }),
          combine("pixel", "bias"),
          store("out", { name: "write", register: "pixel", index: element }),
        ),
      ],
    };
  },
  expected: ({ pixels }) => ({
    out: (elementIndex) => ({
      sumOf: [
        { array: "in", elementIndex },
        { array: "bias", elementIndex: Math.floor(elementIndex / pixels) },
      ],
    }),
  }),
  correctness: { inBounds: 1, everyElement: 2, writtenOnce: 1, noRace: 1 },
  checks: [
    bankConflicts({ access: "fill", atMost: 0, points: 1 }),
    bankConflicts({ access: "take", atMost: 0, points: 2 }),
    sharedBytes({ atMost: MAX_CHANNELS * 4, points: 3 }),
  ],
  starterPasses: ["in-bounds", "every-element", "written-once", "no-race", "fill-conflicts"],
  hints: [
    "A bank conflict needs two different words in one bank. How many different words does a warp ask for when all lanes want the same channel's bias?",
    "One word goes to every lane that asks for it, in one wavefront. So what's the second copy for?",
    "copies = 1, words = 64, and the bias of a channel lies in word `channel`.",
  ],
  wrong: {
    "a-table-each": {
      fails: ["take-conflicts", "shared-bytes"],
      says: "Copies lie 64 words apart. In which bank is each lane's copy of channel 0, and would one shared word be any slower?",
    },
    "a-bank-each": {
      fails: ["fill-conflicts", "shared-bytes"],
      says: "You paid for conflict-free reads with 32 times the memory. Would a warp wait at all if its lanes shared one word?",
    },
    "two-copies": {
      fails: ["shared-bytes"],
      says: "You let lanes share a word: good. But only some of them do. Is there a number of lanes above which sharing costs something?",
    },
    "pads-the-table": {
      fails: ["shared-bytes"],
      says: "Padding moves different words to different banks. How many different words does a warp take at once?",
    },
  },
});
