import fc from "fast-check";
import { expect, it } from "vitest";
import { WARP_SIZE } from "#simulator";
import { lanesNotWritten, markRunWritten, markWritten, runLanesNotWritten } from "./written-bytes.ts";

const BASE = 256;

it("evenly spaced lanes mark, and miss, the same bytes as lanes written out", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1, 2, 4, 8, 16, 32),
      fc.oneof(fc.constant(-1), fc.integer()),
      fc.nat(40),
      fc.oneof(fc.constant(1), fc.nat(5)),
      fc.array(fc.integer(), { minLength: 256, maxLength: 256 }),
      (bytesPerLane, activeMask, firstElement, strideElements, words) => {
        const [first, stride] = [BASE + firstElement * bytesPerLane, strideElements * bytesPerLane];
        const addresses = Float64Array.from({ length: WARP_SIZE }, (_, lane) => first + lane * stride);
        const before = Uint32Array.from(words, (word) => (word % 2 === 0 ? word : -1));
        const missing = lanesNotWritten(before, BASE, bytesPerLane, activeMask, addresses);
        expect(runLanesNotWritten(before, BASE, bytesPerLane, activeMask, first, stride)).toBe(missing);
        const [asRun, writtenOut] = [before.slice(), before.slice()];
        markRunWritten(asRun, BASE, bytesPerLane, activeMask, first, stride);
        markWritten(writtenOut, BASE, bytesPerLane, activeMask, addresses);
        expect(asRun).toEqual(writtenOut);
        expect(lanesNotWritten(asRun, BASE, bytesPerLane, activeMask, addresses)).toBe(0);
      },
    ),
    { numRuns: 1000 },
  );
});
