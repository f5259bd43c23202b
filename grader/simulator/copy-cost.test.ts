import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FULL_MASK, a100, copyCost, globalCost, h100, type CopyCost, type CopyRequest } from "./index.ts";

type Pattern = (lane: number) => number;
const lanes = Array.from({ length: 32 }, (_, lane) => lane);

function copy(
  cache: CopyRequest["cache"],
  bytesPerLane: CopyRequest["bytesPerLane"],
  to: Pattern,
  from: Pattern,
  activeMask = FULL_MASK,
): CopyCost {
  return copyCost({ cache, bytesPerLane, activeMask, sharedAddresses: lanes.map(to), globalAddresses: lanes.map(from) }, h100);
}

/** Any copy that hardware would carry out; its addresses are dense or spread out on either side. */
const anyCopy: fc.Arbitrary<CopyRequest> = fc
  .record({
    kind: fc.constantFrom<Pick<CopyRequest, "cache" | "bytesPerLane">>(
      { cache: "ca", bytesPerLane: 4 },
      { cache: "ca", bytesPerLane: 8 },
      { cache: "ca", bytesPerLane: 16 },
      { cache: "cg", bytesPerLane: 16 },
    ),
    activeMask: fc.oneof(fc.constant(FULL_MASK), fc.integer({ min: 0, max: FULL_MASK })),
    to: fc.constantFrom(8, 64, 1024).chain((window) => fc.array(fc.nat(window), { minLength: 32, maxLength: 32 })),
    from: fc.constantFrom(8, 64, 1024, 65536).chain((window) => fc.array(fc.nat(window), { minLength: 32, maxLength: 32 })),
  })
  .map(({ kind, activeMask, to, from }) => ({
    ...kind,
    activeMask,
    sharedAddresses: to.map((place) => place * kind.bytesPerLane),
    globalAddresses: from.map((place) => place * kind.bytesPerLane),
  }));

const onlyFor = (cache: CopyRequest["cache"]): fc.Arbitrary<CopyRequest> => anyCopy.filter((request) => request.cache === cache);

const shifted = (addresses: readonly number[], bytes: number): number[] => addresses.map((address) => address + bytes);

describe("a copy through L1 (cp.async.ca)", () => {
  it.each<[string, CopyRequest["bytesPerLane"], Pattern, Pattern, Omit<CopyCost, "requests">]>([
    [
      "4 bytes in order: one wavefront",
      4,
      (lane) => lane * 4,
      (lane) => lane * 4,
      { sectors: 4, tagWavefronts: 1, wavefronts: 1, bankConflicts: 0 },
    ],
    [
      "8 bytes: two groups of 16",
      8,
      (lane) => lane * 8,
      (lane) => lane * 8,
      { sectors: 8, tagWavefronts: 1, wavefronts: 2, bankConflicts: 0 },
    ],
    [
      "16 bytes: four groups of 8",
      16,
      (lane) => lane * 16,
      (lane) => lane * 16,
      { sectors: 16, tagWavefronts: 1, wavefronts: 4, bankConflicts: 0 },
    ],
    [
      "every second word: reads meet on banks",
      4,
      (lane) => lane * 4,
      (lane) => lane * 8,
      { sectors: 8, tagWavefronts: 1, wavefronts: 2, bankConflicts: 1 },
    ],
    [
      "to every second word: so do writes",
      4,
      (lane) => lane * 8,
      (lane) => lane * 4,
      { sectors: 4, tagWavefronts: 1, wavefronts: 2, bankConflicts: 1 },
    ],
    [
      "the same on both sides costs it once",
      4,
      (lane) => lane * 8,
      (lane) => lane * 8,
      { sectors: 8, tagWavefronts: 1, wavefronts: 2, bankConflicts: 1 },
    ],
    [
      "from every 33rd word: 32 lines, four a pass",
      4,
      (lane) => lane * 4,
      (lane) => lane * 132,
      { sectors: 32, tagWavefronts: 8, wavefronts: 8, bankConflicts: 0 },
    ],
    [
      "from one word: it is read 32 times",
      4,
      (lane) => lane * 4,
      () => 0,
      { sectors: 1, tagWavefronts: 1, wavefronts: 32, bankConflicts: 31 },
    ],
    [
      "to one word: it is written 32 times",
      4,
      () => 0,
      (lane) => lane * 4,
      { sectors: 4, tagWavefronts: 1, wavefronts: 32, bankConflicts: 31 },
    ],
  ])("%s", (_name, bytesPerLane, to, from, expected) => {
    expect(copy("ca", bytesPerLane, to, from)).toEqual({ requests: 1, ...expected });
  });

  it("lanes wait for one another in a chain, though no bank is asked for more than twice", () => {
    // Lanes 0 and 1 read one bank, 1 and 2 write one, 2 and 3 read one.
    const from = [0, 0, 4, 4];
    const to = [0, 4, 4, 8];
    expect(
      copy(
        "ca",
        4,
        (lane) => to[lane] ?? 0,
        (lane) => from[lane] ?? 0,
        0b1111,
      ),
    ).toMatchObject({ wavefronts: 4, bankConflicts: 3 });
    // In another order, the first two go together, and so do the others.
    const order = [0, 2, 1, 3];
    expect(
      copy(
        "ca",
        4,
        (lane) => to[order[lane]!] ?? 0,
        (lane) => from[order[lane]!] ?? 0,
        0b1111,
      ),
    ).toMatchObject({ wavefronts: 2, bankConflicts: 1 });
  });

  it("asks for the sectors that a load asks for", () => {
    fc.assert(
      fc.property(onlyFor("ca"), ({ bytesPerLane, activeMask, globalAddresses, ...others }) => {
        const load = globalCost({ space: "global", op: "load", bytesPerLane, activeMask, addresses: globalAddresses }, h100);
        const { requests, sectors } = copyCost({ bytesPerLane, activeMask, globalAddresses, ...others }, h100);
        expect({ requests, sectors }).toEqual({ requests: load.requests, sectors: load.sectors });
      }),
    );
  });

  it("takes a wavefront for each pass of the tag stage or more, and one for each lane at most", () => {
    fc.assert(
      fc.property(onlyFor("ca"), fc.constantFrom(h100, a100), (request, device) => {
        const { bytesPerLane, activeMask, globalAddresses: addresses } = request;
        const { tagWavefronts } = globalCost({ space: "global", op: "load", bytesPerLane, activeMask, addresses }, device);
        const { wavefronts, bankConflicts } = copyCost(request, device);
        expect(wavefronts).toBeGreaterThanOrEqual(tagWavefronts);
        expect(wavefronts).toBeLessThanOrEqual(lanes.filter((lane) => (activeMask >>> lane) & 1).length);
        expect(bankConflicts).toBeLessThanOrEqual(wavefronts);
        expect(wavefronts === 0).toBe(activeMask === 0);
      }),
    );
  });

  it("may be turned round: what is read may be written instead, if all lines come in one pass", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(31), { minLength: 32, maxLength: 32 }),
        fc.array(fc.nat(31), { minLength: 32, maxLength: 32 }),
        (to, from) => {
          const { wavefronts } = copy(
            "ca",
            4,
            (lane) => to[lane]! * 4,
            (lane) => from[lane]! * 4,
          );
          expect(
            copy(
              "ca",
              4,
              (lane) => from[lane]! * 4,
              (lane) => to[lane]! * 4,
            ).wavefronts,
          ).toBe(wavefronts);
          expect(
            copy(
              "ca",
              4,
              (lane) => to[31 - lane]! * 4,
              (lane) => from[31 - lane]! * 4,
            ).wavefronts,
          ).toBe(wavefronts);
        },
      ),
    );
  });
});

describe("a copy past L1 (cp.async.cg)", () => {
  it.each<[string, Pattern, Pattern, Pick<CopyCost, "sectors" | "tagWavefronts">]>([
    ["in order", (lane) => lane * 16, (lane) => lane * 16, { sectors: 16, tagWavefronts: 1 }],
    ["to every second 16 bytes: a sector for each lane", (lane) => lane * 32, (lane) => lane * 16, { sectors: 32, tagWavefronts: 2 }],
    [
      "from every second 16 bytes: two sectors of a line go to one of shared memory",
      (lane) => lane * 16,
      (lane) => lane * 32,
      { sectors: 16, tagWavefronts: 4 },
    ],
    ["from a line for each lane: eight lines to one", (lane) => lane * 16, (lane) => lane * 128, { sectors: 32, tagWavefronts: 32 }],
    ["off by 16 bytes: four sectors come from two lines", (lane) => lane * 16, (lane) => lane * 16 + 16, { sectors: 20, tagWavefronts: 3 }],
    ["all to one place: one lane copies", () => 64, (lane) => lane * 16, { sectors: 1, tagWavefronts: 4 }],
    [
      "rows of 128 bytes, far apart",
      (lane) => lane * 16,
      (lane) => (lane >> 3) * 4096 + (lane & 7) * 16,
      { sectors: 16, tagWavefronts: 1 },
    ],
  ])("%s", (_name, to, from, expected) => {
    expect(copy("cg", 16, to, from)).toEqual({ requests: 1, wavefronts: 0, bankConflicts: 0, ...expected });
  });

  it("of lanes that copy to one place, the one of the earlier pass copies, else of the piece that ends later, else the earlier", () => {
    // All lanes copy to bytes 0 to 31; what the lanes of a table row read decides whether the two places get one line's bytes, or two lines'.
    const sectors = (lanes: readonly [to: number, line: number][]): number =>
      copy(
        "cg",
        16,
        (lane) => lanes[lane]?.[0] ?? 0,
        (lane) => (lanes[lane]?.[1] ?? 0) * 128,
        2 ** lanes.length - 1,
      ).sectors;
    // Lines 0 and 5 are on one tag bank: line 0 comes first, and writes both places.
    expect(
      sectors([
        [0, 0],
        [16, 0],
        [0, 5],
      ]),
    ).toBe(1);
    // Line 1 is on another: in the same pass, the piece of the last lane writes.
    expect(
      sectors([
        [0, 0],
        [16, 0],
        [0, 1],
      ]),
    ).toBe(2);
    expect(
      sectors([
        [0, 0],
        [0, 1],
        [16, 0],
      ]),
    ).toBe(1);
  });

  it("counts no wavefronts and no conflicts, and at most a sector for each active lane", () => {
    fc.assert(
      fc.property(onlyFor("cg"), (request) => {
        const { sectors, tagWavefronts, wavefronts, bankConflicts } = copyCost(request, h100);
        expect([wavefronts, bankConflicts]).toEqual([0, 0]);
        const active = lanes.filter((lane) => (request.activeMask >>> lane) & 1).length;
        expect(sectors).toBeLessThanOrEqual(active);
        expect(tagWavefronts).toBeLessThanOrEqual(active);
      }),
    );
  });
});

describe("a copy that fills with zeros", () => {
  const inOrder: CopyRequest = {
    cache: "ca",
    bytesPerLane: 16,
    activeMask: FULL_MASK,
    sharedAddresses: lanes.map((lane) => lane * 16),
    globalAddresses: lanes.map((lane) => lane * 16),
  };
  const filling = (change: Partial<CopyRequest>, sourceBytes: Pattern): CopyCost =>
    copyCost({ ...inOrder, ...change, sourceBytes: lanes.map(sourceBytes) }, h100);
  const evenLanes = (lane: number): number => (lane % 2 === 0 ? 16 : 0);

  it.each<[string, Partial<CopyRequest>, Pattern, Partial<CopyCost>]>([
    ["nothing is read: no request", {}, () => 0, { requests: 0, sectors: 0, tagWavefronts: 0, wavefronts: 4, bankConflicts: 0 }],
    ["half of the lanes read: their zeros take wavefronts of their own", {}, evenLanes, { sectors: 16, wavefronts: 8, bankConflicts: 0 }],
    ["half of each lane is read: as if it were all", {}, () => 8, { sectors: 16, wavefronts: 4 }],
    ["zeros to one place, one after the other", { sharedAddresses: lanes.map(() => 0) }, () => 0, { wavefronts: 32, bankConflicts: 28 }],
    ["past L1, nothing is read", { cache: "cg" }, () => 0, { requests: 0, sectors: 0, wavefronts: 4, bankConflicts: 0 }],
    ["past L1, zeros to one place are written once", { cache: "cg", sharedAddresses: lanes.map(() => 0) }, () => 0, { wavefronts: 4 }],
    ["past L1, lanes that read all take no wavefront", { cache: "cg" }, evenLanes, { sectors: 16, wavefronts: 4, bankConflicts: 0 }],
    ["past L1, one lane that reads a part makes all groups take one", { cache: "cg" }, (lane) => (lane === 0 ? 4 : 16), { wavefronts: 4 }],
  ])("%s", (_name, change, sourceBytes, expected) => {
    expect(filling(change, sourceBytes)).toMatchObject(expected);
  });

  it("costs what a plain copy costs if every lane reads all", () => {
    fc.assert(
      fc.property(anyCopy, (request) => {
        expect(copyCost({ ...request, sourceBytes: lanes.map(() => request.bytesPerLane) }, h100)).toEqual(copyCost(request, h100));
      }),
    );
  });

  it("asks for what the lanes that read anything ask for", () => {
    fc.assert(
      fc.property(anyCopy, fc.array(fc.nat(4), { minLength: 32, maxLength: 32 }), (request, sourceBytes) => {
        const readMask = lanes.reduce((mask, lane) => (sourceBytes[lane]! > 0 ? mask | (1 << lane) : mask), 0);
        const { requests, sectors, tagWavefronts } = copyCost({ ...request, activeMask: (request.activeMask & readMask) >>> 0 }, h100);
        expect(copyCost({ ...request, sourceBytes }, h100)).toMatchObject({ requests, sectors, tagWavefronts });
      }),
    );
  });

  it.each<[string, readonly number[], string]>([
    ["31 lanes", lanes.slice(1), '"sourceBytes" holds 31; it must hold 32'],
    ["more than the lane copies", lanes.map((lane) => lane), "sourceBytes, lane 17: 17 is not a number of bytes from 0 to 16"],
    ["a part of a byte", lanes.map(() => 0.5), "sourceBytes, lane 0: 0.5 is not a number of bytes"],
  ])("is refused: %s", (_name, sourceBytes, message) => {
    expect(() => copyCost({ ...inOrder, sourceBytes }, h100)).toThrow(message);
  });
});

describe("any copy", () => {
  it("costs the same in other rows of banks, and from other lines where tag banks are even", () => {
    fc.assert(
      fc.property(anyCopy, fc.nat(64), fc.nat(64), (request, rows, lines) => {
        const elsewhere = {
          ...request,
          sharedAddresses: shifted(request.sharedAddresses, 128 * rows),
          globalAddresses: shifted(request.globalAddresses, 128 * lines),
        };
        expect(copyCost(elsewhere, a100)).toEqual(copyCost(request, a100));
      }),
    );
  });

  it("does not ask where inactive lanes point", () => {
    fc.assert(
      fc.property(anyCopy, (request) => {
        const masked = (addresses: readonly number[]): number[] =>
          addresses.map((address, lane) => ((request.activeMask >>> lane) & 1 ? address : -0.5));
        const { sharedAddresses, globalAddresses } = request;
        expect(copyCost({ ...request, sharedAddresses: masked(sharedAddresses), globalAddresses: masked(globalAddresses) }, h100)).toEqual(
          copyCost(request, h100),
        );
      }),
    );
  });

  it.each<[string, object, string]>([
    ["two bytes", { bytesPerLane: 2 }, "2 bytes per lane: cp.async copies 4, 8, 16 bytes"],
    ["four bytes past L1", { cache: "cg" }, "4 bytes per lane: cp.async.cg copies 16"],
    ["another cache", { cache: "cs" }, "cache is cs; it is ca or cg"],
    ["31 lanes", { globalAddresses: lanes.slice(1) }, '"globalAddresses" holds 31; it must hold 32'],
    [
      "a place that is not aligned",
      { sharedAddresses: lanes.map((lane) => lane * 2) },
      "sharedAddresses, lane 1: an access of 4 bytes at byte 2",
    ],
    ["no address", { globalAddresses: lanes.map(() => -4) }, "globalAddresses, lane 0: -4 is not a byte address"],
  ])("is refused: %s", (_name, change, message) => {
    const addresses = lanes.map((lane) => lane * 4);
    const request = {
      cache: "ca",
      bytesPerLane: 4,
      activeMask: FULL_MASK,
      sharedAddresses: addresses,
      globalAddresses: addresses,
      ...change,
    };
    expect(() => copyCost(request as CopyRequest, h100)).toThrow(message);
  });
});
