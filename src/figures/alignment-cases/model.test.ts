import { describe, expect, test } from "vitest";
import { SECTOR_BYTES, WARP_SIZE } from "#simulator";
import { kernelCounters, kernelTimings } from "#hardware/kernel-timings.ts";
import { BYTES_PER_LANE, MAX_OFFSET_BYTES, alignmentCase, lostSpeed, measuredOffsets, timedCase } from "./alignment-case.ts";
import { model, type CasePicture } from "./model.ts";

const measured = measuredOffsets(kernelTimings(), kernelCounters("h100"));
const own = (offsetBytes: number) => model({ offsetBytes, measured }).own;
const moved = (lines: CasePicture["own"]) => lines.flatMap((line) => line.sectors).filter((sector) => sector.moved);
const offsets = Array.from({ length: MAX_OFFSET_BYTES / BYTES_PER_LANE + 1 }, (_, i) => i * BYTES_PER_LANE);

describe("offsets worked out by hand", () => {
  test.each([
    [0, { sectors: 4, lines: 1, extraLines: 0, extraSectors: 0, shared: [], together: 8 }],
    [4, { sectors: 5, lines: 2, extraLines: 1, extraSectors: 1, shared: [4], together: 9 }],
    [32, { sectors: 4, lines: 2, extraLines: 1, extraSectors: 0, shared: [], together: 8 }],
    [96, { sectors: 4, lines: 2, extraLines: 1, extraSectors: 0, shared: [], together: 8 }],
    [100, { sectors: 5, lines: 2, extraLines: 1, extraSectors: 1, shared: [7], together: 9 }],
    [128, { sectors: 4, lines: 1, extraLines: 0, extraSectors: 0, shared: [], together: 8 }],
  ])("%i bytes", (offsetBytes, expected) => {
    const { own, extraLines, extraSectors, sharedSectors, sectorsTogether } = alignmentCase(offsetBytes);
    expect({
      sectors: own.sectors,
      lines: own.cacheLines,
      extraLines,
      extraSectors,
      shared: sharedSectors,
      together: sectorsTogether,
    }).toEqual(expected);
  });
});

test("at every offset, the drawn sectors, lines and pieces match the counts", () => {
  for (const offsetBytes of offsets) {
    const drawn = own(offsetBytes);
    const counted = alignmentCase(offsetBytes);
    expect(moved(drawn.own)).toHaveLength(counted.own.sectors);
    expect(moved(drawn.next)).toHaveLength(counted.next.sectors);
    expect(new Set([...moved(drawn.own), ...moved(drawn.next)].map(({ number }) => number)).size).toBe(counted.sectorsTogether);
    expect(drawn.own.filter((line) => line.touched)).toHaveLength(drawn.time.needed + drawn.time.extra);
    expect(drawn.bytes.needed + drawn.bytes.extra).toBe(counted.own.sectors);
    for (const lines of [drawn.own, drawn.next]) expect(lines.flatMap((line) => line.pieces)).toHaveLength(WARP_SIZE);
  }
});

test("a warp moves an extra sector exactly where it shares one with the next warp", () => {
  for (const offsetBytes of offsets) {
    const { extraSectors, sharedSectors } = alignmentCase(offsetBytes);
    expect(sharedSectors).toHaveLength(extraSectors);
    expect(extraSectors).toBe(offsetBytes % SECTOR_BYTES === 0 ? 0 : 1);
  }
});

test("pointing at a lane highlights its bytes, once for each warp and offset", () => {
  const { cases, lanes, pointed } = model({ offsetBytes: 4, measured, hoveredLane: 31 });
  for (const each of cases) {
    for (const lines of [each.own, each.next]) {
      const lit = lines.flatMap((line) => line.pieces).filter((piece) => piece.emphasis === "lit");
      expect(lit.map((piece) => piece.lanes)).toEqual([[31]]);
    }
  }
  expect(lanes.filter((lane) => lane.emphasis === "lit").map(({ lane }) => lane)).toEqual([31]);
  expect(pointed).toBe("Lane 31: bytes 124 to 127 at offset 0, 220 to 223 at offset 96, 224 to 227 at offset 100, 128 to 131 at offset 4");
});

describe("measured times", () => {
  test("an offset that was not timed has no speed", () => {
    const { readings, sentence } = own(12);
    expect(readings.filter(({ name }) => name.startsWith("H100")).map(({ value }) => value)).toEqual(["–", "–", "–"]);
    expect(sentence).toContain("No copy was timed at this offset.");
  });

  test("the conclusion holds: most of the loss comes before any byte is wasted, and L1 supplies the shared sector", () => {
    const linesOnly = lostSpeed(timedCase(96, measured)) ?? NaN;
    const sectorsToo = lostSpeed(timedCase(100, measured)) ?? NaN;
    expect(sectorsToo - linesOnly).toBeLessThan(linesOnly / 2);
    expect(measured.find(({ offsetBytes }) => offsetBytes === 96)?.l1HitRatio).toBe(0);
    const found = measured.find(({ offsetBytes }) => offsetBytes === 100)?.l1HitRatio ?? NaN;
    const { own, sharedSectors } = alignmentCase(100);
    expect(found * own.sectors).toBeGreaterThan(0.8 * sharedSectors.length);
    expect(found * own.sectors).toBeLessThanOrEqual(sharedSectors.length);
  });

  test("every offset that was timed in the slider's range has its speed", () => {
    for (const { offsetBytes } of measured) expect(lostSpeed(timedCase(offsetBytes, measured))).toBeLessThan(0.05);
  });
});
