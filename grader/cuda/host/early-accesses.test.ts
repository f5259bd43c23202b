import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { remedyWords } from "../profile/remedy.ts";
import { withEdits } from "../profile/text-edits.ts";
import { profileHost } from "./profile-host.ts";

const program = (body: string): string => `#include <cstdio>
__global__ void add(float *x, float *y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] += x[i]; }
int main() {
const int n = 64; float *x, *y, *d, h[n] = {}, sum = 0;
cudaMallocManaged(&x, sizeof(h)); cudaMallocManaged(&y, sizeof(h)); cudaMalloc(&d, sizeof(h)); cudaMemset(d, 0, sizeof(h));
for (int i = 0; i < n; i++) x[i] = y[i] = i;
${body}
printf("%f\\n", sum);
}`;
const LAUNCH = "add<<<1, 64>>>(x, y, n);";
const READ = "for (int i = 0; i < n; i++) sum += y[i];";

function foundIn(text: string): string[] {
  return profileHost(text, h200).launches.flatMap(({ findings, remedies }) => [
    ...findings.map(({ kind, line, message }) => `${kind} ${line}: ${message}`),
    ...remedies.map((remedy) => remedyWords(remedy, findings).replace(/ The launch was run .*/, "")),
  ]);
}

describe("managed memory that the host uses before the kernel has ended", () => {
  it.each([
    ["a sum without a wait", `${LAUNCH}\n${READ}`, "race 8: The host reads `y`, which the launch in line 7 may still be writing: a launch returns before its kernel has ended."],
    ["a wait that comes too late", `${LAUNCH}\nsum = y[0];\ncudaDeviceSynchronize();`, "race 8: The host reads `y`, which the launch in line 7 may still be writing: a launch returns before its kernel has ended."],
    ["input that is changed for the next launch", `${LAUNCH}\nx[0] = 5;\ncudaDeviceSynchronize();`, "race 8: The host writes `x`, which the launch in line 7 may still be using: a launch returns before its kernel has ended."],
    ["an error that is asked for, which does not wait", `${LAUNCH}\nif (cudaGetLastError() == cudaSuccess) sum = y[1];`, "race 8: The host reads `y`, which the launch in line 7 may still be writing: a launch returns before its kernel has ended."],
  ])("%s", (_, body, expected) => {
    const text = program(body);
    expect(foundIn(text)).toEqual([expected, "With `cudaDeviceSynchronize()` after line 7 the race in line 8 is gone."]);
    const [launch] = profileHost(text, h200).launches;
    expect(foundIn(withEdits(text, launch!.remedies[0]!.insertions))).toEqual([]);
  }); // prettier-ignore

  it.each([
    ["cudaDeviceSynchronize", `${LAUNCH} cudaDeviceSynchronize(); ${READ}`],
    ["a copy, which waits", `${LAUNCH} cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost); ${READ}`],
    [
      "a stream that is waited for",
      `cudaStream_t s; cudaStreamCreate(&s); add<<<1, 64, 0, s>>>(x, y, n); cudaStreamSynchronize(s); ${READ}`,
    ],
    ["an event that is waited for", `cudaEvent_t e; cudaEventCreate(&e); ${LAUNCH} cudaEventRecord(e); cudaEventSynchronize(e); ${READ}`],
    ["memory that the launch only reads", `${LAUNCH} sum = x[3]; cudaDeviceSynchronize();`],
    ["memory of another launch", `add<<<1, 64>>>(d, d, n); ${READ}`],
  ])("is no race after %s", (_, body) => {
    expect(foundIn(program(body))).toEqual([]);
  });
});

describe("pointers that a kernel cannot follow", () => {
  it.each([
    ["the host's own array", "add<<<1, 64>>>(h, y, n);", "Thread (0, 0, 0) of block (0, 0, 0) follows `x`, a pointer to the host's memory, which a kernel cannot access: the launch in line 7 needs memory from `cudaMalloc` there, with the contents copied into it."],
    ["an array that was freed", "cudaFree(d);\nadd<<<1, 64>>>(d, y, n);", "Thread (0, 0, 0) of block (0, 0, 0) uses `d`, which was freed in line 7, before the launch."],
  ])("%s", (_, body, message) => {
    expect(profileHost(program(body), h200).launches[0]!.findings[0]).toMatchObject({ kind: "out-of-bounds", line: 2, message });
  }); // prettier-ignore
});
