import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { model } from "./model.ts";
import { DEFAULT_PIPELINE, TILES, schedule, stagesNeeded, totalTime, type Pipeline } from "./pipeline.ts";

test.each<[string, Partial<Pipeline>, number]>([
  ["one stage: eight times latency and work", {}, 8 * (6 + 3)],
  ["two stages: two tiles in the time of one", { stages: 2 }, 4 * (6 + 3) + 3],
  ["three: the first latency, then work only", { stages: 3 }, 6 + 8 * 3],
  ["four don't help", { stages: 4 }, 6 + 8 * 3],
  ["a slow way: a tile every five units", { stages: 4, transfer: 5 }, 6 + 7 * 5 + 3],
])("%s", (_, pipeline, units) => expect(totalTime(pipeline)).toBe(units));

test("the picture says whether the work waits, and that another stage wouldn't help", () => {
  const said = (changed: Partial<Pipeline>) => model({ ...DEFAULT_PIPELINE, ...changed }).sentence;
  expect(said({})).toContain("waits 42 units");
  expect(said({ stages: 3 })).toContain("never waits");
  expect(said({ stages: 4, transfer: 5 })).toContain("another stage wouldn’t help");
});

describe("for any pipeline", () => {
  const pipelines = fc.record({
    stages: fc.integer({ min: 1, max: 6 }),
    latency: fc.integer({ min: 1, max: 12 }),
    transfer: fc.integer({ min: 1, max: 6 }),
    work: fc.integer({ min: 1, max: 6 }),
  });

  test("a stage has one tile at a time, and a tile is worked on once it has landed", () => {
    fc.assert(
      fc.property(pipelines, (pipeline) => {
        const tiles = schedule(pipeline);
        for (const { tile, copy, work } of tiles) {
          expect(copy.to - copy.from).toBeGreaterThanOrEqual(pipeline.latency);
          expect(work.from).toBeGreaterThanOrEqual(copy.to);
          expect(copy.from).toBeGreaterThanOrEqual(tiles[tile - pipeline.stages]?.work.to ?? 0);
          expect(work.from).toBeGreaterThanOrEqual(tiles[tile - 1]?.work.to ?? 0);
        }
      }),
    );
  });

  test("more stages never take longer, and those beyond the needed ones gain nothing in the long run", () => {
    fc.assert(
      fc.property(pipelines, (pipeline) => {
        expect(totalTime({ ...pipeline, stages: pipeline.stages + 1 })).toBeLessThanOrEqual(totalTime(pipeline));
        const needed = stagesNeeded(pipeline);
        expect(totalTime({ ...pipeline, stages: needed })).toBe(totalTime({ ...pipeline, stages: TILES }));
      }),
    );
  });
});
