import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bulkSectors } from "#simulator/tma-tile.ts";
import { isByFormula, measuredFragments } from "./measured-fragments.ts";
import { measuredLandings, simulatedLanding } from "./measured-tiles.ts";

const linesOf = <Line>(file: string): Line[] =>
  readFileSync(new URL(`./data/${file}`, import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);

describe("fragments of an H200", () => {
  it("are as they are found by formula: ldmatrix, stmatrix, movmatrix, mma.sync and wmma", () => {
    const fragments = measuredFragments();
    expect(fragments).toHaveLength(95);
    expect(fragments.filter((fragment) => !isByFormula(fragment)).map(({ instruction, operand }) => `${instruction} ${operand}`)).toEqual(
      [],
    );
  });

  it("multiply: no product of the GPU's differs from the host's", () => {
    type Line = { readonly instruction: string } | { readonly differing: number; readonly compared: number };
    const products = linesOf<Line>("fragments-h200.jsonl").filter((line) => "compared" in line);
    expect(products).toHaveLength(10);
    for (const { differing, compared } of products) expect([differing, compared > 8000]).toEqual([0, true]);
  });
});

describe("tiles of TMA on an H200", () => {
  const tiles = measuredLandings();

  it("lie where the swizzle of the address puts them, however they begin and however narrow they are, and move the sectors of their rows", () => {
    expect(tiles).toHaveLength(118);
    for (const tile of tiles) {
      const { direction, swizzle, boxBytes, sharedOffset } = tile;
      expect(tile, `${direction} ${swizzle} ${boxBytes} ${sharedOffset}`).toMatchObject(simulatedLanding(tile));
    }
  });

  it("count no wavefronts or conflicts of their own in shared memory", () => {
    // The wavefronts are those of the barrier that a load waits at, and of the wait for a store.
    for (const { wavefronts, bankConflicts, direction } of tiles)
      expect([wavefronts, bankConflicts]).toEqual([direction === "load" ? 5 : 4, 0]);
  });

  it("can't have the swizzles of larger atoms, which Hopper refuses", () => {
    const measured = linesOf<{ readonly swizzle: string } | { readonly swizzle: string; readonly error: string }>("tma-tiles-h200.jsonl");
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
