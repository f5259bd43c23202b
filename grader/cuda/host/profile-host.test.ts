import { expect, it } from "vitest";
import { h200 } from "#simulator";
import { profileHost } from "./profile-host.ts";

const PROGRAM = `__global__ void reversed(const float* in, float* out, int from) {
  __shared__ float s[64];
  s[threadIdx.x] = in[from + threadIdx.x];
  out[from + threadIdx.x] = s[63 - threadIdx.x];
}
int main() {
  float *in, *out, first[256];
  for (int i = 0; i < 256; i++) first[i] = i;
  cudaMalloc(&in, sizeof first);
  cudaMalloc(&out, sizeof first);
  cudaMemcpy(in, first, sizeof first, cudaMemcpyHostToDevice);
  reversed<<<1, 64>>>(in, out, 0);
  reversed<<<1, 64>>>(in, out, 64);
  return 0;
}`;

it("races of a program's launches name both accesses, and the first launch of a kernel the barrier that ends them", () => {
  const printed: string[] = [];
  const { launches, result } = profileHost(PROGRAM, h200, { onPrint: (text) => printed.push(text) });
  expect(result.exitCode).toBe(0);
  for (const { findings } of launches)
    expect(findings.find(({ kind }) => kind === "race")).toMatchObject({ line: 3, other: { line: 4, op: "load" } });
  const [{ orders = [] } = {}] = launches[0]!.findings;
  expect(orders.map(({ kind, line, op }) => [kind, line, op])).toEqual([
    ["uninitialized", 4, "load"],
    ["race", 4, "load"],
  ]);
  expect(launches.map(({ remedy }) => remedy?.words)).toEqual([
    "`__syncthreads()` after line 3",
    ...launches.slice(1).map(() => undefined),
  ]);
});
