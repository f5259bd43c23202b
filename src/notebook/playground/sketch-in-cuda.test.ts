import { expect, test } from "vitest";
import type { FreeKernel, Sketch } from "#judge/sketch.ts";
import { profileRun } from "../lab/profile.ts";
import { emptySketch, presets } from "./presets.ts";
import { NotInCuda, sketchInCuda } from "./sketch-in-cuda.ts";

const [copy, strided] = presets as [Sketch, Sketch];
const kernelOf = ({ program }: Sketch): FreeKernel => program.kernel as FreeKernel;
const changed = (sketch: Sketch, source: string, kernel: Partial<FreeKernel> = {}): Sketch => ({
  ...sketch,
  program: { ...sketch.program, source, kernel: { ...kernelOf(sketch), ...kernel } },
});
const guarded = changed(
  copy,
  `const own = (t: Thread) => t.blockIdx.x * t.blockDim.x + t.threadIdx.x;
export const read = (t: Thread, { n }: { n: number }) => (own(t) < n ? own(t) : null);
export const write = (t: Thread, { n }: { n: number }) => (own(t) < n ? own(t) : null);
`,
  { size: { n: 300 } },
);
const FOUR = "(t: Thread) {\n  return 4 * t.threadIdx.x;\n}\n";
const vectors = changed(copy, `export function read${FOUR}export function write${FOUR}`, {
  launch: { gridDim: { x: 1, y: 1, z: 1 }, blockDim: { x: 128, y: 1, z: 1 } },
  steps: kernelOf(copy).steps.map((step) => ({ ...step, elementsPerLane: 4 }) as typeof step),
});

/** Sectors or wavefronts of each access. */
function countsInCuda(sketch: Sketch) {
  const { outcome } = profileRun(sketchInCuda(sketch));
  if (outcome.kind === "error") throw new Error(outcome.error.message);
  expect(outcome.findings).toEqual([]);
  return outcome.accesses.map(({ op, counts }) => [
    op,
    counts.space === "shared" ? counts.wavefronts : "sectors" in counts ? counts.sectors : 0,
  ]);
}

/** As the playground counts them: 8 elements are a sector, and a column of the padded tile is free of conflicts. */
test.each([
  [
    "Straight copy",
    copy,
    [
      ["load", 64],
      ["store", 64],
    ],
  ],
  [
    "Strided read",
    strided,
    [
      ["load", 512],
      ["store", 64],
    ],
  ],
  [
    "Column of a padded tile",
    presets[2]!,
    [
      ["load", 128],
      ["store", 32],
      ["store", 128],
      ["load", 32],
    ],
  ],
  [
    "Transpose without a tile",
    presets[3]!,
    [
      ["load", 512],
      ["store", 4096],
    ],
  ],
  [
    "With a guard",
    guarded,
    [
      ["load", 38],
      ["store", 38],
    ],
  ],
  [
    "Four at once",
    vectors,
    [
      ["load", 64],
      ["store", 64],
    ],
  ],
])("a sketch in CUDA does what the sketch does: %s", (_, sketch, counts) => expect(sorted(countsInCuda(sketch))).toEqual(sorted(counts)));

/** Of two accesses on a line, the lab names the one first that stands first. */
function sorted(counts: readonly (readonly (string | number)[])[]): string[] {
  return counts.map((one) => one.join(" ")).sort();
}

test("it has the sketch's names, sizes and comments of steps", () => {
  const { title, source, launch } = sketchInCuda(strided);
  expect(title).toBe("Strided read");
  expect(source).toBe(`__global__ void strided_read(const float* input, float* output, int stride) {
  float value = 0;
  const int readIndex = (blockIdx.x * blockDim.x + threadIdx.x) * stride;
  if (readIndex >= 0) value = input[readIndex];
  const int writeIndex = blockIdx.x * blockDim.x + threadIdx.x;
  if (writeIndex >= 0) output[writeIndex] = value;
}
`);
  expect(launch).toMatchObject({ kernel: "strided_read", grid: [4, 1, 1], block: [128, 1, 1] });
});

test.each([
  ["nothing to translate", emptySketch, "accesses no memory yet"],
  ["a mistake", changed(copy, "export function read("), "correct the mistake first"],
  [
    "what CUDA has not",
    changed(copy, "export const read = () => Math.random();\nexport const write = () => 0;"),
    "`read` has no counterpart in CUDA: line 1 calls Math.random.",
  ],
  [
    "elements of different sizes",
    changed(copy, copy.program.source, {
      arrays: kernelOf(copy).arrays.map((array, i) => (i === 0 ? { ...array, bytesPerElement: 8 as const } : array)),
    }),
    "elements of different sizes",
  ],
])("what cannot be written in CUDA is said: %s", (_, sketch, message) => {
  expect(() => sketchInCuda(sketch)).toThrow(NotInCuda);
  expect(() => sketchInCuda(sketch)).toThrow(message);
});
