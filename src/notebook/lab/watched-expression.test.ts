import { describe, expect, test } from "vitest";
import { valueOfLane } from "./block-recorder.ts";
import { requestsOfBlock } from "./block-requests.ts";
import { galleryKernel } from "./gallery-texts.ts";
import type { LabRun } from "./profile.ts";
import { watchedValues, type WatchAnswer } from "./watched-expression.ts";

const KERNEL = `#define SCALE 3
__device__ int twice(int x) { return 2 * x; }
__device__ float at(const float* values, int place) {
  int shifted = place + 1;
  return values[shifted];
}
__global__ void walk(float* out, const float* in, int n) {
  __shared__ float tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = in[i];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 4; k++) sum += tile[(threadIdx.x + 7 * k) % 64] * k;
  if (threadIdx.x % 2 == 0) out[i] = sum;
  else if (i < n - 2) out[i] = at(in, i);
}
`;

const RUN: LabRun = {
  source: KERNEL,
  launch: {
    kernel: "walk",
    grid: [2, 1, 1],
    block: [64, 1, 1],
    sharedBytes: 0,
    arguments: [
      { array: "out", type: "float", length: 128 },
      { array: "in", type: "float", length: 130, fill: "index" },
      { value: 128, type: "int" },
    ],
    symbols: [],
  },
  device: "h200",
};
const BLOCK = 1;

const requests = requestsOfBlock(RUN, BLOCK).requests;
const watch = (expression: string, before: string, run = RUN): WatchAnswer =>
  watchedValues(
    run,
    { expression, at: run.source.indexOf(before) },
    run === RUN ? requests : requestsOfBlock(run, BLOCK).requests,
    (own, print) => requestsOfBlock(own, BLOCK, undefined, false, print),
  );

/** What lanes 0, 1 and 31 of warp 1 have at each time that it makes the access; "–" for a lane that takes no part. */
function lanes(expression: string, access: string): (number | string)[][] {
  const answer = watch(expression, access);
  if (typeof answer === "string") throw new Error(answer);
  const own = new Set<number>();
  for (const [number, of] of answer.ofRequests.entries()) if (requests[number]!.warp === 1 && of !== undefined) own.add(of);
  return [...own].map((of) => {
    const { activeMask, values } = answer.evaluations[of]!;
    return [0, 1, 31].map((lane) => ((activeMask >>> lane) & 1 ? Number(valueOfLane(values, lane)) : "–"));
  });
}

describe("an expression has, in each lane, the value that the text would find there:", () => {
  test.each<[expression: string, access: string, values: (number | string)[][]]>([
    ["i", "tile[threadIdx.x] = in[i]", [[96, 97, 127]]],
    ["threadIdx.x * SCALE", "tile[threadIdx.x] = in[i]", [[96, 99, 189]]],
    ["twice(i) + 0.5f", "tile[threadIdx.x] = in[i]", [[192.5, 194.5, 254.5]]],
    ["k", "tile[(threadIdx.x", [0, 1, 2, 3].map((k) => [k, k, k])],
    [
      "(threadIdx.x + 7 * k) % 64",
      "tile[(threadIdx.x",
      [
        [32, 33, 63],
        [39, 40, 6],
        [46, 47, 13],
        [53, 54, 20],
      ],
    ],
    ["tile[threadIdx.x] + k", "tile[(threadIdx.x", [0, 1, 2, 3].map((k) => [96 + k, 97 + k, 127 + k])],
    ["i", "out[i] = sum", [[96, "–", "–"]]],
    ["shifted", "values[shifted]", [["–", 98, "–"]]],
    ["i % 2 == 0", "out[i] = sum", [[1, "–", "–"]]],
  ])("%s, before %s", (expression, access, values) => {
    expect(lanes(expression, access)).toEqual(values);
  });
});

test("each kernel of a few of the gallery makes the same requests while its threads are watched", () => {
  for (const name of ["transpose-tiled", "matmul-tiled", "histogram-shared"]) {
    const { source, launch, device } = galleryKernel(name, name);
    const run = { source, launch, device };
    const own = requestsOfBlock(run, BLOCK).requests;
    const answer = watch(
      "threadIdx.x",
      source.slice(source.indexOf("{", source.indexOf("__global__")) + 1).match(/\w+\[[^\]]*\](\[[^\]]*\])? = /)![0],
      run,
    );
    expect(typeof answer === "string" ? answer : answer.ofRequests.length, name).toBe(own.length);
  }
});

test.each([
  ["unknown", "tile[threadIdx.x] = in", "`unknown` isn't declared"],
  ["k", "tile[threadIdx.x] = in", "`k` isn't declared"],
  ["i +", "tile[threadIdx.x] = in", "missing after"],
  ["", "tile[threadIdx.x] = in", "expression"],
  ["i++", "tile[threadIdx.x] = in", "only looks"],
  ["out[0] = 1", "tile[threadIdx.x] = in", "only looks"],
  ["atomicAdd(out, 1)", "tile[threadIdx.x] = in", "only looks"],
  ["memset(out, 0, 4)", "tile[threadIdx.x] = in", "only looks"],
  ["(__stcg(out, 1.0f), 1)", "tile[threadIdx.x] = in", "only looks"],
  ["(__trap(), 1)", "tile[threadIdx.x] = in", "only looks"],
  ["(assert(0), 1)", "tile[threadIdx.x] = in", "only looks"],
  ["0)); out[0] = 5; ((1", "tile[threadIdx.x] = in", "one expression"],
])("`%s` before %s is refused: %s", (expression, access, words) => {
  expect(watch(expression, access)).toContain(words);
});
