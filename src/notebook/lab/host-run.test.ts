import { describe, expect, it } from "vitest";
import { parseLaunch } from "#cuda/launch/launch.ts";
import { elementTexts } from "#cuda/launch/array-text.ts";
import { memoryAfterHostLaunch, profileHostRun, requestsOfHostBlock } from "./host-run.ts";
import { shownLaunch } from "./host-shown.ts";
import type { LabProfile, LabRun } from "./profile.ts";

const PROGRAM = `#include <cstdio>
__global__ void copy(const float *in, float *out, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i * stride];
}
int main() {
  float *in, *out;
  cudaMalloc(&in, 1024 * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  cudaMemset(in, 0, 1024 * sizeof(float));
  copy<<<2, 32>>>(in, out, 1);
  for (int i = 0; i < 3; i++) copy<<<2, 32>>>(in, out, 16);
  copy<<<2, 32>>>(in, out, 16);
  printf("done\\n");
  return 3;
}
`;
const launch = parseLaunch({ kernel: "copy", grid: [1, 1, 1], block: [1, 1, 1], arguments: [] });
const run: LabRun = { source: PROGRAM, launch, device: "h200", host: 1 };
const profiled = (ran: LabRun): LabProfile => {
  const outcome = profileHostRun(ran, () => {});
  if (outcome.kind === "error") throw new Error(outcome.error.message);
  return outcome;
};

describe("a run of main", () => {
  it("lists the launches, with what each of them did, the output, and what main returned", () => {
    const { host } = profiled(run);
    expect(host?.launches.map(({ number, times, line }) => ({ number, times, line }))).toEqual([
      { number: 1, times: 1, line: 11 },
      { number: 2, times: 3, line: 12 },
      { number: 5, times: 1, line: 13 },
    ]);
    expect(host).toMatchObject({ made: 5, printed: ["done"], exitCode: 3 });
  });

  it("tells of results that nothing has written, with a grid that leaves none, or in a note if they are not used", () => {
    const text = (
      use: string,
      blocks: string,
    ) => `__global__ void fill(int *out) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < 39) out[i] = i; }
int main() { int n = 40, h[40], *d; cudaMalloc(&d, sizeof(h)); fill<<<${blocks}, 32>>>(d); cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost); return h[${use}]; }`;
    const read = profiled({ ...run, source: text("39", "n / 32") });
    expect(read).toMatchObject({ findings: [{ kind: "unwritten", line: 2 }], remedies: [] });
    const mended = profiled({ ...run, source: text("35", "n / 32").replace("39", "40") });
    expect(mended.remedies).toMatchObject([{ words: "the grid rounded up to `(n + 31) / 32` in line 2", ends: [0] }]);
    const unused = profiled({ ...run, source: text("0", "2") });
    expect(unused.findings).toEqual([]);
    expect(unused.host?.notes).toEqual([
      "Element 39 of `d`, 1 of 40, is copied back in line 2, and nothing has written it. The program does not read it.",
    ]);
  });

  it("shows the launch with the number that is asked for, or else the first", () => {
    const sectors = (profile: LabProfile) =>
      profile.accesses.map(({ text, counts }) => [text, counts.space === "global" ? counts.sectors : undefined]);
    expect(sectors(profiled(run))).toEqual([["out[i]", 8], ["in[i * stride]", 8]]); // prettier-ignore
    const strided = profiled({ ...run, host: 2 });
    expect(strided.run).toMatchObject({ host: 2, launch: { kernel: "copy", grid: [2, 1, 1], block: [32, 1, 1] } });
    expect(sectors(strided)).toEqual([["out[i]", 8], ["in[i * stride]", 64]]); // prettier-ignore
    expect(profiled({ ...run, host: 99 }).run.host).toBe(1);
    expect(shownLaunch({ run: strided.run, host: strided.host! }, 1)).toEqual(profiled(run));
  });

  it("has the arrays as they are after each launch, although main frees them", () => {
    const source = `
__global__ void add(float *a, float by) { a[threadIdx.x] += by; }
int main() {
  float *a;
  cudaMalloc(&a, 4 * sizeof(float));
  cudaMemset(a, 0, 4 * sizeof(float));
  add<<<1, 4>>>(a, 1.0f);
  add<<<1, 2>>>(a, 0.5f);
  cudaFree(a);
}
`;
    const { host } = profiled({ ...run, source });
    expect(host?.launches.map(({ arrays }) => arrays)).toEqual([1, 2].map(() => [{ name: "a", type: "float", length: 4 }]));
    const after = (number: number): string[] => {
      const { arrays, memory } = memoryAfterHostLaunch({ ...run, source, host: number });
      return elementTexts(arrays[0]!, memory, 0, 9);
    };
    expect(after(1)).toEqual(["1", "1", "1", "1"]);
    expect(after(2)).toEqual(["1.5", "1.5", "1", "1"]);
  });

  it.each([1, 2, 5])("has the requests of a block of launch %i, whether it was run or repeats another", (number) => {
    const { requests } = requestsOfHostBlock({ ...run, host: number }, 1);
    expect(requests.map(({ array, addresses }) => [array, addresses[0], addresses[1]! - addresses[0]!])).toEqual([
      ["in", number === 1 ? 128 : 2048, number === 1 ? 4 : 64],
      ["out", 128, 4],
    ]);
  });

  it("says what is wrong with the host's code, and that it launches nothing", () => {
    const errorOf = (source: string) => {
      const outcome = profileHostRun({ ...run, source }, () => {});
      return outcome.kind === "error" ? outcome.error : undefined;
    };
    expect(errorOf("int main() {\n  int *p = 0;\n  return *p;\n}")).toEqual({
      message: "The host follows a null pointer here.",
      line: 3,
      column: 10,
      code: "null-pointer",
    });
    expect(errorOf("int main() { return 0; }")?.message).toContain("launches no kernel");
  });
});
