import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WARP_SIZE, globalCost, h100, sharedCost } from "#simulator";
import { ROW_BYTES, model, type BankRow } from "./model.ts";
import {
  STAGES,
  bytesPerLane,
  columnPlaces,
  columns,
  globalRequest,
  keyBytes,
  loadRequests,
  pitchBytes,
  remedies,
  rowPlaces,
  tileAddress,
  tileRequest,
  type KTile,
  type Settings,
  type Stage,
} from "./tile.ts";

const halves: KTile = { headDim: 64, bytesPerElement: 2, keys: 32, laneMoves: "vector", remedy: "none" };

const READ = STAGES.indexOf("read");
const drawn = (tile: KTile, stage: Stage, column = 0) => model({ ...tile, step: STAGES.indexOf(stage), request: 1, column });
const bankRows = (settings: Settings) => model(settings).rows.filter((row): row is BankRow => row.kind === "banks");

describe("reading a column of K", () => {
  test.each<[string, Partial<KTile>, { wavefronts: number; degree: number }]>([
    ["16 bytes per lane", {}, { wavefronts: 32, degree: 8 }],
    ["16 bytes per lane, one vector of padding", { remedy: "pad-unit" }, { wavefronts: 4, degree: 1 }],
    ["16 bytes per lane, swizzled", { remedy: "swizzle" }, { wavefronts: 4, degree: 1 }],
    ["one half per lane", { laneMoves: "element" }, { wavefronts: 32, degree: 32 }],
    ["one half per lane, one half of padding", { laneMoves: "element", remedy: "pad-element" }, { wavefronts: 2, degree: 2 }],
    ["one half per lane, one word of padding", { laneMoves: "element", remedy: "pad-unit" }, { wavefronts: 1, degree: 1 }],
    ["one float per lane, swizzled", { laneMoves: "element", bytesPerElement: 4, remedy: "swizzle" }, { wavefronts: 1, degree: 1 }],
    ["keys of 512 bytes", { headDim: 128, bytesPerElement: 4 }, { wavefronts: 32, degree: 8 }],
  ])("%s", (_, changed, { wavefronts, degree }) => {
    const { readings, banks } = drawn({ ...halves, ...changed }, "read");
    expect(readings.map(({ name, value }) => `${value} ${name}`)).toEqual([
      `${wavefronts} wavefronts`,
      expect.stringMatching(/ conflicts$/),
      `${degree} degree`,
    ]);
    expect(Math.max(...banks.map((bank) => bank.degree))).toBe(degree);
  });
});

test("rows are loaded in whole sectors; a column straight from global memory would not be", () => {
  expect(globalCost(globalRequest(halves, rowPlaces(halves, 1)), h100)).toMatchObject({ sectors: 16, idealSectors: 16 });
  expect(globalCost(globalRequest(halves, columnPlaces(halves, 0)), h100)).toMatchObject({ sectors: 32, idealSectors: 16 });
});

test("each stage has its own numbers, in the course's order", () => {
  expect(STAGES.map((stage) => drawn(halves, stage).readings.map((reading) => reading.name))).toEqual([
    ["requests", "sectors", "sectors per request", "lines", "efficiency", "DRAM bytes"],
    ["wavefronts", "conflicts", "degree"],
    ["tile", "padding"],
    ["wavefronts", "conflicts", "degree"],
  ]);
});

test("no lane accesses memory while the block waits at the barrier", () => {
  const { lanes, keys, banks, rows } = drawn(halves, "barrier");
  expect(lanes.every((lane) => !lane.active)).toBe(true);
  expect(keys.every((key) => key.pieces.length === 0)).toBe(true);
  expect(banks.every((bank) => bank.degree === 0)).toBe(true);
  expect(rows.every((row) => row.kind === "gap" || row.cells.length === 0)).toBe(true);
});

test("pointing at a lane highlights its key and its banks", () => {
  const { keys, rows, pointed } = model({ ...halves, step: READ, request: 0, column: 2, hoveredLane: 5 });
  const lit = keys.flatMap(({ key, pieces }) => pieces.filter((piece) => piece.emphasis === "lit").map(() => key));
  expect(lit).toEqual([5]);
  const cells = rows.flatMap((row) => (row.kind === "banks" ? row.cells : [])).filter((cell) => cell.emphasis === "lit");
  expect(cells).toEqual([{ firstBank: 8, banks: 4, lanes: [5], emphasis: "lit" }]);
  expect(pointed).toBe("Lane 5 reads bytes 32 to 47 of key 5 from banks 8–11");
});

const anyTile = fc
  .record({
    headDim: fc.constantFrom(64 as const, 128 as const),
    bytesPerElement: fc.constantFrom(2 as const, 4 as const),
    keys: fc.constantFrom(32 as const, 64 as const),
    laneMoves: fc.constantFrom("vector" as const, "element" as const),
  })
  .chain((tile) => fc.constantFrom(...remedies({ ...tile, remedy: "none" })).map((remedy): KTile => ({ ...tile, remedy })));
const anySettings = anyTile.chain((tile) =>
  fc
    .record({ step: fc.nat(READ), request: fc.nat(loadRequests(tile) - 1), column: fc.nat(columns(tile) - 1) })
    .map((place): Settings => ({ ...tile, ...place })),
);

describe("for any tile", () => {
  test("every access of K has its own address, inside the tile", () => {
    fc.assert(
      fc.property(anyTile, (tile) => {
        const places = Array.from({ length: loadRequests(tile) }, (_, request) => rowPlaces(tile, request)).flat();
        const addresses = places.map(({ key, offset }) => tileAddress(tile, key, offset));
        expect(new Set(addresses).size).toBe((tile.keys * keyBytes(tile)) / bytesPerLane(tile));
        expect(Math.max(...addresses)).toBeLessThan(tile.keys * pitchBytes(tile));
      }),
      { numRuns: 40 },
    );
  });

  test("padding by a unit and a swizzle keep store and read free of conflicts", () => {
    fc.assert(
      fc.property(anySettings, (settings) => {
        fc.pre(settings.remedy === "pad-unit" || settings.remedy === "swizzle");
        const read = tileRequest(settings, "load", columnPlaces(settings, settings.column));
        const store = tileRequest(settings, "store", rowPlaces(settings, settings.request));
        expect(sharedCost(read, h100).bankConflicts).toBe(0);
        expect(sharedCost(store, h100).bankConflicts).toBe(0);
      }),
    );
  });

  test("the drawn lanes and degrees match the simulator's counts", () => {
    fc.assert(
      fc.property(anySettings, (settings) => {
        const picture = model(settings);
        const lanesAt = picture.keys.flatMap((key) => key.pieces.map((piece) => piece.lane)).sort((a, b) => a - b);
        expect(lanesAt).toEqual(picture.lanes.filter((lane) => lane.active).map((lane) => lane.lane));
        const inTile = new Set(bankRows(settings).flatMap((row) => row.cells.flatMap((cell) => cell.lanes)));
        expect(inTile.size).toBe(picture.stage === "store" || picture.stage === "read" ? WARP_SIZE : 0);
        if (picture.stage !== "read") return;
        const { conflictDegree } = sharedCost(tileRequest(settings, "load", columnPlaces(settings, settings.column)), h100);
        expect(Math.max(...picture.banks.map((bank) => bank.degree))).toBe(conflictDegree);
      }),
    );
  });

  test("all stages show the same rows, and these hold K once every warp has stored its part", () => {
    fc.assert(
      fc.property(anySettings, (settings) => {
        const rowsAt = (stage: Stage) => bankRows({ ...settings, step: STAGES.indexOf(stage) });
        const numbers = STAGES.map((stage) => rowsAt(stage).map((row) => row.number));
        expect(new Set(numbers.map(String)).size).toBe(1);
        expect(rowsAt("load").every((row) => row.held.length === 0)).toBe(true);
        for (const row of rowsAt("read")) {
          const held = row.held.reduce((sum, { bytes }) => sum + bytes, 0);
          if (pitchBytes(settings) === keyBytes(settings)) expect(held).toBe(ROW_BYTES);
          expect(held).toBeGreaterThan(0);
          expect(held).toBeLessThanOrEqual(ROW_BYTES);
        }
      }),
    );
  });
});
