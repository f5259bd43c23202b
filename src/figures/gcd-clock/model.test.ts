import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BANK_COUNT, WARP_SIZE, h100, sharedCost } from "#simulator";
import { kernelTimings } from "#hardware/kernel-timings.ts";
import { MAX_STRIDE, model, type Picture } from "./model.ts";
import { gcd, strideRequest } from "./stride.ts";

const timings = kernelTimings().filter(({ name }) => name === "smem_stride_f32");
const whole = (strideWords: number) => model({ strideWords, step: WARP_SIZE - 1, timings });
const lanesAt = ({ hours }: Picture, bank: number) => hours[bank]?.lanes.map(({ lane }) => lane);

test.each([
  [6, 32, 2],
  [32, 32, 32],
  [33, 32, 1],
  [40, 32, 8],
  [7, 32, 1],
])("gcd(%d, %d) = %d", (a, b, divisor) => expect(gcd(a, b)).toBe(divisor));

describe("strides worked out by hand", () => {
  test.each([
    ["side by side", 1, { banks: 32, lanesAt0: [0] }],
    ["every second bank", 2, { banks: 16, lanesAt0: [0, 16] }],
    ["as many banks as stride 2, in another order", 6, { banks: 16, lanesAt0: [0, 16] }],
    ["eight banks", 12, { banks: 8, lanesAt0: [0, 8, 16, 24] }],
    ["one bank", 32, { banks: 1, lanesAt0: Array.from({ length: 32 }, (_, lane) => lane) }],
    ["past the end of the clock", 33, { banks: 32, lanesAt0: [0] }],
  ])("%s", (_, strideWords, expected) => {
    const drawn = whole(strideWords);
    expect({ banks: drawn.banksReached, lanesAt0: lanesAt(drawn, 0) }).toEqual(expected);
  });

  test("on the clock, 33 walks as 1 does", () => {
    const banks = (drawn: Picture) => drawn.hands.map(({ fromBank, toBank }) => [fromBank, toBank]);
    expect(banks(whole(33))).toEqual(banks(whole(1)));
  });
});

test("half-way: lane 16 is the first to reach a bank that another lane has reached", () => {
  const degree = (step: number) => Math.max(...model({ strideWords: 2, step, timings }).hours.map((hour) => hour.degree));
  expect([degree(15), degree(16)]).toEqual([1, 2]);
  const { sentence } = model({ strideWords: 2, step: 16, timings });
  expect(sentence).toBe(
    "Lane 16 wants word 16 × 2 = 32, which lies in bank 0. Lane 0 already waits there for another word: so far the request takes 2 wavefronts.",
  );
});

test("a stride that was not measured has no time, neither in the table nor in words", () => {
  const drawn = whole(40);
  expect(drawn.rows.find((row) => row.strideWords === 40)).toMatchObject({ microseconds: undefined });
  expect(drawn.sentence).not.toContain("µs");
  expect(whole(32).sentence).toContain("273\u00a0µs");
});

test("pointing at a bank highlights its lanes", () => {
  const drawn = model({ strideWords: 12, step: WARP_SIZE - 1, hoveredBank: 0, timings });
  expect(drawn.lanes.filter(({ emphasis }) => emphasis === "lit").map(({ lane }) => lane)).toEqual([0, 8, 16, 24]);
  expect(drawn.pointed).toBe("Bank 0: lanes 0, 8, 16, 24, 4 words");
});

describe("for every stride", () => {
  const strides = Array.from({ length: MAX_STRIDE }, (_, i) => i + 1);

  test.each(strides)("%d: the simulator's degree is gcd(stride, 32), and that many lanes want each bank that is reached", (strideWords) => {
    const degree = gcd(strideWords, BANK_COUNT);
    expect(whole(strideWords).rows.find((row) => row.strideWords === strideWords)?.degree).toBe(degree);
    const heights = whole(strideWords).hours.map(({ lanes }) => lanes.length);
    expect(new Set(heights.filter((height) => height > 0))).toEqual(new Set([degree]));
  });

  test("the measured time grows with the degree and with nothing else", () => {
    const timed = whole(1).rows.filter(({ microseconds }) => microseconds !== undefined);
    for (const a of timed) for (const b of timed) if (a.degree < b.degree) expect(a.microseconds).toBeLessThan(b.microseconds ?? 0);
  });

  test("at every step the stacks hold lanes 0 to step, and the tallest is the simulator's degree", () => {
    fc.assert(
      fc.property(fc.constantFrom(...strides), fc.nat(WARP_SIZE - 1), (strideWords, step) => {
        const { hours, hands } = model({ strideWords, step, timings });
        const standing = hours.flatMap(({ lanes }) => lanes.map(({ lane }) => lane)).sort((a, b) => a - b);
        expect(standing).toEqual(Array.from({ length: step + 1 }, (_, lane) => lane));
        expect(hands).toHaveLength(step);
        const cost = sharedCost(strideRequest(strideWords, step + 1), h100);
        expect(Math.max(...hours.map(({ degree }) => degree))).toBe(cost.conflictDegree);
      }),
    );
  });
});
