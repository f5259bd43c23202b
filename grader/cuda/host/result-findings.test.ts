import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { briefText } from "../profile/brief.ts";
import { withEdits } from "../profile/text-edits.ts";
import { profileHost } from "./profile-host.ts";

/** As it was asked: a grid of 40 / 32 blocks. */
const ROUNDED_DOWN = `#include <cstdio>
__global__ void fill(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i;
}
int main()
{
    const int n = 40;
    float *d, h[n];
    cudaMalloc(&d, n * sizeof(float));
    fill<<<n / 32, 32>>>(d, n);
    cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\\n", h[39]);
    return 0;
}
`;

describe("a program's results", () => {
  it("name the elements that a rounded-down grid leaves, and the grid that leaves none", () => {
    const [launch] = profileHost(ROUNDED_DOWN, h200).launches;
    expect(launch).toMatchObject({
      findings: [
        {
          kind: "unwritten",
          line: 12,
          message:
            "Elements 32 to 39 of `d`, 8 of 40, are copied back in line 13, and nothing has written them. The grid is rounded down: 1 block of 32 threads for 40 elements.",
          unwritten: { array: "d", ranges: [[32, 39]], count: 8, of: 40, line: 13 },
        },
      ],
      remedies: [{ words: "the grid rounded up to `(n + 31) / 32` in line 12", ends: [0] }],
    });
    const mended = withEdits(ROUNDED_DOWN, launch!.remedies[0]!.insertions);
    expect(mended).toContain("fill<<<(n + 31) / 32, 32>>>(d, n);");
    expect(profileHost(mended, h200)).toMatchObject({ launches: [{ findings: [] }], result: { printed: ["39.000000"] } });
    expect(briefText(launch!, { file: "fill.cu", text: ROUNDED_DOWN, device: "h200", grid: [1, 1, 1], block: [32, 1, 1] })).toContain(
      "With the grid rounded up to `(n + 31) / 32` in line 12 nothing is left unwritten. The launch was run so: it takes",
    ); // prettier-ignore
  });

  const KERNEL =
    "__global__ void sum(const float *in, float *out) { float s = 0; for (int i = 0; i < 4; i++) s += in[4 * blockIdx.x + i]; out[blockIdx.x] = s; }";
  const program = (use: string): string => `${KERNEL}
int main() {
  float h[32] = {}, *in, *out;
  cudaMalloc(&in, sizeof(h)); cudaMalloc(&out, sizeof(h)); cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  sum<<<8, 1>>>(in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  ${use}
}`;
  const BACK = "Elements 8 to 31 of `out`, 24 of 32, are copied back in line 6, and nothing has written them.";

  it.each([
    ["read by an index", "return h[8];", [`${BACK} The launch has 8 threads (8 blocks of 1) for 32 elements.`], []],
    ["read by a loop", "float s = 0; for (float x : h) s += x;", [`${BACK} The launch has 8 threads (8 blocks of 1) for 32 elements.`], []],
    ["copied on within the host", "float g[32]; memcpy(g, h, sizeof(g));", [`${BACK} The launch has 8 threads (8 blocks of 1) for 32 elements.`], []],
    ["read in pinned memory", "float *p; cudaMallocHost(&p, sizeof(h)); cudaMemcpyAsync(p, out, sizeof(h), cudaMemcpyDeviceToHost, 0); cudaDeviceSynchronize(); return p[8];", [`${BACK.replace("line 6", "line 7")} The launch has 8 threads (8 blocks of 1) for 32 elements.`], [`${BACK} The program does not read them.`]],
    ["not read", "return h[0];", [], [`${BACK} The program does not read them.`]],
    ["set again before they are read", "for (int i = 8; i < 32; i++) h[i] = 0; float s = 0; for (float x : h) s += x;", [], [`${BACK} The program does not read them.`]],
  ])("are a finding or a note, by what the program does with them: %s", (_, use, findings, notes) => {
    const { launches, result } = profileHost(program(use), h200);
    expect(launches[0]!.findings.map(({ message }) => message)).toEqual(findings);
    expect(result.notes).toEqual(notes);
  }); // prettier-ignore

  it("of a long program have the grid as advice, which is not tried", () => {
    const long = ROUNDED_DOWN.replace(
      "out[i] = i;",
      "{ float s = 0; for (int k = 0; k < 2000; k++) s = s * 0.5f + k % (i + 1); out[i] = s; }",
    )
      .replace("n = 40", "n = 4016")
      .replace("h[39]", "h[4015]");
    const [launch] = profileHost(long, h200).launches;
    expect(launch!.findings).toMatchObject([{ kind: "unwritten" }]);
    expect(launch!.remedies).toEqual([
      {
        words: "Round the grid up to `(n + 31) / 32` in line 12; the program is too long to be tried with it here.",
        insertions: [],
        ends: [0],
      },
    ]);
  });
});
