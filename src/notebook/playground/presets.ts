import { dim3, type Launch } from "#simulator";
import type { FreeKernel, Sketch, SketchArray, SketchStep } from "#judge/sketch.ts";

const floats = (name: string, length: number, contents: SketchArray["contents"]): SketchArray => {
  return { name, space: "global", bytesPerElement: 4, length, contents };
};

const sketch = (title: string, source: string, kernel: Omit<FreeKernel, "kind" | "device">): Sketch => ({
  schema: "coalesce/sketch/v1",
  title,
  program: { language: "typescript", source, kernel: { kind: "free", device: "h100", ...kernel } },
});

const load = (name: string, array: string): SketchStep => ({ kind: "load", name, array });
const store = (name: string, array: string): SketchStep => ({ kind: "store", name, array });
const launch: Launch = { gridDim: dim3(4), blockDim: dim3(128) };
const tiles: Launch = { gridDim: dim3(2, 2), blockDim: dim3(32, 8) };

/** A kernel with nothing in it, to be written from the beginning. */
export const emptySketch = sketch("New kernel", "", {
  launch: { gridDim: dim3(1), blockDim: dim3(32) },
  size: {},
  arrays: [],
  steps: [],
});

/** Kernels to start from in the playground. */
export const presets: readonly Sketch[] = [
  sketch(
    "Straight copy",
    `// Each thread copies its own element.
export function read({ threadIdx, blockIdx, blockDim }: Thread) {
  return blockIdx.x * blockDim.x + threadIdx.x;
}

export function write({ threadIdx, blockIdx, blockDim }: Thread) {
  return blockIdx.x * blockDim.x + threadIdx.x;
}
`,
    {
      launch,
      size: {},
      arrays: [floats("input", 512, "source"), floats("output", 512, "empty")],
      steps: [load("read", "input"), store("write", "output")],
    },
  ),
  sketch(
    "Strided read",
    `// Each thread reads one element of several; stride is set below.
type Size = { stride: number };

export function read({ threadIdx, blockIdx, blockDim }: Thread, { stride }: Size) {
  return (blockIdx.x * blockDim.x + threadIdx.x) * stride;
}

export function write({ threadIdx, blockIdx, blockDim }: Thread) {
  return blockIdx.x * blockDim.x + threadIdx.x;
}
`,
    {
      launch,
      size: { stride: 8 },
      arrays: [floats("input", 4096, "source"), floats("output", 512, "empty")],
      steps: [load("read", "input"), store("write", "output")],
    },
  ),
  sketch(
    "Column of a padded tile",
    `// A tile of 32 × 32 floats in shared memory, read down its columns. Without the padding, each column lies in one bank.
type Size = { pitch: number };

export function read({ threadIdx }: Thread) {
  return threadIdx.y * 32 + threadIdx.x;
}

export function toTile({ threadIdx }: Thread, { pitch }: Size) {
  return threadIdx.y * pitch + threadIdx.x;
}

export function fromTile({ threadIdx }: Thread, { pitch }: Size) {
  return threadIdx.x * pitch + threadIdx.y;
}

export function write({ threadIdx }: Thread) {
  return threadIdx.y * 32 + threadIdx.x;
}
`,
    {
      launch: { gridDim: dim3(1), blockDim: dim3(32, 32) },
      size: { pitch: 33 },
      arrays: [
        floats("input", 1024, "source"),
        { name: "tile", space: "shared", bytesPerElement: 4, length: 32 * 33, contents: "empty" },
        floats("output", 1024, "empty"),
      ],
      steps: [load("read", "input"), store("toTile", "tile"), { kind: "barrier" }, load("fromTile", "tile"), store("write", "output")],
    },
  ),
  sketch(
    "Transpose without a tile",
    `// Each thread moves 4 elements of a 64 × 64 matrix, 8 rows apart. The stores walk down columns.
type Size = { width: number };

export function read({ threadIdx, blockIdx }: Thread, { width }: Size, pass: number) {
  const x = blockIdx.x * 32 + threadIdx.x;
  const y = blockIdx.y * 32 + threadIdx.y + 8 * pass;
  return y * width + x;
}

export function write({ threadIdx, blockIdx }: Thread, { width }: Size, pass: number) {
  const x = blockIdx.x * 32 + threadIdx.x;
  const y = blockIdx.y * 32 + threadIdx.y + 8 * pass;
  return x * width + y;
}
`,
    {
      launch: tiles,
      size: { width: 64 },
      arrays: [floats("input", 4096, "source"), floats("output", 4096, "empty")],
      steps: [{ kind: "repeat", times: 4, steps: [load("read", "input"), store("write", "output")] }],
    },
  ),
];
