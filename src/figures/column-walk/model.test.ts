import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CACHE_LINE_BYTES, globalCost, h100 } from "#simulator";
import { kernelCounters, kernelTimings } from "#hardware/kernel-timings.ts";
import { FRAME, plotOf } from "./chart.tsx";
import { ROW_BYTES_DRAWN, model, type Counting, type Model, type Settings } from "./model.ts";
import { BYTES_PER_LANE, TOGETHERS, loadOf, measuredAt, measuredWalks, type Side, type Together, type Work } from "./walk.ts";

const measured = measuredWalks(kernelTimings(), kernelCounters("h100"));
const drawn = (changed: Partial<Settings> = {}) => model({ together: 1, side: 16384, work: "read", measured, ...changed });
const share = ({ curves }: Model, counting: Counting, stop: Together | "row") =>
  curves.find((curve) => curve.counting === counting)?.points.find((point) => point.stop === stop)?.share ?? NaN;

describe("one load of 512 bytes, worked out by hand", () => {
  test.each<[Together, { sectors: number; lines: number; dramReadBytes: number }]>([
    [1, { sectors: 32, lines: 32, dramReadBytes: 2048 }],
    [2, { sectors: 16, lines: 16, dramReadBytes: 1024 }],
    [4, { sectors: 16, lines: 8, dramReadBytes: 512 }],
    [8, { sectors: 16, lines: 4, dramReadBytes: 512 }],
    [16, { sectors: 16, lines: 4, dramReadBytes: 512 }],
    [32, { sectors: 16, lines: 4, dramReadBytes: 512 }],
  ])("%d together", (together, { sectors, lines, dramReadBytes }) => {
    const cost = globalCost(loadOf({ together, side: 4096, work: "read" }), h100);
    expect(cost).toMatchObject({ sectors, cacheLines: lines, dramReadBytes });
    expect(share(drawn(), "sector", together)).toBe(16 / sectors);
    expect(share(drawn(), "dram", together)).toBe(512 / dramReadBytes);
  });
});

describe.each<[Work, Side]>([
  ["read", 4096],
  ["read", 16384],
  ["saxpy", 4096],
  ["saxpy", 16384],
])("%s of %d², as it was measured", (work, side) => {
  const figure = drawn({ work, side });

  test("sectors are ideal from 2 lanes on, DRAM reads from 4 on", () => {
    expect(share(figure, "sector", 2)).toBe(1);
    expect(share(figure, "counted", 2)).toBeLessThan(0.997);
    for (const together of TOGETHERS.filter((together) => together >= 4)) expect(share(figure, "counted", together)).toBeCloseTo(1, 3);
  });

  test("speed needs a whole line: from 8 lanes on it is within a tenth of whole rows, before that not within a seventh", () => {
    for (const together of TOGETHERS) {
      if (together * BYTES_PER_LANE < CACHE_LINE_BYTES) expect(share(figure, "clock", together)).toBeLessThan(6 / 7);
      else expect(share(figure, "clock", together)).toBeGreaterThan(0.9);
    }
  });
});

test("reading a matrix larger than any cache, DRAM's throughput is nearly the same for 1, 2 and 4 lanes together, and higher for 8", () => {
  const carried = ([1, 2, 4] as const).map((together) => measuredAt(measured, "read", 16384, together).dramGBps);
  expect(Math.max(...carried) / Math.min(...carried)).toBeLessThan(1.06);
  expect(measuredAt(measured, "read", 16384, 8).dramGBps).toBeGreaterThan(1.3 * Math.max(...carried));
});

test("each sentence names what a piece fills", () => {
  const ends = TOGETHERS.map((together) => drawn({ together }).sentence.replaceAll("\u00a0", " "));
  expect(ends[0]).toContain("A piece of 16 B doesn't fill a sector.");
  expect(ends[1]).toContain("A piece of 32 B fills its sector, which is half of what L2 fetches.");
  expect(ends[2]).toContain("A piece of 64 B is all that L2 fetches");
  expect(ends[3]).toContain("A piece of 128 B fills a whole line.");
  expect(ends[5]).toContain("A piece of 512 B fills whole lines.");
});

test("pointing at a lane names its bytes and highlights its line", () => {
  const figure = drawn({ together: 8, side: 4096, hoveredLane: 9 });
  expect(figure.pointed?.replaceAll("\u00a0", " ")).toBe("Lane 9: bytes 16,400 to 16,415, sector 512, line 128");
  const lit = figure.lines.filter(({ line }) => line.pieces.some((piece) => piece.emphasis === "lit"));
  expect(lit.map(({ row, lineOfRow }) => [row, lineOfRow])).toEqual([[1, 0]]);
});

test("a walk that was not measured is not drawn", () => {
  expect(() => drawn({ measured: [] })).toThrow("no measured read of 16384 × 16384 with 1 lanes");
});

describe("for any walk", () => {
  const walk = fc.record({
    together: fc.constantFrom(...TOGETHERS),
    side: fc.constantFrom<Side>(4096, 16384),
    work: fc.constantFrom<Work>("read", "saxpy"),
  });

  test("the picture shows each requested byte once, and as many sectors and fetches as the simulator counts", () => {
    fc.assert(
      fc.property(walk, (walk) => {
        const { lines, rowsDrawn } = drawn(walk);
        const cost = globalCost(loadOf(walk), h100);
        const pieces = lines.flatMap(({ line }) => line.pieces);
        expect(pieces.reduce((sum, piece) => sum + piece.bytes * piece.lanes.length, 0)).toBe(cost.usefulBytes);
        expect(lines.flatMap(({ line }) => line.sectors.filter(({ moved }) => moved))).toHaveLength(cost.sectors);
        expect(lines.flatMap(({ line }) => line.dramMoves).length * h100.fetchGranularityBytes).toBe(cost.dramReadBytes);
        for (const { row, lineOfRow } of lines) {
          expect(row).toBeLessThan(rowsDrawn);
          expect(lineOfRow * CACHE_LINE_BYTES).toBeLessThan(ROW_BYTES_DRAWN);
        }
      }),
    );
  });

  test("a place on the horizontal axis leads back to its walk, and every point lies inside the frame", () => {
    fc.assert(
      fc.property(walk, (walk) => {
        const figure = drawn(walk);
        const plot = plotOf(figure.rowGBps);
        expect(plot.togetherAt(plot.x(walk.together))).toBe(walk.together);
        for (const share of figure.curves.flatMap(({ points }) => points.flatMap(({ share }) => share ?? []))) {
          expect(plot.y(share)).toBeGreaterThanOrEqual(FRAME.top);
          expect(plot.y(share)).toBeLessThanOrEqual(FRAME.bottom);
        }
      }),
    );
  });
});
