import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { parseLaunch } from "../launch/launch.ts";
import { reportLaunch, type LaunchReport } from "./launch-report.ts";
import { ordersWords } from "./remedies.ts";
import { remedyWords } from "./remedy.ts";
import { withEdits } from "./text-edits.ts";

function reportOf(body: string, threads = 64): { readonly text: string; readonly report: LaunchReport } {
  const text = `__global__ void k(float* in, float* out, int* n) {\nint t = threadIdx.x;\n__shared__ float s[256];\n${body}\n}`;
  const floats = ["in", "out"].map((array) => ({ array, type: "float", length: 256, fill: "index" }));
  const counts = { array: "n", type: "int", length: 256, fill: { constant: 1 } };
  const launch = parseLaunch({ kernel: "k", grid: [2, 1, 1], block: [threads, 1, 1], arguments: [...floats, counts] });
  return { text, report: reportLaunch(text, launch, h200).report };
}

interface RaceCase {
  /** From line 4 of the kernel on. */
  readonly body: string;
  readonly threads?: number;
  /** Lines of the findings: one for each missing barrier, or other fault. */
  readonly lines: readonly number[];
  /** The remedies' first words, in order. */
  readonly remedies: readonly string[];
  readonly message?: string;
}

/** Races as students write them, with what ends each. */
const RACES: Record<string, RaceCase> = {
  "a store that other warps read": {
    body: "s[t] = in[t];\nout[64 * blockIdx.x + t] = s[63 - t];",
    lines: [4],
    remedies: ["With `__syncthreads()` after line 4 the races in lines 4 and 5 and the read before the write in line 5 are gone."],
    message: "which thread (31, 0, 0) of the same block reads in line 5 (`s[63 - t]`): no barrier stands between them (WAR).",
  },
  "a tile that the next pass overwrites, read twice": {
    body: "float sum = 0;\nfor (int i = 0; i < 2; i++) {\ns[t] = in[t + 64 * i];\n__syncthreads();\nsum += s[63 - t];\nsum += s[t ^ 32];\n}\nout[64 * blockIdx.x + t] = sum;",
    lines: [8],
    remedies: ["With `__syncthreads()` at the end of the loop in line 5 the races in lines 6, 8 and 9 are gone."],
    message: "writes in line 6 (`s[t]`): no barrier stands between the read and the write in the next pass of the loop in line 5 (RAW).",
  },
  "a tile without any barrier": {
    body: "float sum = 0;\nfor (int i = 0; i < 2; i++) {\ns[t] = in[t + 64 * i];\nsum += s[63 - t];\n}\nout[64 * blockIdx.x + t] = sum;",
    lines: [6, 7],
    remedies: ["With `__syncthreads()` after line 6 and at the end of the loop in line 5 the races"],
  },
  "seven reads of what the next pass writes": {
    body: "float sum = 0;\nfor (int base = 0; base < 128; base += 32) {\nfor (int i = 0; i < 2; i++) s[2 * t + i] = in[(base + 2 * t + i) % 256];\n__syncthreads();\nfor (int j = 0; j < 16; j++) {\nsum += s[j * 7] * s[j * 7 + 1];\nsum += s[j * 7 + 2] * s[j * 7 + 3];\nsum += s[j * 7 + 4] + s[j * 7 + 5] + s[j * 7 + 6];\n}\n}\nout[64 * blockIdx.x + t] = sum;",
    lines: [6],
    remedies: ["With `__syncthreads()` at the end of the loop in line 5 the races in lines 6, 9, 10 and 11 are gone."],
  },
  "two arrays, each without its barrier": {
    body: "__shared__ float b[64];\ns[t] = in[t];\nfloat x = s[63 - t];\nb[t] = x;\nout[64 * blockIdx.x + t] = b[t ^ 33];",
    lines: [5, 7],
    remedies: ["With `__syncthreads()` after lines 5 and 7 the races"],
  },
  "two stores before one read": {
    body: "s[t] = in[t];\ns[t + 64] = in[t + 64];\nout[64 * blockIdx.x + t] = s[127 - t] + s[63 - t];",
    lines: [4],
    remedies: ["With `__syncthreads()` after line 5 the races in lines 4, 5 and 6"],
  },
  "bins zeroed beside the counting": {
    body: "__shared__ int bins[64];\nbins[t] = 0;\natomicAdd(&bins[t * 7 % 64], 1);\n__syncthreads();\nout[64 * blockIdx.x + t] = bins[t];",
    lines: [6],
    remedies: ["With `__syncthreads()` after line 5 the races in lines 5 and 6 and the read before the write in line 6 are gone."],
    message: "`atomicAdd` in line 6 doesn't order the plain store in line 5, and no barrier stands between them (WAW).",
  },
  "a scan in place": {
    body: "s[t] = in[t];\n__syncthreads();\nfor (int d = 1; d < 64; d *= 2) {\nif (t >= d)\ns[t] += s[t - d];\n__syncthreads();\n}\nout[64 * blockIdx.x + t] = s[t];",
    lines: [8],
    remedies: ["With `__syncthreads()` between the read and the write in line 8 the races are gone."],
  },
  "a smoothing in place": {
    body: "s[t] = in[t];\n__syncthreads();\ns[t] = (s[t] + s[(t + 1) % 64]) / 2;\n__syncthreads();\nout[64 * blockIdx.x + t] = s[t];",
    lines: [6],
    remedies: ["With `__syncthreads()` between the read and the write in line 6 the races are gone."],
  },
  "lanes of one warp": {
    body: "s[t] = in[t];\nout[32 * blockIdx.x + t] = s[31 - t];",
    threads: 32,
    lines: [5],
    remedies: ["With `__syncwarp()` after line 4 the race in line 5 is gone."],
    message: "no barrier stands between them, and the lanes of a warp need not run in step (RAW)",
  },
  "a reduction of one warp in a loop without braces": {
    body: "s[t] = in[t];\nfor (int d = 16; d > 0; d /= 2)\nif (t < d) s[t] += s[t + d];\nif (t == 0) out[blockIdx.x] = s[0];",
    threads: 32,
    lines: [6],
    remedies: ["With `__syncwarp()` after line 4 and at the end of the loop in line 5"],
  },
  "a warp-synchronous sum, step by step": {
    body: "s[t] = in[t];\n__syncthreads();\nif (t < 32) {\ns[t] += s[t + 32];\nif (t < 16) s[t] += s[t + 16];\nif (t < 8) s[t] += s[t + 8];\nif (t < 4) s[t] += s[t + 4];\nif (t < 2) s[t] += s[t + 2];\nif (t < 1) s[t] += s[t + 1];\n}\nif (t == 0) out[blockIdx.x] = s[0];",
    lines: [8, 9, 10, 11, 12],
    remedies: ["With `__syncwarp()` after lines 7, 8, 9, 10 and 11 the races in lines 8, 9, 10, 11 and 12 are gone."],
  },
  "a warp-synchronous sum without conditions": {
    body: "s[t] = in[t];\n__syncthreads();\nif (t < 32) {\ns[t] += s[t + 32];\ns[t] += s[t + 16];\ns[t] += s[t + 8];\n}\nif (t == 0) out[blockIdx.x] = s[0];",
    lines: [8, 8, 9, 9],
    remedies: ["With `__syncwarp()` after lines 7 and 8 and between the read and the write in lines 8 and 9 the races are gone."],
  },
  "a block in global memory": {
    body: "out[128 * blockIdx.x + t] = in[t];\nout[128 * blockIdx.x + 64 + t] = out[128 * blockIdx.x + 63 - t];",
    lines: [4],
    remedies: ["With `__syncthreads()` after line 4 the race"],
  },
  "all threads add to one sum": {
    body: "out[0] += in[t];",
    lines: [4],
    remedies: ["With `atomicAdd(&out[0], in[t])` instead of `out[0] += in[t]` in line 4 the race"],
  },
  "a count, written out": {
    body: "if (in[t] > 3) n[t % 2] = n[t % 2] + 1;",
    lines: [4],
    remedies: ["With `atomicAdd(&n[t % 2], 1)` instead of `n[t % 2] = n[t % 2] + 1` in line 4"],
  },
  "a maximum": {
    body: "n[0] = max(n[0], t * (int)blockIdx.x);",
    lines: [4],
    remedies: ["With `atomicMax(&n[0], t * (int)blockIdx.x)` instead of"],
  },
  "a counter of the block": {
    body: "__shared__ int found;\nif (t == 0) found = 0;\n__syncthreads();\nif (in[t] > 7) found++;\n__syncthreads();\nif (t == 0) out[blockIdx.x] = found;",
    lines: [7],
    remedies: ["With `atomicAdd(&found, 1)` instead of `found++` in line 7"],
  },
  "blocks that move an array in place": {
    body: "int i = 64 * blockIdx.x + t;\nfloat v = out[127 - i];\n__syncthreads();\nout[i] = v;",
    lines: [5],
    remedies: ["Write to a second array instead of `out`: other blocks still have to read this one."],
    message:
      "of block (1, 0, 0) reads element 63 of `out`, which thread (63, 0, 0) of block (0, 0, 0) writes in line 7 (`out[i]`): blocks run in any order (RAW).",
  },
  "partial sums that block 0 adds up": {
    body: "if (t == 0) out[blockIdx.x] = in[t];\n__syncthreads();\nif (blockIdx.x == 0 && t == 0) out[100] = out[0] + out[1];",
    lines: [4],
    remedies: ["Read `out` in a second kernel, launched after this one"],
    message: "reads in line 6 (`out[1]`): blocks run in any order (WAR).",
  },
  "passes over the grid": {
    body: "int i = 64 * blockIdx.x + t;\nfor (int pass = 0; pass < 3; pass++) {\nfloat v = out[127 - i];\n__syncthreads();\nout[i] = v + 1;\n__syncthreads();\n}",
    lines: [6],
    remedies: ["Launch the kernel once for each pass of the loop in line 5, and write to a second array"],
  },
  "a total that every block zeroes": {
    body: "if (t == 0) n[0] = 0;\n__syncthreads();\natomicAdd(&n[0], 1);",
    lines: [4],
    remedies: ["Write `n` before the launch, with `cudaMemset` or in a kernel of its own, not in line 4."],
  },
  "blocks that write one element": {
    body: "out[(64 * blockIdx.x + t) % 96] = blockIdx.x;",
    lines: [4],
    remedies: ["Give each block an element of `out` of its own, or let one block write it."],
  },
  "a branch that not all threads take": {
    body: "if (t % 2) {\ns[t] = in[t];\nout[64 * blockIdx.x + t] = s[(t + 34) % 64];\n}",
    lines: [6],
    remedies: [
      "With `__syncthreads()` between two halves of the `if` in line 4 the races in lines 5 and 6 and the read before the write in line 6 are gone.",
    ],
  },
  "a scan whose values are read and written in one branch": {
    body: "s[t] = in[t];\n__syncthreads();\nfor (int d = 1; d < 64; d *= 2) {\nif (t >= d) {\nfloat sum = s[t] + s[t - d];\ns[t] = sum;\n}\n__syncthreads();\n}\nout[64 * blockIdx.x + t] = s[t];",
    lines: [9],
    remedies: ["Split the `if` in line 7: reads first, then `__syncthreads()` for all threads, then writes."],
  },
  "the last block adds up, without a fence": {
    body: "__shared__ bool isLast;\nif (t == 0) {\nout[blockIdx.x] = in[t];\nisLast = atomicAdd(&n[0], 1) == 2;\n}\n__syncthreads();\nif (isLast && t == 0) out[100] = out[0] + out[1];",
    lines: [10],
    remedies: ["With `__threadfence()` after the store in line 6 the race in line 10 is gone."],
  },
};

describe("a race", () => {
  it.each(Object.entries(RACES))("of %s is one finding, with what ends it", (_, { body, threads, lines, remedies, message = "" }) => {
    const { text, report } = reportOf(body, threads);
    expect(report.findings.filter(({ kind }) => kind === "race").map(({ line }) => line)).toEqual(lines);
    expect(report.findings.map((finding) => finding.message).join("\n")).toContain(message);
    expect(report.remedies).toHaveLength(remedies.length);
    report.remedies.forEach((remedy, number) => expect(remedyWords(remedy, report.findings)).toContain(remedies[number]));
    for (const remedy of report.remedies) {
      if (remedy.microseconds === undefined) continue;
      const changed = withEdits(text, remedy.edits).slice(text.indexOf("s[256];") + "s[256];".length, -1);
      const after = reportOf(changed.trim(), threads).report;
      expect(after.findings).toEqual([]);
      expect(after.costs!.time.microseconds).toBe(remedy.microseconds.after);
    }
  });

  it("tells of the accesses that the same barrier would order", () => {
    const { report } = reportOf(RACES["a tile that the next pass overwrites, read twice"]!.body);
    const [finding] = report.findings;
    expect(finding!.orders).toMatchObject([
      { kind: "race", line: 9, op: "load", source: "s[t ^ 32]" },
      { kind: "race", line: 6, op: "store", source: "s[t]" },
    ]);
    expect(ordersWords(finding!)).toBe("The same barrier would order 9:8 `s[t ^ 32]` (64) and 6:1 `s[t]` (64).");
  });

  it("names the place of its other access, whichever thread it was", () => {
    const { report } = reportOf("s[t] = in[t];\nfloat own = s[t];\nout[t] = s[63 - t] + own;\ns[t] = 0;");
    const named = report.findings.map(({ line, other }) => [line, other?.line, other?.op]);
    expect(named).toContainEqual([4, 6, "load"]);
    expect(named).toContainEqual([6, 7, "store"]);
  });
});
