import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GlobalCounter } from "./global-cost.ts";
import { SharedCounter, lanesPerGroup } from "./shared-cost.ts";
import {
  BANK_COUNT,
  CACHE_LINE_BYTES,
  FULL_MASK,
  SECTOR_BYTES,
  WARP_SIZE,
  a100,
  b200,
  explainGlobal,
  explainShared,
  globalCost,
  h100,
  sharedCost,
  type AccessWidth,
  type MemorySpace,
  type WarpRequest,
} from "./index.ts";

const lanes = Array.from({ length: WARP_SIZE }, (_, lane) => lane);

/** Any request that hardware would carry out. Addresses are dense or spread out, so that lanes sometimes share blocks and sometimes do not. */
function anyRequest(space: MemorySpace): fc.Arbitrary<WarpRequest> {
  return fc
    .record({
      op: fc.constantFrom("load" as const, "store" as const),
      bytesPerLane: fc.constantFrom<AccessWidth>(1, 2, 4, 8, 16),
      activeMask: fc.oneof(fc.constant(FULL_MASK), fc.integer({ min: 0, max: FULL_MASK })),
      elements: fc
        .constantFrom(8, 64, 1024, 65536)
        .chain((window) => fc.array(fc.nat(window), { minLength: WARP_SIZE, maxLength: WARP_SIZE })),
    })
    .map(({ op, bytesPerLane, activeMask, elements }) => ({
      space,
      op,
      bytesPerLane,
      activeMask,
      addresses: elements.map((element) => element * bytesPerLane),
    }));
}

const anyOrder = fc.shuffledSubarray(lanes, { minLength: WARP_SIZE, maxLength: WARP_SIZE });

/** The same accesses, made by other lanes. */
function reordered(request: WarpRequest, order: readonly number[]): WarpRequest {
  const activeMask = order.reduce((mask, from, to) => mask | (((request.activeMask >>> from) & 1) << to), 0) >>> 0;
  return { ...request, activeMask, addresses: order.map((from) => request.addresses[from]!) };
}

function shifted(request: WarpRequest, bytes: number): WarpRequest {
  return { ...request, addresses: Array.from(request.addresses, (address) => address + bytes) };
}

function withoutLane(request: WarpRequest, lane: number): WarpRequest {
  return { ...request, activeMask: (request.activeMask & ~(1 << lane)) >>> 0 };
}

describe("for any request of global memory", () => {
  const anyGlobal = anyRequest("global");

  it("sectors, lines and blocks nest", () => {
    fc.assert(
      fc.property(anyGlobal, (request) => {
        const { sectors, idealSectors, cacheLines, usefulBytes, dramReadBytes } = globalCost(request, h100);
        expect(sectors).toBeGreaterThanOrEqual(idealSectors);
        expect(sectors).toBeLessThanOrEqual(WARP_SIZE);
        expect(sectors).toBeGreaterThanOrEqual(cacheLines);
        expect(sectors).toBeLessThanOrEqual(cacheLines * (CACHE_LINE_BYTES / SECTOR_BYTES));
        expect(usefulBytes).toBeLessThanOrEqual(sectors * SECTOR_BYTES);
        if (request.op === "load") {
          expect(dramReadBytes).toBeGreaterThanOrEqual(sectors * SECTOR_BYTES);
          expect(dramReadBytes).toBeLessThanOrEqual(sectors * h100.fetchGranularityBytes);
        }
      }),
    );
  });

  it.each([32, 64, 128] as const)(
    "a fetch granularity of %i bytes: each block of so many bytes that a load touches is read once",
    (bytes) => {
      fc.assert(
        fc.property(anyGlobal, (request) => {
          const { dramReadBytes, lines } = explainGlobal(request, { ...h100, fetchGranularityBytes: bytes });
          const sectors = lines.flatMap((line) => line.sectors);
          if (request.op === "load") {
            expect(dramReadBytes).toBe(bytes * new Set(sectors.map(({ firstByte }) => Math.floor(firstByte / bytes))).size);
          } else {
            expect(dramReadBytes).toBe(SECTOR_BYTES * sectors.filter(({ usefulBytes }) => usefulBytes < SECTOR_BYTES).length);
          }
        }),
      );
    },
  );

  it("the tag wavefronts lie between an even share of the lines and all of them", () => {
    fc.assert(
      fc.property(anyGlobal, fc.constantFrom(h100, a100), (request, device) => {
        const { cacheLines, tagWavefronts } = globalCost(request, device);
        expect(tagWavefronts).toBeGreaterThanOrEqual(Math.ceil(cacheLines / device.tagBanks.count));
        expect(tagWavefronts).toBeLessThanOrEqual(cacheLines);
      }),
    );
  });

  it("the order of the lanes is irrelevant", () => {
    fc.assert(
      fc.property(anyGlobal, anyOrder, (request, order) => {
        expect(globalCost(reordered(request, order), h100)).toEqual(globalCost(request, h100));
      }),
    );
  });

  it("shifting it by whole lines changes nothing but the tag wavefronts of a hashed device", () => {
    fc.assert(
      fc.property(anyGlobal, fc.nat(1024), (request, lines) => {
        const onOtherLines = shifted(request, lines * CACHE_LINE_BYTES);
        expect(globalCost(onOtherLines, a100)).toEqual(globalCost(request, a100));
        expect({ ...globalCost(onOtherLines, h100), tagWavefronts: 0 }).toEqual({ ...globalCost(request, h100), tagWavefronts: 0 });
      }),
    );
  });

  it("making a lane inactive never makes it costlier", () => {
    fc.assert(
      fc.property(anyGlobal, fc.nat(WARP_SIZE - 1), (request, lane) => {
        const all = globalCost(request, h100);
        const fewer = globalCost(withoutLane(request, lane), h100);
        expect(fewer.sectors).toBeLessThanOrEqual(all.sectors);
        expect(fewer.tagWavefronts).toBeLessThanOrEqual(all.tagWavefronts);
        expect(fewer.usefulBytes).toBeLessThanOrEqual(all.usefulBytes);
      }),
    );
  });

  it("a store reads from DRAM exactly the sectors that it writes in part", () => {
    fc.assert(
      fc.property(
        anyGlobal.map((request) => ({ ...request, op: "store" as const })),
        (request) => {
          const { lines, dramReadBytes, dramWriteBytes } = explainGlobal(request, h100);
          const sectors = lines.flatMap((line) => line.sectors);
          expect(dramReadBytes).toBe(sectors.filter(({ usefulBytes }) => usefulBytes < SECTOR_BYTES).length * SECTOR_BYTES);
          expect(dramWriteBytes).toBe(sectors.length * SECTOR_BYTES);
        },
      ),
    );
  });

  it("the evidence adds up to the cost", () => {
    fc.assert(
      fc.property(anyGlobal, (request) => {
        const cost = globalCost(request, h100);
        const explanation = explainGlobal(request, h100);
        const sectors = explanation.lines.flatMap((line) => line.sectors);
        expect(explanation).toMatchObject(cost);
        expect(explanation.lines).toHaveLength(cost.cacheLines);
        expect(sectors).toHaveLength(cost.sectors);
        expect(sectors.reduce((sum, { usefulBytes }) => sum + usefulBytes, 0)).toBe(cost.usefulBytes);
        const byBank = [0, 1, 2, 3].map((bank) => explanation.lines.filter(({ tagBank }) => tagBank === bank).length);
        expect(Math.max(...byBank)).toBe(cost.tagWavefronts);
        const active = lanes.filter((lane) => (request.activeMask >>> lane) & 1);
        expect(sectors.flatMap((sector) => sector.lanes).sort((a, b) => a - b)).toEqual(active);
      }),
    );
  });

  it("counting contiguous bytes in closed form equals counting it lane by lane", () => {
    const counted = new GlobalCounter(h100);
    const inClosedForm = new GlobalCounter(h100);
    fc.assert(
      fc.property(
        fc.constantFrom("load" as const, "store" as const),
        fc.constantFrom<AccessWidth>(1, 2, 4, 8, 16),
        fc.nat(2 ** 24),
        fc.boolean(),
        (op, bytesPerLane, firstElement, backwards) => {
          const firstByte = firstElement * bytesPerLane;
          const addresses = lanes.map((lane) => firstByte + (backwards ? WARP_SIZE - 1 - lane : lane) * bytesPerLane);
          counted.count(op, bytesPerLane, FULL_MASK, addresses);
          inClosedForm.countContiguous(op, bytesPerLane, firstByte);
          expect(inClosedForm.cost).toEqual(counted.cost);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe("for any request of shared memory", () => {
  const anyShared = anyRequest("shared");

  it("wavefronts lie between one per group and the conflict degree per group", () => {
    fc.assert(
      fc.property(anyShared, (request) => {
        const { wavefronts, groups, bankConflicts, conflictDegree } = sharedCost(request, h100);
        expect(wavefronts).toBeGreaterThanOrEqual(groups);
        expect(bankConflicts).toBe(wavefronts - groups);
        expect(conflictDegree).toBeLessThanOrEqual(wavefronts);
        expect(wavefronts).toBeLessThanOrEqual(conflictDegree * groups);
        expect(conflictDegree).toBeLessThanOrEqual(WARP_SIZE);
      }),
    );
  });

  it("the order of the lanes is irrelevant for accesses of up to 4 bytes, where the group is the whole warp", () => {
    fc.assert(
      fc.property(
        anyShared.filter(({ bytesPerLane }) => bytesPerLane <= 4),
        anyOrder,
        (request, order) => {
          expect(sharedCost(reordered(request, order), h100)).toEqual(sharedCost(request, h100));
        },
      ),
    );
  });

  it("shifting it by whole rows of banks changes nothing, on any device", () => {
    fc.assert(
      fc.property(anyShared, fc.nat(512), fc.constantFrom(a100, h100, b200), (request, rows, device) => {
        expect(sharedCost(shifted(request, rows * BANK_COUNT * 4), device)).toEqual(sharedCost(request, h100));
      }),
    );
  });

  it("a load never costs more than the store of the same addresses", () => {
    fc.assert(
      fc.property(anyShared, (request) => {
        const load = sharedCost({ ...request, op: "load" }, h100);
        const store = sharedCost({ ...request, op: "store" }, h100);
        expect(load.groups).toBeLessThanOrEqual(store.groups);
        expect(load.wavefronts).toBeLessThanOrEqual(store.wavefronts);
      }),
    );
  });

  it("lanes are served in groups of 8, 16 or 32", () => {
    fc.assert(
      fc.property(anyShared, ({ op, bytesPerLane, activeMask, addresses }) => {
        expect([8, 16, 32]).toContain(lanesPerGroup(op, bytesPerLane, activeMask, addresses));
      }),
    );
  });

  it("the evidence adds up to the cost", () => {
    fc.assert(
      fc.property(anyShared, (request) => {
        const cost = sharedCost(request, h100);
        const explanation = explainShared(request, h100);
        const { groupEvidence } = explanation;
        expect(explanation).toMatchObject(cost);
        expect(groupEvidence).toHaveLength(cost.groups);
        expect(groupEvidence.reduce((sum, group) => sum + group.wavefronts, 0)).toBe(cost.wavefronts);
        for (const { words, wavefronts, busiestBank } of groupEvidence) {
          expect(words.filter(({ bank }) => bank === busiestBank)).toHaveLength(wavefronts);
        }
      }),
    );
  });

  it("counting evenly spaced words in closed form equals counting them lane by lane", () => {
    const counted = new SharedCounter();
    const inClosedForm = new SharedCounter();
    fc.assert(
      fc.property(fc.constantFrom("load" as const, "store" as const), fc.integer({ min: -2048, max: 2048 }), (op, strideWords) => {
        const firstWord = strideWords < 0 ? -strideWords * WARP_SIZE : 0;
        counted.count(
          op,
          4,
          FULL_MASK,
          lanes.map((lane) => (firstWord + lane * strideWords) * 4),
        );
        inClosedForm.countWordStride(strideWords);
        expect(inClosedForm.cost).toEqual(counted.cost);
      }),
      { numRuns: 1000 },
    );
  });
});
