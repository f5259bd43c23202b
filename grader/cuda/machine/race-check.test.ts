import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WARP_SIZE, dim3, h100, type AccessWidth } from "#simulator";
import type { AccessSite, SiteOp } from "../ir/access-site.ts";
import { Memory } from "./memory.ts";
import { RequestStream } from "./request-stream.ts";

const ALL = -1;
const lanes = Array.from({ length: WARP_SIZE }, (_, lane) => lane);

/** One access for each operation and width, in this order. */
const SITES = { load: 0, store: 1, atomic: 2, loadByte: 3, storeByte: 4, loadQuad: 5, storeQuad: 6 };

function sites(withBytes: boolean): AccessSite[] {
  const shapes: [SiteOp, AccessWidth][] = [
    ["load", 4],
    ["store", 4],
    ["atomic", 4],
    ["load", withBytes ? 1 : 4],
    ["store", withBytes ? 1 : 4],
    ["load", 16],
    ["store", 16],
  ];
  return shapes.map(([op, bytesPerLane], number) => ({ number, op, bytesPerLane, span: { from: 10 * number, to: 10 * number + 5 } }));
}

/** The machine's calls, in the words of a kernel: a store also stores a value per lane, unless told not to. */
class Machine {
  readonly memory = new Memory();
  readonly stream: RequestStream;
  readonly global: number;
  readonly shared: number;

  constructor(withBytes = true) {
    this.global = this.memory.allocate("data", 65536, "given", { element: { name: "float", bytes: 4 } });
    this.shared = this.memory.sharedBase;
    const tile = { name: "tile", offset: 0, bytes: 4096, element: { name: "float", bytes: 4 } };
    this.memory.startLaunch({ sharedBytes: 4096, sharedVariables: [tile], localBytesPerThread: 0, threadsPerBlock: 64 });
    const launch = { gridDim: dim3(4), blockDim: dim3(64) };
    this.stream = new RequestStream(this.memory, sites(withBytes), { device: h100, launch, sanitizers: { initcheck: false } });
    this.block(0);
  }

  block(block: number): this {
    this.stream.startBlock(block);
    return this.warp(0);
  }

  warp(warp: number): this {
    this.stream.startWarp(warp);
    return this;
  }

  barrier(): this {
    this.stream.blockBarrier();
    return this.warp(0);
  }

  syncwarp(mask = ALL, warp = 0): this {
    this.stream.warpBarrier(warp, mask);
    return this;
  }

  fence(): this {
    this.stream.fence();
    return this;
  }

  /** Evenly spaced lanes. */
  run(access: keyof typeof SITES, first: number, strideBytes: number, mask = ALL, values = lanes): this {
    const allowed = this.stream.run(SITES[access], mask, first, strideBytes);
    return this.#store(
      access,
      allowed,
      lanes.map((lane) => first + strideBytes * lane),
      values,
    );
  }

  /** Any pattern. */
  access(access: keyof typeof SITES, addresses: number[], mask = ALL, values = lanes): this {
    return this.#store(access, this.stream.access(SITES[access], mask, Float64Array.from(addresses)), addresses, values);
  }

  #store(access: keyof typeof SITES, mask: number, addresses: number[], values: number[]): this {
    if (!access.startsWith("store")) return this;
    const active = lanes.filter((lane) => (mask >>> lane) & 1);
    for (const lane of active) this.memory.u8[addresses[lane]!] = values[lane]!;
    const overwritten = this.stream.overwrittenLanes;
    const lost = active.filter((lane) => (overwritten >>> lane) & 1 && this.memory.u8[addresses[lane]!] !== values[lane]);
    this.stream.lostValues(lost.reduce((bits, lane) => bits | (1 << lane), 0));
    return this;
  }

  get races(): string[] {
    this.stream.endLaunch();
    return this.stream.findings.list.map(({ message, kind }) => `${kind}: ${message}`);
  }
}

const one = (lane: number): number => 1 << lane;
const sevens = lanes.map(() => 7);

describe("clean kernels are silent", () => {
  const clean: [string, (machine: Machine, base: number) => Machine][] = [
    ["each thread its own words", (m, base) => m.run("store", base, 4).run("load", base, 4).run("store", base, 4)],
    [
      "a barrier between store and load",
      (m, base) =>
        m
          .run("store", base, 4)
          .barrier()
          .run("load", base + 124, -4),
    ],
    [
      "a barrier between load and store",
      (m, base) =>
        m
          .run("load", base, 4)
          .warp(1)
          .run("load", base, 4)
          .barrier()
          .run("store", base + 124, -4),
    ],
    [
      "__syncwarp between lanes of a warp",
      (m, base) =>
        m
          .run("store", base, 4)
          .syncwarp()
          .run("load", base + 124, -4),
    ],
    [
      "a warp that goes on after another ran",
      (m, base) =>
        m
          .run("store", base, 4)
          .warp(1)
          .run("load", base + 256, 4)
          .warp(0)
          .run("load", base, 4),
    ],
    ["many readers", (m, base) => m.run("load", base, 0).warp(1).run("load", base, 4).run("load", base, 0)],
    ["all lanes store the same value", (m, base) => m.run("store", base, 0, ALL, sevens)],
    [
      "two warps store the same value",
      (m, base) => m.run("store", base, 0, one(0), sevens).warp(1).run("store", base, 0, one(5), sevens).barrier().run("load", base, 0),
    ],
    ["atomics on one word", (m, base) => m.run("atomic", base, 0).warp(1).run("atomic", base, 0)],
    ["an atomic, a barrier, a load", (m, base) => m.run("atomic", base, 0).warp(1).run("atomic", base, 0).barrier().run("load", base, 0)],
    [
      "neighbouring bytes of a word",
      (m, base) =>
        m
          .run("storeByte", base, 1)
          .warp(1)
          .run("storeByte", base + 32, 1)
          .run("loadByte", base + 32, 1),
    ],
    ["quads and their own words", (m, base) => m.run("storeQuad", base, 16).barrier().run("load", base, 4).run("store", base, 4)],
    [
      "half a warp in step",
      (m, base) =>
        m
          .run("store", base, 4)
          .syncwarp(0xffff)
          .access(
            "load",
            lanes.map((l) => base + 4 * (l ^ 1)),
            0xffff,
          ),
    ],
    [
      "parts of a warp in turn: 0 waits for 1, then 1 for 2",
      (m, base) => m.run("store", base, 0, one(0)).syncwarp(0b011).syncwarp(0b110).run("load", base, 0, one(2)),
    ],
  ];

  for (const space of ["shared", "global"] as const) {
    it.each(clean)(`in ${space} memory: %s`, (_, kernel) => {
      const machine = new Machine();
      expect(kernel(machine, machine[space]).races).toEqual([]);
    });
  }

  it("shared memory of another block is other memory", () => {
    const machine = new Machine();
    machine
      .run("store", machine.shared, 4)
      .block(1)
      .run("load", machine.shared + 124, -4)
      .syncwarp()
      .run("store", machine.shared, 4);
    expect(machine.races).toEqual([]);
  });

  it("blocks may load the same and store elsewhere", () => {
    const machine = new Machine(false);
    const { global } = machine;
    for (const block of [0, 1, 2]) {
      machine
        .block(block)
        .run("load", global, 4)
        .run("load", global + 8, 4)
        .run("loadQuad", global, 16);
      machine.run("store", global + 1024 + 128 * block, 4).run("atomic", global + 4096, 0);
    }
    expect(machine.races).toEqual([]);
  });

  it("the last block reads what the others published by a fence and an atomic", () => {
    const machine = new Machine();
    const { global } = machine;
    for (const block of [0, 1, 2]) {
      machine
        .block(block)
        .run("store", global + 4 * block, 0, one(0))
        .fence()
        .run("atomic", global + 512, 0, one(0));
    }
    machine.barrier();
    expect(machine.run("load", global, 4, 0b111).run("store", global + 512, 0, one(0)).races).toEqual([]);
  });
});

describe("warps that take a lock in turn", () => {
  const inTurn = (isFenced: boolean, takesLock: boolean): readonly unknown[] => {
    const machine = new Machine();
    const { global } = machine;
    for (const warp of [0, 1]) {
      if (warp > 0) machine.warp(warp);
      if (takesLock) machine.run("atomic", global + 512, 0, one(0));
      machine.fence().run("load", global, 0, one(0)).run("store", global, 0, one(0));
      if (isFenced) machine.fence();
      machine.run("atomic", global + 512, 0, one(0));
    }
    return machine.races;
  };

  it("are ordered by the fence before it is given back", () => expect(inTurn(true, true)).toEqual([]));
  it("race without that fence", () => expect(inTurn(false, true)).not.toEqual([]));
  it("race if they do not take it", () => expect(inTurn(true, false)).not.toEqual([]));
});

describe("faults are found", () => {
  const faulty: [string, string, (machine: Machine, base: number) => Machine][] = [
    ["a load of what another warp stores", "RAW", (m, base) => m.run("store", base, 4).warp(1).run("load", base, 4)],
    ["a store over what another warp loads", "WAR", (m, base) => m.run("load", base, 4).warp(1).run("store", base, 4)],
    [
      "two warps store other values",
      "WAW",
      (m, base) =>
        m
          .run("store", base, 4)
          .warp(1)
          .run("store", base + 124, -4),
    ],
    ["a lane loads its neighbour's word without __syncwarp", "RAW", (m, base) => m.run("store", base, 4).run("load", base + 124, -4)],
    ["a lane stores what its neighbour loads", "WAR", (m, base) => m.run("load", base, 4).run("store", base + 124, -4)],
    ["__syncwarp in one warp orders no other", "RAW", (m, base) => m.run("store", base, 4).syncwarp().warp(1).run("load", base, 4)],
    [
      "__syncwarp of the lower half only",
      "RAW",
      (m, base) =>
        m
          .run("store", base, 4)
          .syncwarp(0xffff)
          .run("load", base + 124, -4),
    ],
    ["one lane stores what all loaded", "WAR", (m, base) => m.run("load", base, 0).run("store", base, 0, one(31))],
    [
      "the last of two readers stores",
      "WAR",
      (m, base) => m.run("load", base, 0, one(0)).warp(1).run("load", base, 0, one(0)).run("store", base, 0, one(0)),
    ],
    ["a plain store before an atomic", "WAW", (m, base) => m.run("store", base, 0, one(0)).warp(1).run("atomic", base, 0)],
    [
      "one byte of a word",
      "RAW",
      (m, base) =>
        m
          .run("storeByte", base + 3, 0, one(0))
          .warp(1)
          .run("load", base, 0),
    ],
    [
      "a quad over another thread's word",
      "WAW",
      (m, base) =>
        m
          .run("store", base + 4, 0, one(9))
          .warp(1)
          .run("storeQuad", base, 16, one(0), sevens)
          .run("load", base + 4, 0, 0)
          .access(
            "store",
            lanes.map(() => base + 4),
            one(1),
            lanes,
          ),
    ],
    [
      "a permutation that is none",
      "WAW",
      (m, base) =>
        m.access(
          "store",
          lanes.map((l) => base + 4 * (l === 31 ? 0 : l)),
        ),
    ],
    ["all lanes store other values in one word", "same store", (m, base) => m.run("store", base, 0)],
    [
      "an exchange in place, granule by granule",
      "WAR",
      (m, base) =>
        m
          .run("load", base, 4)
          .run("load", base + 128, 4)
          .warp(1)
          .run("store", base, 4),
    ],
  ];

  for (const space of ["shared", "global"] as const) {
    it.each(faulty)(`in ${space} memory: %s`, (_, hazard, kernel) => {
      const machine = new Machine();
      const { races } = kernel(machine, machine[space]);
      expect(races.length).toBeGreaterThan(0);
      expect(races[0]).toMatch(hazard === "WAW" ? /WAW|same store/ : hazard);
    });
  }

  const beside: [name: string, hazard: string, kernel: (machine: Machine, base: number) => Machine][] = [
    ["a plain load beside an atomic", "RAW", (m, base) => m.run("atomic", base, 0).warp(1).run("load", base, 0)],
    ["an atomic on what others load", "WAR", (m, base) => m.run("load", base, 0).warp(1).run("atomic", base, 0)],
    [
      "a loop around atomicCAS: each lane loads, then swaps",
      "WAR",
      (m, base) => m.run("load", base, 0).run("atomic", base, 0).warp(1).run("load", base, 0).run("atomic", base, 0),
    ],
  ];

  it.each(beside)("in shared memory, but not in global memory, where the load may be stale: %s", (_, hazard, kernel) => {
    const shared = new Machine();
    const global = new Machine();
    expect(kernel(shared, shared.shared).races[0]).toMatch(hazard);
    expect(kernel(global, global.global).races).toEqual([]);
  });

  it("in global memory: an atomic on what another warp stored plainly before an atomic of its own", () => {
    const machine = new Machine();
    const { global } = machine;
    const { races } = machine.run("store", global, 0, one(0)).syncwarp().run("atomic", global, 0).warp(1).run("atomic", global, 0);
    expect(races[0]).toMatch("WAW");
  });

  it("in global memory: a plain load of what was stored plainly before an atomic", () => {
    const machine = new Machine();
    const { global } = machine;
    const { races } = machine.run("store", global, 0, one(0)).syncwarp().run("atomic", global, 0, one(1)).warp(1).run("load", global, 0);
    expect(races[0]).toMatch("RAW");
  });

  it("finds as much in loads that repeat a pattern, and are checked by groups of lanes, as in one of them", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("shared" as const, "global" as const),
        fc.array(fc.nat(40), { minLength: WARP_SIZE, maxLength: WARP_SIZE }),
        fc.integer().filter((mask) => mask !== 0),
        fc.array(fc.record({ warp: fc.nat(2), lane: fc.nat(31), word: fc.nat(40), before: fc.boolean() }), { maxLength: 3 }),
        (space, words, mask, stores) => {
          const racesOf = (repeats: number): number => {
            const machine = new Machine();
            const base = machine[space];
            const store = ({ warp, lane, word }: (typeof stores)[number]) =>
              machine.warp(warp).access(
                "store",
                words.map(() => base + 4 * word),
                one(lane),
                sevens,
              );
            for (const one of stores) if (one.before) store(one);
            machine.warp(1);
            const pattern = words.map((word) => base + 4 * word);
            for (let repeat = 0; repeat < repeats; repeat++) machine.access("load", pattern, mask);
            for (const one of stores) if (!one.before) store(one);
            return machine.races.length;
          };
          expect(racesOf(8)).toBe(racesOf(1));
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    [3, "which thread (31, 0, 0) of the same block reads"],
    [31, "which other threads of the block read"],
  ])("lane %i stores what all lanes load: a thread other than its own is named, or none", (lane, said) => {
    const machine = new Machine();
    const { races } = machine.run("load", machine.shared, 0).run("store", machine.shared, 0, one(lane));
    expect(races).toHaveLength(1);
    expect(races[0]).toContain(`Thread (${lane}, 0, 0)`);
    expect(races[0]).toContain(said);
  });

  it.each([true, false])("between blocks, barriers order nothing (bytes accessed: %s)", (withBytes) => {
    for (const [first, second, hazard] of [
      ["store", "load", "RAW"],
      ["load", "store", "WAR"],
      ["atomic", "store", "WAW"],
    ] as const) {
      const machine = new Machine(withBytes);
      const { global } = machine;
      const { races } = machine.run(first, global, 4).barrier().block(1).barrier().run(second, global, 4);
      expect(races).toHaveLength(1);
      expect(races[0]).toContain(hazard);
      expect(races[0]).toContain("block (0, 0, 0)");
    }
  });

  it("names both threads and the element", () => {
    const machine = new Machine();
    machine
      .run("store", machine.shared, 4, one(3))
      .warp(1)
      .run("load", machine.shared + 12, 0, one(1));
    machine.stream.endLaunch();
    expect(machine.stream.findings.list).toMatchObject([
      { thread: [33, 0, 0], other: { thread: [3, 0, 0], block: [0, 0, 0] }, address: machine.shared + 12, space: "shared", further: 0 },
    ]);
    expect(machine.stream.findings.list[0]!.message).toBe(
      "Thread (33, 0, 0) of block (0, 0, 0) reads element 3 of `tile`, which thread (3, 0, 0) of the same block writes: no barrier stands between them (RAW).",
    );
  });
});

/** An access of a thread to some bytes, with how many barriers of its block and of its own warp came before it. */
interface TimedAccess {
  readonly kind: "load" | "store" | "atomic";
  readonly address: number;
  readonly bytes: number;
  readonly block: number;
  readonly warp: number;
  readonly lane: number;
  readonly blockBarriers: number;
  readonly warpBarriers: number;
}

/** Whether two accesses race, by definition. The later one comes second. */
function race(a: TimedAccess, b: TimedAccess, isShared: boolean): boolean {
  if (a.address + a.bytes <= b.address || b.address + b.bytes <= a.address) return false;
  if ((a.kind === "load" && b.kind === "load") || (a.kind === "atomic" && b.kind === "atomic")) return false;
  // A plain load concurrent with atomics: see races.ts.
  if (!isShared && a.kind !== "store" && b.kind !== "store") return false;
  if (a.block !== b.block) return !isShared;
  if (a.blockBarriers !== b.blockBarriers) return false;
  if (a.warp !== b.warp) return true;
  return a.lane !== b.lane && a.warpBarriers === b.warpBarriers;
}

describe("for any kernel", () => {
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        does: fc.constant("access" as const),
        access: fc.constantFrom(...(Object.keys(SITES) as (keyof typeof SITES)[])),
        mask: fc.oneof(fc.constant(ALL), fc.constant(ALL), fc.integer(), fc.nat(31).map(one)),
        first: fc.nat(15),
        stride: fc.constantFrom(0, 1, 1, 1, 2, -1),
        asRun: fc.boolean(),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ does: fc.constantFrom("barrier" as const, "syncwarp" as const, "warp" as const, "block" as const) }),
    },
  );

  it.each(["shared", "global"] as const)("in %s memory, there is a finding if and only if two deeds race by definition", (space) => {
    let racing = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 7 }), fc.boolean(), (steps, withBytes) => {
        const machine = new Machine(withBytes);
        const accesses: TimedAccess[] = [];
        let block = 0;
        let warp = 0;
        let blockBarriers = 0;
        let value = 0;
        const warpBarriers = [0, 0];
        for (const taken of steps) {
          if (taken.does === "access") {
            const { bytesPerLane, op } = sites(withBytes)[SITES[taken.access]]!;
            const first = machine[space] + 1024 + taken.first * (space === "global" ? 16 : 1) * bytesPerLane;
            const addresses = lanes.map((lane) => first + lane * taken.stride * bytesPerLane);
            const values = lanes.map(() => ++value);
            for (const lane of lanes) {
              if (((taken.mask >>> lane) & 1) === 0) continue;
              accesses.push({
                kind: op as TimedAccess["kind"],
                address: addresses[lane]!,
                bytes: bytesPerLane,
                block,
                warp,
                lane,
                blockBarriers,
                warpBarriers: warpBarriers[warp]!,
              });
            }
            if (taken.asRun) machine.run(taken.access, first, taken.stride * bytesPerLane, taken.mask, values);
            else machine.access(taken.access, addresses, taken.mask, values);
          } else if (taken.does === "barrier") {
            machine.barrier();
            [warp, blockBarriers] = [0, blockBarriers + 1];
          } else if (taken.does === "syncwarp") {
            machine.syncwarp(ALL, warp);
            warpBarriers[warp]!++;
          } else if (taken.does === "warp") machine.warp((warp = 1 - warp));
          else if (taken.does === "block") {
            machine.block(++block);
            warp = 0;
          }
        }
        const expected = accesses.some((later, index) =>
          accesses.slice(0, index).some((earlier) => race(earlier, later, space === "shared")),
        );
        if (expected) racing++;
        expect(machine.races.length > 0).toBe(expected);
      }),
      { numRuns: 600 },
    );
    expect(racing).toBeGreaterThan(50);
  });
});
