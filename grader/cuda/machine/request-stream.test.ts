import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  WARP_SIZE,
  a100,
  dim3,
  globalCost,
  h100,
  sharedCost,
  type AccessWidth,
  type Device,
  type GlobalCost,
  type SharedCost,
} from "#simulator";
import { globalAtomicCost, type AtomicOperation } from "#simulator/atomic-cost.ts";
import { addGlobalCost, noGlobalCost } from "#simulator/global-cost.ts";
import { addSharedCost, noSharedCost } from "#simulator/shared-cost.ts";
import type { AccessSite, SiteOp } from "../ir/access-site.ts";
import { Memory } from "./memory.ts";
import { RequestStream, type StreamOptions } from "./request-stream.ts";

const lanes = Array.from({ length: WARP_SIZE }, (_, lane) => lane);
const launch = { gridDim: dim3(4), blockDim: dim3(64) };
const ALL = -1;

function siteOf(number: number, op: SiteOp, bytesPerLane: AccessWidth): AccessSite {
  return { number, op, bytesPerLane, span: { from: 10 * number, to: 10 * number + 5 } };
}

/** A memory with the arrays `a` (given) and `fresh` (never written), shared and local memory, and a stream of the given sites. */
function machine(sites: readonly AccessSite[], options: Partial<StreamOptions> = {}) {
  const memory = new Memory();
  const float = { name: "float", bytes: 4 };
  const a = memory.allocate("a", 2 ** 20, "given", { element: float });
  const fresh = memory.allocate("fresh", 4096, "uninitialized", { element: float });
  const table = memory.allocate("table", 256, "given", { element: float, space: "constant" });
  const tile = { name: "tile", offset: 0, bytes: 48 * 1024, element: float };
  memory.startLaunch({ sharedBytes: 48 * 1024, sharedVariables: [tile], localBytesPerThread: 64, threadsPerBlock: 64 });
  const stream = new RequestStream(memory, sites, { device: h100, launch, ...options });
  stream.startBlock(0);
  stream.startWarp(0);
  return { memory, stream, a, fresh, table, shared: memory.sharedBase, local: memory.localBase };
}

function addresses(addressOf: (lane: number) => number): Float64Array {
  return Float64Array.from(lanes, addressOf);
}

/** Requests of one access as a loop makes them: a pattern and its first address in each pass, so that some equal the one before. */
const anyRequests = fc.record({
  op: fc.constantFrom<"load" | "store">("load", "store"),
  bytesPerLane: fc.constantFrom<AccessWidth>(1, 2, 4, 8, 16),
  device: fc.constantFrom(h100, a100),
  requests: fc.array(
    fc.record({
      mask: fc.oneof(fc.constant(ALL), fc.integer({ min: 1, max: 0x7fffffff }), fc.constant(0xffff)),
      firstElements: fc.array(fc.oneof(fc.nat(80), fc.nat(3000)), { minLength: 1, maxLength: 8 }),
      stride: fc.oneof(fc.constantFrom(0, 1, -1, 2, 3, 8, 32, 33, 64, -5), fc.integer({ min: -90, max: 90 })),
      scatter: fc.array(fc.nat(2500), { minLength: WARP_SIZE, maxLength: WARP_SIZE }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

type Requests = typeof anyRequests extends fc.Arbitrary<infer Value> ? Value : never;

/** Makes the requests in one space, by `run` and by `access`, and returns the stream's counts and the simulator's. */
function countBothWays({ op, bytesPerLane, device, requests }: Requests, space: "global" | "shared", asRun: boolean) {
  const { stream, a, shared } = machine([siteOf(0, op, bytesPerLane)], { device, sanitizers: { racecheck: false, initcheck: false } });
  // Strides go both ways, so patterns start in the middle.
  const base = space === "global" ? a + 2 ** 17 : shared + 16 * 1024;
  const elements = space === "global" ? 1 : 1 / 8;
  const costs: (GlobalCost | SharedCost)[] = [];
  for (const { mask, firstElements, stride, scatter } of requests) {
    for (const firstElement of firstElements) {
      const first = base + Math.floor((firstElement * elements) / 4) * 4 * bytesPerLane + (firstElement % 4) * bytesPerLane;
      const reach = space === "global" ? stride : stride % 12;
      const pattern = asRun
        ? addresses((lane) => first + lane * reach * bytesPerLane)
        : addresses((lane) => first + Math.floor(scatter[lane]! * elements * 0.2) * bytesPerLane);
      const allowed = asRun ? stream.run(0, mask, first, reach * bytesPerLane) : stream.access(0, mask, pattern);
      expect(allowed).toBe(mask | 0);
      const request = { space, op, bytesPerLane, activeMask: mask >>> 0, addresses: [...pattern] };
      costs.push(space === "global" ? globalCost(request, device as Device) : sharedCost(request, device as Device));
    }
  }
  return { counted: stream.counts(0), costs };
}

describe("counts equal those of the simulator, request by request", () => {
  for (const asRun of [true, false]) {
    const pattern = asRun ? "evenly spaced lanes" : "any pattern";

    it(`in global memory, ${pattern}`, () => {
      fc.assert(
        fc.property(anyRequests, (requests) => {
          const { counted, costs } = countBothWays(requests, "global", asRun);
          const sum = noGlobalCost();
          for (const cost of costs) addGlobalCost(sum, cost as GlobalCost, 1);
          expect(counted).toEqual([{ ...sum, space: "global", activeLanes: expect.any(Number) }]);
        }),
        { numRuns: 400 },
      );
    });

    it(`in shared memory, ${pattern}`, () => {
      fc.assert(
        fc.property(anyRequests, (requests) => {
          const { counted, costs } = countBothWays(requests, "shared", asRun);
          const sum = noSharedCost();
          for (const cost of costs) addSharedCost(sum, cost as SharedCost, 1);
          expect(counted).toEqual([{ ...sum, space: "shared", activeLanes: expect.any(Number) }]);
        }),
        { numRuns: 400 },
      );
    });
  }

  it("in global memory, where lanes of one window of lines move across the border of two", () => {
    const { stream, a } = machine([siteOf(0, "load", 4)]);
    const starts = [0, 3, 7, 11, 15, 31, 127, 2, 1023].map((line) => a + 128 * line);
    const sum = noGlobalCost();
    for (const first of starts) {
      stream.run(0, 0b111, first, 128);
      const request = { space: "global" as const, op: "load" as const, bytesPerLane: 4 as const, activeMask: 0b111 };
      addGlobalCost(sum, globalCost({ ...request, addresses: lanes.map((lane) => first + 128 * lane) }, h100), 1);
    }
    expect(stream.counts(0)).toMatchObject([sum]);
  });

  it("whether lanes are evenly spaced or written out", () => {
    fc.assert(
      fc.property(anyRequests, fc.constantFrom("global" as const, "shared" as const), ({ op, bytesPerLane, requests }, space) => {
        const { stream, a, shared } = machine([siteOf(0, op, bytesPerLane), siteOf(1, op, bytesPerLane)], {
          sanitizers: { racecheck: false },
        });
        const base = space === "global" ? a : shared;
        for (const { mask, firstElements, stride } of requests) {
          for (const element of firstElements) {
            const first = base + (element + 90 * 32) * (space === "global" ? bytesPerLane : 4 * (bytesPerLane / 16));
            const step = stride * bytesPerLane;
            const allowed = stream.run(0, mask, first, step);
            expect(
              stream.access(
                1,
                mask,
                addresses((lane) => first + lane * step),
              ),
            ).toBe(allowed);
          }
        }
        expect(stream.counts(1)).toEqual(stream.counts(0));
      }),
      { numRuns: 300 },
    );
  });
});

describe("atomics, by the simulator's rules", () => {
  const atomic = (kind: AtomicOperation["kind"], on: AtomicOperation["on"] = "integers") => ({ kind, on });

  it.each([
    ["all on one word", atomic("other"), 0, { wavefronts: 32, bankConflicts: 31, conflictDegree: 32 }],
    ["all on one word, and the result is not used", atomic("add one"), 0, { wavefronts: 1, bankConflicts: 0, conflictDegree: 1 }],
    ["one word each", atomic("add"), 4, { wavefronts: 1, bankConflicts: 0 }],
    ["every other word", atomic("add"), 8, { wavefronts: 2, bankConflicts: 1, conflictDegree: 2 }],
    ["one word each, compare and swap", atomic("compare and swap"), 4, { wavefronts: 2, bankConflicts: 0 }],
    ["one float each", atomic("add", "floats"), 4, { wavefronts: 2, atomic: { atomics: 1, loads: 1, loadWavefronts: 1 } }],
    [
      "one pair of halves each",
      atomic("add", "pairs of halves"),
      4,
      { wavefronts: 3, atomic: { atomics: 1, loads: 1, loadWavefronts: 1 } },
    ],
    ["all on one float", atomic("add", "floats"), 0, { wavefronts: 64, atomic: { atomics: 32, loads: 32, loadWavefronts: 32 } }],
  ])("in shared memory, %s", (_, operation, stride, counts) => {
    const { stream, shared } = machine([{ ...siteOf(0, "reduction", 4), atomic: operation }]);
    stream.run(0, ALL, shared, stride);
    expect(stream.counts(0)).toMatchObject([{ space: "shared", requests: 1, ...counts }]);
  });

  it("in global memory, a sector is looked up as often as its busiest address has lanes; each is read and written", () => {
    const { stream, a } = machine([siteOf(0, "atomic", 4), siteOf(1, "reduction", 4), siteOf(2, "reduction", 4)]);
    stream.run(0, ALL, a, 4);
    stream.run(1, ALL, a, 0);
    stream.access(
      2,
      ALL,
      addresses((lane) => a + 4 * (lane % 16)),
    );
    expect(stream.counts(0)).toMatchObject([{ sectors: 4, cacheLines: 1, dramReadBytes: 128, dramWriteBytes: 128 }]);
    expect(stream.counts(1)).toMatchObject([{ sectors: 32, cacheLines: 32, tagWavefronts: 32, activeLanes: 32 }]);
    expect(stream.counts(2)).toMatchObject([{ sectors: 4, cacheLines: 2, tagWavefronts: 2 }]);
  });

  it("in two arrays, lanes on one word take turns in whichever array the first lane is", () => {
    const { stream, a, fresh } = machine([siteOf(0, "atomic", 4), siteOf(1, "atomic", 4)], { sanitizers: { initcheck: false } });
    for (const [site, of] of [a, fresh].entries()) {
      const other = of === a ? fresh : a;
      stream.access(
        site,
        ALL,
        addresses((lane) => (lane === 0 ? other : of) + 4),
      );
      expect(stream.counts(site)).toMatchObject([{ sectors: 32, cacheLines: 32 }]);
    }
  });

  it("compare and swap looks up halves of lines", () => {
    const { stream, a } = machine([{ ...siteOf(0, "atomic", 4), atomic: atomic("compare and swap") }]);
    stream.run(0, ALL, a, 4);
    expect(stream.counts(0)).toMatchObject([{ sectors: 4, cacheLines: 2 }]);
  });

  it("each as if it were the only one, whatever requests come before it, in an array at address 0", () => {
    const requests = fc.array(
      fc.record({
        first: fc.nat(300),
        scatter: fc.array(fc.nat(60), { minLength: WARP_SIZE, maxLength: WARP_SIZE }),
        repeats: fc.array(fc.nat(4000), { maxLength: 4 }),
      }),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(requests, fc.boolean(), (made, compares) => {
        const site: AccessSite = { ...siteOf(0, "atomic", 4), atomic: atomic(compares ? "compare and swap" : "add") };
        const { stream, a } = machine([site], { sanitizers: { racecheck: false } });
        const sum = { sectors: 0, cacheLines: 0, tagWavefronts: 0 };
        for (const { first, scatter, repeats } of made) {
          for (const further of [0, ...repeats]) {
            const offsets = addresses((lane) => 4 * (first + further + scatter[lane]! * 11));
            stream.access(
              0,
              ALL,
              offsets.map((offset) => a + offset),
            );
            const cost = globalAtomicCost({ bytesPerLane: 4, activeMask: ALL, addresses: offsets }, compares, h100.tagBanks);
            for (const count of ["sectors", "cacheLines", "tagWavefronts"] as const) sum[count] += cost[count];
          }
        }
        expect(stream.counts(0)).toMatchObject([sum]);
      }),
      { numRuns: 200 },
    );
  });
});

describe("operations without a rule in the simulator", () => {
  it("a request without lanes is none", () => {
    const { stream } = machine([siteOf(0, "load", 4)]);
    expect(stream.run(0, 0, 0, 0)).toBe(0);
    expect(
      stream.access(
        0,
        0,
        addresses(() => 0),
      ),
    ).toBe(0);
    expect(stream.counts(0)).toEqual([]);
  });

  it("local memory is interleaved: the same variable of 32 lanes lies side by side", () => {
    const { stream, local } = machine([siteOf(0, "store", 4), siteOf(1, "store", 8), siteOf(2, "store", 4)]);
    stream.run(0, ALL, local + 8, 64);
    stream.run(1, ALL, local + 8, 64);
    stream.access(
      2,
      ALL,
      addresses((lane) => local + 64 * lane + 4 * (lane % 2)),
    );
    expect([0, 1, 2].map((site) => stream.counts(site))).toMatchObject([
      [{ space: "local", sectors: 4, idealSectors: 4 }],
      [{ sectors: 8 }],
      [{ sectors: 8, idealSectors: 4 }],
    ]);
  });

  it("constant memory counts requests", () => {
    const { stream, table } = machine([siteOf(0, "load", 4)]);
    stream.run(0, 0xff, table, 0);
    expect(stream.counts(0)).toEqual([{ space: "constant", requests: 1, activeLanes: 8 }]);
  });

  it("lanes of one access in different spaces are one request per space", () => {
    const { stream, a, shared } = machine([siteOf(0, "store", 4)]);
    const allowed = stream.access(
      0,
      ALL,
      addresses((lane) => (lane < 8 ? a : shared) + 4 * lane),
    );
    expect(allowed).toBe(ALL);
    expect(stream.counts(0)).toMatchObject([
      { space: "global", requests: 1, activeLanes: 8, sectors: 1 },
      { space: "shared", requests: 1, activeLanes: 24, wavefronts: 1 },
    ]);
  });

  it("an observer gets every request that may proceed, and every barrier", () => {
    const seen: unknown[] = [];
    const { stream, a } = machine([siteOf(0, "load", 4)], {
      observe: (site, mask, [first], space) => void seen.push([site, mask, first, space]),
      observeBarrier: () => void seen.push("barrier"),
    });
    stream.run(0, ALL, a, 4);
    stream.run(0, ALL, a, 4);
    stream.blockBarrier();
    stream.run(0, ALL, a - 8, 4);
    expect(seen).toEqual([[0, ALL, a, "global"], [0, ALL, a, "global"], "barrier", [0, ~3, a - 8, "global"]]);
  });
});

describe("memcheck", () => {
  it("names thread, block and the nearest allocation, and drops the lane", () => {
    const { stream, a } = machine([siteOf(0, "load", 4)]);
    const end = a + 2 ** 20;
    stream.startBlock(2);
    stream.startWarp(1);
    expect(stream.run(0, ALL, end - 30 * 4, 4)).toBe(0x3fffffff);
    const [finding] = stream.findings.list;
    expect(finding).toMatchObject({
      kind: "out-of-bounds",
      thread: [62, 0, 0],
      block: [2, 0, 0],
      address: end,
      space: "global",
      further: 1,
    });
    expect(finding!.message).toBe("Thread (62, 0, 0) of block (2, 0, 0) reads 4 bytes directly after the end of `a` (262,144 floats).");
    expect(finding!.request).toMatchObject({ lane: 30, activeMask: ALL });
    expect(stream.counts(0)).toMatchObject([{ requests: 1, activeLanes: 30 }]);
  });

  it("lets exactly the lanes go on that are in bounds and aligned, however the requests before it looked", () => {
    const step = fc.record({
      mask: fc.oneof(fc.constant(ALL), fc.integer()),
      space: fc.constantFrom("a", "fresh", "shared", "local"),
      atEnd: fc.boolean(),
      offset: fc.integer({ min: -140, max: 20 }),
      stride: fc.constantFrom(0, 4, -4, 8, 64, 2),
      asRun: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const sites = [siteOf(0, "load", 4)];
        const { memory, stream, a, fresh, shared, local } = machine(sites, { sanitizers: { racecheck: false, initcheck: false } });
        const bounds = { a: [a, 2 ** 20], fresh: [fresh, 4096], shared: [shared, 48 * 1024], local: [local, 64] } as const;
        const isAllowed = (address: number, lane: number): boolean => {
          const allocation = memory.find(address);
          if (!allocation || address % 4 !== 0) return false;
          if (allocation.space !== "local") return address + 4 <= allocation.base + allocation.bytes;
          return address >= local + 64 * lane && address + 4 <= local + 64 * (lane + 1);
        };
        for (const { mask, space, atEnd, offset, stride, asRun } of steps) {
          const [base, bytes] = bounds[space as keyof typeof bounds];
          const first = base + (atEnd ? bytes : 0) + Math.floor(offset / 2) * 2;
          const pattern = addresses((lane) => first + lane * stride);
          const allowed = asRun ? stream.run(0, mask, first, stride) : stream.access(0, mask, pattern);
          const expected = lanes.filter((lane) => (mask >>> lane) & 1 && isAllowed(pattern[lane]!, lane));
          expect(lanes.filter((lane) => (allowed >>> lane) & 1)).toEqual(expected);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it.each<[string, (places: { a: number; shared: number; local: number }) => number, string]>([
    ["null", () => 0, "at the null pointer"],
    ["near null", () => 12, "next to the null pointer"],
    ["before an array", ({ a }) => a - 4, "4 bytes before the start of `a`"],
    ["after an array", ({ a }) => a + 2 ** 20 + 8, "8 bytes after the end of `a` (262,144 floats)"],
    ["a negative address", () => -4, "far from any allocation"],
    ["after shared memory", ({ shared }) => shared + 48 * 1024 + 4, "4 bytes after the end of the block's shared memory"],
    ["another thread's local memory", ({ local }) => local + 64 * 5, "in the local memory of another thread"],
    ["not a number", () => NaN, "far from any allocation"],
  ])("says where: %s", (_, addressOf, words) => {
    const { stream, ...places } = machine([siteOf(0, "store", 4)]);
    expect(stream.run(0, 1, addressOf(places), 0)).toBe(0);
    expect(stream.findings.list).toMatchObject([{ kind: "out-of-bounds", message: expect.stringContaining(words) }]);
  });

  it("a misaligned lane is a fault, the others go on", () => {
    const { stream, a } = machine([siteOf(0, "load", 8)]);
    expect(
      stream.access(
        0,
        ALL,
        addresses((lane) => a + 8 * lane + (lane === 3 ? 4 : 0)),
      ),
    ).toBe(~(1 << 3));
    expect(stream.findings.list).toMatchObject([
      { kind: "misaligned", thread: [3, 0, 0], message: expect.stringContaining("multiple of 8") },
    ]);
  });

  it("drops lanes without a word when it is switched off", () => {
    const { stream } = machine([siteOf(0, "load", 4)], { sanitizers: { memcheck: false } });
    expect(stream.run(0, ALL, 0, 4)).toBe(0);
    expect(stream.findings.list).toEqual([]);
  });
});

describe("initcheck", () => {
  const sites = [siteOf(0, "store", 4), siteOf(1, "load", 4), siteOf(2, "load", 1)];

  it.each(["fresh", "shared"] as const)("%s: reports uninitialized bytes, one by one", (where) => {
    const { stream, ...places } = machine(sites, { sanitizers: { racecheck: false } });
    const base = places[where];
    stream.run(0, ALL, base, 4);
    stream.run(1, ALL, base, 4);
    stream.run(2, ALL, base + 96, 1);
    expect(stream.findings.list).toEqual([]);
    stream.run(2, ALL, base + 97, 1);
    stream.access(
      1,
      ALL,
      addresses((lane) => base + 4 * (lane + (lane === 31 ? 1 : 0))),
    );
    expect(stream.findings.list).toMatchObject([
      { kind: "uninitialized", site: 2, thread: [31, 0, 0], further: 0 },
      { kind: "uninitialized", site: 1, thread: [31, 0, 0], address: base + 128, further: 0 },
    ]);
    expect(stream.findings.list[1]!.message).toContain(
      `element 32 of \`${where === "shared" ? "tile" : "fresh"}\`, where nothing was written`,
    );
  });

  it("shared and local memory hold nothing when a block starts", () => {
    const { stream, shared, local } = machine(sites);
    stream.run(0, ALL, shared, 4);
    stream.run(0, ALL, local, 64);
    stream.run(1, ALL, local, 64);
    expect(stream.findings.list).toEqual([]);
    stream.startBlock(1);
    stream.startWarp(0);
    stream.run(1, ALL, shared, 4);
    expect(stream.findings.list).toMatchObject([{ space: "shared", block: [1, 0, 0], further: 31 }]);
  });

  it("knows the host's writes", () => {
    const { stream, memory, fresh } = machine(sites);
    memory.markWritten(fresh, 128);
    stream.run(1, ALL, fresh, 4);
    expect(stream.findings.list).toEqual([]);
  });
});

it("equal launches have equal counts and findings", () => {
  const report = (): string => {
    const { stream, a, fresh, shared } = machine([siteOf(0, "store", 4), siteOf(1, "load", 4)]);
    for (let block = 0; block < 4; block++) {
      stream.startBlock(block);
      stream.startWarp(0);
      stream.run(0, ALL, a + 64 * block, 4);
      stream.run(1, ALL, fresh + 64 * block, 4);
      stream.run(0, ALL, shared, 0);
      stream.startWarp(1);
      stream.run(1, ALL, shared, 4);
    }
    stream.endLaunch();
    return JSON.stringify([stream.counts(0), stream.counts(1), stream.findings.list]);
  };
  expect(report()).toBe(report());
});

describe("a bulk copy", () => {
  it("is observed once for each stretch of global memory, however a swizzle scatters its pieces", () => {
    const seen: number[][] = [];
    const observe = (_site: number, _mask: number, stretch: Float64Array): void => void seen.push([...stretch]);
    const { stream, a, shared } = machine([siteOf(0, "load", 16)], { observe });
    // Two rows of 64 bytes, 4,096 bytes apart, each 16 bytes at the place that the swizzle gives them; a piece beyond the tensor between them.
    const row = (global: number, at: number) =>
      [48, 32, 16, 0].map((by, piece) => ({ global: global + 16 * piece, shared: at + by, bytes: 16 }));
    const pieces = [...row(a, shared), { global: undefined, shared: shared + 64, bytes: 16 }, ...row(a + 4096, shared + 128)];
    stream.bulk(0, 0, { pieces, sectors: 4, sharedBytes: 144, swizzleBits: 2 });
    expect(seen).toEqual([
      [a, a + 64, shared + 48, 2],
      [a + 4096, a + 4160, shared + 176, 2],
    ]);
  });
});
