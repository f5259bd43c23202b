import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matrixCost } from "./index.ts";
import { SWIZZLE_BITS, swizzledAddress, tileAddress, tilePitch, tileSectors, type SwizzleMode, type TmaTile } from "./tma-tile.ts";

const modes = Object.keys(SWIZZLE_BITS) as SwizzleMode[];
const eight = Array.from({ length: 8 }, (_, row) => row);

/** The numbers of the pieces that lie in a row of 128 bytes of a tile as wide. */
const piecesOf = (mode: SwizzleMode, row: number, sharedAddress = 0): number[] =>
  eight.map(
    (piece) =>
      (tileAddress({ mode, boxBytes: 16 * 2 ** SWIZZLE_BITS[mode], sharedAddress }, row, 16 * (piece % 2 ** SWIZZLE_BITS[mode])) % 128) /
      16,
  );

describe("a swizzle", () => {
  it.each<[SwizzleMode, number, number[]]>([
    ["128B", 0, [0, 1, 2, 3, 4, 5, 6, 7]],
    ["128B", 1, [1, 0, 3, 2, 5, 4, 7, 6]],
    ["128B", 7, [7, 6, 5, 4, 3, 2, 1, 0]],
  ])("of %s puts the pieces of row %i at %j", (mode, row, places) => {
    expect(piecesOf(mode, row)).toEqual(places);
  });

  it("permutes the first row of a tile that begins at a multiple of 128 only", () => {
    expect(piecesOf("128B", 0, 3 * 128)).toEqual([3, 2, 1, 0, 7, 6, 5, 4]);
    expect(piecesOf("128B", 0, 8 * 128)).toEqual(piecesOf("128B", 0));
  });

  it("undoes itself, stays in its row of 128 bytes, and keeps the bytes of a piece together", () => {
    fc.assert(
      fc.property(fc.constantFrom(...modes), fc.nat(227 * 1024), (mode, address) => {
        const swizzled = swizzledAddress(address, mode);
        expect(swizzledAddress(swizzled, mode)).toBe(address);
        expect(Math.floor(swizzled / 128)).toBe(Math.floor(address / 128));
        expect(swizzled % 16).toBe(address % 16);
      }),
    );
  });

  it("as CUTLASS writes it: address ^ ((address >> 7 & mask) << 4)", () => {
    fc.assert(
      fc.property(fc.constantFrom(...modes), fc.nat(227 * 1024), (mode, address) => {
        const mask = (1 << SWIZZLE_BITS[mode]) - 1;
        expect(swizzledAddress(address, mode)).toBe(address ^ (((address >> 7) & mask) << 4));
      }),
    );
  });
});

describe("a tile", () => {
  it.each<[SwizzleMode, number, number]>([
    ["none", 48, 48],
    ["32B", 16, 32],
    ["64B", 48, 64],
    ["128B", 16, 128],
  ])("with the swizzle of %s and rows of %i bytes has a pitch of %i", (mode, boxBytes, pitch) => {
    expect(tilePitch({ mode, boxBytes, sharedAddress: 0 })).toBe(pitch);
  });

  it.each<[SwizzleMode, number, number]>([
    ["none", 128, 8],
    ["128B", 128, 1],
    ["none", 64, 4],
    ["64B", 64, 1],
    ["none", 32, 2],
    ["32B", 32, 1],
  ])("with the swizzle of %s and rows of %i bytes gives ldmatrix its eight rows in %i wavefronts", (mode, boxBytes, wavefronts) => {
    fc.assert(
      fc.property(fc.nat(15), fc.nat(boxBytes / 16 - 1), fc.nat(3), (rows128, piece, rows8) => {
        const tile: TmaTile = { mode, boxBytes, sharedAddress: rows128 * 128 };
        const sharedAddresses = eight.map((row) => tileAddress(tile, 8 * rows8 + row, 16 * piece));
        expect(matrixCost({ op: "load", matrices: 1, sharedAddresses }).wavefronts).toBe(wavefronts);
      }),
    );
  });

  it.each<[string, TmaTile, (row: number) => number, number]>([
    ["16 rows of 128 bytes: four sectors each", { mode: "128B", boxBytes: 128, sharedAddress: 0 }, (row) => row * 512, 64],
    ["off by 16 bytes: five", { mode: "128B", boxBytes: 128, sharedAddress: 0 }, (row) => row * 512 + 16, 80],
    ["rows of 16 bytes: one each, half of it unused", { mode: "none", boxBytes: 16, sharedAddress: 0 }, (row) => row * 512, 16],
    ["rows of 48 bytes: two rows lie on two lines with a sector", { mode: "none", boxBytes: 48, sharedAddress: 0 }, (row) => row * 512, 34],
  ])("moves sectors: %s", (_name, tile, addressOf, sectors) => {
    expect(
      tileSectors(
        tile,
        Array.from({ length: 16 }, (_, row) => addressOf(row)),
      ),
    ).toBe(sectors);
  });

  it.each<[string, Partial<TmaTile>, number, string]>([
    ["rows wider than the swizzle", { boxBytes: 144 }, 0, "a row of 144 bytes: with the swizzle of 128B, it has at most 128"],
    ["rows of 8 bytes", { boxBytes: 8 }, 0, "the rows of a box are multiples of 16 bytes"],
    ["a beginning at a multiple of 64", { sharedAddress: 64 }, 0, "a tile at byte 64: it begins at a multiple of 128"],
    ["a byte beyond its row", {}, 64, "byte 64 of a row that has 64"],
  ])("is refused: %s", (_name, change, byteInRow, message) => {
    expect(() => tileAddress({ mode: "128B", boxBytes: 64, sharedAddress: 0, ...change }, 0, byteInRow)).toThrow(message);
  });
});
