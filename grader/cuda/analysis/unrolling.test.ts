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
