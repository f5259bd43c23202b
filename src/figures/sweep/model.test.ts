import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SECTOR_BYTES, globalCost, h100 } from "#simulator";
import { kernelTimings } from "#hardware/kernel-timings.ts";
import { EXCERPT_LINES } from "#pictures/request-excerpt.ts";
import { requestOf, walks, type Counting, type Sweep } from "./walk.ts";
import { model, type Model } from "./model.ts";
import { FRAME, scalesOf } from "./view.tsx";

const measuredOf = (sweep: Sweep) =>
  kernelTimings()
    .filter(({ name }) => name === walks[sweep].kernel)
    .map(({ param, usefulGBps }) => ({ param, usefulGBps }));
const drawn = (sweep: Sweep, value: number, hoveredLane?: number) => model({ sweep, value, measured: measuredOf(sweep), hoveredLane });
const share = ({ curves, walk }: Model, counting: Counting, value: number) =>
  curves.find((curve) => curve.counting === counting)?.points[value - walk.from]?.share;

describe("shares that can be checked by hand", () => {
  test.each<[Sweep, number, { line: number; sector: number; dram: number }]>([
    ["stride", 1, { line: 1, sector: 1, dram: 1 }],
    ["stride", 2, { line: 1 / 2, sector: 1 / 2, dram: 1 / 2 }],
    ["stride", 8, { line: 1 / 8, sector: 1 / 8, dram: 1 / 8 }],
    ["stride", 16, { line: 1 / 16, sector: 1 / 8, dram: 1 / 16 }],
    ["stride", 32, { line: 1 / 32, sector: 1 / 8, dram: 1 / 16 }],
    ["offset", 0, { line: 1, sector: 1, dram: 1 }],
    ["offset", 1, { line: 1 / 2, sector: 4 / 5, dram: 2 / 3 }],
    ["offset", 8, { line: 1 / 2, sector: 1, dram: 2 / 3 }],
    ["offset", 32, { line: 1, sector: 1, dram: 1 }],
    ["write-stride", 1, { line: 1, sector: 1, dram: 1 }],
    ["write-stride", 8, { line: 1 / 8, sector: 1 / 8, dram: 1 / 16 }],
  ])("%s %d", (sweep, value, expected) => {
    const figure = drawn(sweep, value);
    for (const counting of ["line", "sector", "dram"] as const) expect(share(figure, counting, value)).toBeCloseTo(expected[counting]);
  });
});

test("the numbers come in the course's order", () => {
  const names = drawn("stride", 8).readings.map(({ name }) => name);
  expect(names).toEqual(["requests", "sectors", "sectors per request", "lines", "efficiency", "DRAM bytes"]);
});

test("a request over many lines is drawn up to a limit, and the rest is counted", () => {
  expect(drawn("stride", 8).excerpt).toMatchObject({ hiddenLines: 0, rest: undefined });
  const wide = drawn("stride", 32).excerpt;
  expect(wide.rows.filter((row) => row.kind === "line")).toHaveLength(EXCERPT_LINES);
  expect(wide.rest).toBe("and 24 more lines");
});

test.each<[Sweep, number]>([
  ["stride", EXCERPT_LINES],
  ["offset", 2],
])("the picture of %s has room for %d lines, whatever the value", (sweep, lines) => {
  expect([0, 1].map((step) => drawn(sweep, walks[sweep].from + step).roomLines)).toEqual([lines, lines]);
});

test("the legend says that a stride was not measured", () => {
  expect(drawn("stride", 9).legend.at(-1)?.text).toBe("not measured here");
  expect(drawn("stride", 9).marks.some((mark) => mark.chosen)).toBe(false);
  expect(
    drawn("stride", 8)
      .marks.filter((mark) => mark.chosen)
      .map((mark) => mark.value),
  ).toEqual([8]);
});

test("a missing launch at the first value is an error", () => {
  expect(() => model({ sweep: "stride", value: 8, measured: [{ param: 2, usefulGBps: 1 }] })).toThrow("copy_stride at stride 1");
});

test("pointing at a lane names its bytes", () => {
  expect(drawn("stride", 8, 3).excerpt.pointed).toBe("Lane 3: bytes 96 to 99, sector 3, line 0");
});

describe("for any sweep and value", () => {
  const anyValue = fc
    .constantFrom<Sweep>("stride", "offset", "write-stride")
    .chain((sweep) => fc.tuple(fc.constant(sweep), fc.integer({ min: walks[sweep].from, max: walks[sweep].to })));

  test("the curve by sectors is the simulator's efficiency, and the coarser count is never better", () => {
    fc.assert(
      fc.property(anyValue, ([sweep, value]) => {
        const figure = drawn(sweep, value);
        const cost = globalCost(requestOf(walks[sweep], value), h100);
        expect(share(figure, "sector", value)).toBe(cost.usefulBytes / (cost.sectors * SECTOR_BYTES));
        expect(share(figure, "line", value)).toBeLessThanOrEqual(share(figure, "sector", value) ?? 0);
        expect(share(figure, "dram", value)).toBeLessThanOrEqual(share(figure, "sector", value) ?? 0);
      }),
    );
  });

  test("an x in the chart maps back to its value, and nothing is drawn outside the frame", () => {
    fc.assert(
      fc.property(anyValue, ([sweep, value]) => {
        const figure = drawn(sweep, value);
        const scales = scalesOf(figure);
        expect(scales.valueAt(scales.x(value))).toBe(value);
        const shares = [...figure.curves.flatMap(({ points }) => points), ...figure.marks].map((point) => scales.y(point.share));
        for (const y of shares) {
          expect(y).toBeGreaterThanOrEqual(FRAME.top - 1e-9);
          expect(y).toBeLessThanOrEqual(FRAME.bottom + 1e-9);
        }
      }),
    );
  });
});
