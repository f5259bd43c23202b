import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { h200, type Device } from "#simulator";
import { L1Cache } from "./l1-cache.ts";
import { L2Cache } from "./l2-cache.ts";
import { MemorySystem, type KernelFacts, type MemoryCounts } from "./memory-system.ts";
import { occupancyOf } from "./occupancy.ts";
import { RequestFootprint, type MemoryOperation } from "./request-footprint.ts";
import { mergedShare } from "./store-merging.ts";

const FULL = -1;
const lanes = (address: (lane: number) => number): number[] => Array.from({ length: 32 }, (_, lane) => address(lane));
const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

interface Request {
  readonly operation?: MemoryOperation;
  readonly bytesPerLane?: number;
  readonly access?: number;
  readonly isFloating?: boolean;
  readonly block?: number;
  readonly warp?: number;
  readonly addresses: readonly number[];
}

/** The memory system of a launch with so many blocks of 256 threads. */
function systemOf(blocks = 132, facts: KernelFacts = {}, device: Device = h200): MemorySystem {
  return new MemorySystem(device, occupancyOf(device, { threads: 256, sharedBytes: 0 }), blocks, facts);
}

function perform(
  system: MemorySystem,
  { operation = "load", bytesPerLane = 4, access = 0, block = 0, warp = 0, ...request }: Request,
): void {
  const { addresses, isFloating = false } = request;
  system.request({ block, warp }, { number: access, operation, bytesPerLane, isFloating }, FULL, addresses);
}

/** The counts of requests. */
function moved(requests: Iterable<Request>, system = systemOf()): MemoryCounts {
  for (const request of requests) perform(system, request);
  return system.counts();
}

describe("stores of a warp, one after the other", () => {
  const line = (first: number, bytes = 4): Request => ({
    operation: "store",
    bytesPerLane: bytes,
    addresses: lanes((lane) => first + 16 * lane),
  });
  const sent = (requests: Request[]): [number, number] => {
    const { l2WriteSectors, l2WriteRequests } = moved(requests);
    return [l2WriteSectors, l2WriteRequests];
  };

  test("to the same sectors are merged, as those of `x`, `y`, `z` and `w` of a struct are", () => {
    expect(sent([0, 4, 8, 12].map((first) => line(first)))).toEqual([16, 4]);
  });

  test("to different sectors, or from different warps, are sent one by one", () => {
    expect(sent([line(0), line(512)])).toEqual([32, 8]);
    expect(sent([line(0), { ...line(4), warp: 1 }])).toEqual([32, 8]);
  });

  test("send the sectors of a line that are new", () => {
    const half = (first: number): Request => ({ operation: "store", addresses: lanes((lane) => first + 2 * lane) });
    expect(sent([half(0), half(32)])).toEqual([3, 1 + 1]);
  });

  test("are merged less often the more lines they have, as the H100 sent them", () => {
    const data = parse(readFileSync(new URL("../hardware/data/joined-stores-h100.csv", import.meta.url), "utf8"), {
      columns: true,
      cast: (value, { column }) => (column === "name" ? value : Number(value)),
    }) as { name: string; param: number; [counter: string]: number | string }[];
    for (const { name, param, ...counters } of data) {
      const fields = name === "store_fields_2" ? 2 : name === "store_fields_4" || name === "store_fields_4_1_warp" ? 4 : 0;
      if (fields === 0) continue;
      const stored = Number(counters["l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"]);
      const sent = Number(counters["lts__t_sectors_srcunit_tex_op_write.sum"]);
      const share = mergedShare(param / 4, name.endsWith("1_warp") ? 1 : 64);
      // The share of stored sectors that L1 sends: within 16 points of the counters.
      expect(Math.abs(1 - (share * (fields - 1)) / fields - sent / stored), `${name} ${param}`).toBeLessThan(0.16);
    }
  });

  test("are not merged once the warp has waited for a load in between", () => {
    const load: Request = { access: 1, addresses: lanes((lane) => 8192 + 4 * lane) };
    expect(sent([line(0), load, line(4)])).toEqual([32, 8]);
    expect(sent([load, line(0), line(4)])).toEqual([16, 4]);
  });
});

describe("parts of sectors that warps write, and that are read back as the H200 counted it,", () => {
  const counters = parse(readFileSync(new URL("../hardware/data/memory-system-counters-h200.csv", import.meta.url), "utf8"), {
    columns: true,
  }) as { name: string; [counter: string]: string }[];
  /** The shares of the written bytes that DRAM read, by the distance between rows. */
  const readBack = (name: string): number[] =>
    counters.filter((row) => row.name === name).map((row) => Number(row["dram__bytes_read.sum"]) / Number(row.useful_bytes));

  test("are few, whether the warps are of one block or of eight: that a block's stores change L2 as one leaves nothing out", () => {
    for (const name of ["write_sectors_by_block", "write_sectors_by_blocks"]) {
      expect(readBack(name), name).toHaveLength(5);
      expect(Math.max(...readBack(name)), name).toBeLessThan(0.05);
    }
  });

  test("are many where warps write several sectors of a line, which the model does not know", () => {
    expect(Math.min(...readBack("write_sectors_by_block_again"))).toBeGreaterThan(0.15);
  });

  test("reach L2 one by one", () => {
    for (const row of counters.filter(({ name }) => name.startsWith("write_sectors_"))) {
      const sent = Number(row["lts__t_sectors_srcunit_tex.sum"]) / Number(row["l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"]);
      expect(Math.abs(sent - 1), row.name).toBeLessThan(0.001);
    }
  });
});

describe("lines that warps of a block change part by part", () => {
  /** Each warp's lanes have a line each, and each warp a float in each half of it. */
  const half = (operation: MemoryOperation, warp: number, half: 0 | 1, from = 0): Request => ({
    operation,
    warp,
    access: (operation === "load" ? 0 : 2) + half,
    addresses: lanes((lane) => from + 384 * lane + 64 * half + 4 * warp),
  });
  const warps = [0, 1, 2, 3];
  /** Contested fills. @param barrier the number of the request after a barrier */
  const contested = (requests: Request[], barrier = -1): number => {
    const system = systemOf();
    requests.forEach((request, i) => {
      if (i === barrier) system.barrier();
      perform(system, request);
    });
    return system.counts().contestedFills;
  };
  const changed = (own: number[], from = 0): Request[] =>
    own.flatMap((warp) => [half("load", warp, 0), half("store", warp, 0, from), half("load", warp, 1)]);

  test("have a contested fill each, if DRAM brings halves", () => {
    expect(contested(changed(warps))).toBe(32);
  });

  test("have none if the stores are elsewhere, or no other warp stores", () => {
    expect(contested(changed(warps, 1 << 20))).toBe(0);
    expect(contested(changed([0]))).toBe(0);
  });

  test("have none if all loads go first, or a barrier is between the stores and the next loads", () => {
    const [first, stores, second] = (["load", "store", "load"] as const).map((operation, i) =>
      warps.map((warp) => half(operation, warp, i === 2 ? 1 : 0)),
    );
    expect(contested([...first!, ...second!, ...stores!])).toBe(0);
    expect(contested([...first!, ...stores!, ...second!], 8)).toBe(0);
  });

  test("have none if DRAM brings whole lines", () => {
    const requests = changed(warps);
    const whole = moved(requests, systemOf(132, {}, { ...h200, fetchGranularityBytes: 128 }));
    expect([moved(requests).contestedFills, whole.contestedFills]).toEqual([32, 0]);
    expect(moved(requests).dramReadBytes).toBe(whole.dramReadBytes);
  });

  test("are read from DRAM before later stores are there", () => {
    // The second half is changed, too: its stores come after its loads, though the first half's come before them.
    const both = warps.flatMap((warp) => [half("load", warp, 0), half("store", warp, 0), half("load", warp, 1), half("store", warp, 1)]);
    expect(moved(both).dramReadBytes).toBe(32 * 128);
  });
});

describe("the footprint of a request", () => {
  test.each([
    ["32 neighbouring floats", 4, (lane: number) => 4 * lane, [0], [0b1111], [0b1111]],
    ["the same from byte 64 on", 4, (lane: number) => 64 + 4 * lane, [0, 1], [0b1100, 0b0011], [0b1100, 0b0011]],
    ["every other float", 4, (lane: number) => 8 * lane, [0, 1], [0b1111, 0b1111], [0, 0]],
    ["one float for all", 4, () => 512, [0], [0b0001], [0]],
    ["backwards", 4, (lane: number) => 1024 - 4 * lane, [0, -1], [0b0001, 0b1111], [0, 0b1110]],
    ["a vector of 32 bytes per lane", 32, (lane: number) => 128 * (lane % 2), [0, 1], [0b0001, 0b0001], [0b0001, 0b0001]],
  ])("%s", (_, bytesPerLane, address, lines, sectors, full) => {
    const footprint = new RequestFootprint("load", bytesPerLane);
    const first = address(0);
    expect(footprint.take(FULL, lanes(address))).toBe(Math.floor(first / 128));
    const { touched } = footprint;
    expect([[...touched.lines], [...touched.sectors], [...touched.full]]).toEqual([lines, sectors, full]);
  });

  test("is that of a new object, whatever was taken before", () => {
    const used = new RequestFootprint("load", 4);
    let random = 12_345;
    const draw = (below: number): number => (random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0) % below;
    for (let i = 0; i < 500; i++) {
      const stride = [0, 4, 4, 8, 128, 132][draw(6)]!;
      const first = 4 * draw(200);
      const mask = [FULL, FULL, 0xffff, draw(2 ** 31) | 1][draw(4)]!;
      const addresses = lanes((lane) => first + stride * lane);
      const fresh = new RequestFootprint("load", 4);
      expect(used.take(mask, addresses)).toBe(fresh.take(mask, addresses));
      expect(used.touched).toEqual(fresh.touched);
    }
  });

  test.each([
    ["neighbouring floats", 4, 1],
    ["every other float", 8, 2],
    ["floats of one bank", 128, 32],
    ["one float", 0, 1],
  ])("%s pass through the data stage of L1 as through shared memory", (_, stride, wavefronts) => {
    const footprint = new RequestFootprint("load", 4);
    footprint.take(
      FULL,
      lanes((lane) => stride * lane),
    );
    expect(footprint.touched.dataWavefronts).toBe(wavefronts);
  });
});

describe("L1", () => {
  test("has a sector from the second load on, and no other sector of its line", () => {
    const cache = new L1Cache(1024);
    expect([cache.load(5, 0b0011), cache.load(5, 0b0110), cache.load(5, 0b0111)]).toEqual([0b0011, 0b0100, 0]);
  });

  test.each([
    [8, 8, "all of what fits"],
    [512, 0, "nothing of a walk far beyond its size"],
  ])("of %i lines read twice in a cache of 16, has %i the second time: %s", (count, had) => {
    const cache = new L1Cache(16 * 128);
    const walk = (): number => sum(Array.from({ length: count }, (_, line) => (cache.load(line, 1) === 0 ? 1 : 0)));
    walk();
    expect(walk()).toBe(had);
  });
});

describe("L2", () => {
  test.each([
    [32, 32],
    [64, 64],
    [128, 128],
  ] as const)("with a fetch granularity of %i bytes reads %i bytes for one missing sector", (granularity, bytes) => {
    const l2 = new L2Cache(2 ** 20, granularity);
    l2.read(7, 0b0001);
    expect([l2.dramReadBytes, l2.hits, l2.sectors]).toEqual([bytes, 0, 1]);
    l2.read(7, 0b0001);
    expect([l2.dramReadBytes, l2.hits, l2.sectors]).toEqual([bytes, 1, 2]);
  });

  const HALF = 0x0000ffff;
  const OTHER_HALF = -0x10000;
  const ALL = -1;
  const fill = (l2: L2Cache, lines: number): void => {
    for (let line = 1000; line < 1000 + lines; line++) l2.read(line, 0b1111);
  };

  test("writes dirty sectors back when they are evicted, once", () => {
    const l2 = new L2Cache(2 ** 16, 64);
    l2.write(3, 0b0110, Int32Array.of(0, ALL, ALL, 0), 0);
    expect([l2.dramReadBytes, l2.dramWriteBytes]).toEqual([0, 0]);
    fill(l2, 5000);
    expect(l2.dramWriteBytes).toBe(64);
    expect(l2.dramReadBytes).toBe(5000 * 128);
  });

  test.each([
    ["half of it", [HALF], 32],
    ["one half and then the other", [HALF, OTHER_HALF], 0],
    ["the same half twice", [HALF, HALF], 32],
  ])("reads a sector that was written in part when it is evicted: %s", (_, writes, read) => {
    const l2 = new L2Cache(2 ** 16, 64);
    for (const bytes of writes) l2.write(3, 0b0010, Int32Array.of(0, bytes, 0, 0), 0);
    fill(l2, 5000);
    expect([l2.dramReadBytes - 5000 * 128, l2.dramWriteBytes]).toEqual([read, 32]);
  });

  test("atomics read their sector, change it there, and leave it dirty", () => {
    const l2 = new L2Cache(2 ** 16, 64);
    for (let i = 0; i < 10; i++) l2.update(3, 0b0001);
    expect([l2.dramReadBytes, l2.hits, l2.sectors]).toEqual([32, 9, 10]);
    fill(l2, 5000);
    expect(l2.dramWriteBytes).toBe(32);
  });
});

describe("a launch", () => {
  test.each([
    [4, 1],
    [8, 2],
    [64, 16],
    [128, 16],
  ])("that reads floats %i bytes apart fetches %i times what it needs", (stride, times) => {
    const requests = Array.from({ length: 256 }, (_, block) => ({ block, addresses: lanes((lane) => stride * (32 * block + lane)) }));
    expect(moved(requests, systemOf(256)).dramReadBytes).toBe(256 * 32 * 4 * times);
  });

  test("of warps that all read one line of a block: one of them misses", () => {
    const requests = Array.from({ length: 8 }, (_, warp) => ({ warp, addresses: lanes((lane) => 4 * lane) }));
    const { l1LoadSectors, l1LoadHits, l2Sectors } = moved(requests);
    expect([l1LoadSectors, l1LoadHits, l2Sectors]).toEqual([32, 28, 4]);
  });

  test("of blocks on different SMs that read one line: each misses in L1, and the first one in L2", () => {
    const requests = Array.from({ length: 8 }, (_, block) => ({ block, addresses: lanes((lane) => 4 * lane) }));
    const { l1LoadHits, l2Sectors, l2Hits, dramReadBytes } = moved(requests);
    expect([l1LoadHits, l2Sectors, l2Hits, dramReadBytes]).toEqual([0, 32, 28, 128]);
  });

  test("counts each store of a block, though stores to one line reach L2 as one", () => {
    const storeBy = (warp: number): Request => ({ operation: "store", access: 1, warp, addresses: lanes((lane) => 128 * lane + 4 * warp) });
    const requests = Array.from({ length: 8 }, (_, warp) => storeBy(warp));
    const { l2Sectors, l2WriteRequests, dramReadBytes } = moved(requests);
    expect([l2Sectors, l2WriteRequests, dramReadBytes]).toEqual([256, 256, 0]);
  });

  test("waits once for loads of different accesses, and again after 16 of one access or after a store", () => {
    const load = (access: number, line: number): Request => ({ access, addresses: lanes((lane) => 128 * line + 4 * lane) });
    const rounds = (...requests: Request[]): number => moved(requests).loadRounds;
    expect(rounds(load(0, 0), load(1, 1), load(2, 2))).toBe(1);
    expect(rounds(...Array.from({ length: 17 }, (_, i) => load(0, i)))).toBe(2);
    expect(rounds(load(0, 0), { ...load(1, 9), operation: "store" }, load(0, 1))).toBe(2);
  });

  test("a round misses L1 if one of its loads does, or finds a line that another warp has just asked for", () => {
    const load = (warp: number, access: number, line: number): Request => ({
      warp,
      access,
      addresses: lanes((lane) => 128 * line + 4 * lane),
    });
    const missing = (...requests: Request[]): number[] => {
      const { loadRounds, missingLoadRounds } = moved(requests);
      return [loadRounds, missingLoadRounds];
    };
    expect(missing(load(0, 0, 0), load(0, 1, 1))).toEqual([1, 1]);
    expect(missing(load(0, 0, 0), load(1, 0, 0))).toEqual([2, 2]);
    const later = Array.from({ length: 48 }, (_, i) => load(0, 0, i === 47 ? 0 : i % 3));
    expect(missing(...later)).toEqual([3, 1]);
  });

  test("loads are in flight together as far as their order allows", () => {
    const facts = { order: { passes: [4, 4, 1], after: [[], [0], []], independentStores: [] } };
    const load = (access: number): Request => ({ access, addresses: lanes((lane) => 4 * lane) });
    const rounds = (...accesses: number[]): number => moved(accesses.map(load), systemOf(1, facts)).loadRounds;
    expect(rounds(0, 1)).toBe(2);
    expect(rounds(0, 1, 0, 1, 0, 1, 0, 1)).toBe(2);
    expect(rounds(0, 1, 0, 1, 0, 1, 0, 1, 0, 1)).toBe(4);
    expect(rounds(2, 2, 2)).toBe(3);
  });

  test("a load waits for a store, unless that is known to be to other bytes", () => {
    const request = (access: number, operation: MemoryOperation): Request => ({
      access,
      operation,
      addresses: lanes((lane) => 16 * lane + 4 * access),
    });
    const rounds = (independentStores: ReadonlySet<number>[]): number => {
      const order = { passes: [16, 16, 16], after: [[], [], []], independentStores };
      return moved([request(0, "load"), request(1, "store"), request(2, "load")], systemOf(1, { order })).loadRounds;
    };
    expect(rounds([])).toBe(2);
    expect(rounds([new Set(), new Set(), new Set([1])])).toBe(1);
  });

  test("stores tell full sectors from parts", () => {
    const store = (bytesPerLane: number, apart: number): Request => ({
      operation: "store",
      bytesPerLane,
      addresses: lanes((lane) => apart * lane),
    });
    expect(moved([store(4, 4)])).toMatchObject({ l2WriteSectors: 4, l2PartSectors: 0 });
    expect(moved([store(4, 16)])).toMatchObject({ l2WriteSectors: 16, l2PartSectors: 16 });
  });

  test("additions to one floating-point number take longer than those to one integer", () => {
    const turns = (isFloating: boolean, address: (lane: number) => number): number =>
      moved([{ operation: "atomic", isFloating, addresses: lanes(address) }]).atomicTurns;
    expect(turns(true, () => 0) / turns(false, () => 0)).toBeCloseTo(2.4);
    expect(turns(true, (lane) => 4 * lane)).toBe(turns(false, (lane) => 4 * lane));
  });

  test.each([
    ["one word for all lanes", () => 0, 32],
    ["a word of its own for each lane of a sector", (lane: number) => 4 * (lane % 8), 4],
    ["32 neighbouring words", (lane: number) => 4 * lane, 4],
    ["words 4 KiB apart", (lane: number) => 4096 * lane, 1],
  ])("atomics take turns at the busiest place: %s", (_, address, turns) => {
    expect(moved([{ operation: "atomic", addresses: lanes(address) }])).toMatchObject({ atomicTurns: turns });
  });

  test("whose blocks each read a column: every SM asks for sectors of its own, and each block of 64 bytes is fetched when the first one asks", () => {
    const requests = Array.from({ length: 64 }, (_, block) => ({ block, addresses: lanes((lane) => 4 * (64 * lane + block)) }));
    const { l2Sectors, dramReadBytes, footprintBytes } = moved(requests);
    expect([l2Sectors, dramReadBytes, footprintBytes]).toEqual([64 * 32, 32 * 256, 32 * 256]);
  });
});

describe("occupancy of an H200", () => {
  test.each([
    [{ threads: 256, sharedBytes: 0 }, 8, 64],
    [{ threads: 1024, sharedBytes: 0 }, 2, 64],
    [{ threads: 32, sharedBytes: 0 }, 32, 32],
    [{ threads: 256, sharedBytes: 48 * 1024 }, 4, 32],
    [{ threads: 1000, sharedBytes: 0 }, 2, 64],
  ])("%o: %i blocks, %i warps", (needs, blocks, warps) => {
    expect(occupancyOf(h200, needs)).toMatchObject({ blocks, warps });
  });

  test("shared memory is taken from L1", () => {
    const l1 = (sharedBytes: number): number => occupancyOf(h200, { threads: 256, sharedBytes }).l1Bytes / 1024;
    expect([0, 4096, 48 * 1024].map(l1)).toEqual([248, 192, 60]);
  });
});

test("a line that takes the place of an evicted one in L2 has only its own written bytes", () => {
  const l2 = new L2Cache(16 * 128, 64);
  const half = (which: 0 | 1) => Int32Array.of(which === 0 ? 0xffff : 0xffff << 16, 0, 0, 0);
  l2.write(0, 0b0001, half(0), 0);
  l2.write(0, 0b0001, half(1), 0);
  for (let line = 1; line < 16; line++) l2.read(line, 0b0001);
  const before = l2.dramReadBytes;
  l2.write(17, 0b0001, half(0), 0);
  l2.read(17, 0b0001);
  expect(l2.dramReadBytes - before).toBe(64);
});

test("warps of a block take turns, however many requests each of them has", () => {
  const system = new MemorySystem(h200, occupancyOf(h200, { threads: 64, sharedBytes: 0 }), 132);
  const requests = 20_000;
  const addresses = new Array<number>(32).fill(0);
  // A machine runs one warp after the other: the second one's loads come when L1 could have evicted those of the first.
  for (const warp of [0, 1]) {
    for (let i = 0; i < requests; i++) {
      for (let lane = 0; lane < 32; lane++) addresses[lane] = 128 * (32 * i + lane);
      perform(system, { warp, addresses });
    }
  }
  const { l1LoadHits, l1LoadSectors } = system.counts();
  expect([l1LoadHits, l1LoadSectors]).toEqual([32 * requests, 64 * requests]);
});

describe("copies past the registers", () => {
  const PLACE = { block: 0, warp: 0 };

  test("by the copy engine move each sector once, past L1, whatever line it is in", () => {
    const system = systemOf();
    system.copy(PLACE, "load", 96, 4096);
    system.copy(PLACE, "store", 2 ** 20, 4096);
    system.copy(PLACE, "store", 2 ** 21 + 16, 16);
    const { l1LoadSectors, dramReadBytes, footprintBytes, l2WriteSectors, l2WriteRequests } = system.counts();
    expect({ l1LoadSectors, footprintBytes, l2WriteSectors, l2WriteRequests }).toEqual({
      l1LoadSectors: 0,
      footprintBytes: 4096 + 4096 + 32,
      l2WriteSectors: 129,
      l2WriteRequests: 33,
    });
    expect(dramReadBytes).toBeGreaterThanOrEqual(4096);
  });

  test.each<[string, waits: readonly number[], stages: number, rounds: number]>([
    ["none of them", [0, 0, 0, 0], 1, 1],
    ["each", [0, 1, 2, 3], 1, 4],
    ["each, with three more under way", [0, 1, 2, 3], 4, 1],
    ["every other", [0, 0, 1, 1], 1, 2],
  ])("are waited for where the text waits: for %s", (_, waits, copyStages, rounds) => {
    const system = systemOf();
    for (const [place, copyWaits] of waits.entries()) {
      const access = { number: 0, operation: "load", bytesPerLane: 16, isCopy: true, bypassesL1: true } as const;
      system.request(
        { ...PLACE, copyWaits, copyStages },
        access,
        FULL,
        lanes((lane) => 512 * place + 16 * lane),
      );
    }
    const { loadRounds, missingLoadRounds } = system.counts();
    expect([loadRounds, missingLoadRounds]).toEqual([rounds, rounds]);
  });
});
