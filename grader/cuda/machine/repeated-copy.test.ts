import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WARP_SIZE, a100, dim3, h100, type Device } from "#simulator";
import type { AccessSite } from "../ir/access-site.ts";
import { Memory } from "./memory.ts";
import { RequestStream } from "./request-stream.ts";
import type { SiteCounts } from "./site-counts.ts";

const lanes = Array.from({ length: WARP_SIZE }, (_, lane) => lane);
const ARRAY_BYTES = 2 ** 17;
const SHARED_BYTES = 2 ** 15;

interface Copy {
  readonly mask: number;
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly sizes: Float64Array | undefined;
}

/** A first element: mostly one that begins a line. */
const first = (lines: number, elements: number): fc.Arbitrary<number> => fc.oneof(fc.nat(lines).map((line) => 32 * line), fc.nat(elements)); // prettier-ignore

/** The copies of one place in the text: some patterns, each at several first elements of both sides. */
const anyCopies = fc
  .record({
    cache: fc.constantFrom<"ca" | "cg">("ca", "cg"),
    width: fc.constantFrom<4 | 8 | 16>(4, 8, 16),
    device: fc.constantFrom<Device>(h100, a100),
    hasSizes: fc.boolean(),
    patterns: fc.array(
      fc.record({
        mask: fc.oneof(fc.constant(-1), fc.integer({ min: 1, max: 0x7fffffff })),
        strides: fc.tuple(
          fc.oneof(fc.constantFrom(1, 1, 2, 3, 0), fc.nat(40)),
          fc.oneof(fc.constantFrom(1, 1, 2), fc.integer({ min: 1, max: 9 })),
        ),
        swizzle: fc.constantFrom(0, 0, 1, 7),
        sizes: fc.array(fc.constantFrom(0, 4, 8, 16), { minLength: 1, maxLength: 3 }),
        firsts: fc.array(fc.tuple(first(12, 400), first(4, 200), fc.boolean()), { minLength: 1, maxLength: 6 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ cache, width, device, hasSizes, patterns }) => {
    const bytes = cache === "cg" ? 16 : width;
    const copies = patterns.flatMap(({ mask, strides: [reading, writing], swizzle, sizes, firsts }) =>
      firsts.map(([read, written, isWhole]): Copy => ({
        mask,
        from: Float64Array.from(lanes, (lane) => bytes * (read + lane * reading)),
        to: Float64Array.from(lanes, (lane) => bytes * (written + (lane ^ ((lane >> 3) & swizzle)) * writing)),
        sizes: hasSizes ? Float64Array.from(lanes, (lane) => (isWhole ? bytes : Math.min(bytes, sizes[lane % sizes.length]!))) : undefined,
      })),
    );
    return { cache, bytes, device, copies };
  });

/** A memory with an array of numbered words, and streams whose first site reads it and whose second writes shared memory. */
function machine(cache: "ca" | "cg", bytesPerLane: 4 | 8 | 16, device: Device) {
  const span = { from: 0, to: 1 };
  const sites: AccessSite[] = [
    { number: 0, op: "load", bytesPerLane, span, copy: cache },
    { number: 1, op: "store", bytesPerLane, span },
  ];
  const memory = new Memory();
  const element = { name: "int", bytes: 4 };
  const array = memory.allocate("array", ARRAY_BYTES, "given", { element });
  for (let word = 0; word < ARRAY_BYTES / 4; word++) memory.u32[array / 4 + word] = word + 1;
  const tile = { name: "tile", offset: 0, bytes: SHARED_BYTES, element };
  memory.startLaunch({ sharedBytes: SHARED_BYTES, sharedVariables: [tile], localBytesPerThread: 0, threadsPerBlock: 32 });
  const start = () => {
    const sanitizers = { racecheck: false, initcheck: false };
    const stream = new RequestStream(memory, sites, { device, launch: { gridDim: dim3(1), blockDim: dim3(32) }, sanitizers });
    stream.startBlock(0);
    stream.startWarp(0);
    const copy = ({ mask, from, to, sizes }: Copy): void =>
      stream.copy(0, 1, mask, from.map((at) => array + at), to.map((at) => memory.sharedBase + at), sizes); // prettier-ignore
    return { stream, copy };
  };
  return { memory, array, start };
}

function sumOf(all: readonly SiteCounts[][]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const counts of all.flat()) {
    for (const [name, value] of Object.entries(counts)) {
      if (typeof value !== "number") continue;
      sum[name] = name === "conflictDegree" ? Math.max(sum[name] ?? 0, value) : (sum[name] ?? 0) + value;
    }
  }
  return sum;
}

describe("copies of one place in the text, however alike", () => {
  it("count what each counts alone", () => {
    fc.assert(
      fc.property(anyCopies, ({ cache, bytes, device, copies }) => {
        const { start } = machine(cache, bytes as 4 | 8 | 16, device);
        const together = start();
        for (const copy of copies) together.copy(copy);
        const alone = copies.map((copy) => {
          const { stream, copy: make } = start();
          make(copy);
          return [stream.counts(0), stream.counts(1)] as const;
        });
        expect(sumOf([together.stream.counts(0)])).toEqual(sumOf(alone.map(([source]) => source)));
        expect(sumOf([together.stream.counts(1)])).toEqual(sumOf(alone.map(([, destination]) => destination)));
      }),
      { numRuns: 150 },
    );
  });

  it("bring what they read, and zeros behind it", () => {
    fc.assert(
      fc.property(anyCopies, ({ cache, bytes, device, copies }) => {
        const { memory, array, start } = machine(cache, bytes as 4 | 8 | 16, device);
        const { stream, copy } = start();
        const expected = new Uint32Array(SHARED_BYTES / 4);
        for (const one of copies) {
          copy(one);
          stream.commitCopies(-1);
          stream.awaitCopies(-1, 0);
          for (const lane of lanes.filter((at) => (one.mask >>> at) & 1)) {
            for (let word = 0; word < bytes / 4; word++) {
              const isRead = 4 * word < (one.sizes?.[lane] ?? bytes);
              expected[one.to[lane]! / 4 + word] = isRead ? memory.u32[(array + one.from[lane]!) / 4 + word]! : 0;
            }
          }
        }
        const first = memory.sharedBase / 4;
        expect(memory.u32.slice(first, first + expected.length)).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ["one place, as much of it", 4, lanes.map(() => 0), lanes.map(() => 4), 4],
    ["one place, one lane all of it", 16, lanes.map(() => 0), lanes.map((lane) => (lane === 7 ? 16 : 8)), 16],
    [
      "places side by side, every second lane half of it",
      16,
      lanes.map((lane) => 16 * lane),
      lanes.map((lane) => (lane % 2 ? 8 : 16)),
      384,
    ],
    ["places of their own, every second lane nothing", 4, lanes.map((lane) => 32 * lane), lanes.map((lane) => (lane % 2 ? 0 : 4)), 64],
  ] as const)("of %s, use each byte once", (_, bytes, from, sizes, usefulBytes) => {
    const { stream, copy } = machine("ca", bytes, h100).start();
    copy({
      mask: -1,
      from: Float64Array.from(from),
      to: Float64Array.from(lanes, (lane) => bytes * lane),
      sizes: Float64Array.from(sizes),
    });
    expect(stream.counts(0)).toMatchObject([{ usefulBytes, idealSectors: Math.ceil(usefulBytes / 32) }]);
  });

  it("are stopped where their array ends", () => {
    const { stream, copy } = machine("ca", 4, h100).start();
    const pass = (first: number): Copy => ({
      mask: -1,
      from: Float64Array.from(lanes, (lane) => 4 * (first + lane)),
      to: Float64Array.from(lanes, (lane) => 4 * lane),
      sizes: undefined,
    });
    const words = ARRAY_BYTES / 4;
    for (const first of [words - 64, words - 32, words]) {
      copy(pass(first));
      stream.commitCopies(-1);
      stream.awaitCopies(-1, 0);
    }
    expect(stream.findings.list.map(({ kind, thread }) => [kind, thread[0]])).toEqual([["out-of-bounds", 0]]);
    expect(stream.counts(0)).toMatchObject([{ requests: 2, activeLanes: 64 }]);
  });
});
