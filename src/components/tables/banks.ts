import {
  BANK_COUNT,
  FULL_MASK,
  WARP_SIZE,
  WORD_BYTES,
  explainShared,
  h100,
  sharedCost,
  type AccessWidth,
  type WarpRequest,
} from "#simulator";
import { count, decimal } from "#pictures/format.ts";
import { gcd, strideRequest } from "#figures/gcd-clock/stride.ts";
import { levels, total, type TreeCost, type Scheme } from "#figures/reduction-tree/tree.ts";
import { dataTable, type DataTable } from "../data-table.ts";
import { kernelCounter, kernelTime } from "../measurements.ts";

/** A full warp's load from shared memory. */
export function sharedLoad(byteAddressOf: (lane: number) => number, bytesPerLane: AccessWidth = WORD_BYTES): WarpRequest {
  const addresses = Array.from({ length: WARP_SIZE }, (_, lane) => byteAddressOf(lane));
  return { space: "shared", op: "load", bytesPerLane, activeMask: FULL_MASK, addresses };
}

/** What a load from shared memory costs, with how many distinct words it wants and how many banks hold them. */
function bankUse(request: WarpRequest) {
  const explanation = explainShared(request, h100);
  const words = explanation.groupEvidence.flatMap((group) => group.words);
  return { ...explanation, words: words.length, banks: new Set(words.map(({ bank }) => bank)).size };
}

const TILE_COLUMNS = 32;
const patterns: readonly { readonly name: string; readonly code: string; readonly word: (lane: number) => number }[] = [
  { name: "along row 5", code: "tile[5][lane]", word: (lane) => 5 * TILE_COLUMNS + lane },
  { name: "down column 5", code: "tile[lane][5]", word: (lane) => lane * TILE_COLUMNS + 5 },
  { name: "every second word", code: "words[2 * lane]", word: (lane) => 2 * lane },
  { name: "every 32nd word", code: "words[32 * lane]", word: (lane) => 32 * lane },
  { name: "one word for all", code: "words[7]", word: () => 7 },
  { name: "pairs share a word", code: "words[lane / 2]", word: (lane) => Math.floor(lane / 2) },
  { name: "three share a word", code: "words[lane < 3 ? 0 : lane]", word: (lane) => (lane < 3 ? 0 : lane) },
];

/** The patterns of the second document's comments, and three that it leaves out: which banks they use, and in how many wavefronts. */
export const bankPatterns = dataTable({
  label: "Patterns and banks",
  wide: true,
  caption: "One float per lane, from a tile or its words.",
  rows: patterns.map(({ name, code, word }) => ({ name, code, use: bankUse(sharedLoad((lane) => word(lane) * WORD_BYTES)) })),
  columns: [
    { head: "Pattern", cell: ({ name }) => name },
    { head: "index", cell: ({ code }) => [{ code }] },
    { head: "words", cell: ({ use }) => count(use.words) },
    { head: "banks", cell: ({ use }) => count(use.banks) },
    { head: "degree", cell: ({ use }) => count(use.conflictDegree) },
    { head: "wavefronts", cell: ({ use }) => count(use.wavefronts) },
    { head: "conflicts", cell: ({ use }) => count(use.bankConflicts) },
  ],
});

const STRIDE_KERNEL = "smem_stride_f32";
const strideMicroseconds = (stride: number) => kernelTime(STRIDE_KERNEL, stride).microseconds;
// At stride 1 there are no conflicts, so each request is one wavefront: the wavefronts count the requests.
const strideRequests = kernelCounter(STRIDE_KERNEL, 1, "sharedLoadWavefronts");

/** The second document's table of strides in shared memory, counted by the simulator, by an H100's profiler and by its clock. */
export const bankStrides = dataTable({
  label: "Strides and banks",
  measuredIn: ["whole-kernels-h100.csv"],
  wide: true,
  caption: "A kernel that does little but load from shared memory.",
  rows: [1, 2, 3, 4, 5, 8, 16, 32, 33].map((stride) => ({ stride, use: bankUse(strideRequest(stride)) })),
  columns: [
    { head: "Stride", cell: ({ stride }) => stride },
    {
      group: "Simulator",
      columns: [
        { head: `gcd with ${BANK_COUNT}`, cell: ({ stride }) => gcd(stride, BANK_COUNT) },
        { head: "banks", cell: ({ use }) => use.banks },
        { head: "degree", cell: ({ use }) => use.conflictDegree },
      ],
    },
    {
      group: "Measured, H100",
      columns: [
        {
          head: "conflicts per request",
          // Other work on the GPU leaves a few conflicts in millions of requests: thousandths tell what the kernel's own are.
          cell: ({ stride }) =>
            decimal(Math.round((kernelCounter(STRIDE_KERNEL, stride, "sharedLoadConflicts") / strideRequests) * 1000) / 1000),
        },
        { head: "µs", cell: ({ stride }) => strideMicroseconds(stride).toFixed(1) },
        {
          head: "µs per further wavefront",
          cell: ({ stride, use }) => {
            const further = use.conflictDegree - 1;
            return further > 0 ? ((strideMicroseconds(stride) - strideMicroseconds(1)) / further).toFixed(2) : "";
          },
        },
      ],
    },
  ],
});

interface LaneType {
  readonly type: string;
  readonly bytesPerLane: AccessWidth;
}

const laneTypes: readonly LaneType[] = [
  { type: "float", bytesPerLane: 4 },
  { type: "float2", bytesPerLane: 8 },
  { type: "float4", bytesPerLane: 16 },
];

/** A warp's load from shared memory at a stride in the lane's own elements. */
function wideCost(bytesPerLane: AccessWidth, stride: number) {
  return sharedCost(
    sharedLoad((lane) => lane * stride * bytesPerLane, bytesPerLane),
    h100,
  );
}

/** Lanes of 4, 8 and 16 bytes that load from shared memory, at strides counted in elements. */
export const wideLanes = dataTable({
  label: "Wide lanes",
  wide: true,
  caption: "A warp's load; strides in the lane's own elements.",
  rows: laneTypes.map(({ type, bytesPerLane }) => ({ type, bytesPerLane, groups: wideCost(bytesPerLane, 1).groups })),
  columns: [
    { head: "Lane", cell: ({ type }) => type },
    { head: "words", cell: ({ bytesPerLane }) => bytesPerLane / WORD_BYTES },
    {
      group: "Groups",
      columns: [
        { head: "in all", cell: ({ groups }) => groups },
        { head: "lanes in each", cell: ({ groups }) => WARP_SIZE / groups },
      ],
    },
    {
      group: "Wavefronts at stride",
      columns: [1, 2, 3, 4, 8, 9].map((stride) => ({
        head: `${stride}`,
        cell: ({ bytesPerLane }: LaneType) => count(wideCost(bytesPerLane, stride).wavefronts),
      })),
    },
  ],
});

/** What a whole reduction tree over the words of one block, one per thread, costs in shared memory. */
export function treeTotal(scheme: Scheme, threads: number): TreeCost {
  return total(levels(scheme, threads));
}

/** Three ways to share out the additions of a block, over all levels of the tree. */
export function reductionTrees(threads: number): DataTable<TreeCost & { readonly name: string }> {
  return {
    label: "Three reduction trees",
    caption: `A block adds up ${threads} words.`,
    rows: [
      { name: "modulo", ...treeTotal("modulo", threads) },
      { name: "strided index", ...treeTotal("strided", threads) },
      { name: "sequential", ...treeTotal("sequential", threads) },
    ],
    columns: [
      { head: "Addressing", cell: ({ name }) => name },
      { head: "requests", cell: ({ requests }) => count(requests) },
      { head: "wavefronts", cell: ({ wavefronts }) => count(wavefronts) },
      { head: "conflicts", cell: ({ bankConflicts }) => count(bankConflicts) },
      { head: "highest degree", cell: ({ conflictDegree }) => count(conflictDegree) },
    ],
  };
}
