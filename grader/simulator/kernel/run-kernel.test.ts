import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { h100 } from "../devices.ts";
import { globalCost } from "../global-cost.ts";
import { sharedCost } from "../shared-cost.ts";
import { IndexRefused } from "./index-refused.ts";
import type { Step } from "./kernel.ts";
import { dim3 } from "./launch.ts";
import { requestAt } from "./request-at.ts";
import { runKernel } from "./run-kernel.ts";
import type { Thread } from "./thread.ts";
import { scattered } from "./values.ts";
import { global, globalThread, load, run, shared, store, threads, type Index } from "./testing.ts";

const kinds = (trace: { violations: readonly { kind: string }[] }): string[] => trace.violations.map(({ kind }) => kind);
/** Element i of the only source array has the number i + 1. */
const same = (i: number): number => i + 1;
const barrier: Step = { kind: "barrier" };

function copy(n: number, read: Index, write: Index, launch = threads(1, n)) {
  return run({ in: global(n, "source"), out: global(n, "empty", same) }, [load("in", read), store("out", write)], launch, {
    audit: () => true,
  });
}

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

describe("sums", () => {
  const add: Step = { kind: "combine", into: "sum", from: "value" };
  const sumOf = (...elements: number[]): number => elements.reduce((sum, element) => (sum + scattered(element + 1)) | 0, 0);
  const halves = (index: Index): Step[] => [
    load("in", globalThread, { register: "sum", name: "first" }),
    load("in", index),
    add,
    store("out", globalThread, { register: "sum" }),
  ];
  const arrays = () => ({ in: global(64, "source"), out: global(32, "empty", (i) => sumOf(i, i + 32)) });

  test("an element can hold the sum of several", () => {
    expect(
      kinds(
        run(
          arrays(),
          halves((thread) => globalThread(thread) + 32),
          threads(1, 32),
        ),
      ),
    ).toEqual([]);
  });

  test("a sum of the wrong elements is a wrong element, even where their numbers add up alike", () => {
    const swapped: Index = (thread) => globalThread(thread) + 31;
    const trace = run(
      arrays(),
      [
        load("in", (t) => globalThread(t) + 1, { register: "sum", name: "first" }),
        load("in", swapped),
        add,
        store("out", globalThread, { register: "sum" }),
      ],
      threads(1, 32),
    );
    expect(kinds(trace)).toEqual(["wrong-element"]);
  });
});

describe("vectors made of registers", () => {
  const lane = ({ threadIdx }: Thread): number => threadIdx.x;
  const arrays = () => ({ in: global(64, "source"), out: global(64, "empty", (i) => (i % 2 === 0 ? i / 2 : 31 + (i + 1) / 2) + 1) });
  const zip = (...from: string[]): Step[] => [
    load("in", lane, { register: "low", name: "low" }),
    load("in", (thread) => lane(thread) + 32, { register: "high", name: "high" }),
    { kind: "pack", into: "pair", from },
    store("out", (thread) => 2 * lane(thread), { register: "pair", elementsPerLane: 2 }),
  ];

  test("the registers become its elements in their order", () => {
    expect(kinds(run(arrays(), zip("low", "high"), threads(1, 32)))).toEqual([]);
    expect(kinds(run(arrays(), zip("high", "low"), threads(1, 32)))).toEqual(["wrong-element"]);
  });

  test("a vector of another length is refused", () => {
    expect(() => run(arrays(), zip("low"), threads(1, 32))).toThrow('register "pair"');
    expect(() => run(arrays(), zip("pair", "high"), threads(1, 32))).toThrow('register "pair"');
    expect(() => run(arrays(), zip("low", "middle"), threads(1, 32))).toThrow('there is no "middle"');
  });
});

describe("sums of products", () => {
  const product = (element: number, other: number): number => Math.imul(scattered(element + 1), scattered(other + 1));
  const multiplyAdd: Step = { kind: "combine", into: "sum", from: "a", times: "b" };
  const lane = ({ threadIdx }: Thread): number => threadIdx.x;
  const arrays = () => ({ in: global(128, "source"), out: global(32, "empty", (i) => (product(i, i + 64) + product(i + 32, i + 96)) | 0) });
  const dot = (partner: (pass: number) => number): Step[] => [
    {
      kind: "repeat",
      times: 2,
      steps: [
        load("in", (thread, _size, pass) => lane(thread) + 32 * Number(pass), { register: "a", name: "a" }),
        load("in", (thread, _size, pass) => lane(thread) + 64 + 32 * partner(Number(pass)), { register: "b", name: "b" }),
        multiplyAdd,
      ],
    },
    store("out", lane, { register: "sum" }),
  ];

  test("an element can hold one", () => {
    expect(
      kinds(
        run(
          arrays(),
          dot((pass) => pass),
          threads(1, 32),
        ),
      ),
    ).toEqual([]);
  });

  test("the same factors in other pairs are a wrong element", () => {
    expect(
      kinds(
        run(
          arrays(),
          dot((pass) => 1 - pass),
          threads(1, 32),
        ),
      ),
    ).toEqual(["wrong-element"]);
  });

  test("of two vectors all products go into a register of one element", () => {
    const vector = { elementsPerLane: 2 };
    const steps = [
      load("in", (thread) => 2 * lane(thread), { ...vector, register: "a", name: "a" }),
      load("in", (thread) => 64 + 2 * lane(thread), { ...vector, register: "b", name: "b" }),
      multiplyAdd,
      store("out", lane, { register: "sum" }),
    ];
    const out = global(32, "empty", (i) => (product(2 * i, 2 * i + 64) + product(2 * i + 1, 2 * i + 65)) | 0);
    expect(kinds(run({ in: global(128, "source"), out }, steps, threads(1, 32)))).toEqual([]);
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

describe("index functions that give no index", () => {
  const refusal = (index: Index): IndexRefused => {
    try {
      copy(64, index, index, threads(2, 32));
    } catch (error) {
      if (error instanceof IndexRefused) return error;
      throw error;
    }
    throw new Error("nothing was refused");
  };

  test.each<[string, unknown]>([
    ["NaN", NaN],
    ["minus zero", -0],
    ["a fraction", 0.5],
    ["2^53", 2 ** 53],
    ["a text", "3"],
    ["a BigInt", 3n],
    ["an object with valueOf", { valueOf: () => 3 }],
    ["a Proxy", new Proxy({}, {})],
    ["a Promise", Promise.resolve(3)],
    ["undefined", undefined],
    ["a boolean", true],
    ["the stand-in for a thread that sits out", -0x80000000],
  ])("%s", (_, value) => {
    expect(refusal(() => value)).toMatchObject({
      reason: { kind: "not-an-index", returned: value },
      threadIdx: { x: 0 },
      blockIdx: { x: 0 },
    });
  });

  test("what is thrown is kept, with the thread that it was thrown for", () => {
    const thrown = refusal((thread) => {
      if (globalThread(thread) === 37) throw null;
      return globalThread(thread);
    });
    expect(thrown).toMatchObject({ reason: { kind: "threw", thrown: null }, threadIdx: { x: 5 }, blockIdx: { x: 1 }, access: "load in" });
  });

  test("one that counts its own calls is found, for it is asked again in another order", () => {
    let calls = 0;
    expect(refusal(() => calls++)).toMatchObject({ reason: { kind: "impure", before: 31, returned: 32 }, threadIdx: { x: 31 } });
  });

  test("a thread cannot be changed or moved", () => {
    const attempts: ((thread: never) => void)[] = [
      (thread: { threadIdx: { x: number } }) => void (thread.threadIdx.x = 5),
      (thread: { threadIdx: unknown }) => void (thread.threadIdx = { x: 5 }),
      (thread: object) => void Object.defineProperty(thread, "blockIdx", { value: 1 }),
      (thread: { threadIdx: object }) =>
        void Object.defineProperty(Object.getPrototypeOf(thread.threadIdx) as object, "x", { get: () => 0 }),
    ];
    for (const attempt of attempts) {
      expect(refusal((thread) => (attempt(thread as never), 0)).reason).toMatchObject({
        kind: "threw",
        thrown: expect.any(TypeError) as unknown,
      });
    }
    refusal((thread) => {
      expect(Object.getOwnPropertyNames((thread.threadIdx as object).constructor).sort()).toEqual(["length", "name", "prototype"]);
      throw null;
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
