import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { parseLaunch } from "../launch/launch.ts";
import { BRIEF_LINES, briefText } from "./brief.ts";
import { profileLaunch } from "./profile.ts";

/** The brief of a launch of one block of 32 × 32 threads on 1,024 floats. */
function briefOf(text: string, blocks = 1, wholeSteps?: number): string {
  const launch = parseLaunch({
    kernel: "k",
    grid: [blocks, 1, 1],
    block: [32, 32, 1],
    arguments: [{ array: "a", type: "float", length: 1024, fill: "index" }],
  });
  const { profile } = profileLaunch(text, launch, h200, wholeSteps === undefined ? {} : { wholeSteps });
  return briefText(profile, { file: "k.cu", text, device: "h200", ...launch });
}

describe("a profile in brief", () => {
  it("quotes the lines of findings and of what costs most, with what was tried", () => {
    const lines = briefOf(`__global__ void k(float* a) {
  __shared__ float t[32][32];
  t[threadIdx.y][threadIdx.x] = a[threadIdx.y * 32 + threadIdx.x];
  a[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x][threadIdx.y];
}`).split("\n");
    expect(lines[0]).toBe("k.cu: kernel k, 1 x 1 x 1 blocks of 32 x 32 x 1 threads, counted for h200 by simulation; no GPU ran.");
    expect(lines).toContain("- race at 3:3, `t[threadIdx.y][threadIdx.x] = a[threadIdx.y * 32 + threadIdx.x];`");
    expect(lines).toContain("  The same barrier would order 4:39 `t[threadIdx.x][threadIdx.y]` (496).");
    expect(lines.find((line) => line.startsWith("Remedy, tried: "))).toContain(
      "With `__syncthreads()` after line 3 the races in lines 3 and 4",
    );
    expect(lines.find((line) => line.startsWith("- shared load"))).toMatch(
      /32-way conflict.*; 32 wavefronts per request, 1 would do, 32 requests$/,
    );
    expect(lines).toContain(
      "  Make the rows of `t` 1 float longer: `t[32][33]`. Wavefronts per request, recounted: load in line 4: 1 instead of 32; the others stay as they are.",
    );
    expect(lines.at(-2)).toMatch(/^Time by estimate, not measured: /);
  });

  it("says of a sample of blocks that it is one, and nothing of caches and time", () => {
    const brief = briefOf(
      "__global__ void k(float* a) { for (int i = 0; i < 900; i++) a[threadIdx.y * 32 + threadIdx.x] = 1; }",
      1000,
      1e7,
    );
    expect(brief).toMatch(/\nA sample: \d+ of 1,000 blocks, .*counted whole, scaled to all\..*\nFindings: none in \d+ of 1,000 blocks/);
    expect(brief).toContain("- global store: 32,000 requests");
    expect(brief).not.toMatch(/Time by estimate|cold caches/);
  });

  it.each([
    [6, "- and 1 more access"],
    [8, "- and 3 more accesses"],
  ])("counts the accesses of %i costly ones that it leaves out", (accesses, words) => {
    const stores = Array.from({ length: accesses }, (_, i) => `a[(threadIdx.x * 32 + threadIdx.y + ${i}) % 1024] = ${i};`);
    expect(briefOf(`__global__ void k(float* a) { ${stores.join(" __syncthreads(); ")} }`).split("\n")).toContain(words);
  });

  it("says so where nothing is wrong and nothing costs too much", () => {
    const brief = briefOf("__global__ void k(float* a) { a[threadIdx.y * 32 + threadIdx.x] = 1; }");
    expect(brief).toContain("Findings: none");
    expect(brief).toContain("Costly accesses: none");
  });

  it(`has at most ${BRIEF_LINES} lines, whatever is found`, () => {
    const bad = Array.from({ length: 60 }, (_, i) => `a[threadIdx.x * 32 + threadIdx.y * 7 + ${i}] += a[(threadIdx.x * ${i + 3}) % 1200];`);
    expect(
      briefOf(`__global__ void k(float* a) {\n${bad.join("\n")}\n}`)
        .trimEnd()
        .split("\n").length,
    ).toBeLessThanOrEqual(BRIEF_LINES);
  });
});
