import fc from "fast-check";
import { assert, describe, expect, test } from "vitest";
import { FULL_MASK, SECTOR_BYTES, WARP_SIZE, globalCost, h100, type WarpRequest } from "#simulator";
import { byteAddressOf } from "#pictures/lanes.ts";
import { model, picture, type InL1, type Picture, type SectorState } from "./model.ts";
import { ELEMENT_BYTES, PATTERNS, warpRequest, type PatternName } from "./pattern.ts";
import { STAGES, type Stage } from "./stages.ts";

const LAST = STAGES.length - 1;
const sectors = ({ lines }: Picture) => lines.flatMap((line) => line.sectors);
/** How many sectors are in each state. */
const states = (picture: Picture): Partial<Record<SectorState, number>> =>
  Object.fromEntries([...Map.groupBy(sectors(picture), ({ state }) => state)].map(([state, cells]) => [state, cells.length]));

describe("patterns worked out by hand", () => {
  test.each<[PatternName, InL1, { lines: number; fetched?: number; "in L1"?: number; untouched?: number }]>([
    ["unit", "nothing", { lines: 1, fetched: 4 }],
    ["unit", "warp-0", { lines: 1, fetched: 4 }],
    ["stride-2", "nothing", { lines: 2, fetched: 8 }],
    ["offset-1", "nothing", { lines: 2, fetched: 5, untouched: 3 }],
    ["offset-1", "warp-0", { lines: 2, fetched: 4, "in L1": 1, untouched: 3 }],
    ["permuted", "nothing", { lines: 1, fetched: 4 }],
    ["one-element", "nothing", { lines: 1, fetched: 1, untouched: 3 }],
    ["one-element", "warp-0", { lines: 1, "in L1": 1, untouched: 3 }],
  ])("%s, L1 holds %s", (pattern, inL1, expected) => {
    const drawn = model({ pattern, inL1, step: LAST });
    expect({ lines: drawn.lines.length, ...states(drawn) }).toEqual(expected);
  });
});

test("the permuted pattern asks for the floats of unit stride, in another order", () => {
  const addressesOf = (pattern: PatternName) => Array.from(warpRequest(pattern, 1).addresses);
  const permuted = addressesOf("permuted");
  const unit = addressesOf("unit");
  expect(permuted).not.toEqual(unit);
  expect(permuted.toSorted((a, b) => a - b)).toEqual(unit);
});

test("a number is shown from the stage on at which it is known", () => {
  const settled = STAGES.map((_, step) =>
    model({ pattern: "unit", inL1: "nothing", step })
      .readings.filter(({ value }) => value !== "–")
      .map(({ name }) => name),
  );
  expect(settled).toEqual([
    ["requests"],
    ["requests", "lines"],
    ["requests", "sectors", "sectors per request", "lines", "efficiency"],
    ["requests", "sectors", "sectors per request", "lines", "efficiency", "sectors fetched"],
    ["requests", "sectors", "sectors per request", "lines", "efficiency", "sectors fetched"],
  ]);
});

test("32 lanes that ask for one element share its four bytes", () => {
  const { chips } = model({ pattern: "one-element", inL1: "nothing", step: 2 });
  expect(chips.map(({ place }) => place.share)).toEqual(Array.from({ length: WARP_SIZE }, () => 1 / WARP_SIZE));
});

test("pointing at a lane highlights it, its chip and its sector", () => {
  const drawn = model({ pattern: "stride-2", inL1: "nothing", step: 2, hoveredLane: 5 });
  expect(drawn.lanes.filter(({ emphasis }) => emphasis === "lit").map(({ lane }) => lane)).toEqual([5]);
  expect(drawn.chips.filter(({ emphasis }) => emphasis === "lit").map(({ lane }) => lane)).toEqual([5]);
  expect(
    sectors(drawn)
      .filter(({ emphasis }) => emphasis === "lit")
      .map(({ number }) => number),
  ).toEqual([9]);
  expect(drawn.pointed).toBe("Lane 5: bytes 296 to 299, sector 9, line 2");
});

test("selecting a sector highlights the lanes that want its bytes", () => {
  const drawn = model({ pattern: "unit", inL1: "nothing", step: LAST, selectedSector: 5 });
  expect(drawn.lanes.filter(({ emphasis }) => emphasis === "lit").map(({ lane }) => lane)).toEqual([8, 9, 10, 11, 12, 13, 14, 15]);
});

test("for every pattern, each of the five stages has its own text", () => {
  for (const { value } of PATTERNS) expect(new Set(model({ pattern: value, inL1: "warp-0", step: 0 }).details).size).toBe(STAGES.length);
});

describe("for any load of floats", () => {
  const request = fc.array(fc.nat(600), { minLength: WARP_SIZE, maxLength: WARP_SIZE }).map((elements): WarpRequest => ({
    space: "global",
    op: "load",
    bytesPerLane: ELEMENT_BYTES,
    activeMask: FULL_MASK,
    addresses: elements.map((element) => element * ELEMENT_BYTES),
  }));

  test("lines and sectors match the simulator's counts; hits and misses add up to all sectors", () => {
    fc.assert(
      fc.property(request, request, (request, before) => {
        const cost = globalCost(request, h100);
        const marked = picture({ request, before, stage: "mark" });
        expect(marked.lines).toHaveLength(cost.cacheLines);
        expect(states(marked).needed).toBe(cost.sectors);
        const fetched = states(picture({ request, before, stage: "fetch" }));
        expect((fetched.fetched ?? 0) + (fetched["in L1"] ?? 0)).toBe(cost.sectors);
      }),
    );
  });

  test("the second of two equal requests finds everything in L1", () => {
    fc.assert(
      fc.property(request, (request) => {
        expect(states(picture({ request, before: request, stage: "fetch" })).fetched).toBeUndefined();
      }),
    );
  });

  test("chips queue without overlap, then move to bytes of marked sectors, then return to their lanes", () => {
    fc.assert(
      fc.property(request, (request) => {
        const at = (stage: Stage) => picture({ request, before: undefined, stage });
        const queue = at("group").chips.map(({ place }) => `${place.row} ${place.cell}`);
        expect(new Set(queue).size).toBe(WARP_SIZE);
        const marked = at("mark");
        for (const { lane, place } of marked.chips) {
          const line = marked.lines[place.row ?? -1];
          assert(line);
          const address = byteAddressOf(request, lane);
          expect(Math.floor(place.cell + 1e-9)).toBe((address - line.firstByte) / ELEMENT_BYTES);
          expect(line.sectors.find(({ number }) => number === Math.floor(address / SECTOR_BYTES))?.state).toBe("needed");
        }
        expect(at("route").chips.map(({ place }) => place)).toEqual(at("hand-in").chips.map(({ place }) => place));
      }),
    );
  });
});
