import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  ELEMENT_BYTES,
  matrixFragment,
  mmaFragment,
  wmmaFragment,
  type Fragment,
  type Operand,
  type Product,
} from "#simulator/fragments.ts";
import { PIECE_BYTES, bulkSectors, tileAddress, tileSectors, type SwizzleMode } from "#simulator/tma-tile.ts";

const linesOf = <Line>(file: string): Line[] =>
  readFileSync(new URL(`./data/${file}`, import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);

describe("fragments of an H200", () => {
  type Line =
    | {
        readonly instruction: string;
        readonly operand: string;
        readonly perLane: number;
        readonly rows: number[];
        readonly columns: number[];
      }
    | { readonly instruction: string; readonly differing: number; readonly compared: number };
  const measured = linesOf<Line>("fragments-h200.jsonl");

  function fragmentOf(instruction: string, operand: string): Fragment {
    if (/^(ld|st|mov)matrix/.test(instruction)) return matrixFragment(instruction.endsWith(".trans"));
    const [, m, n, k] = /m(\d+)n(\d+)k(\d+)/.exec(instruction)!.map(Number) as [number, number, number, number];
    const type = (Object.keys(ELEMENT_BYTES) as Product["type"][]).find((name) => instruction.split(".").slice(2).includes(name))!;
    const of = instruction.startsWith("mma") ? mmaFragment : wmmaFragment;
    return of({ m, n, k, type }, operand[0] as Operand);
  }

  it("are as they are found by formula: ldmatrix, stmatrix, movmatrix, mma.sync and wmma", () => {
    const fragments = measured.filter((line) => "rows" in line);
    expect(fragments).toHaveLength(95);
    for (const { instruction, operand, perLane, rows, columns } of fragments) {
      const found = Array.from({ length: 32 }, (_, lane) =>
        Array.from({ length: perLane }, (_, index) => ({ row: rows[lane * perLane + index], column: columns[lane * perLane + index] })),
      );
      expect(fragmentOf(instruction, operand).elements, `${instruction} ${operand}`).toEqual(found);
    }
  });

  it("multiply: no product of the GPU's differs from the host's", () => {
    const products = measured.filter((line) => "compared" in line);
    expect(products).toHaveLength(10);
    for (const { differing, compared } of products) expect([differing, compared > 8000]).toEqual([0, true]);
  });
});

describe("tiles of TMA on an H200", () => {
  interface Line {
    readonly direction: "load" | "store";
    readonly swizzle: SwizzleMode;
    readonly boxBytes: number;
    readonly boxRows: number;
    readonly sharedOffset: number;
    /** Of the box in the tensor, whose rows have 512 bytes: its first element of 2 bytes, and its first row. */
    readonly column: number;
    readonly row: number;
    readonly places: readonly number[];
    readonly sectors: number;
    readonly wavefronts: number;
    readonly bankConflicts: number;
  }
  const measured = linesOf<Line | { readonly swizzle: string; readonly error: string }>("tma-tiles-h200.jsonl");
  const tiles = measured.filter((line) => "places" in line);

  it("lie where the swizzle of the address puts them, however they begin and however narrow they are", () => {
    expect(tiles).toHaveLength(118);
    for (const { swizzle, boxBytes, boxRows, sharedOffset, places, direction } of tiles) {
      const found = Array<number>(places.length).fill(-1);
      const perRow = boxBytes / PIECE_BYTES;
      for (let piece = 0; piece < perRow * boxRows; piece++) {
        const tile = { mode: swizzle, boxBytes, sharedAddress: sharedOffset };
        const place = (tileAddress(tile, Math.floor(piece / perRow), (piece % perRow) * PIECE_BYTES) - sharedOffset) / PIECE_BYTES;
        if (place < places.length) found[place] = piece;
      }
      expect(places, `${direction} ${swizzle} ${boxBytes} ${sharedOffset}`).toEqual(found);
    }
  });

  it("move the sectors of their rows, and count no wavefronts or conflicts of their own in shared memory", () => {
    for (const { swizzle, boxBytes, boxRows, sharedOffset, column, row, sectors, wavefronts, bankConflicts, direction } of tiles) {
      const addresses = Array.from({ length: boxRows }, (_, index) => (row + index) * 512 + 2 * column);
      expect(sectors).toBe(tileSectors({ mode: swizzle, boxBytes, sharedAddress: sharedOffset }, addresses));
      // The wavefronts are those of the barrier that a load waits at, and of the wait for a store.
      expect([wavefronts, bankConflicts]).toEqual([direction === "load" ? 5 : 4, 0]);
    }
  });

  it("can't have the swizzles of larger atoms, which Hopper refuses", () => {
    const refused = measured.filter((line) => "error" in line);
    expect(refused.map(({ swizzle }) => swizzle)).toEqual([
      "128B, atoms of 32B",
      "128B, atoms of 32B, flipped by 8B",
      "128B, atoms of 64B",
    ]);
  });
});

it("a bulk copy of an H200 moves the sectors that it touches, and one more where a sector goes to two lines of shared memory", () => {
  interface Line {
    readonly direction: "load" | "store";
    readonly bytes: number;
    readonly globalOffset: number;
    readonly sharedOffset: number;
    readonly sectors: number;
  }
  const copies = linesOf<Line>("bulk-copies-h200.jsonl");
  expect(copies).toHaveLength(144);
  for (const { bytes, globalOffset, sharedOffset, sectors } of copies) expect(bulkSectors(globalOffset, sharedOffset, bytes)).toBe(sectors);
});
