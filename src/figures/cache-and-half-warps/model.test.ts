import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SECTOR_BYTES, globalCost, h100 } from "#simulator";
import { l1Loads } from "#hardware/l1-loads.ts";
import { measuredRequests } from "#hardware/measured-requests.ts";
import type { LineRow } from "#pictures/memory-rows.ts";
import { model, loadRequest, type ActiveLanes, type Panel, type Pattern } from "./model.ts";

const measured = l1Loads(measuredRequests());
const floats: Pattern = { lanes: "all", strideElements: 1, offsetElements: 0 };
const lines = ({ rows }: Panel) => rows.filter((row): row is LineRow => row.kind === "line");
const movedSectors = (panel: Panel) => lines(panel).flatMap((line) => line.sectors.filter((sector) => sector.moved)).length;

describe("claim and hardware, worked out by hand", () => {
  test.each<[string, Partial<Pattern>, { claim: number; moved: number }]>([
    ["a full warp", {}, { claim: 128, moved: 128 }],
    ["the lower half", { lanes: "lower-half" }, { claim: 128, moved: 64 }],
    ["the upper half", { lanes: "upper-half" }, { claim: 128, moved: 64 }],
    ["every other lane", { lanes: "every-other" }, { claim: 128, moved: 128 }],
    ["the first 8 lanes", { lanes: "first-eight" }, { claim: 128, moved: 32 }],
    ["stride 2", { strideElements: 2 }, { claim: 256, moved: 256 }],
    ["the lower half, stride 2", { lanes: "lower-half", strideElements: 2 }, { claim: 128, moved: 128 }],
    ["the lower half, across a line", { lanes: "lower-half", offsetElements: 28 }, { claim: 256, moved: 96 }],
    ["a full warp, one float late", { offsetElements: 1 }, { claim: 256, moved: 160 }],
  ])("%s", (_, pattern, { claim, moved }) => {
    const { panels } = model({ ...floats, ...pattern, measured });
    expect(panels.map((panel) => [panel.id, panel.movedBytes])).toEqual([
      ["claim", claim],
      ["ca", moved],
      ["cg", moved],
    ]);
    expect(panels[0].holds).toBe(claim === moved);
  });
});

test("half a warp of neighbouring floats was measured with L1 on and off, and the panels say what was counted", () => {
  const { panels } = model({ ...floats, lanes: "upper-half", measured });
  expect(panels.slice(1).map((panel) => panel.finding)).toEqual(Array(2).fill("this load, measured: 64\u00a0B"));
});

test("a load that was not measured refers to those that were", () => {
  const [, ca] = model({ ...floats, lanes: "first-eight", offsetElements: 5, measured }).panels;
  expect(ca.finding).toBe("by the rule that held for 674 of 674 measured loads");
});

test("every measured pattern that the figure can draw moved the drawn sectors", () => {
  const masks = new Map(
    (["all", "lower-half", "upper-half", "every-other", "first-eight"] as const).map((lanes) => [
      loadRequest({ ...floats, lanes }).activeMask,
      lanes,
    ]),
  );
  const drawable = measured.patterns.flatMap((load) => {
    const lanes = masks.get(load.activeMask);
    return lanes ? [{ ...load, lanes }] : [];
  });
  expect(drawable.length).toBeGreaterThan(20);
  for (const { cache, sectors, ...pattern } of drawable) {
    const panel = model({ ...pattern, measured }).panels.find(({ id }) => id === cache);
    expect(panel?.movedBytes).toBe(sectors * SECTOR_BYTES);
  }
});

test("pointing at a lane highlights its bytes in all panels", () => {
  const { panels, pointed } = model({ ...floats, lanes: "lower-half", hoveredLane: 9, measured });
  for (const panel of panels) {
    const pieces = lines(panel).flatMap((line) => line.pieces);
    expect(pieces.filter((piece) => piece.emphasis === "lit").map((piece) => piece.lanes)).toEqual([[9]]);
  }
  expect(pointed).toBe("Lane 9: bytes 36 to 39, sector 1, line 0");
});

test("for any pattern, the drawn sectors, fetches and pieces match the simulator's counts", () => {
  fc.assert(
    fc.property(
      fc.constantFrom<ActiveLanes>("all", "lower-half", "upper-half", "every-other", "first-eight"),
      fc.integer({ min: 1, max: 64 }),
      fc.nat(31),
      (lanes, strideElements, offsetElements) => {
        const pattern = { lanes, strideElements, offsetElements };
        const cost = globalCost(loadRequest(pattern), h100);
        const [claim, ca, cg] = model({ ...pattern, measured }).panels;
        expect(movedSectors(claim)).toBe(cost.cacheLines * 4);
        expect([movedSectors(ca), movedSectors(cg)]).toEqual([cost.sectors, cost.sectors]);
        expect(lines(ca).flatMap((line) => line.dramMoves).length * h100.fetchGranularityBytes).toBe(cost.dramReadBytes);
        expect(lines(claim).flatMap((line) => line.pieces).length * 4).toBe(cost.usefulBytes);
      },
    ),
  );
});
