import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CACHE_LINE_BYTES, SECTOR_BYTES, WARP_SIZE, globalCost, h100 } from "#simulator";
import type { LineRow } from "#pictures/memory-rows.ts";
import { patternRequest, type Pattern } from "#pictures/pattern.ts";
import { model, picture, scatteredRequest, type Picture } from "./model.ts";

const floats: Pattern = { op: "load", strideElements: 1, offsetElements: 0, bytesPerElement: 4 };

const lines = ({ rows }: Picture) => rows.filter((row): row is LineRow => row.kind === "line");
const touched = (picture: Picture) => lines(picture).filter((line) => line.touched);
const moved = (picture: Picture) => lines(picture).flatMap((line) => line.sectors.filter((sector) => sector.moved));
const pieces = (picture: Picture) => lines(picture).flatMap((line) => line.pieces);
const dramBytes = (picture: Picture) =>
  lines(picture)
    .flatMap((line) => line.dramMoves)
    .reduce((sum, block) => sum + block.bytes, 0);

describe("patterns that can be checked with a pencil", () => {
  test.each<[string, Partial<Pattern>, { lines: number; sectors: number; dramBytes: number }]>([
    ["unit stride", {}, { lines: 1, sectors: 4, dramBytes: 128 }],
    ["all lanes on one element", { strideElements: 0 }, { lines: 1, sectors: 1, dramBytes: 64 }],
    ["unit stride, one element late", { offsetElements: 1 }, { lines: 2, sectors: 5, dramBytes: 192 }],
    ["stride 2", { strideElements: 2 }, { lines: 2, sectors: 8, dramBytes: 256 }],
    ["stride 8", { strideElements: 8 }, { lines: 8, sectors: 32, dramBytes: 1024 }],
    ["stride 32", { strideElements: 32 }, { lines: 32, sectors: 32, dramBytes: 2048 }],
    ["bytes", { bytesPerElement: 1 }, { lines: 1, sectors: 1, dramBytes: 64 }],
    ["16 bytes per lane", { bytesPerElement: 16 }, { lines: 4, sectors: 16, dramBytes: 512 }],
    ["store, stride 32", { op: "store", strideElements: 32 }, { lines: 32, sectors: 32, dramBytes: 1024 }],
  ])("%s", (_, pattern, expected) => {
    const drawn = model({ ...floats, ...pattern, memoryModel: "sector" });
    expect({ lines: touched(drawn).length, sectors: moved(drawn).length, dramBytes: dramBytes(drawn) }).toEqual(expected);
  });
});

test("a request of 32 bytes per lane is drawn with the costs of Blackwell", () => {
  const drawn = model({ ...floats, bytesPerElement: 32, memoryModel: "sector" });
  expect({ lines: touched(drawn).length, sectors: moved(drawn).length }).toEqual({ lines: 8, sectors: 32 });
});

test("the line model moves every sector of a touched line and shows no DRAM", () => {
  const drawn = model({ ...floats, strideElements: 32, memoryModel: "line" });
  expect(moved(drawn)).toHaveLength((WARP_SIZE * CACHE_LINE_BYTES) / SECTOR_BYTES);
  expect(dramBytes(drawn)).toBe(0);
  expect(drawn.readings.map((reading) => reading.name)).toEqual(["transactions", "bytes transferred", "utilisation"]);
});

test("the numbers come in the course's order", () => {
  const names = model({ ...floats, memoryModel: "sector" }).readings.map((reading) => reading.name);
  expect(names).toEqual(["requests", "sectors", "sectors per request", "lines", "efficiency", "DRAM bytes"]);
});

test("a window is shown whole; beyond the largest, untouched lines become gaps", () => {
  expect(model({ ...floats, strideElements: 16, memoryModel: "sector" }).rows).toHaveLength(16);
  expect(model({ ...floats, strideElements: 17, memoryModel: "sector" }).rows).toHaveLength(32);
  const beyond = model({ ...floats, strideElements: 32, bytesPerElement: 8, memoryModel: "sector" });
  expect(lines(beyond)).toHaveLength(32);
  expect(beyond.rows.filter((row) => row.kind === "gap")).toEqual(Array.from({ length: 31 }, () => ({ kind: "gap", rows: 1 })));
});

test("pointing at a lane highlights its bytes and its sector, and dims the rest", () => {
  const drawn = model({ ...floats, strideElements: 2, memoryModel: "sector", hoveredLane: 5 });
  expect(drawn.lanes.filter((lane) => lane.emphasis === "lit").map((lane) => lane.lane)).toEqual([5]);
  expect(pieces(drawn).filter((piece) => piece.emphasis === "lit")).toEqual([{ offsetBytes: 40, bytes: 4, lanes: [5], emphasis: "lit" }]);
  expect(drawn.pointed).toBe("Lane 5: bytes 40 to 43, sector 1, line 0");
});

test("selecting a sector highlights the lanes that share it", () => {
  const drawn = model({ ...floats, memoryModel: "sector", selectedSector: 1 });
  expect(drawn.lanes.filter((lane) => lane.emphasis === "lit").map((lane) => lane.lane)).toEqual([8, 9, 10, 11, 12, 13, 14, 15]);
});

test("a request without an active lane has no lines", () => {
  const request = { ...patternRequest(floats), activeMask: 0 };
  const drawn = picture({ request, memoryModel: "sector", windows: [] });
  expect(drawn.rows).toEqual([]);
  expect(drawn.sentence).toBe("No lane is active, so there is no request.");
});

describe("for any request", () => {
  const request = fc
    .record({
      op: fc.constantFrom("load" as const, "store" as const),
      bytesPerLane: fc.constantFrom(1 as const, 2 as const, 4 as const, 8 as const, 16 as const),
      activeMask: fc.integer({ min: 1, max: 0xffffffff }),
      elements: fc.array(fc.nat(5000), { minLength: WARP_SIZE, maxLength: WARP_SIZE }),
    })
    .map(({ op, bytesPerLane, activeMask, elements }) => ({
      space: "global" as const,
      op,
      bytesPerLane,
      activeMask,
      addresses: elements.map((element) => element * bytesPerLane),
    }));

  test("what is drawn adds up to what the simulator counts", () => {
    fc.assert(
      fc.property(request, (request) => {
        const cost = globalCost(request, h100);
        const drawn = picture({ request, memoryModel: "sector", windows: [] });
        expect(touched(drawn)).toHaveLength(cost.cacheLines);
        expect(moved(drawn)).toHaveLength(cost.sectors);
        expect(pieces(drawn).reduce((sum, piece) => sum + piece.bytes, 0)).toBe(cost.usefulBytes);
        expect(dramBytes(drawn)).toBe(request.op === "load" ? cost.dramReadBytes : cost.dramWriteBytes);
      }),
    );
  });

  test("each active lane is drawn once, inside its line", () => {
    fc.assert(
      fc.property(request, (request) => {
        const drawn = picture({ request, memoryModel: "sector", windows: [] });
        const lanes = pieces(drawn).flatMap((piece) => piece.lanes);
        expect(lanes.sort((a, b) => a - b)).toEqual(drawn.lanes.filter((lane) => lane.active).map((lane) => lane.lane));
        for (const piece of pieces(drawn)) {
          expect(piece.offsetBytes).toBeGreaterThanOrEqual(0);
          expect(piece.offsetBytes + piece.bytes).toBeLessThanOrEqual(CACHE_LINE_BYTES);
        }
      }),
    );
  });
});

test("the lanes of the scattered request touch one line each", () => {
  expect(globalCost(scatteredRequest(), h100)).toMatchObject({ cacheLines: 32, sectors: 32 });
});
