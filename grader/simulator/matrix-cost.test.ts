import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FULL_MASK, h100, matrixCost, sharedCost, type MatrixRequest, type MemoryOp } from "./index.ts";

/** The address of row `row` of matrix `matrix`. */
type Rows = (row: number, matrix: number) => number;

const anyOp = fc.constantFrom<MemoryOp>("load", "store");
const anyMatrices = fc.constantFrom<MatrixRequest["matrices"]>(1, 2, 4);
const anyRows = fc.array(
  fc.nat(255).map((row) => row * 16),
  { minLength: 32, maxLength: 32 },
);

const rowAddresses = (matrices: number, at: Rows): number[] =>
  Array.from({ length: 8 * matrices }, (_, lane) => at(lane % 8, Math.floor(lane / 8)));

describe("matrixCost", () => {
  it.each<[string, MatrixRequest["matrices"], Rows, { wavefronts: number; bankConflicts: number }]>([
    ["rows one after the other", 1, (row) => row * 16, { wavefronts: 1, bankConflicts: 0 }],
    ["a pitch of 32 bytes: two rows on each bank", 1, (row) => row * 32, { wavefronts: 2, bankConflicts: 1 }],
    ["a pitch of 64 bytes", 1, (row) => row * 64, { wavefronts: 4, bankConflicts: 3 }],
    ["a pitch of 128 bytes: all rows on four banks", 1, (row) => row * 128, { wavefronts: 8, bankConflicts: 7 }],
    ["the pitch padded by 16 bytes", 1, (row) => row * 144, { wavefronts: 1, bankConflicts: 0 }],
    ["the 128-byte swizzle", 1, (row) => row * 128 + (row << 4), { wavefronts: 1, bankConflicts: 0 }],
    ["the same row eight times", 1, () => 64, { wavefronts: 1, bankConflicts: 0 }],
    ["two matrices follow one another", 2, (row, matrix) => matrix * 128 + row * 16, { wavefronts: 2, bankConflicts: 0 }],
    ["four matrices that are the same", 4, (row) => row * 16, { wavefronts: 4, bankConflicts: 0 }],
    ["one of four conflicts", 4, (row, matrix) => (matrix === 3 ? row * 128 : row * 16), { wavefronts: 11, bankConflicts: 7 }],
  ])("%s", (_name, matrices, at, expected) => {
    for (const op of ["load", "store"] as const) {
      expect(matrixCost({ op, matrices, sharedAddresses: rowAddresses(matrices, at) })).toMatchObject(expected);
    }
  });

  it("a matrix costs what eight lanes that store 16 bytes each cost", () => {
    fc.assert(
      fc.property(anyOp, anyMatrices, anyRows, (op, matrices, addresses) => {
        const activeMask = FULL_MASK >>> (32 - 8 * matrices);
        const store = sharedCost({ space: "shared", op: "store", bytesPerLane: 16, activeMask, addresses }, h100);
        expect(matrixCost({ op, matrices, sharedAddresses: addresses })).toEqual(store);
      }),
    );
  });

  it("an instruction costs the sum of its matrices, each by itself", () => {
    fc.assert(
      fc.property(anyOp, anyMatrices, anyRows, (op, matrices, rows) => {
        const alone = Array.from({ length: matrices }, (_, matrix) =>
          matrixCost({ op, matrices: 1, sharedAddresses: rows.slice(8 * matrix, 8 * matrix + 8) }),
        );
        const { wavefronts, bankConflicts, groups } = matrixCost({ op, matrices, sharedAddresses: rows.slice(0, 8 * matrices) });
        expect(wavefronts).toBe(alone.reduce((sum, cost) => sum + cost.wavefronts, 0));
        expect([groups, bankConflicts]).toEqual([matrices, wavefronts - matrices]);
      }),
    );
  });

  it("the lanes beyond eight for each matrix are ignored, whatever they hold", () => {
    const first = rowAddresses(2, (row, matrix) => matrix * 16 + row * 32);
    const all = [...first, ...Array<number>(16).fill(-1.5)];
    expect(matrixCost({ op: "load", matrices: 2, sharedAddresses: all })).toEqual(
      matrixCost({ op: "load", matrices: 2, sharedAddresses: first }),
    );
  });

  it.each<[string, object, string]>([
    ["three matrices", { matrices: 3 }, "3 matrices: one instruction moves 1, 2, 4"],
    ["rows that are missing", { matrices: 4 }, "8 row addresses: it takes 32, eight for each matrix"],
    [
      "a row at a multiple of 8",
      { sharedAddresses: rowAddresses(1, (row) => row * 24) },
      "lane 1: an access of 16 bytes at byte 24 is not aligned",
    ],
    ["an address that is none", { sharedAddresses: rowAddresses(1, (row) => (row === 7 ? NaN : 0)) }, "lane 7: NaN is not a byte address"],
    ["another direction", { op: "move" }, "op is move; it is load or store"],
  ])("refuses %s", (_name, change, message) => {
    const request = { op: "load", matrices: 1, sharedAddresses: rowAddresses(1, (row) => row * 16), ...change } as MatrixRequest;
    expect(() => matrixCost(request)).toThrow(message);
  });
});
