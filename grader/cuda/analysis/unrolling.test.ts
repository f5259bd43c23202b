import { describe, expect, it } from "vitest";
import { compileLaunched } from "../launch/launched-kernel.ts";
import { Analyses } from "./analyses.ts";
import type { Unrolling } from "./unrolling.ts";
import { eachStep } from "../ir/walk.ts";

function programOf(body: string) {
  return compileLaunched(
    `__global__ void k(const int* __restrict__ in, int* out, int n, size_t m) { int s = 0; ${body} out[threadIdx.x] = s; }`,
    "k",
  ).program;
}

function unrollings(body: string): Unrolling[] {
  const program = programOf(body);
  const all = Analyses.of(program).unrollings;
  const found: Unrolling[] = [];
  eachStep(program.body, (step) => step.kind === "loop" && found.push(all.get(step)!));
  return found;
}

describe("a loop", () => {
  it.each([
    ["of eight passes is unrolled as a whole", "for (int i = 0; i < 8; i++) s += in[i];", [{ kind: "whole", passes: 8 }]],
    ["that counts up is unrolled by four", "for (int i = 0; i < n; i++) s += in[i];", [{ kind: "counted", passes: 4 }]],
    [
      "that counts in a wide type, in constant steps, too",
      "for (size_t i = 0; i < m; i += 32) s += in[i];",
      [{ kind: "counted", passes: 4 }],
    ],
    [
      "in steps that only the launch knows is not",
      "for (int i = threadIdx.x; i < n; i += blockDim.x) s += in[i];",
      [{ kind: "none", passes: 1 }],
    ],
    ["that halves is not", "for (int i = n; i > 0; i /= 2) s += in[i];", [{ kind: "none", passes: 1 }]],
    ["that halves a constant is, as a whole", "for (int i = 16; i > 0; i >>= 1) s += in[i];", [{ kind: "whole", passes: 5 }]],
    ["that doubles one, too", "for (int i = 2; i <= 512; i = 2 * i) s += in[i];", [{ kind: "whole", passes: 9 }]],
    ["may have a barrier", "for (int i = 0; i < 8; i++) { s += in[i]; __syncthreads(); }", [{ kind: "whole", passes: 8 }]],
    ["that counts down to a constant has its passes", "for (int i = 9; i >= 2; i -= 2) s += in[i];", [{ kind: "whole", passes: 4 }]],
    ["of many passes is unrolled by four", "for (int i = 0; i < 100; i++) s += in[i];", [{ kind: "counted", passes: 4 }]],
    ["that may end for another reason is not", "for (int i = 0; i < n; i++) { if (in[i] < 0) break; s++; }", [{ kind: "none", passes: 1 }]],
    [
      "of eight passes is written out, though it may end for another reason",
      "for (int i = 0; i < 8; i++) { if (in[i] < 0) break; s++; }",
      [{ kind: "whole", passes: 8 }],
    ],
    ["that leaves passes out is", "for (int i = 0; i < n; i++) { if (in[i] < 0) continue; s++; }", [{ kind: "counted", passes: 4 }]],
    [
      "around another one that counts is not",
      "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) s += in[i * n + j];",
      [
        { kind: "none", passes: 1 },
        { kind: "counted", passes: 4 },
      ],
    ],
    [
      "around one that is unrolled as a whole may be",
      "for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) s += in[i * n + j];",
      [
        { kind: "counted", passes: 4 },
        { kind: "whole", passes: 3 },
      ],
    ],
  ])("%s", (_, body, expected) => {
    expect(unrollings(body)).toEqual(expected);
  });
});

/** As nvcc unrolls them: hardware/probes/memory-system/unrolling.py. */
describe("a loop whose bound is a constant behind its start", () => {
  const whole = (passes: number): Unrolling => ({ kind: "whole", passes });
  const none: Unrolling = { kind: "none", passes: 1 };
  const counted: Unrolling = { kind: "counted", passes: 4 };
  it.each<[string, string, Unrolling[]]>([
    ["of up to eight passes is unrolled", "int lo = n; for (int i = lo; i < lo + 8; i++) s += in[i];", [whole(8)]],
    ["in steps of two", "int lo = n; for (int i = lo; i < lo + 16; i += 2) s += in[i];", [whole(8)]],
    ["up to its last", "int lo = n; for (int i = lo; i <= lo + 7; i++) s += in[i];", [whole(8)]],
    ["of 9 to 23 is not", "int lo = n; for (int i = lo; i < lo + 12; i++) s += in[i];", [none]],
    ["of more is unrolled by four", "int lo = n; for (int i = lo; i < lo + 24; i++) s += in[i];", [counted]],
    ["downwards is, too", "int hi = n; for (int i = hi; i > hi - 8; i--) s += in[i];", [counted]],
    ["that is tested for equality is unrolled", "int lo = n; for (int i = lo; i != lo + 12; i++) s += in[i];", [whole(12)]],
    ["without a sign may have none of its passes", "unsigned lo = n; for (unsigned i = lo; i < lo + 8; i++) s += in[i];", [whole(8)]],
    ["without a sign up to its last may not end", "unsigned lo = n; for (unsigned i = lo; i <= lo + 7; i++) s += in[i];", [none]],
    ["from a multiple of 16 is unrolled", "int lo = blockIdx.x * 16; for (int i = lo; i < lo + 16; i++) s += in[i];", [whole(16)]],
    ["of a warp's rows is", "int w = threadIdx.x / 32; for (int i = w * 4; i < (w + 1) * 4; i++) s += in[i];", [whole(4)]],
    ["of a loop's iterations is", "for (int h = 0; h < n; h += 12) for (int i = h; i < h + 12; i++) s += in[i];", [counted, whole(12)]],
    [
      "of loops that are both unrolled is",
      "for (int h = 0; h < 4; h++) for (int i = 2 * h; i < 2 * h + 2; i++) s += in[i * n];",
      [whole(4), whole(2)],
    ],
    [
      "that counts through an array of the thread's own is unrolled",
      "int g[12] = {}; int lo = n; for (int i = lo; i < lo + 12; i++) g[i - lo] += in[i]; s = g[3];",
      [whole(12)],
    ],
  ])("%s", (_, body, expected) => {
    expect(unrollings(body)).toEqual(expected);
  });
});
