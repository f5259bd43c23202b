import { describe, expect, test } from "vitest";
import { guessLaunch } from "#cuda/launch/guess-launch.ts";
import { profileRun } from "./profile.ts";
import { signatureOf } from "./signature.ts";

const guessed = (source: string) => guessLaunch(source, signatureOf(source, undefined), undefined);

const SAXPY = `__global__ void saxpy(float* y, const float* x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}`;

describe("a launch that nobody has written", () => {
  test("has a million elements where one size is asked for", () => {
    expect(guessed(SAXPY)).toMatchObject({
      kernel: "saxpy",
      grid: [4096, 1, 1],
      block: [256, 1, 1],
      arguments: [{ array: "y", length: 2 ** 20 }, { array: "x", length: 2 ** 20 }, { value: 1 }, { value: 2 ** 20 }],
    });
  });

  test("has square matrices where threads lie in two dimensions, in blocks as large as the tile that the text names", () => {
    const source = `#define TILE 32
__global__ void copy(float* out, const float* in, int width, int height) {
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = in[y * width + x];
}`;
    expect(guessed(source)).toMatchObject({
      grid: [16, 16, 1],
      block: [32, 32, 1],
      arguments: [{ length: 512 * 512 }, { length: 512 * 512 }, { value: 512 }, { value: 512 }],
    });
  });

  test("gives a template arguments", () => {
    const source = `template <typename T, int N> __global__ void fill(T* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = N;
}`;
    expect(guessed(source).kernel).toBe("fill<float, 16>");
  });

  test("runs without a finding", () => {
    const outcome = profileRun({ source: SAXPY, launch: guessed(SAXPY), device: "h200" }).outcome;
    expect(outcome).toMatchObject({ kind: "profile", status: "done", findings: [] });
  });
});

describe("a launch whose text changes", () => {
  const former = { ...guessed(SAXPY), grid: [7, 1, 1] as [number, number, number] };
  const before = signatureOf(SAXPY, "saxpy").parameters!;
  const changed = (source: string) => guessLaunch(source, signatureOf(source, former.kernel), former, before);

  test("keeps what the learner has set", () => {
    expect(changed(SAXPY)).toEqual(former);
  });

  test("follows a parameter to its new place and type, and guesses the new one", () => {
    const source = SAXPY.replace("(float* y, const float* x, float a, int n)", "(int extra, float* y, const double* x, float a, int n)");
    const { grid, arguments: given } = changed(source);
    expect(grid).toEqual([7, 1, 1]);
    expect(given).toEqual([
      { value: 1, type: "int" },
      former.arguments[0],
      { ...former.arguments[1], type: "double" },
      former.arguments[2],
      former.arguments[3],
    ]);
  });

  test("keeps tensor maps and clusters, and guesses a map of a new parameter", () => {
    const source = `#include <cuda.h>
#include <cuda_fp16.h>
__global__ void fetch(half* out, const __grid_constant__ CUtensorMap in) { out[threadIdx.x] = __float2half(1); }`;
    const mapped = { array: "in", type: "float", length: 4096, tensorMap: { sizes: [64, 64], box: [32, 8], swizzle: "128B" as const } };
    const fetch = guessed(source);
    const launch = { ...fetch, cluster: [2, 1, 1] as [number, number, number], arguments: [fetch.arguments[0]!, mapped] };
    const parameters = signatureOf(source, "fetch").parameters!;
    expect(guessLaunch(source, { ...signatureOf(source, "fetch") }, launch, undefined)).toEqual(launch);
    const more = source.replace("half* out, ", "half* out, const __grid_constant__ CUtensorMap other, ");
    const { cluster, arguments: given } = guessLaunch(more, signatureOf(more, "fetch"), launch, parameters);
    expect(cluster).toEqual([2, 1, 1]);
    expect(given).toMatchObject([
      launch.arguments[0]!,
      { array: "other", type: "half", length: 2 ** 18, tensorMap: { sizes: [512, 512], box: [64, 64], swizzle: "none" } },
      mapped,
    ]);
    expect(profileRun({ source: more, launch: { ...guessed(more), grid: [1, 1, 1] }, device: "h200" }).outcome).toMatchObject({
      kind: "profile",
      findings: [],
    });
  });

  test("sees no sizes in comments", () => {
    const remark = "// a tile has threadIdx.y, extern __shared__ and BLOCK 128\n";
    expect(changed(remark + SAXPY.replace("saxpy", "scale"))).toEqual(changed(SAXPY.replace("saxpy", "scale")));
  });

  test("starts anew with another kernel", () => {
    expect(changed(SAXPY.replace("saxpy", "scale")).grid).toEqual([4096, 1, 1]);
  });
});
