import fc from "fast-check";
import { expect, test } from "vitest";
import { EpochClock } from "./epoch-clock.ts";

const STARTS = ["startBlock", "barrier", "startSegment"] as const;

test("epochs tell this phase and this block from earlier ones, and are never 0, whatever happens between them", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...STARTS)), (starts) => {
      const clock = new EpochClock(128);
      const taken: { epoch: number; block: number; phase: number }[] = [];
      let block = 0;
      let phase = 0;
      for (const start of ["startBlock", ...starts] as const) {
        if (start === "startBlock") block++;
        if (start !== "startSegment") phase++;
        clock[start]();
        if (start !== "startSegment") clock.startSegment();
        for (const thread of [0, 127]) taken.push({ epoch: clock.epoch + thread, block, phase });
        for (const access of taken) {
          expect(access.epoch).toBeGreaterThan(0);
          expect(access.epoch >= clock.phaseStart).toBe(access.phase === phase);
          expect(access.epoch >= clock.blockStart).toBe(access.block === block);
        }
      }
      expect(new Set(taken.map(({ epoch }) => epoch)).size).toBe(taken.length);
    }),
    { numRuns: 50 },
  );
});
