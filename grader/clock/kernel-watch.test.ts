import { describe, expect, test } from "vitest";
import { dim3, h200, runKernel, type Kernel, type Thread } from "#simulator";
import { KernelWatch } from "./kernel-watch.ts";

const SIDE = 256;
const launch = { gridDim: dim3(SIDE / 32, SIDE / 8), blockDim: dim3(32, 8) };
const column = ({ threadIdx, blockIdx }: Thread): number => blockIdx.x * 32 + threadIdx.x;
const row = ({ threadIdx, blockIdx }: Thread): number => blockIdx.y * 8 + threadIdx.y;

/** A matrix copied or transposed, a float per thread. */
function kernel(read: (thread: Thread) => number, write: (thread: Thread) => number): Kernel {
  return {
    size: {},
    arrays: {
      in: { space: "global", bytesPerElement: 4, length: SIDE * SIDE, contents: "source" },
      out: { space: "global", bytesPerElement: 4, length: SIDE * SIDE, contents: "empty", expected: "anything" },
    },
    steps: [
      { kind: "load", name: "read", array: "in", index: read },
      { kind: "store", name: "write", array: "out", index: write },
    ],
  };
}

function costsOf(watched: Kernel): ReturnType<KernelWatch["costs"]> {
  const watch = new KernelWatch(watched, launch, h200);
  return watch.costs(runKernel(watched, launch, h200, { observe: watch.observe }));
}

const alongRows = (thread: Thread): number => row(thread) * SIDE + column(thread);
const downColumns = (thread: Thread): number => column(thread) * SIDE + row(thread);

describe("a kernel of index functions", () => {
  test("that copies a matrix reads each of its bytes from DRAM once, and hits nothing in L1", () => {
    const { memory } = costsOf(kernel(alongRows, alongRows)).work;
    expect(memory).toMatchObject({ dramReadBytes: 4 * SIDE * SIDE, dramWriteBytes: 0, l1LoadHits: 0, footprintBytes: 8 * SIDE * SIDE });
  });

  test("that reads down the columns finds seven of eight sectors in L1, where the warps beside it have loaded them", () => {
    const { memory } = costsOf(kernel(downColumns, alongRows)).work;
    expect(memory.l1LoadHits / memory.l1LoadSectors).toBeCloseTo(7 / 8);
    expect(memory.dramReadBytes).toBe(4 * SIDE * SIDE);
  });

  test("that stores down the columns takes longer than one that copies", () => {
    const time = (watched: Kernel): number => costsOf(watched).time.microseconds;
    expect(time(kernel(alongRows, downColumns))).toBeGreaterThan(1.05 * time(kernel(alongRows, alongRows)));
  });
});
