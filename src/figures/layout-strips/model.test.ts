import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SECTOR_BYTES } from "#simulator";
import { FIELD_BYTES, byteAddress, costOf, fieldAt, totalBytes, unitBytes, walk, type Layout } from "./walk.ts";
import { model, stepCount, type Picture, type Settings } from "./model.ts";

const particles: Settings = { layout: "AoS", fields: 8, fieldsRead: 1, chunkRecords: 32 };

const sectors = ({ rows }: Picture) => rows.flatMap((row) => row.sectors);
const cells = ({ rows }: Picture) => rows.flatMap((row) => row.cells);
const lastStep = (settings: Settings) => model({ ...settings, step: stepCount(settings) - 1 });

describe("the first access, checked by hand: 32 lanes read x", () => {
  test.each<[string, Partial<Settings>, number]>([
    ["AoS of 32 B: one sector per lane", {}, 32],
    ["AoS of 24 B: 768 B, every sector of them", { fields: 6 }, 24],
    ["AoS of 12 B: 384 B, every sector of them", { fields: 3 }, 12],
    ["AoS of 8 B: stride 2", { fields: 2 }, 8],
    ["SoA: 128 B in a row", { layout: "SoA" }, 4],
    ["AoSoA in chunks of 32: 128 B in a row", { layout: "AoSoA" }, 4],
    ["AoSoA in chunks of 8: one sector per chunk, and still four", { layout: "AoSoA", chunkRecords: 8 }, 4],
    ["AoSoA in chunks of 4: half of each sector", { layout: "AoSoA", chunkRecords: 4 }, 8],
  ])("%s", (_, settings, expected) => {
    const drawn = model({ ...particles, ...settings, step: 0 });
    expect(sectors(drawn).filter((sector) => sector.movedNow)).toHaveLength(expected);
  });
});

describe("the whole walk, checked by hand", () => {
  test.each<[string, Partial<Settings>, { sectors: number; again: number }]>([
    ["AoS, x of both warps: nothing moves twice", {}, { sectors: 64, again: 0 }],
    ["AoS, 3 of 8 fields: y and z find the sectors of x", { fieldsRead: 3 }, { sectors: 192, again: 128 }],
    ["AoS, 6 of 8 fields: five sixths", { fieldsRead: 6 }, { sectors: 384, again: 320 }],
    ["SoA, all fields: each sector once", { layout: "SoA", fieldsRead: 8 }, { sectors: 64, again: 0 }],
    ["AoSoA, all fields: each sector once", { layout: "AoSoA", fieldsRead: 8 }, { sectors: 64, again: 0 }],
    ["AoSoA in chunks of 4, x and y: y finds x's sectors", { layout: "AoSoA", chunkRecords: 4, fieldsRead: 2 }, { sectors: 32, again: 16 }],
  ])("%s", (_, settings, expected) => {
    const cost = costOf(walk({ ...particles, ...settings }, settings.fieldsRead ?? particles.fieldsRead));
    expect({ sectors: cost.sectors, again: cost.sectorsMovedAgain }).toEqual(expected);
  });
});

test("the numbers come in the course's order, for the access and for the walk", () => {
  const names = ["requests", "sectors", "sectors per request", "lines", "efficiency", "DRAM bytes", "sectors moved again"];
  const drawn = lastStep({ ...particles, fieldsRead: 3 });
  expect(drawn.access.map((reading) => reading.name)).toEqual(names);
  expect(drawn.soFar.map((reading) => reading.name)).toEqual(names);
});

test("pointing at a lane highlights its float and its sector, and nothing else", () => {
  const drawn = model({ ...particles, step: 1, hoveredLane: 5 });
  expect(cells(drawn).filter((cell) => cell.emphasis === "lit")).toMatchObject([{ record: 37, field: 0, lane: 5, asked: "now" }]);
  expect(sectors(drawn).filter((sector) => sector.emphasis === "lit")).toMatchObject([{ number: 37 }]);
  expect(drawn.pointed).toBe("Lane 5: x of record 37, bytes 1,184 to 1,187, sector 37");
});

describe("for any layout", () => {
  const anySettings = fc
    .record({
      layout: fc.constantFrom<Layout>("AoS", "SoA", "AoSoA"),
      fields: fc.integer({ min: 2, max: 8 }),
      chunkRecords: fc.constantFrom(4, 8, 16, 32),
      read: fc.integer({ min: 1, max: 8 }),
    })
    .map(({ read, ...at }) => ({ ...at, fieldsRead: Math.min(read, at.fields) }));

  test.each<[Layout, number, { firstLine: number; lines: number }[]]>([
    ["AoS", 0, [{ firstLine: 8, lines: 8 }]],
    ["AoS", 1, []],
    ["SoA", 0, [{ firstLine: 1, lines: 15 }]],
    ["SoA", 1, [{ firstLine: 2, lines: 14 }]],
    ["AoSoA", 0, [{ firstLine: 8, lines: 8 }]],
  ])("lines that no access has touched are folded: %s, step %i", (layout, step, folds) => {
    const drawn = model({ layout, fields: 8, fieldsRead: 1, chunkRecords: 4, step });
    expect(drawn.folds).toEqual(folds);
  });

  test("each byte belongs to one field of one record, and the units fill memory", () => {
    fc.assert(
      fc.property(anySettings, (at) => {
        for (let address = 0; address < totalBytes(at); address += FIELD_BYTES) {
          expect(byteAddress(at, fieldAt(at, address))).toBe(address);
        }
        const spans = model({ ...at, step: 0 }).rows.flatMap((row) => row.units);
        expect(spans.reduce((sum, span) => sum + span.bytes, 0)).toBe(totalBytes(at));
        expect(spans.filter((span) => span.starts)).toHaveLength(totalBytes(at) / unitBytes(at));
      }),
    );
  });

  test("at every step, what is drawn adds up to what the simulator counts", () => {
    fc.assert(
      fc.property(anySettings, (settings) => {
        const accesses = walk(settings, settings.fieldsRead);
        accesses.forEach(({ explanation }, step) => {
          const drawn = model({ ...settings, step });
          const soFar = costOf(accesses.slice(0, step + 1));
          const moved = sectors(drawn).filter((sector) => sector.timesMoved > 0);
          expect(sectors(drawn).filter((sector) => sector.movedNow)).toHaveLength(explanation.sectors);
          expect(cells(drawn).filter((cell) => cell.asked === "now").length * FIELD_BYTES).toBe(explanation.usefulBytes);
          expect(cells(drawn).filter((cell) => cell.asked !== "not yet").length * FIELD_BYTES).toBe(soFar.usefulBytes);
          expect(moved.reduce((sum, sector) => sum + sector.timesMoved, 0)).toBe(soFar.sectors);
          expect(moved).toHaveLength(soFar.sectors - soFar.sectorsMovedAgain);
        });
      }),
      { numRuns: 40 },
    );
  });

  test("a kernel that reads every field needs every sector once: the rest is moved again", () => {
    fc.assert(
      fc.property(anySettings, (settings) => {
        const cost = costOf(walk(settings, settings.fields));
        expect(cost.sectors - cost.sectorsMovedAgain).toBe(totalBytes(settings) / SECTOR_BYTES);
      }),
    );
  });
});
