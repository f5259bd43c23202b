import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MATRIX_COUNTS } from "#simulator";
import { model } from "./model.ts";
import { DEFAULT_TILE, PITCHES, fitted, matrixTileCost, pieceAddress, piecesPerRow, tileCost, TILE_ROWS, type MatrixTile } from "./tile.ts";

test.each<[string, Partial<MatrixTile>, number]>([
  ["rows of 128 bytes: eight meet in each matrix", {}, 32],
  ["one matrix of them", { matrices: 1 }, 8],
  ["two of them", { matrices: 2 }, 16],
  ["16 bytes of padding", { pitchBytes: 144 }, 4],
  ["32 bytes of padding: every second four banks", { pitchBytes: 160 }, 8],
  ["48 bytes: an odd number of pieces again", { pitchBytes: 176 }, 4],
  ["xor with the row", { swizzle: "row" }, 4],
  ["… of any pieces", { swizzle: "row", firstPiece: 6 }, 4],
  ["… for every second row: only four keys", { swizzle: "row", rows: "every second" }, 8],
  ["… where half the row is the key", { swizzle: "half row", rows: "every second" }, 4],
  ["rows of 64 bytes", { pitchBytes: 64 }, 16],
  ["… xor with the row: rows 0 and 4 have one key", { pitchBytes: 64, swizzle: "row" }, 8],
  ["… xor with half the row", { pitchBytes: 64, swizzle: "half row" }, 4],
  ["… and the swizzle of the address, which takes that bit by itself", { pitchBytes: 64, swizzle: "address" }, 4],
  ["rows of 256 bytes, and four keys of the address", { pitchBytes: 256, swizzle: "address" }, 8],
  ["… and eight keys of the row", { pitchBytes: 256, swizzle: "row" }, 4],
])("%s", (_, tile, wavefronts) => expect(matrixTileCost(tile).wavefronts).toBe(wavefronts));

test("what is pointed at says where it lies, and lights its matrix or itself", () => {
  const lane = model({ tile: DEFAULT_TILE, hoveredLane: 9 });
  expect(lane.pointed).toBe("Lane 9: row 1 of matrix 1, which is piece 0 of the tile’s row 9, at byte 1,152, banks 0–3");
  expect(lane.lanes.filter(({ emphasis }) => emphasis === "lit").map(({ lane }) => lane)).toEqual([9]);
  const matrix = model({ tile: { ...DEFAULT_TILE, pitchBytes: 144 }, hoveredMatrix: 2 });
  expect(matrix.pointed).toBe("Matrix 2, lanes 16–23: 1 wavefront");
  expect(matrix.lanes.filter(({ emphasis }) => emphasis === "lit")).toHaveLength(8);
  expect(model({ tile: { ...DEFAULT_TILE, matrices: 2 }, hoveredLane: 20 }).pointed).toContain("gives no address");
});

describe("for any tile", () => {
  const tiles: fc.Arbitrary<MatrixTile> = fc
    .record({
      matrices: fc.constantFrom(...MATRIX_COUNTS),
      pitchBytes: fc.integer({ min: PITCHES.min / 16, max: PITCHES.max / 16 }).map((pieces) => pieces * 16),
      swizzle: fc.constantFrom("off" as const, "row" as const, "half row" as const, "address" as const),
      rows: fc.constantFrom("neighbours" as const, "every second" as const),
      firstPiece: fc.nat(15),
    })
    .map(fitted);

  test("the stacks are as high as the simulator counts, and every row is in one", () => {
    fc.assert(
      fc.property(tiles, (tile) => {
        const { matrices, lines } = model({ tile });
        expect(matrices.reduce((sum, { wavefronts }) => sum + wavefronts, 0)).toBe(tileCost(tile).wavefronts);
        expect(
          matrices
            .flatMap(({ stacks }) => stacks.flat())
            .map(({ lane }) => lane)
            .sort((a, b) => a - b),
        ).toEqual(Array.from({ length: 8 * tile.matrices }, (_, lane) => lane));
        expect(lines.flatMap(({ pieces }) => pieces).filter(({ lane }) => lane !== undefined)).toHaveLength(8 * tile.matrices);
      }),
    );
  });

  test("no two pieces lie in the same place", () => {
    fc.assert(
      fc.property(tiles, (tile) => {
        const places = Array.from({ length: TILE_ROWS * piecesPerRow(tile) }, (_, i) =>
          pieceAddress(tile, Math.floor(i / piecesPerRow(tile)), i % piecesPerRow(tile)),
        );
        expect(new Set(places).size).toBe(places.length);
      }),
    );
  });
});
