import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { h100 } from "../devices.ts";
import { globalCost } from "../global-cost.ts";
import { sharedCost } from "../shared-cost.ts";
import type { Step } from "./kernel.ts";
import { dim3 } from "./launch.ts";
import { requestAt } from "./located-request.ts";
import { runKernel } from "./run-kernel.ts";
import { copy, global, globalThread, kinds, load, run, same, shared, store, threads, type Index } from "#testing/kernel-builders.ts";

const barrier: Step = { kind: "barrier" };

describe("a copy", () => {
  test("moves every element once, at four sectors a request", () => {
    const trace = copy(128, globalThread, globalThread, threads(2, 64));
    expect(kinds(trace)).toEqual([]);
    expect(trace.accesses).toMatchObject([
      { requests: 4, sectors: 16, idealSectors: 16, cacheLines: 4, activeLanes: 128 },
      { requests: 4, sectors: 16, dramWriteBytes: 512, dramReadBytes: 0 },
    ]);
  });

  test("of blocks of 48 threads makes two requests a block, the second with 16 lanes", () => {
    const trace = copy(96, globalThread, globalThread, threads(2, 48));
    expect(kinds(trace)).toEqual([]);
    expect(trace.accesses[0]).toMatchObject({ requests: 4, activeLanes: 96, sectors: 12 });
  });

  test("of a three-dimensional block numbers threads x first", () => {
    const index: Index = ({ threadIdx: { x, y, z } }) => x + 4 * (y + 2 * z);
    expect(kinds(copy(32, index, index, threads(1, dim3(4, 2, 4))))).toEqual([]);
  });

  test("in which nobody takes part makes no request and misses everything", () => {
    const trace = copy(
      32,
      () => null,
      () => null,
    );
    expect(trace.accesses[0]).toMatchObject({ requests: 0, sectors: 0 });
    expect(trace.violations).toMatchObject([{ kind: "missing-element", elementIndex: 0, count: 32 }]);
  });
});

describe("what a kernel must not do is found and placed", () => {
  const lane: Index = ({ threadIdx }) => threadIdx.x;
  test.each<[string, Index, Index, object]>([
    ["past the end", ({ threadIdx }) => threadIdx.x + 1, lane, { kind: "out-of-bounds", elementIndex: 32, lane: 31, count: 1 }],
    ["before the beginning", ({ threadIdx }) => threadIdx.x - 1, lane, { kind: "out-of-bounds", elementIndex: -1, lane: 0, count: 1 }],
    ["all to one place", lane, () => 5, { kind: "written-twice", elementIndex: 5, lane: 1, count: 31 }],
    [
      "reversed",
      lane,
      ({ threadIdx }) => 31 - threadIdx.x,
      { kind: "wrong-element", lane: 0, elementIndex: 31, found: 1, expected: 32, count: 32 },
    ],
    ["stores what was not loaded", ({ threadIdx: { x } }) => (x === 3 ? null : x), lane, { kind: "empty-register", lane: 3, count: 1 }],
    [
      "leaves one out",
      lane,
      ({ threadIdx: { x } }) => (x === 3 ? null : x),
      { kind: "missing-element", elementIndex: 3, expected: 4, count: 1 },
    ],
  ])("%s", (_, read, write, violation) => {
    expect(copy(32, read, write).violations).toContainEqual(expect.objectContaining(violation));
  });

  test("a vector that does not start at a multiple of itself", () => {
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

  test("hands data from thread to thread across a barrier", () => {
    const trace = run(
      arrays(),
      [load("in", mine), store("tile", mine), barrier, load("tile", mirrored), store("out", mine)],
      threads(1, 64),
    );
    expect(kinds(trace)).toEqual([]);
    expect(trace.accesses[2]).toMatchObject({ space: "shared", wavefronts: 2, bankConflicts: 0, conflictDegree: 1 });
  });

  test.each<[string, Step[], string]>([
    ["without a barrier: a read after another thread's write", [load("in", mine), store("tile", mine), load("tile", mirrored)], "race"],
    [
      "a write after another thread's read",
      [load("in", mine), store("tile", mine), barrier, load("tile", mirrored), store("tile", mine)],
      "race",
    ],
    ["two writes to one word", [load("in", mine), store("tile", () => 7)], "race"],
    ["a word that nobody wrote", [load("tile", mine)], "read-before-write"],
  ])("%s", (_, steps, kind) => {
    expect(kinds(run(arrays(), steps, threads(1, 64)))).toContain(kind);
  });

  test("a thread may read back what it wrote itself, without a barrier", () => {
    const trace = run(arrays(), [load("in", mine), store("tile", mine), load("tile", mine)], threads(1, 64));
    expect(kinds(trace)).toEqual(["missing-element"]);
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

  test("larger than a block may have is refused", () => {
    expect(() => run({ tile: shared(60_000) }, [], threads(1, 32))).toThrow(/240000 bytes.*at most 232448/);
  });
});

describe("global memory that is loaded and stored by one kernel", () => {
  const reversed = (n: number) => ({ data: global(n, "source", (i) => n - i) });

  test("can be reversed in place by threads that each swap their own pair", () => {
    const n = 64;
    const low: Index = ({ threadIdx }) => threadIdx.x;
    const high: Index = ({ threadIdx }) => n - 1 - threadIdx.x;
    const steps = [
      load("data", low, { register: "a", name: "a" }),
      load("data", high, { register: "b", name: "b" }),
      store("data", high, { register: "a", name: "a back" }),
      store("data", low, { register: "b", name: "b back" }),
    ];
    expect(kinds(run(reversed(n), steps, threads(1, n / 2)))).toEqual([]);
  });

  test("races between blocks, which no barrier orders", () => {
    const steps: Step[] = [load("data", globalThread), barrier, store("data", (thread) => 63 - globalThread(thread))];
    expect(kinds(run(reversed(64), steps, threads(2, 32)))).toContain("race");
    expect(kinds(run(reversed(64), steps, threads(1, 64)))).toEqual([]);
  });
});

describe("moves and repeats", () => {
  test("a thread that sits out one side of a move sits out both", () => {
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

  test("in nested repeats an index function is told both passes", () => {
    const index: Index = ({ threadIdx }, ...[, pass, outerPass]: unknown[]) => threadIdx.x + 32 * (Number(pass) + 2 * Number(outerPass));
    const inner: Step = { kind: "repeat", times: 2, steps: [load("in", index), store("out", index)] };
    const trace = run(
      { in: global(192, "source"), out: global(192, "empty", same) },
      [{ kind: "repeat", times: 3, steps: [inner] }],
      threads(1, 32),
    );
    expect(kinds(trace)).toEqual([]);
  });

  test("each thread may run as often as it says", () => {
    const times: Index = ({ threadIdx }) => (threadIdx.x < 8 ? 2 : 1);
    const loop: Step = {
      kind: "repeat",
      times: times as never,
      steps: [load("in", (thread, _size, pass) => globalThread(thread) + pass * 32)],
    };
    const trace = run({ in: global(64, "source") }, [loop], threads(1, 32));
    expect(trace.accesses[0]).toMatchObject({ requests: 2, activeLanes: 40, sectors: 5 });
  });

  test("a barrier that not all threads of the block reach equally often is refused", () => {
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

  test("reports what is read twice and what never", () => {
    expect(run(arrays(), [load("in", ({ threadIdx }) => threadIdx.x)], threads(2, 32)).violations).toMatchObject([
      { kind: "read-twice", elementIndex: 0, count: 32, location: { blockIdx: { x: 1 } } },
      { kind: "never-read", elementIndex: 32, count: 32 },
    ]);
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

  test("in global and in shared memory, for any mixture of patterns", () => {
    fc.assert(
      fc.property(patterns, ({ stride, offset, modulus, keep }) => {
        const index: Index = ({ threadIdx: { x }, blockIdx }) =>
          x % 32 > keep ? null : 100 + offset + blockIdx.x * 7 + (x % modulus) * stride;
        const kernel = {
          arrays: { in: global(n + 2000, "source"), tile: shared(n + 2000) },
          steps: [load("in", index), store("tile", index)],
          size: undefined,
        };
        const launch = threads(3, 64);
        const trace = runKernel(kernel, launch, h100);
        const places = [0, 1, 2].flatMap((block) =>
          [0, 1].map((warp) => ({ access: "", blockIdx: dim3(block, 0, 0), warp, iteration: 0, outerIteration: 0 })),
        );
        const loads = places.map((place) => globalCost(requestAt(kernel, launch, { ...place, accessNumber: 0 }), h100));
        const stores = places.map((place) => sharedCost(requestAt(kernel, launch, { ...place, accessNumber: 1 }), h100));
        const sum = <K extends string>(costs: Record<K, number>[], key: K): number => costs.reduce((total, cost) => total + cost[key], 0);
        for (const key of ["requests", "sectors", "idealSectors", "cacheLines", "tagWavefronts", "usefulBytes", "dramReadBytes"] as const) {
          expect(trace.accesses[0]).toHaveProperty(key, sum(loads, key));
        }
        for (const key of ["requests", "wavefronts", "groups", "bankConflicts"] as const)
          expect(trace.accesses[1]).toHaveProperty(key, sum(stores, key));
      }),
    );
  });
});
