import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { profileHost } from "./profile-host.ts";

const KERNEL_LINE = 2;
const program = (body: string, back = "cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);"): string => `#include <cstdio>
__global__ void k(float *a, int n) { int t = threadIdx.x; ${body} }
int main() {
float h[64] = {}, *d; cudaMalloc(&d, sizeof(h)); cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
k<<<1, 64>>>(d, 64);
${back}
printf("%f\\n", h[1]);
}`;

describe("a variable of a kernel without a value", () => {
  it.each([
    ["a sum in a loop", "float sum; for (int i = 0; i < n; i++) sum += i; a[t] = sum;", "sum", "float"],
    ["a counter", "int count; if (a[t] > 0) count++; a[t] = count;", "count", "int"],
    ["a product", "double p; for (int i = 1; i < 4; i++) p *= i; a[t] = p;", "p", "double"],
  ])("is found: %s", (_, body, name, type) => {
    const [launch] = profileHost(program(body), h200).launches;
    expect(launch).toMatchObject({
      findings: [
        {
          kind: "uninitialized",
          line: KERNEL_LINE,
          message: `\`${name}\` has no value here: line 2 declares it without one, and a GPU's registers hold anything.`,
        },
      ],
      remedies: [{ words: `Declare \`${type} ${name} = 0;\` in line 2.`, ends: [0], insertions: [] }],
    });
  });

  it.each([
    ["it is assigned to before", "float sum; sum = 0; for (int i = 0; i < n; i++) sum += i; a[t] = sum;"],
    ["one pass of a loop sets it", "float sum; for (int i = 0; i < n; i++) { if (i > 0) sum += i; else sum = 0; } a[t] = sum;"],
    ["a loop begins with it", "int i; for (i = 0; i < 3; i++) a[t] += i;"],
    ["two are set at once", "float x, y; x = y = 0; x += 1; y += 2; a[t] = x + y;"],
    ["its address is taken", "float x; float *p = &x; *p = 0; x += 1; a[t] = x;"],
    ["a reference sets it", "float x; float &r = x; r = 0; x += 1; a[t] = x;"],
  ])("is not where %s", (_, body) => {
    expect(profileHost(program(body), h200).launches[0]!.findings).toEqual([]);
  });
});

describe("results that are not copied back", () => {
  const LOST =
    "What the launch in line 5 writes to `d` is never copied back (`cudaMemcpy` with `cudaMemcpyDeviceToHost`): the host doesn't see it.";
  const notesOf = (back: string): readonly string[] => profileHost(program("a[t] *= 2;", back), h200).result.notes;

  it("are told of once the program prints", () => {
    expect(notesOf("cudaDeviceSynchronize();")).toEqual([LOST]);
    expect(notesOf("cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);")).toEqual([LOST]);
  });

  it.each([
    ["copied", "cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);"],
    ["copied by the pointers' kind", "cudaMemcpy(h, d, sizeof(h), cudaMemcpyDefault);"],
    ["not printed", "return 0;"],
  ])("are not where they are %s", (_, back) => expect(notesOf(back)).toEqual([]));
});
