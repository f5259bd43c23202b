import fc from "fast-check";
import { expect, it } from "vitest";
import { WARP_SIZE } from "#simulator";
import { WrittenBytes } from "./written-bytes.ts";

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
        const first = BASE + firstElement * bytesPerLane;
        const stride = strideElements * bytesPerLane;
        const addresses = Float64Array.from({ length: WARP_SIZE }, (_, lane) => first + lane * stride);
        const before = (): WrittenBytes => {
          const written = new WrittenBytes(BASE, 32 * words.length);
          written.words.set(words.map((word) => (word % 2 === 0 ? word : -1)));
          return written;
        };
        const missing = before().lanesNotWritten(bytesPerLane, activeMask, addresses);
        expect(before().runLanesNotWritten(bytesPerLane, activeMask, first, stride)).toBe(missing);
        const asRun = before();
        const writtenOut = before();
        asRun.markRun(bytesPerLane, activeMask, first, stride);
        writtenOut.mark(bytesPerLane, activeMask, addresses);
        expect(asRun.words).toEqual(writtenOut.words);
        expect(asRun.lanesNotWritten(bytesPerLane, activeMask, addresses)).toBe(0);
      },
    ),
    { numRuns: 1000 },
  );
});
