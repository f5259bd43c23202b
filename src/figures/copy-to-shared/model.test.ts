import fc from "fast-check";
import { expect, test } from "vitest";
import { COPY_WIDTHS, copyCost, h100 } from "#simulator";
import { DEFAULT_COPY, fitted, registerCost, requestOf, tileCopyCost, type TileCopy } from "./copy.ts";
import { model } from "./model.ts";

test.each<[string, Partial<TileCopy>, { sectors: number; wavefronts: number; bankConflicts: number }]>([
  ["rows of a tile", {}, { sectors: 16, wavefronts: 4, bankConflicts: 0 }],
  ["swizzled", { swizzled: true }, { sectors: 16, wavefronts: 4, bankConflicts: 0 }],
  ["padded", { pitchBytes: 144 }, { sectors: 16, wavefronts: 4, bankConflicts: 0 }],
  ["padded and swizzled", { pitchBytes: 144, swizzled: true }, { sectors: 16, wavefronts: 6, bankConflicts: 2 }],
  ["every second piece", { reads: "every second" }, { sectors: 32, wavefronts: 8, bankConflicts: 4 }],
  [
    "late by one piece: a group has two lines, which come in two passes",
    { startByte: 16 },
    { sectors: 17, wavefronts: 5, bankConflicts: 0 },
  ],
  ["one float for all", { reads: "all the same", bytesPerLane: 4 }, { sectors: 1, wavefronts: 32, bankConflicts: 31 }],
  ["floats in reverse", { reads: "in reverse", bytesPerLane: 4 }, { sectors: 4, wavefronts: 1, bankConflicts: 0 }],
  ["past L1", { cache: "cg" }, { sectors: 16, wavefronts: 0, bankConflicts: 0 }],
  ["past L1 into padded rows: a piece of a line more", { cache: "cg", pitchBytes: 144 }, { sectors: 18, wavefronts: 0, bankConflicts: 0 }],
])("%s", (_, copy, expected) => expect(tileCopyCost(copy)).toMatchObject(expected));

test("by way of registers, equal words are joined, and only the store has banks", () => {
  const { load, store } = registerCost({ reads: "all the same", bytesPerLane: 4 });
  expect([load.sectors, store.wavefronts]).toEqual([1, 1]);
  expect(registerCost({ reads: "every second" }).store.bankConflicts).toBe(0);
});

test("what is pointed at says from where to where, and past L1 nothing is counted", () => {
  const picture = model({ copy: { ...DEFAULT_COPY, startByte: 32 }, hoveredLane: 9 });
  expect(picture.pointed).toBe("Lane 9: 16\u00A0B from byte 176 of the array, banks 12–15, to byte 144 of the tile, banks 4–7");
  const past = model({ copy: { ...DEFAULT_COPY, cache: "cg" } });
  expect(past.readings.find(({ name }) => name === "wavefronts")?.value).toBe("not counted");
  expect(past.groups.map(({ bands }) => bands.length)).toEqual([1, 1, 1, 1]);
});

test("for any copy, the drawn wavefronts are those of the simulator, and each lane is in one", () => {
  const copies: fc.Arbitrary<TileCopy> = fc
    .record({
      cache: fc.constant("ca" as const),
      bytesPerLane: fc.constantFrom(...COPY_WIDTHS),
      reads: fc.constantFrom("in order" as const, "in reverse" as const, "every second" as const, "all the same" as const),
      startByte: fc.nat(28).map((words) => 4 * words),
      pitchBytes: fc.constantFrom(128, 144, 160, 176),
      swizzled: fc.boolean(),
    })
    .map(fitted);
  fc.assert(
    fc.property(copies, (copy) => {
      const { groups } = model({ copy });
      expect(groups.reduce((sum, { bands }) => sum + bands.length, 0)).toBe(copyCost(requestOf(copy), h100).wavefronts);
      expect(groups.flatMap(({ bands }) => bands.flat())).toHaveLength(32);
    }),
  );
});
