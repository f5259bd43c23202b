import { expect, test } from "vitest";
import type { KernelLaunch } from "#cuda/launch/launch.ts";
import { launchText } from "./launch-text.ts";

const launch: KernelLaunch = { kernel: "copy", grid: [1, 1, 1], block: [256, 1, 1], sharedBytes: 0, arguments: [], symbols: [] };

test.each<[string, Partial<KernelLaunch>]>([
  ["copy<<<1, 256>>>()", {}],
  ["copy<<<(1, 2), 256>>>()", { grid: [1, 2, 1] }],
  ["copy<<<4,096, (8, 8, 4)>>>()", { grid: [4096, 1, 1], block: [8, 8, 4] }],
  ["copy<<<(1, 1, 2), 256>>>()", { grid: [1, 1, 2] }],
  ["copy<<<1, 256, 4,096 bytes>>>()", { sharedBytes: 4096 }],
  ["tiled<16><<<1, 256>>>()", { kernel: "tiled<16>" }],
  [
    "copy<<<1, 256>>>(in[1,024], 32, 0.5, {x[8], 1})",
    {
      arguments: [
        { array: "in", type: "float", length: 1024 },
        { value: 32, type: "int" },
        { value: 0.5, type: "float" },
        {
          struct: [
            { array: "x", type: "int", length: 8 },
            { value: 1, type: "int" },
          ],
          type: "Pair",
        },
      ],
    },
  ],
  [
    "copy<<<1, 256>>>(in[64 × 1,024, box 64 × 8, swizzle 128B], out[64, box 32])",
    {
      arguments: [
        { array: "in", type: "half", length: 65_536, tensorMap: { sizes: [64, 1024], box: [64, 8], swizzle: "128B" } },
        { array: "out", type: "half", length: 64, tensorMap: { sizes: [64], box: [32], swizzle: "none" } },
      ],
    },
  ],
])("%s", (text, change) => expect(launchText({ ...launch, ...change })).toBe(text));
