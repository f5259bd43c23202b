import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { parseLaunch } from "../launch/launch.ts";
import { withInsertions } from "./barrier-places.ts";
import { reportLaunch, type LaunchReport } from "./launch-report.ts";
import { remedyWords } from "./remedy-words.ts";

function reportOf(body: string, threads = 64): { readonly text: string; readonly report: LaunchReport } {
  const text = `__global__ void k(const float* in, float* out) {\nint t = threadIdx.x;\n__shared__ float s[256];\n${body}\n}`;
  const arrays = ["in", "out"].map((array) => ({ array, type: "float", length: 256, fill: "index" }));
  const launch = parseLaunch({ kernel: "k", grid: [2, 1, 1], block: [threads, 1, 1], arguments: arrays });
  return { text, report: reportLaunch(text, launch, h200).report };
}

/** Bodies of kernels from line 4 on, whose threads race, with the barriers that end that. */
const RACES: readonly [name: string, body: string, words: string, threads?: number][] = [
  [
    "a store that other warps read",
    "s[t] = in[t];\nout[t] = s[63 - t];",
    "With `__syncthreads()` after line 4 the races in lines 4 and 5 are gone.",
  ],
  [
    "a tile that the next pass overwrites",
    "float sum = 0;\nfor (int i = 0; i < 2; i++) {\ns[t] = in[t + 64 * i];\n__syncthreads();\nsum += s[63 - t];\n}\nout[t] = sum;",
    "With `__syncthreads()` at the end of the loop in line 5 the races in lines 6 and 8 are gone.",
  ],
  [
    "a tile without any barrier",
    "float sum = 0;\nfor (int i = 0; i < 2; i++) {\ns[t] = in[t + 64 * i];\nsum += s[63 - t];\n}\nout[t] = sum;",
    "With `__syncthreads()` after line 6 and at the end of the loop in line 5 the races in lines 6 and 7 are gone.",
  ],
  ["lanes of one warp", "s[t] = in[t];\nout[t] = s[31 - t];", "With `__syncwarp()` after line 4 the race in line 5 is gone.", 32],
  [
    "a reduction of one warp in a loop without braces",
    "s[t] = in[t];\nfor (int d = 16; d > 0; d /= 2)\nif (t < d) s[t] += s[t + d];\nout[t] = s[0];",
    "`__syncwarp()` after line 4 and at the end of the loop in line 5",
    32,
  ],
  ["a block in global memory", "out[t] = in[t];\nout[64 + t] = out[63 - t];", "With `__syncthreads()` after line 4 the race"],
];

describe("barriers that end races", () => {
  it.each(RACES)("of %s are found, and end them", (_, body, words, threads) => {
    const { text, report } = reportOf(body, threads);
    expect(report.findings.some(({ kind }) => kind === "race")).toBe(true);
    expect(remedyWords(report.remedy!, report.findings)).toContain(words);
    const changed = withInsertions(text, report.remedy!.insertions);
    const own = changed.slice(changed.indexOf("float s[256];") + "float s[256];".length, -1).trim();
    const after = reportOf(own, threads).report;
    const left = new Set(after.findings.map(({ line }) => line));
    for (const number of report.remedy!.ends) expect(left).not.toContain(report.findings[number]!.line);
    expect(after.costs!.time.microseconds).toBe(report.remedy!.microseconds.after);
  });

  it.each([
    ["a store and a load of one statement", "s[t] = in[t];\n__syncthreads();\ns[t] += s[(t + 40) % 64];\n__syncthreads();\nout[t] = s[t];"],
    ["blocks", "out[(blockIdx.x + t) % 64] = in[t];"],
    ["a branch that not all threads take", "if (t % 2) {\ns[t] = in[t];\nout[t] = s[(t + 34) % 64];\n}"],
  ])("of %s are none", (_, body) => {
    const { report } = reportOf(body);
    expect(report.findings.some(({ kind }) => kind === "race")).toBe(true);
    expect(report.remedy).toBeUndefined();
  });
});

it("a race names the place of its other access, whichever thread it was", () => {
  const { report } = reportOf("s[t] = in[t];\nfloat own = s[t];\nout[t] = s[63 - t] + own;\ns[t] = 0;");
  const named = report.findings.map(({ line, other }) => [line, other?.line, other?.op]);
  expect(named).toContainEqual([4, 6, "load"]);
  expect(named).toContainEqual([6, 7, "store"]);
  const messages = report.findings.map(({ message }) => message);
  expect(messages.find((message) => message.includes("RAW"))).toContain(" The other access is in line 7: `s[t]`.");
});
