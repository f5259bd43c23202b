import fc from "fast-check";
import { assert, describe, expect, test } from "vitest";
import { WARP_SIZE, globalCost, h100, isActive } from "#simulator";
import { accessCost, passes, requestOf, rowBytes, warps, type RowKernel } from "./kernel.ts";
import { model, stepCount, type Settings } from "./model.ts";

const row: RowKernel = { hiddenSize: 4096, vectorElements: 8, threads: 256 };

test.each<[string, Partial<RowKernel>, { passes: number; requests: number; sectors: number }]>([
  ["8 elements per lane", {}, { passes: 2, requests: 16, sectors: 256 }],
  ["4 elements per lane", { vectorElements: 4 }, { passes: 4, requests: 32, sectors: 256 }],
  ["1 element per lane", { vectorElements: 1 }, { passes: 16, requests: 128, sectors: 256 }],
  ["a short row: half of the warps", { hiddenSize: 1024 }, { passes: 1, requests: 4, sectors: 64 }],
  ["two passes and a half", { hiddenSize: 5120 }, { passes: 3, requests: 20, sectors: 320 }],
])("one walk over a row: %s", (_, changed, expected) => {
  const kernel = { ...row, ...changed };
  const { requests, sectors } = accessCost(kernel, "load");
  expect({ passes: passes(kernel), requests, sectors }).toEqual(expected);
});

test("a store of whole sectors reads nothing from DRAM", () => {
  expect(accessCost(row, "store")).toMatchObject({ dramReadBytes: 0, dramWriteBytes: rowBytes(row) });
});

test("the second walk finds the input in the caches, and touches weight and output", () => {
  const [input, weight, output] = model({ ...row, step: 3, warp: 0 }).strips;
  expect(input).toMatchObject({ cached: 1, done: 0.5 });
  expect(weight).toMatchObject({ cached: 0, done: 0.5 });
  expect(output).toMatchObject({ cached: 0, done: 0.5 });
  const first = model({ ...row, step: 1, warp: 0 }).strips;
  expect(first.map(({ stretches }) => stretches.length)).toEqual([8, 0, 0]);
});

test("pointing at a lane highlights its bytes; a warp without vectors left says so", () => {
  const drawn = model({ ...row, step: 0, warp: 1, hoveredLane: 3 });
  expect(drawn.zoom.pieces.filter((piece) => piece.emphasis === "lit")).toEqual([{ lane: 3, offsetBytes: 48, emphasis: "lit" }]);
  expect(drawn.pointed?.replaceAll("\u00a0", "")).toBe("Lane 3: bytes 560 to 575 of the row, sector 17");
  const idle = model({ ...row, hiddenSize: 1024, step: 0, warp: 7 });
  expect(idle.warpNow).toBe("Warp 7 has nothing left to do in this pass");
});

const kernel = fc.record<RowKernel>({
  hiddenSize: fc.integer({ min: 1, max: 64 }).map((vectors) => vectors * 128),
  vectorElements: fc.constantFrom(1, 4, 8),
  threads: fc.constantFrom(128, 256, 512),
});
const settings = kernel.chain((kernel) =>
  fc.record({ step: fc.nat(stepCount(kernel) - 1), warp: fc.nat(warps(kernel) - 1) }).map((place): Settings => ({ ...kernel, ...place })),
);

describe("for any row", () => {
  test("every element is loaded once per walk, whatever the width of vectors", () => {
    fc.assert(
      fc.property(kernel, (kernel) => {
        const starts = Array.from({ length: passes(kernel) * warps(kernel) }, (_, i) => {
          const { activeMask, addresses } = requestOf(kernel, "load", Math.floor(i / warps(kernel)), i % warps(kernel));
          return addresses.filter((_, lane) => isActive(activeMask, lane));
        }).flat();
        expect(new Set(starts).size).toBe(starts.length);
        expect(starts).toHaveLength(kernel.hiddenSize / kernel.vectorElements);
        expect(accessCost(kernel, "load").usefulBytes).toBe(rowBytes(kernel));
      }),
    );
  });

  test("the drawn sectors, lanes and stretches match the simulator's counts", () => {
    fc.assert(
      fc.property(settings, (settings) => {
        const drawn = model(settings);
        const { step, warp } = settings;
        const request = requestOf(settings, "load", step % passes(settings), warp);
        const cost = globalCost(request, h100);
        expect(drawn.zoom.sectors.filter((sector) => sector.moved)).toHaveLength(cost.sectors);
        expect(drawn.zoom.pieces.length * drawn.zoom.bytesPerLane).toBe(cost.usefulBytes);
        expect(drawn.lanes.filter((lane) => lane.active)).toHaveLength(drawn.zoom.pieces.length);
        const input = drawn.strips.find(({ array }) => array === "input");
        assert(input);
        const touched = input.done + input.stretches.reduce((sum, { from, to }) => sum + to - from, 0);
        const bytesUpTo = Math.min(rowBytes(settings), ((step % passes(settings)) + 1) * settings.threads * settings.vectorElements * 2);
        expect(touched).toBeCloseTo(bytesUpTo / rowBytes(settings));
        expect(drawn.lanes).toHaveLength(WARP_SIZE);
      }),
    );
  });
});
