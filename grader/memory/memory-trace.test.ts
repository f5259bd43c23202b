import fc from "fast-check";
import { expect, test } from "vitest";
import { FULL_MASK, SECTOR_BYTES, WARP_SIZE, h100 } from "#simulator";
import { MemorySystem } from "./memory-system.ts";
import { MemoryTrace, type Journey } from "./memory-trace.ts";

const L1_BYTES = 64 * 1024;
const request = fc.record({
  operation: fc.constantFrom("load" as const, "store" as const),
  first: fc.nat(63),
  stride: fc.integer({ min: 0, max: 16 }),
});
const sum = (journeys: readonly Journey[], value: (journey: Journey) => number): number =>
  journeys.reduce((total, journey) => total + value(journey), 0);

test("for any requests of a warp, the journeys add up to the memory system's counts, and every sector is accounted for", () => {
  fc.assert(
    fc.property(fc.array(request, { minLength: 1, maxLength: 12 }), (requests) => {
      const trace = new MemoryTrace({ sms: 1, l1Bytes: L1_BYTES, l2Bytes: 1 << 20, fetchGranularityBytes: 64 });
      const system = new MemorySystem({ ...h100, l2EffectiveMiB: 1 }, { blocks: 1, warps: 1, l1Bytes: L1_BYTES }, 1, { isRestrict: true });
      const journeys = requests.map(({ operation, first, stride }, number) => {
        const addresses = Array.from({ length: WARP_SIZE }, (_, lane) => 4 * (first + stride * lane));
        system.request({ block: 0, warp: 0 }, { number, operation, bytesPerLane: 4 }, FULL_MASK, addresses);
        return trace.request({ sm: 0, operation, bytesPerLane: 4, activeMask: FULL_MASK, addresses });
      });
      const loads = journeys.filter((_, i) => requests[i]!.operation === "load");
      const counts = system.counts();
      expect(sum(loads, ({ sectors }) => sectors.length)).toBe(counts.l1LoadSectors);
      expect(sum(loads, ({ l1Hits }) => l1Hits.length)).toBe(counts.l1LoadHits);
      expect(sum(journeys, ({ dramReadBytes }) => dramReadBytes)).toBe(counts.dramReadBytes);
      for (const { fetched, dramReadBytes } of loads) expect(fetched.length * SECTOR_BYTES).toBeGreaterThanOrEqual(dramReadBytes);
      const dirty = trace.contents().dirty.size;
      const crowded = dirty === 0 ? undefined : trace.crowdOut();
      expect(crowded?.writtenBack.length ?? 0).toBe(dirty);
      expect(crowded?.dramWriteBytes ?? 0).toBe(dirty * SECTOR_BYTES);
      expect(trace.contents().dirty.size).toBe(0);
    }),
  );
});
