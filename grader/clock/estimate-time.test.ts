import { describe, expect, test } from "vitest";
import { a100, h100, h200 } from "#simulator";
import type { MemoryCounts } from "#memory/memory-system.ts";
import { occupancyOf } from "#memory/occupancy.ts";
import { TIME_PARTS, estimateTime, type LaunchWork, type TimePart } from "./estimate-time.ts";

const NOTHING: MemoryCounts = {
  l1LoadSectors: 0,
  l1LoadHits: 0,
  l2Sectors: 0,
  l2Hits: 0,
  dramReadBytes: 0,
  dramWriteBytes: 0,
  dramReadRows: 0,
  dramWriteRows: 0,
  l2ReadRequests: 0,
  l2WriteRequests: 0,
  l2WriteSectors: 0,
  l2PartSectors: 0,
  atomicTurns: 0,
  dataWavefronts: 0,
  loadRounds: 0,
  mostLoadRounds: 0,
  missingLoadRounds: 0,
  contestedFills: 0,
  footprintBytes: 0,
};

function work({ memory = {}, ...given }: Partial<Omit<LaunchWork, "memory">> & { memory?: Partial<MemoryCounts> } = {}): LaunchWork {
  return {
    blocks: 1056,
    warpsPerBlock: 8,
    occupancy: occupancyOf(h200, { threads: 256, sharedBytes: 0 }),
    tagWavefronts: 0,
    sharedWavefronts: 0,
    barriers: 0,
    instructions: 0,
    unitClocks: 0,
    localLoads: 0,
    localStores: 0,
    localStoreSectors: 0,
    constantPasses: 0,
    farConstants: 0,
    ...given,
    memory: { ...NOTHING, ...memory },
  };
}

const GIGABYTE = 1e9;

describe("the estimate", () => {
  test("of an empty kernel is the overhead of a launch", () => {
    const { microseconds, boundBy, parts } = estimateTime(h200, work({ blocks: 1 }));
    expect(boundBy).toBe("launch");
    expect(microseconds).toBeCloseTo(parts.launch, 1);
  });

  test.each<[TimePart, LaunchWork]>([
    ["dram", work({ memory: { dramReadBytes: GIGABYTE, footprintBytes: GIGABYTE } })],
    ["l2", work({ memory: { l2Sectors: 1e8 } })],
    ["l2", work({ memory: { l2WriteSectors: 1e8 } })],
    ["l2", work({ memory: { atomicTurns: 1e6 } })],
    ["l2", work({ memory: { contestedFills: 1e6, footprintBytes: GIGABYTE } })],
    ["l1", work({ tagWavefronts: 1e8 })],
    ["l1", work({ memory: { dataWavefronts: 1e8 } })],
    ["shared", work({ sharedWavefronts: 1e8 })],
    ["issue", work({ instructions: 1e9 })],
    ["tensor", work({ tensorClocks: 1e8 })],
    ["issue", work({ unitClocks: 1e8 })],
    ["issue", work({ constantPasses: 1e8 })],
    ["issue", work({ farConstants: 1e8 })],
    ["issue", work({ blocks: 1e6 })],
    ["latency", work({ barriers: 1e7 })],
    ["latency", work({ blocks: 132, warpsPerBlock: 1, unitClocks: 1e7 })],
    ["latency", work({ blocks: 132, warpsPerBlock: 1, instructions: 1e7 })],
    ["latency", work({ blocks: 1, memory: { loadRounds: 1e4, missingLoadRounds: 1e4 } })],
  ])("is bound by %s", (part, launched) => {
    const { microseconds, boundBy, parts } = estimateTime(h200, launched);
    expect(boundBy).toBe(part);
    expect(microseconds).toBeGreaterThanOrEqual(Math.max(...TIME_PARTS.map((name) => parts[name])));
    expect(microseconds).toBeLessThanOrEqual(TIME_PARTS.reduce((sum, name) => sum + parts[name], 1e-9));
  });

  test("a gigabyte that is read takes as long as DRAM needs at 95 % of its peak", () => {
    const launched = work({ memory: { dramReadBytes: GIGABYTE, footprintBytes: GIGABYTE } });
    expect(estimateTime(h200, launched).parts.dram).toBeCloseTo(1e6 / 4800 / 0.952, 0);
    expect(estimateTime(h100, launched).parts.dram).toBeCloseTo(1e6 / 3352 / 0.952, 0);
  });

  test("data that fits into L2 is there from the launch before", () => {
    const dram = (footprintBytes: number): number =>
      estimateTime(h200, work({ memory: { dramReadBytes: footprintBytes, footprintBytes } })).parts.dram;
    expect(dram(20e6)).toBe(0);
    expect(dram(40e6)).toBeGreaterThan(0);
    expect(dram(40e6)).toBeLessThan(dram(80e6) / 2);
  });

  test("fewer warps that wait at a time wait longer", () => {
    const waiting = (blocks: number): number =>
      estimateTime(h200, work({ blocks, memory: { loadRounds: 1e6, missingLoadRounds: 1e6 } })).parts.latency;
    expect(waiting(132) / waiting(1056)).toBeCloseTo(8);
  });

  test("the warp that waits for most loads decides, where the others have fewer", () => {
    const waiting = (mostLoadRounds: number): number =>
      estimateTime(h200, work({ memory: { loadRounds: 8448e2, mostLoadRounds } })).parts.latency;
    expect(waiting(1)).toBe(waiting(100));
    expect(waiting(1000) / waiting(100)).toBeCloseTo(10);
  });

  test("blocks start one after the other, however small they are", () => {
    const starting = (blocks: number, warpsPerBlock: number): number => estimateTime(h200, work({ blocks, warpsPerBlock })).parts.issue;
    expect(starting(1e6, 1)).toBe(starting(1e6, 8));
    expect(starting(2e6, 1) / starting(1e6, 1)).toBeCloseTo(2);
    expect(starting(1e6, 32)).toBeGreaterThan(starting(1e6, 8));
  });

  test("an SM asks L2 no faster for the others being idle", () => {
    const asking = (blocks: number): number => estimateTime(h200, work({ blocks, memory: { l2ReadRequests: 1e6 } })).parts.l2;
    expect(asking(66) / asking(132)).toBeCloseTo(2);
  });

  test("a warp waits for each pass of a scattered request, for each load, and at each barrier, one after the other", () => {
    const waiting = (given: Partial<LaunchWork>): number => estimateTime(h200, work(given)).parts.latency;
    const loads = { ...NOTHING, loadRounds: 1e6, missingLoadRounds: 1e6 };
    const alone = waiting({ memory: loads }) + waiting({ tagWavefronts: 1e6 }) + waiting({ barriers: 1e6 });
    expect(waiting({ memory: loads, tagWavefronts: 1e6, barriers: 1e6 })).toBeCloseTo(alone);
  });

  test("starting warps overlaps with everything else", () => {
    const started = work({ blocks: 1e6 });
    const also = work({ blocks: 1e6, instructions: 1e8 });
    expect(estimateTime(h200, also).microseconds).toBe(estimateTime(h200, started).microseconds);
  });

  test("with few blocks, the SM that has most decides", () => {
    const shared = (blocks: number): number => estimateTime(h200, work({ blocks, sharedWavefronts: 1e6 })).parts.shared;
    expect(shared(133) / shared(132)).toBeCloseTo((2 / 133) * 132);
  });

  test("an older GPU takes longer for the same work", () => {
    const launched = work({ tagWavefronts: 1e8 });
    expect(estimateTime(a100, launched).microseconds).toBeGreaterThan(estimateTime(h200, launched).microseconds);
  });
});
