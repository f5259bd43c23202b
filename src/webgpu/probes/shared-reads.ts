import type { ComputeKernel, GpuArray } from "../compute-kernel.ts";
import type { LaneWidth } from "./copies.ts";
import { IMPOSSIBLE, THREADS, WORD, type ProbeKernel } from "./probe-kernels.ts";

/** Bytes of the tile in shared memory: what every device has. */
const TILE_BYTES = 16384;
/** Reads in one turn of the loop. */
const READS_PER_TURN = 8;
/** The longest warp (AMD's wavefront, Apple's simdgroup) there is. */
const LONGEST_WARP = 64;
/** Words that are in one bank however many banks there are: a multiple of all their numbers and widths. */
const SAME_BANK = 128;

/** Where each lane reads in shared memory: the number of a word, or of a vector of so many bytes as a lane reads. */
type LanePlaces = (lane: number) => number;

/** What all kernels of shared memory have in common. */
export interface SharedSetting {
  readonly workgroups: number;
  /** Turns of the loop: as many as a dispatch needs to be long beside what starting it takes. */
  readonly turns: number;
}

const result: GpuArray = { name: "result", byteLength: 16 };

/**
 * Threads that read shared memory again and again, each lane at its place. From turn to turn all lanes move on by one place, which leaves
 * their banks in the same pattern.
 *
 * The tile is cut into slices, which begin at the same bank. A turn reads the same place in each: one address is computed for several
 * reads, so that computing doesn't take longer than reading.
 *
 * @param slices 2 for places up to 2,048 words, 4 for places up to 1,024
 */
function sharedKernel(
  name: string,
  at: number,
  width: LaneWidth,
  slices: 2 | 4,
  places: LanePlaces,
  { workgroups, turns }: SharedSetting,
): ProbeKernel {
  const table = Uint32Array.from({ length: THREADS }, (_, thread) => places(thread % LONGEST_WARP));
  const kernel: ComputeKernel = {
    name,
    wgsl: sharedText(width, slices),
    bindings: [
      { binding: 0, array: { name: "turns", byteLength: 16, contents: Uint32Array.of(turns, 0, 0, 0) }, kind: "uniform" },
      { binding: 1, array: { name: "places", byteLength: table.byteLength, contents: table }, kind: "read" },
      { binding: 2, array: result, kind: "read-write" },
    ],
    workgroups: [workgroups, 1, 1],
    workgroupSize: [THREADS, 1, 1],
    sharedBytes: TILE_BYTES,
  };
  return { at, kernel, work: workgroups * THREADS * turns * READS_PER_TURN };
}

const TYPES: Readonly<Record<LaneWidth, string>> = { 4: "u32", 8: "vec2<u32>", 16: "vec4<u32>" };
/** One word of all that was read: a part that it lacks would not be read. */
const FOLDED: Readonly<Record<LaneWidth, string>> = { 4: "sum", 8: "sum.x ^ sum.y", 16: "sum.x ^ sum.y ^ sum.z ^ sum.w" };

/** The text is the same for all patterns of a width: where lanes read is data. */
function sharedText(width: LaneWidth, slices: 2 | 4): string {
  const type = TYPES[width];
  const places = TILE_BYTES / width / slices;
  const reads = Array.from({ length: slices }, (_, slice) => `sum ^= tile[${slice}][place];`).join(" ");
  const turn = `    ${reads}\n    place = (place + 1u) & ${places - 1}u;`;
  return `@group(0) @binding(0) var<uniform> turns: vec4<u32>;
@group(0) @binding(1) var<storage, read> places: array<u32>;
@group(0) @binding(2) var<storage, read_write> result: array<u32>;
var<workgroup> tile: array<array<${type}, ${places}>, ${slices}>;

@compute @workgroup_size(${THREADS})
fn main(@builtin(local_invocation_index) thread: u32) {
  for (var at = thread; at < ${places}u; at += ${THREADS}u) {
    for (var slice = 0u; slice < ${slices}u; slice++) { tile[slice][at] = ${type}(places[(at + slice) & ${THREADS - 1}u] & 1u); }
  }
  workgroupBarrier();
  var place = places[thread] & ${places - 1}u;
  var sum = ${type}();
  for (var turn = 0u; turn < turns.x; turn++) {
${Array.from({ length: READS_PER_TURN / slices }, () => turn).join("\n")}
  }
  let folded = ${FOLDED[width]};
  if (folded == ${IMPOSSIBLE}) { result[0] = folded; }
}
`;
}

/** Strides of the chart, in words. */
export const SHARED_STRIDES: readonly number[] = Array.from({ length: 64 }, (_, at) => at + 1);

export function sharedStrideKernel(stride: number, setting: SharedSetting): ProbeKernel {
  return sharedKernel(`shared memory at stride ${stride}`, stride, 4, 2, (lane) => lane * stride, setting);
}

/** Distances, in words, of what odd and even lanes read. Beyond 66 only those that tell more banks. */
export const BANK_DISTANCES: readonly number[] = [...Array.from({ length: 67 }, (_, at) => at), 96, 126, 127];

/**
 * Even lanes read four words of one bank, odd lanes four other words of a bank so many words further on. If that is the same bank, a read
 * takes twice as long.
 */
export function bankDistanceKernel(distance: number, setting: SharedSetting): ProbeKernel {
  const places = (lane: number): number => ((lane & 1) * 4 + ((lane >> 1) & 3)) * SAME_BANK + (lane & 1) * distance;
  return sharedKernel(`shared memory, banks ${distance} words apart`, distance, 4, 4, places, setting);
}

/**
 * Lane 0 and another lane read different words of one bank, all others one word of another bank. The two wait for each other only if they
 * are served in one group. `at` 0 is the pattern without the conflict, to compare with.
 */
export function lanePairKernel(lane: number, width: LaneWidth, setting: SharedSetting): ProbeKernel {
  const far = (SAME_BANK * WORD) / width;
  // 16 bytes on: another bank, also where banks are wider than a word.
  const aside = 16 / width;
  const places = (one: number): number => (one === 0 ? 0 : one !== Math.max(1, lane) ? aside : lane === 0 ? 2 * aside : far);
  return sharedKernel(`shared memory, ${width} bytes, lanes 0 and ${lane}`, lane, width, 4, places, setting);
}
