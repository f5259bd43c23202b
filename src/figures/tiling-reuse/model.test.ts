import { describe, expect, test } from "vitest";
import {
  SECTOR_BYTES,
  a100,
  dim3,
  globalCost,
  h100,
  rtx4070,
  runKernel,
  type Device,
  type GlobalAccessTrace,
  type IndexFunction,
  type Kernel,
  type Launch,
  type Step,
} from "#simulator";
import { TILE_SIDES, drawnSteps, kernelCost, requestOf, stepCount, type TileSide } from "./product.ts";
import { model } from "./model.ts";
import { attainableGflops, rooflineOf, scaled, tileSideAtRidge } from "./roofline.ts";

describe("one warp's loads, checked by hand", () => {
  test.each<[TileSide, { a: [sectors: number, lines: number]; b: [sectors: number, lines: number] }]>([
    [1, { a: [1, 1], b: [4, 1] }],
    [8, { a: [4, 4], b: [4, 4] }],
    [16, { a: [4, 2], b: [4, 2] }],
    [32, { a: [4, 1], b: [4, 1] }],
  ])("tile side %i", (tileSide, expected) => {
    for (const matrix of ["a", "b"] as const) {
      const { sectors, cacheLines } = globalCost(requestOf(matrix, { tileSide, n: 256 }, 1), h100);
      expect([sectors, cacheLines]).toEqual(expected[matrix]);
    }
  });
});

describe("the whole kernel, checked by hand", () => {
  test.each<[TileSide, number]>([
    // Each thread does 2 operations per step; a warp moves 1 + 4 sectors for them: 64 FLOP for 160 B.
    [1, 0.4],
    // T/4 FLOP per byte of loads.
    [8, 2],
    [16, 4],
    [32, 8],
  ])("tile side %i has an intensity near %d FLOP/B, a little less for the stores of C", (tileSide, intensity) => {
    const large = kernelCost({ tileSide, n: 4096 });
    expect(large.intensity).toBeLessThan(intensity);
    expect(large.intensity / intensity).toBeGreaterThan(0.99);
    expect(large.readsPerElement).toBe(4096 / tileSide);
    expect(kernelCost({ tileSide, n: 64 }).intensity).toBeLessThan(large.intensity);
  });
});

/** The product as a kernel of global memory, every block of it, without the tiles' accesses to shared memory. */
function loadsAndStores(tileSide: TileSide, n: number): { kernel: Kernel; launch: Launch } {
  const launch =
    tileSide === 1
      ? { gridDim: dim3(n / 32, n), blockDim: dim3(32, 1) }
      : { gridDim: dim3(n / tileSide, n / tileSide), blockDim: dim3(tileSide, tileSide) };
  const row: (t: Parameters<IndexFunction>[0]) => number = ({ blockIdx, blockDim, threadIdx }) => blockIdx.y * blockDim.y + threadIdx.y;
  const column: typeof row = ({ blockIdx, blockDim, threadIdx }) => blockIdx.x * blockDim.x + threadIdx.x;
  const inTile = (position: number) => (tileSide === 1 ? 0 : position);
  const steps: Step[] = [
    {
      kind: "repeat",
      times: n / tileSide,
      steps: [
        {
          kind: "load",
          name: "a",
          array: "a",
          register: "factor",
          index: (t, _, step) => row(t) * n + step * tileSide + inTile(t.threadIdx.x),
        },
        {
          kind: "load",
          name: "b",
          array: "b",
          register: "value",
          index: (t, _, step) => (step * tileSide + inTile(t.threadIdx.y)) * n + column(t),
        },
      ],
    },
    { kind: "store", name: "c", array: "c", register: "value", index: (t) => row(t) * n + column(t) },
  ];
  const array = { space: "global", bytesPerElement: 4, length: n * n } as const;
  // The last value that a thread loads of B stands for the sum, which does not matter here.
  const lastOfB = (index: number) => n * n + 1 + (n - tileSide + inTile(Math.floor(index / n) % tileSide)) * n + (index % n);
  return {
    kernel: {
      size: n,
      arrays: {
        a: { ...array, contents: "source" },
        b: { ...array, contents: "source" },
        c: { ...array, contents: "empty", expected: lastOfB },
      },
      steps,
    },
    launch,
  };
}

test.each(TILE_SIDES)(
  "tile side %i: the cost derived from the drawn warp is what the simulator counts for the whole kernel",
  (tileSide) => {
    const { kernel, launch } = loadsAndStores(tileSide, 64);
    const { accesses, violations } = runKernel(kernel, launch, h100);
    expect(violations).toEqual([]);
    const total = (name: "requests" | "sectors") => (accesses as GlobalAccessTrace[]).reduce((sum, access) => sum + access[name], 0);
    const { requests, movedBytes } = kernelCost({ tileSide, n: 64 });
    expect({ requests, movedBytes }).toEqual({ requests: total("requests"), movedBytes: total("sectors") * SECTOR_BYTES });
  },
);

test.each(TILE_SIDES)("tile side %i: all 32 lanes are drawn in every matrix, inside of it, and move on with each step", (tileSide) => {
  const drawn = Array.from({ length: drawnSteps({ tileSide }) }, (_, step) => model({ tileSide, n: 64, device: h100, step }));
  for (const { cells } of drawn) {
    for (const elements of Object.values(cells)) {
      expect(elements.flatMap((element) => element.lanes).sort((a, b) => a - b)).toEqual(Array.from({ length: 32 }, (_, lane) => lane));
      for (const { row, column } of elements) expect(Math.max(row, column)).toBeLessThan(64);
    }
  }
  const seen = new Set(drawn.flatMap(({ cells }) => cells.a.map(({ row, column }) => `${row} ${column}`)));
  const firstCells = drawn.at(0)?.cells.a.length ?? 0;
  expect(seen.size).toBe(drawn.length * firstCells);
  expect(stepCount({ tileSide, n: 64 })).toBe(drawn.length);
});

describe("the roofline", () => {
  test("peaks are those of the datasheets, to within 1%", () => {
    const tera = (device: Device) => rooflineOf(device).peakGflops / 1000;
    expect(tera(h100) / 67).toBeCloseTo(1, 2);
    expect(tera(a100) / 19.5).toBeCloseTo(1, 2);
    expect(tera(rtx4070) / 29.15).toBeCloseTo(1, 2);
  });

  test("slopes up to its ridge and is flat beyond", () => {
    const roofline = rooflineOf(h100);
    expect(attainableGflops(roofline, 1)).toBe(h100.dramGBps);
    expect(attainableGflops(roofline, roofline.ridge * 10)).toBe(roofline.peakGflops);
  });

  test("a tile a little below the ridge's does not reach it", () => {
    const roofline = rooflineOf(a100);
    const side = tileSideAtRidge(roofline);
    expect(side / 4).toBeGreaterThanOrEqual(roofline.ridge);
    expect((side - 1) / 4).toBeLessThan(roofline.ridge);
  });

  test("larger tiles have higher points, and one of them is shown", () => {
    const { points } = model({ tileSide: 8, n: 1024, device: h100, step: 0 });
    const rates = points.map((point) => point.gflops);
    expect(rates).toEqual([...rates].sort((a, b) => a - b));
    expect(points.filter((point) => point.shown).map((point) => point.tileSide)).toEqual([8]);
  });
});

test("pointing at a lane highlights what it loads and owns", () => {
  const { cells, pointed } = model({ tileSide: 16, n: 1024, device: h100, step: 1, hoveredLane: 17 });
  const lit = Object.values(cells).map((elements) =>
    elements.filter((element) => element.emphasis === "lit").map((element) => element.lanes),
  );
  expect(lit).toEqual([[[17]], [[17]], [[17]]]);
  expect(pointed).toBe("Lane 17 loads A[33][17] and B[17][33], and owns C[33][33]");
});

test.each([
  [0, "B", "0\u00a0B"],
  [999, "B", "999\u00a0B"],
  [2_147_483_648, "B", "2.15\u00a0GB"],
  [1e15, "", "1,000\u00a0T"],
  [64, "", "64"],
])("scaled %d %s", (value, unit, text) => expect(scaled(value, unit)).toBe(text));
