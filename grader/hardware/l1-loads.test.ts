import { expect, it } from "vitest";
import { l1Loads } from "./l1-loads.ts";
import { measuredRequests } from "./measured-requests.ts";

const loads = l1Loads(measuredRequests());

it("counts every load that names its caching, and the simulator agrees with all of them", () => {
  expect([loads.ca, loads.cg]).toEqual([
    { total: 674, agreeing: 674 },
    { total: 249, agreeing: 249 },
  ]);
});

it("finds loads that were measured with L1 on and off, and none was counted differently", () => {
  expect(loads.bothWays.total).toBeGreaterThan(100);
  expect(loads.bothWays.agreeing).toBe(loads.bothWays.total);
});

it("half a warp of neighbouring floats moves two sectors, with L1 on or off", () => {
  const upperHalf = loads.patterns.filter(
    ({ activeMask, strideElements, offsetElements }) => activeMask === 0xffff0000 && strideElements === 1 && offsetElements === 0,
  );
  expect(upperHalf.map(({ cache, sectors }) => [cache, sectors]).sort()).toEqual([
    ["ca", 2],
    ["cg", 2],
  ]);
});

it("with L1 on, L2 sends one sector per lane at stride 32, not a whole line of four", () => {
  expect(loads.kernel.sectorsFromL2PerRequest).toBe(32);
});
