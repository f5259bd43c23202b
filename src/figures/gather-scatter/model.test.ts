import fc from "fast-check";
import { assert, describe, expect, test } from "vitest";
import { WARP_SIZE } from "#simulator";
import { kernelTimings } from "#hardware/kernel-timings.ts";
import { ELEMENT_BYTES, indexedRequests, measuredKernel, totalCost, usedIndices, type Settings } from "./indexed-requests.ts";
import { INDEX_COUNT, WARPS, type IndexPattern, type Order } from "./indices.ts";
import { model, type WarpPanel } from "./model.ts";

const PATTERNS: readonly IndexPattern[] = ["identity", "shuffled", "random", "hot"];
const ORDERS: readonly Order[] = ["as given", "each warp", "all"];

const gather: Settings = { pattern: "random", order: "as given", op: "load", arrayLength: 256 };
const draw = (settings: Partial<Parameters<typeof model>[0]> = {}) => model({ ...gather, measured: [], ...settings });
const sectors = (settings: Partial<Settings>) => totalCost(indexedRequests({ ...gather, ...settings })).sectors;
const moved = ({ rows }: WarpPanel) => rows.flatMap((row) => row.sectors.filter((sector) => sector.moved));
const pieces = ({ rows }: WarpPanel) => rows.flatMap((row) => row.pieces);

const anySettings = fc.record({
  pattern: fc.constantFrom(...PATTERNS),
  order: fc.constantFrom(...ORDERS),
  op: fc.constantFrom("load" as const, "store" as const),
  arrayLength: fc.constantFrom(128, 256, 512),
});

test.each(ORDERS)("indices in a row, %s: four sectors per warp", (order) => {
  for (const panel of draw({ pattern: "identity", order }).warps) expect(moved(panel)).toHaveLength(4);
});

test("shuffling within a warp costs nothing, though lanes and elements differ", () => {
  const lanes = usedIndices({ ...gather, pattern: "shuffled" }).map(({ element }) => element);
  expect(lanes).not.toEqual(usedIndices({ ...gather, pattern: "identity" }).map(({ element }) => element));
  expect(sectors({ pattern: "shuffled" })).toBe(sectors({ pattern: "identity" }));
});

test("sorting each warp by itself changes no count", () => {
  fc.assert(
    fc.property(anySettings, (settings) => {
      const costs = (order: Order) => indexedRequests({ ...settings, order }).map(({ sectors, cacheLines }) => ({ sectors, cacheLines }));
      expect(costs("each warp")).toEqual(costs("as given"));
    }),
  );
});

test("sorted all together, each sector moves once, and at most one more per boundary between two warps", () => {
  fc.assert(
    fc.property(anySettings, (settings) => {
      const panels = draw({ ...settings, order: "all" }).warps;
      const distinct = new Set(panels.flatMap((panel) => moved(panel).map((sector) => sector.number)));
      expect(sectors({ ...settings, order: "all" })).toBeLessThanOrEqual(distinct.size + WARPS - 1);
    }),
  );
});

test("sorting random indices all together saves sectors", () => {
  expect(sectors({ order: "all" })).toBeLessThan(sectors({ order: "as given" }) / 2);
});

test("the drawn sectors, lines and pieces match the simulator's counts", () => {
  fc.assert(
    fc.property(anySettings, (settings) => {
      const requests = indexedRequests(settings);
      draw(settings).warps.forEach((panel, warp) => {
        const request = requests[warp];
        assert(request);
        expect(moved(panel)).toHaveLength(request.sectors);
        expect(panel.rows.flatMap((row) => row.lines).filter((line) => line.touched)).toHaveLength(request.cacheLines);
        expect(pieces(panel).length * ELEMENT_BYTES).toBe(request.usefulBytes);
        expect(pieces(panel).flatMap((piece) => piece.lanes)).toHaveLength(WARP_SIZE);
      });
    }),
  );
});

test("after sorting, each index says which place it came from", () => {
  const before = draw({ pattern: "random" }).warps.map((panel) => panel.chips.map((chip) => chip.element));
  const { warps } = draw({ pattern: "random", order: "all", previousOrder: "as given" });
  const stoodAt = warps.flatMap(({ warp, chips }) =>
    chips.map(({ lane, element, cameFrom }) => {
      expect(before[warp + cameFrom.warps]?.[lane + cameFrom.lanes]).toBe(element);
      return (warp + cameFrom.warps) * WARP_SIZE + lane + cameFrom.lanes;
    }),
  );
  expect(new Set(stoodAt).size).toBe(INDEX_COUNT);
});

test("a scatter marks elements that several lanes store to; a gather has no such mark", () => {
  const clashes = (settings: Partial<Settings>) =>
    draw(settings)
      .warps.flatMap(pieces)
      .filter((piece) => piece.clashes);
  expect(clashes({ pattern: "hot", op: "load" })).toEqual([]);
  expect(clashes({ pattern: "shuffled", op: "store" })).toEqual([]);
  expect(new Set(clashes({ pattern: "hot", op: "store" }).map((piece) => piece.element)).size).toBeGreaterThan(1);
});

test("pointing at a lane highlights its element in its warp, and its sector in every warp", () => {
  const drawn = draw({ pattern: "identity", hovered: { warp: 1, lane: 9 } });
  const lit = drawn.warps.flatMap((panel) => pieces(panel).filter((piece) => piece.emphasis === "lit"));
  expect(lit).toMatchObject([{ element: 41, lanes: [9] }]);
  for (const { rows } of drawn.warps) {
    expect(rows.flatMap((row) => row.sectors).filter((sector) => sector.emphasis === "lit")).toMatchObject([{ number: 5 }]);
  }
  expect(drawn.pointed).toBe("Warp 1. Lane 9: index 41, bytes 164 to 167, sector 5, which 1 of 4 warps moves");
});

describe("timings", () => {
  const measured = kernelTimings();

  test("every timing of a gather or a scatter has its place in the figure", () => {
    const named = (["load", "store"] as const).flatMap((op) =>
      PATTERNS.flatMap((pattern) => ORDERS.map((order) => measuredKernel(op, pattern, order))),
    );
    const timed = measured.map(({ name }) => name).filter((name) => /^(gather|scatter)_/.test(name));
    expect(new Set(named.filter((name) => name !== undefined))).toEqual(new Set(timed));
  });

  test("only measured orders show a number", () => {
    const shown = draw({ pattern: "random", measured }).orders.map((row) => row.usefulGBps !== undefined);
    expect(shown).toEqual([true, false, true]);
    expect(draw({ pattern: "hot", measured }).timedIndices).toBeUndefined();
  });
});
