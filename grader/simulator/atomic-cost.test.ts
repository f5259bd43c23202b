import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { globalAtomicCost, type GlobalAtomicCost } from "./atomic-cost.ts";
import { a100, FULL_MASK, h100, WARP_SIZE, type Device } from "./index.ts";

type Pattern = (lane: number) => number;
/** Bytes from the start of one cache line to that of the next. */
const LINE = 128;

function cost(pattern: Pattern, activeMask = FULL_MASK, { compares = false, device = h100 as Device } = {}): GlobalAtomicCost {
  const addresses = Array.from({ length: WARP_SIZE }, (_, lane) => pattern(lane));
  return globalAtomicCost({ bytesPerLane: 4, activeMask, addresses }, compares, device.tagBanks);
}

/** Three lanes, each on a line at a place in it. */
function three(...places: readonly (readonly [line: number, place: number])[]): Pattern {
  return (lane) => {
    const [line, place] = places[lane] ?? [0, 0];
    return line * LINE + place;
  };
}

describe("an atomic on global memory", () => {
  it.each<[string, Pattern, GlobalAtomicCost]>([
    ["in order", (lane) => lane * 4, { sectors: 4, cacheLines: 1, tagWavefronts: 1 }],
    ["all lanes on one address, one after the other", () => 0, { sectors: 32, cacheLines: 32, tagWavefronts: 32 }],
    ["pairs of lanes: each sector twice", (lane) => (lane >> 1) * 4, { sectors: 4, cacheLines: 2, tagWavefronts: 2 }],
    [
      "one place in each of 32 lines: every line's first lane is served",
      (lane) => lane * LINE,
      { sectors: 32, cacheLines: 32, tagWavefronts: 8 },
    ],
  ])("%s", (_name, pattern, expected) => {
    expect(cost(pattern)).toEqual(expected);
  });

  it("looks a line up again for a lane that waits for one before it, on another line of the same tag bank at the same place", () => {
    const lanes = 0b111;
    // Lines 0 and 5 have one tag bank, line 1 has another.
    expect(cost(three([0, 0], [5, 4], [0, 4]), lanes)).toEqual({ sectors: 2 + 1, cacheLines: 3, tagWavefronts: 3 });
    expect(cost(three([0, 0], [0, 4], [5, 4]), lanes)).toEqual({ sectors: 2, cacheLines: 2, tagWavefronts: 2 });
    expect(cost(three([0, 0], [1, 4], [0, 4]), lanes)).toEqual({ sectors: 2, cacheLines: 2, tagWavefronts: 1 });
    expect(cost(three([0, 0], [5, 4], [0, 4]), lanes, { device: a100 })).toEqual({ sectors: 2, cacheLines: 2, tagWavefronts: 1 });
  });

  it("looks up halves of lines for compare and swap", () => {
    expect(cost((lane) => lane * 4, FULL_MASK, { compares: true })).toEqual({ sectors: 4, cacheLines: 2, tagWavefronts: 2 });
  });

  it("serves each lane once, and never fewer lines than the lanes on one address need", () => {
    const pattern = fc.array(fc.nat(255), { minLength: WARP_SIZE, maxLength: WARP_SIZE });
    fc.assert(
      fc.property(pattern, fc.integer({ min: 1, max: FULL_MASK }), fc.boolean(), (words, mask, compares) => {
        const { sectors, cacheLines, tagWavefronts } = cost((lane) => words[lane]! * 4, mask, { compares });
        const active = words.filter((_, lane) => (mask >>> lane) & 1);
        const most = Math.max(...active.map((word) => active.filter((other) => other === word).length));
        expect(sectors).toBeLessThanOrEqual(active.length);
        expect(sectors).toBeGreaterThanOrEqual(cacheLines);
        expect(tagWavefronts).toBeGreaterThanOrEqual(most);
        expect(cacheLines).toBeGreaterThanOrEqual(tagWavefronts);
      }),
    );
  });
});
