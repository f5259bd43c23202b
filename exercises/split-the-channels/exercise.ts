import { map, sectorsPerRequest, growing } from "#kit";

/** `frames` frames of `channels` values each, one value per channel. */
type Recording = { readonly frames: number; readonly channels: number };

const whole = { quad: 4, stereo: 4, "full-size": 4 };
/** A warp has a run of elements for each channel, and each may begin inside a sector. */
const aRunAChannel = ({ channels }: Recording) => 4 + channels;

export default map<Recording>({
  id: "split-the-channels",
  title: "Split the channels",
  summary: "Interleaved channels in, one array per channel out. It seems that one side must be strided: can both move only four sectors?",
  part: 4,
  concepts: ["coalescing", "stride", "sector", "layout"],
  difficulty: 3,
  minutes: 12,
  in: ({ frames, channels }) => frames * channels,
  from: (elementIndex, { frames, channels }) => {
    const frame = elementIndex % frames;
    const channel = (elementIndex - frame) / frames;
    return frame * channels + channel;
  },
  cases: [
    { id: "quad", title: "32 frames of 4 channels, two blocks of 64 threads", size: { frames: 32, channels: 4 }, threads: 64 },
    { id: "stereo", title: "304 frames of 2 channels, blocks of 128 threads", size: { frames: 304, channels: 2 }, threads: 128 },
    { id: "ragged", title: "101 frames of 3 channels", size: { frames: 101, channels: 3 }, threads: 128 },
    { id: "full-size", title: "250,000 frames of 4 channels", size: { frames: 250_000, channels: 4 }, threads: 256, fullSize: true },
  ],
  larger: growing("frames"),
  hidden: (draw) => ({ size: { frames: draw.between(50, 600), channels: draw.between(2, 8) }, threads: 32 * draw.between(1, 8) }),
  checks: [
    sectorsPerRequest({ access: "read", atMost: whole, elsewhere: aRunAChannel, points: 3 }),
    sectorsPerRequest({ access: "write", atMost: whole, elsewhere: aRunAChannel, points: 3 }),
  ],
  starterPasses: ["in-bounds", "every-element", "written-once", "write-sectors"],
  hints: [
    "Suppose a warp reads 32 consecutive elements. With 4 channels, how many frames is that, and how many elements of each channel?",
    "Eight elements of one channel, next to each other in `out`: how many bytes is that, and how many sectors? And four such runs?",
    "Number the threads along the input: read i; write (i % channels) * frames + Math.floor(i / channels).",
  ],
  wrong: {
    "walks-along-the-output": {
      fails: ["read-sectors"],
      says: "The writes are tidy, and a warp reads one channel of 32 frames. What happens to the other channels in the sectors that it moves?",
    },
    "frames-as-pitch": {
      fails: ["every-element"],
      says: "In `in`, how far is it from one frame to the next: as many elements as there are frames, or as there are channels?",
    },
    "spreads-each-warp": {
      fails: ["read-sectors", "write-sectors"],
      says: "Lanes 0 and 1 of a warp read from places far apart. Does any other lane read from lane 0's sector?",
    },
  },
});
