import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { h100 } from "../devices.ts";
import { globalCost, type GlobalCost } from "../global-cost.ts";
import { sharedCost, type SharedCost } from "../shared-cost.ts";
import { FULL_MASK, WARP_SIZE } from "../warp-request.ts";
import type { Step } from "./kernel.ts";
import { dim3 } from "./launch.ts";
import { requestOf } from "./located-request.ts";
import type { Thread } from "./thread.ts";
import { copy, global, globalThread, kinds, load, run, same, shared, store, threads, type Index } from "#testing/kernel-builders.ts";

const barrier: Step = { kind: "barrier" };

describe("a copy", () => {
  test("moves every element once, at four sectors per request", () => {
    const trace = copy(128, globalThread, globalThread, threads(2, 64));
    expect(kinds(trace)).toEqual([]);
    expect(trace.accesses).toMatchObject([
      { requests: 4, sectors: 16, idealSectors: 16, cacheLines: 4, activeLanes: 128 },
      { requests: 4, sectors: 16, dramWriteBytes: 512, dramReadBytes: 0 },
    ]);
  });

  test("by blocks of 48 threads makes two requests per block, the second with 16 lanes", () => {
    const trace = copy(96, globalThread, globalThread, threads(2, 48));
    expect(kinds(trace)).toEqual([]);
    expect(trace.accesses[0]).toMatchObject({ requests: 4, activeLanes: 96, sectors: 12 });
  });

  test("by a three-dimensional block numbers its threads x first", () => {
    const index: Index = ({ threadIdx: { x, y, z } }) => x + 4 * (y + 2 * z);
    expect(kinds(copy(32, index, index, threads(1, dim3(4, 2, 4))))).toEqual([]);
  });

  test("by threads that are all inactive makes no request and leaves every element missing", () => {
    const trace = copy(
      32,
      () => null,
      () => null,
    );
    expect(trace.accesses[0]).toMatchObject({ requests: 0, sectors: 0 });
    expect(trace.violations).toMatchObject([{ kind: "missing-element", elementIndex: 0, count: 32 }]);
  });
});

describe("a violation is reported, with its lane and element", () => {
  const lane: Index = ({ threadIdx }) => threadIdx.x;
  test.each<[string, Index, Index, object]>([
    ["a load past the end", ({ threadIdx }) => threadIdx.x + 1, lane, { kind: "out-of-bounds", elementIndex: 32, lane: 31, count: 1 }],
    [
      "a load before the beginning",
      ({ threadIdx }) => threadIdx.x - 1,
      lane,
      { kind: "out-of-bounds", elementIndex: -1, lane: 0, count: 1 },
    ],
    ["stores of all lanes to one element", lane, () => 5, { kind: "written-twice", elementIndex: 5, lane: 1, count: 31 }],
    [
      "a copy in reverse order",
      lane,
      ({ threadIdx }) => 31 - threadIdx.x,
      { kind: "wrong-element", lane: 0, elementIndex: 31, found: 1, expected: 32, count: 32 },
    ],
    [
      "a store of a register that was not loaded",
      ({ threadIdx: { x } }) => (x === 3 ? null : x),
      lane,
      { kind: "empty-register", lane: 3, count: 1 },
    ],
    [
      "an element that is left out",
      lane,
      ({ threadIdx: { x } }) => (x === 3 ? null : x),
      { kind: "missing-element", elementIndex: 3, expected: 4, count: 1 },
    ],
  ])("%s", (_, read, write, violation) => {
    expect(copy(32, read, write).violations).toContainEqual(expect.objectContaining(violation));
  });

  test("indexes whose common difference overflows on the way from the first lane to the last", () => {
    // 31 times the difference is 2^32 + 27.
    const around: Index = ({ threadIdx }) => Math.imul(threadIdx.x, 138_547_333);
    const trace = run({ in: global(32, "source") }, [load("in", around)], threads(1, 32));
    expect(trace.violations).toMatchObject([{ kind: "out-of-bounds", lane: 1, elementIndex: 138_547_333, count: 30 }]);
    expect(trace.accesses[0]).toMatchObject({ activeLanes: 2, requests: 1, sectors: 2 });
  });

  test("a vector whose first element isn't a multiple of its length", () => {
    const vector = { elementsPerLane: 4 };
    const trace = run({ in: global(256, "source") }, [load("in", ({ threadIdx }) => threadIdx.x * 4 + 1, vector)], threads(1, 32));
    expect(trace.violations).toMatchObject([{ kind: "misaligned", elementIndex: 1, lane: 0, count: 32 }]);
  });

  test("an aligned vector moves all of its elements", () => {
    const vector = { elementsPerLane: 4 };
    const arrays = { in: global(256, "source"), out: global(256, "empty", same) };
    const index: Index = (thread) => globalThread(thread) * 4;
    const trace = run(arrays, [load("in", index, vector), store("out", index, vector)], threads(2, 32));
    expect(kinds(trace)).toEqual([]);
    expect(trace.accesses[0]).toMatchObject({ requests: 2, sectors: 32, bytesPerLane: 16 });
  });
});

describe("shared memory", () => {
  const arrays = () => ({ in: global(64, "source"), out: global(64, "empty", (i) => 64 - i), tile: shared(64) });
  const mine: Index = ({ threadIdx }) => threadIdx.x;
  const mirrored: Index = ({ threadIdx }) => 63 - threadIdx.x;

  test("passes data from thread to thread across a barrier", () => {
    const trace = run(
      arrays(),
      [load("in", mine), store("tile", mine), barrier, load("tile", mirrored), store("out", mine)],
      threads(1, 64),
    );
    expect(kinds(trace)).toEqual([]);
    expect(trace.accesses[2]).toMatchObject({ space: "shared", wavefronts: 2, bankConflicts: 0, conflictDegree: 1 });
  });

  test("is empty again for the next block", () => {
    const steps: Step[] = [
      load("in", ({ threadIdx, blockIdx }) => (blockIdx.x === 0 ? threadIdx.x : null)),
      store("tile", ({ threadIdx, blockIdx }) => (blockIdx.x === 0 ? threadIdx.x : null)),
      barrier,
      load("tile", mine),
    ];
    const found = run(arrays(), steps, threads(2, 64)).violations.find(({ kind }) => kind === "read-before-write");
    expect(found).toMatchObject({ location: { blockIdx: { x: 1 } }, count: 64 });
  });

  test("is refused when it is larger than a block may have", () => {
    expect(() => run({ tile: shared(60_000) }, [], threads(1, 32))).toThrow(/240000 bytes.*at most 232448/);
  });
});

describe("moves and repeats", () => {
  test("a thread that is inactive on one side of a move is inactive on both", () => {
    const move: Step = {
      kind: "move",
      load: load("in", ({ threadIdx: { x } }) => (x < 20 ? x : null)),
      store: store("out", ({ threadIdx: { x } }) => (x >= 10 ? x : null)),
    };
    const trace = run(
      { in: global(32, "source"), out: global(32, "empty", (i) => (i >= 10 && i < 20 ? i + 1 : 0)) },
      [move],
      threads(1, 32),
    );
    expect(kinds(trace)).toEqual([]);
    expect(trace.accesses).toMatchObject([{ activeLanes: 10 }, { activeLanes: 10 }]);
  });

  const strided: Index = (thread, _size, pass) => globalThread(thread) + pass * 64;

  test("a grid-stride loop", () => {
    const loop: Step = { kind: "repeat", times: 4, steps: [load("in", strided), store("out", strided)] };
    const trace = run({ in: global(256, "source"), out: global(256, "empty", same) }, [loop], threads(2, 32));
    expect(kinds(trace)).toEqual([]);
    expect(trace.accesses[0]).toMatchObject({ requests: 8, sectors: 32 });
  });

  test("in nested repeats an index function gets both loop indexes", () => {
    const index: Index = ({ threadIdx }, ...[, pass, outerPass]: unknown[]) => threadIdx.x + 32 * (Number(pass) + 2 * Number(outerPass));
    const inner: Step = { kind: "repeat", times: 2, steps: [load("in", index), store("out", index)] };
    const trace = run(
      { in: global(192, "source"), out: global(192, "empty", same) },
      [{ kind: "repeat", times: 3, steps: [inner] }],
      threads(1, 32),
    );
    expect(kinds(trace)).toEqual([]);
  });

  test("each thread may choose its own trip count", () => {
    const times: Index = ({ threadIdx }) => (threadIdx.x < 8 ? 2 : 1);
    const loop: Step = {
      kind: "repeat",
      times: times as never,
      steps: [load("in", (thread, _size, pass) => globalThread(thread) + pass * 32)],
    };
    const trace = run({ in: global(64, "source") }, [loop], threads(1, 32));
    expect(trace.accesses[0]).toMatchObject({ requests: 2, activeLanes: 40, sectors: 5 });
  });

  test("a barrier that not all threads of the block reach equally often is a violation", () => {
    const loop: Step = {
      kind: "repeat",
      times: (({ threadIdx }: { threadIdx: { x: number } }) => threadIdx.x % 2) as never,
      steps: [load("in", globalThread), barrier],
    };
    expect(kinds(run({ in: global(64, "source") }, [loop], threads(1, 64)))).toEqual(["divergent-barrier"]);
  });
});

describe("an input that must be read once", () => {
  const arrays = () => ({ in: { ...global(64, "source"), reads: "each-once" as const } });

  test("is read once", () => {
    expect(kinds(run(arrays(), [load("in", globalThread)], threads(2, 32)))).toEqual([]);
  });

  test("reports elements that are read twice or never", () => {
    expect(run(arrays(), [load("in", ({ threadIdx }) => threadIdx.x)], threads(2, 32)).violations).toMatchObject([
      { kind: "read-twice", elementIndex: 0, count: 32, location: { blockIdx: { x: 1 } } },
      { kind: "never-read", elementIndex: 32, count: 32 },
    ]);
  });
});

describe("a trace keeps", () => {
  const lane = ({ threadIdx }: Thread): number => threadIdx.x;
  const noLoop = { iteration: 0, outerIteration: 0 };

  test("the costliest request and the one with the fewest lanes, the first of equals", () => {
    const index: Index = ({ threadIdx: { x }, blockIdx }) => (blockIdx.x === 2 && x >= 8 ? null : x * (blockIdx.x === 1 ? 8 : 1));
    const trace = run({ in: global(256, "source") }, [load("in", index)], threads(3, 32));
    const at = (block: number) => ({ access: "load in", accessNumber: 0, blockIdx: dim3(block, 0, 0), warp: 0, ...noLoop });
    const addresses = Array.from({ length: 32 }, (_, lane) => lane * 4);
    const shape = { space: "global", op: "load", bytesPerLane: 4 };
    expect(trace.accesses).toMatchObject([
      {
        costliest: { location: at(1), request: { ...shape, activeMask: FULL_MASK, addresses: addresses.map((address) => address * 8) } },
        fewestLanes: {
          location: at(2),
          request: { ...shape, activeMask: 0xff, addresses: addresses.map((address, lane) => (lane < 8 ? address : 0)) },
        },
      },
    ]);
  });

  test("neither of them where no lane is ever active", () => {
    const trace = copy(
      32,
      () => null,
      () => null,
    );
    for (const access of trace.accesses) expect(Object.keys(access)).not.toContain("costliest");
  });

  test("the request of a violation, invalid lanes included", () => {
    const { violations } = copy(32, (thread) => 2 * lane(thread), lane);
    const [outOfBounds] = violations;
    expect(outOfBounds).toMatchObject({ kind: "out-of-bounds", lane: 16, count: 16 });
    expect(outOfBounds?.request).toMatchObject({ activeMask: FULL_MASK, addresses: Array.from({ length: 32 }, (_, lane) => lane * 8) });
  });

  test("with each of them the iteration of the innermost repeat", () => {
    const index: Index = (thread, _size, pass) => lane(thread) + 32 * pass;
    const times: Index = (thread) => (lane(thread) < 4 ? 3 : 2);
    const loop: Step = { kind: "repeat", times: times as never, steps: [load("in", index)] };
    const [access] = run({ in: global(96, "source") }, [loop], threads(1, 32)).accesses;
    expect(access?.fewestLanes).toMatchObject({
      location: { iteration: 2, outerIteration: 0 },
      request: { activeMask: 0xf, addresses: [256, 260, 264, 268, ...Array.from({ length: 28 }, () => 0)] },
    });
  });
});

describe("a kernel's counts are those of its requests", () => {
  const n = 1024;
  const patterns = fc.record({
    stride: fc.integer({ min: -3, max: 33 }),
    offset: fc.nat(40),
    modulus: fc.integer({ min: 1, max: 64 }),
    keep: fc.nat(31),
  });
  /** The counts that add up over requests; of the conflict degree, a trace has the largest. */
  const summed = <Cost extends object>({ conflictDegree: _, ...counts }: Cost & { conflictDegree?: number }) => Object.entries(counts);

  test("in global and in shared memory, for any mixture of patterns", () => {
    fc.assert(
      fc.property(patterns, ({ stride, offset, modulus, keep }) => {
        const index: Index = ({ threadIdx: { x }, blockIdx }) =>
          x % 32 > keep ? null : 100 + offset + blockIdx.x * 7 + (x % modulus) * stride;
        const costs: [GlobalCost[], SharedCost[]] = [[], []];
        const observe = (accessNumber: number, indexes: Int32Array): void => {
          for (let first = 0; first < indexes.length; first += WARP_SIZE) {
            const warp = indexes.subarray(first, first + WARP_SIZE);
            if (accessNumber === 0) costs[0].push(globalCost(requestOf({ space: "global", op: "load", bytesPerLane: 4 }, 4, warp), h100));
            else costs[1].push(sharedCost(requestOf({ space: "shared", op: "store", bytesPerLane: 4 }, 4, warp), h100));
          }
        };
        const arrays = { in: global(n + 2000, "source"), tile: shared(n + 2000) };
        const trace = run(arrays, [load("in", index), store("tile", index)], threads(3, 64), { observe });
        for (const [accessNumber, access] of costs.entries()) {
          expect(access).toHaveLength(6);
          const sums = new Map<string, number>();
          for (const [count, value] of access.flatMap(summed)) sums.set(count, (sums.get(count) ?? 0) + Number(value));
          expect(trace.accesses[accessNumber]).toMatchObject(Object.fromEntries(sums));
        }
        expect(trace.accesses[1]).toHaveProperty("conflictDegree", Math.max(...costs[1].map(({ conflictDegree }) => conflictDegree)));
      }),
    );
  });
});
