import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readGpuProbe } from "#hardware/gpu-probe.ts";
import { spreadOf } from "../spread.ts";
import { banksOf, laneGroup } from "./banks.ts";
import { lastCache } from "./caches.ts";
import type { Curve } from "./curves.ts";
import { findingsOf, sentencesOf } from "./findings.ts";
import { deliveredBytes, lineBytes } from "./sectors.ts";
import { BANK_DISTANCES } from "./shared-reads.ts";
import { CHUNKS, PAIR_DISTANCES } from "./strides.ts";

/** A curve of medians; each run is off by up to so large a share, the same every time. */
function curveOf(places: readonly number[], timeAt: (at: number) => number, noise = 0.02): Curve {
  let state = 1;
  const off = (): number => ((state = (state * 48271) % 2147483647) / 2147483647 - 0.5) * 2 * noise;
  return places.map((at) => ({
    at,
    microseconds: spreadOf(Array.from({ length: 7 }, () => 100 * timeAt(at) * (1 + off()))),
    work: 1000,
  }));
}

const lanes = (count: number): number[] => Array.from({ length: count }, (_, lane) => lane);

test.each([
  [32, 4],
  [64, 4],
  [16, 4],
  [32, 8],
  [16, 16],
])("%i banks of %i bytes", (count, bytes) => {
  const conflicts = (distance: number) => (Math.floor((4 * distance) / bytes) % count === 0 ? 2 : 1);
  expect(banksOf(curveOf(BANK_DISTANCES, conflicts))).toEqual({ status: "told", value: { count, bytes } });
});

test("banks are not told of a flat curve, of noise, or of conflicts at odd places", () => {
  const whyOf = (curve: Curve) => {
    const figure = banksOf(curve);
    return figure.status === "told" ? figure.value : figure.why;
  };
  expect(whyOf(curveOf(BANK_DISTANCES, () => 1))).toContain("the same time at every distance");
  expect(whyOf(curveOf(BANK_DISTANCES, (at) => (at % 32 === 0 ? 1.3 : 1), 0.4))).toContain("the runs differ");
  expect(whyOf(curveOf(BANK_DISTANCES, (at) => (at % 7 === 0 ? 2 : 1)))).toContain("of any number of banks");
});

test.each<[string, number, (lane: number) => boolean, number[]]>([
  ["all lanes of a warp of 32", 32, () => true, lanes(32)],
  ["halves of a warp", 32, (lane) => lane < 16, lanes(16)],
  ["quarters of a warp", 32, (lane) => lane < 8, lanes(8)],
  [
    "the eight lanes that AMD's gfx942 serves together, by ds_read_b128",
    64,
    (lane) => lane < 4 || (lane >= 20 && lane < 24),
    [0, 1, 2, 3, 20, 21, 22, 23],
  ],
])("lanes that are served together: %s", (_, warp, together, group) => {
  // A wavefront more than the four that 16 bytes per lane take at least.
  const figure = laneGroup(curveOf(lanes(warp), (lane) => (lane !== 0 && together(lane) ? 5 : 4)));
  expect(figure).toEqual({ status: "told", value: group });
});

test("lanes are not told where no pair conflicts, or the runs differ too much", () => {
  expect(laneGroup(curveOf(lanes(32), () => 1)).status).toBe("cannot tell");
  expect(laneGroup(curveOf(lanes(32), (lane) => (lane > 0 && lane < 8 ? 5 : 4), 0.3)).status).toBe("cannot tell");
});

test.each([32, 64, 128])("%i bytes are delivered at a time, and a line is as long as its step says", (bytes) => {
  expect(deliveredBytes(curveOf(CHUNKS, (words) => (4 * words < bytes ? 2 : 1.05)))).toEqual({ status: "told", value: bytes });
  expect(lineBytes(curveOf(PAIR_DISTANCES, (words) => (4 * words < bytes ? 1 : 1.9)))).toEqual({ status: "told", value: bytes });
});

test("no bytes are told of a flat curve, of one that rises all the way, or of runs that differ", () => {
  expect(deliveredBytes(curveOf(CHUNKS, () => 1)).status).toBe("cannot tell");
  expect(lineBytes(curveOf(PAIR_DISTANCES, (words) => 1 + words / 8)).status).toBe("cannot tell");
  expect(deliveredBytes(curveOf(CHUNKS, (words) => (words < 8 ? 2 : 1), 0.6)).status).toBe("cannot tell");
});

test("the last cache ends where the bandwidth falls to that of memory, and not where none was reached", () => {
  const sizes = Array.from({ length: 16 }, (_, at) => 2 ** (14 + at));
  const megabyte = 2 ** 20;
  expect(lastCache(curveOf(sizes, (bytes) => (bytes <= 32 * megabyte ? 1 : bytes <= 64 * megabyte ? 1.4 : 2)))).toMatchObject({
    status: "told",
    value: { bytes: 32 * megabyte },
  });
  expect(lastCache(curveOf(sizes, (bytes) => (bytes < 2 ** 29 ? 1 : 2))).status).toBe("cannot tell");
  expect(lastCache(curveOf(sizes, () => 1)).status).toBe("cannot tell");
});

test("an H200's curves tell its sectors, its lines, its banks and the lanes that they serve together", () => {
  const probe = readGpuProbe(readFileSync(new URL("../../../content/gpus/nvidia-h200-2026-11-28.json", import.meta.url), "utf8"));
  const { transposes, ...findings } = findingsOf(probe);
  expect(findings).toMatchObject({
    sectorBytes: { value: 32 },
    fetchBytes: { value: 64 },
    lineBytes: { value: 128 },
    lastCache: { value: { bytes: 32 * 2 ** 20 } },
    banks: { value: { count: 32, bytes: 4 } },
    groups: { 4: { value: lanes(32) }, 8: { value: lanes(16) }, 16: { value: lanes(8) } },
  });
  const ratios = transposes.status === "told" ? transposes.value : {};
  const { naive = 0, "tile 32": tile = 0, "tile 32, pitch 33": padded = 0 } = ratios;
  expect([naive > tile, tile > padded, padded >= 1]).toEqual([true, true, true]);
  const sentences = sentencesOf(probe);
  expect(sentences.every(({ isTold }) => isTold)).toBe(true);
  expect(sentences.find(({ about }) => about === "cache")?.says).toMatch(/at \d,\d{3} GB\/s or more; .* memory gives \d,\d{3}\.$/);
});

test("what a program in the place of a GPU takes for strides says nothing of coalescing", () => {
  const probe = readGpuProbe(readFileSync(new URL("../../../content/gpus/nvidia-h200-2026-11-28.json", import.meta.url), "utf8"));
  const strides = (software?: string) => sentencesOf({ ...probe, ...(software && { software }) }).find(({ about }) => about === "stride");
  expect(strides()?.says).toMatch(/ as reading each: that is what coalescing saves\.$/);
  expect(strides("swiftshader")?.says).toMatch(/ as reading each\.$/);
});

test("of what was not measured, each sentence says so", () => {
  expect(sentencesOf({ curves: {} }).map(({ isTold }) => isTold)).not.toContain(true);
});
