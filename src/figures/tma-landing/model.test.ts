import { describe, expect, test } from "vitest";
import { PIECE_BYTES, SWIZZLE_BITS, swizzledAddress, type SwizzleMode, type TmaTile } from "#simulator";
import { fitted, landingPlace, model, widestBox } from "./model.ts";

const tileOf = (tile: Partial<TmaTile> = {}): TmaTile => ({ mode: "128B", boxBytes: 128, sharedAddress: 0, ...tile });
const reading = (tile: TmaTile, name: string) =>
  model({ tile, sought: { row: 1, piece: 0 } }).readings.find((reading) => reading.name === name)?.value;

test.each<[string, Partial<TmaTile>, { found: string; bytes: string; sectors: string }]>([
  ["no swizzle", { mode: "none" }, { found: "64", bytes: "1,024", sectors: "32" }],
  ["128B from a multiple of 1,024", {}, { found: "64", bytes: "1,024", sectors: "32" }],
  ["128B from byte 128: each row has the key of the next", { sharedAddress: 128 }, { found: "0", bytes: "1,024", sectors: "32" }],
  ["64B: a key for two rows", { mode: "64B", boxBytes: 64 }, { found: "8", bytes: "512", sectors: "16" }],
  ["a narrow box in a wide mode", { boxBytes: 32 }, { found: "16", bytes: "1,024", sectors: "8" }],
])("%s", (_, tile, expected) => {
  const full = tileOf(tile);
  expect({
    found: reading(full, "found by p xor r"),
    bytes: reading(full, "bytes of shared memory"),
    sectors: reading(full, "sectors"),
  }).toEqual(expected);
});

test("what is looked for says where it lies and where it is looked for", () => {
  const { found, lines } = model({ tile: tileOf({ sharedAddress: 128 }), sought: { row: 0, piece: 0 } });
  expect(found).toBe("Row 0, piece 0 lies at byte 144: line 1, place 1. p xor r looks for it at byte 128, place 0.");
  expect(lines.map(({ guessedPlace }) => guessedPlace).filter((place) => place !== undefined)).toEqual([0]);
  expect(landingPlace(tileOf({ sharedAddress: 128 }), { row: 0, piece: 0 })).toBe(1);
});

describe.each(Object.keys(SWIZZLE_BITS) as SwizzleMode[])("in the mode %s", (mode) => {
  test("every piece is drawn once, where the swizzle of its address puts it", () => {
    for (const sharedAddress of [0, 128, 640]) {
      const { tile, sought } = fitted({ tile: tileOf({ mode, sharedAddress, boxBytes: widestBox(mode) }), sought: { row: 0, piece: 0 } });
      const drawn = model({ tile, sought }).lines.flatMap(({ firstByte, pieces }) =>
        pieces.map(({ row, piece, place }) => ({ row, piece, address: firstByte + place * PIECE_BYTES })),
      );
      expect(drawn).toHaveLength((8 * tile.boxBytes) / PIECE_BYTES);
      for (const { row, piece, address } of drawn) {
        expect(swizzledAddress(address, mode)).toBe(sharedAddress + row * tile.boxBytes + piece * PIECE_BYTES);
      }
    }
  });
});
