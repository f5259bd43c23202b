import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ACCESS_WIDTHS, globalCost, type AccessWidth } from "#simulator";
import { kernelTimings } from "#hardware/kernel-timings.ts";
import { COPIED_BYTES, loadsOf } from "./copy.ts";
import { devices, model, type DeviceId, type Model, type Settings } from "./model.ts";

const measured = kernelTimings().filter(({ name }) => /^copy_(char|half|float)/.test(name));
const all = Number.MAX_SAFE_INTEGER;
const drawn = (changed: Partial<Settings> = {}) =>
  model({ bytesPerLane: 4, offsetFloats: 0, device: "h100", step: all, measured, ...changed });
const reading = ({ readings }: Model, name: string) => readings.find((reading) => reading.name === name)?.value;
const bytesDrawn = ({ laneSpans }: Model) => laneSpans.flat().reduce((sum, { bytes }) => sum + bytes, 0);
const sectorsDrawn = ({ sectors }: Model) => sectors.reduce((sum, { timesMoved }) => sum + timesMoved, 0);

describe("1,024 bytes, checked by hand", () => {
  test.each<[AccessWidth, DeviceId, number, { requests: number; sectors: number; perRequest: string }]>([
    [1, "h100", 0, { requests: 32, sectors: 32, perRequest: "1" }],
    [2, "h100", 0, { requests: 16, sectors: 32, perRequest: "2" }],
    [4, "h100", 0, { requests: 8, sectors: 32, perRequest: "4" }],
    [8, "h100", 0, { requests: 4, sectors: 32, perRequest: "8" }],
    [16, "h100", 0, { requests: 2, sectors: 32, perRequest: "16" }],
    [32, "b200", 0, { requests: 1, sectors: 32, perRequest: "32" }],
    [32, "h100", 0, { requests: 2, sectors: 64, perRequest: "32" }],
    [4, "h100", 1, { requests: 8, sectors: 40, perRequest: "5" }],
    [1, "h100", 1, { requests: 32, sectors: 64, perRequest: "2" }],
    [8, "h100", 2, { requests: 4, sectors: 36, perRequest: "9" }],
  ])("%d bytes per lane on %s, from ptr + %d", (bytesPerLane, device, offsetFloats, expected) => {
    const figure = drawn({ bytesPerLane, device, offsetFloats });
    expect(figure.loadCount).toBe(expected.requests);
    expect(sectorsDrawn(figure)).toBe(expected.sectors);
    expect(reading(figure, "requests")).toBe(String(expected.requests));
    expect(reading(figure, "sectors per request")).toBe(expected.perRequest);
  });
});

describe("a pointer that is not aligned to the width", () => {
  test.each<[AccessWidth, DeviceId, number, boolean]>([
    [4, "h100", 1, false],
    [8, "h100", 1, true],
    [16, "h100", 1, true],
    [8, "h100", 2, false],
    [16, "h100", 2, true],
    [16, "h100", 4, false],
    [32, "h100", 4, false],
    [32, "b200", 4, true],
  ])("%d bytes per lane on %s, from ptr + %d: refused %s", (bytesPerLane, device, offsetFloats, refused) => {
    expect(drawn({ bytesPerLane, device, offsetFloats }).fault !== undefined).toBe(refused);
  });

  test("names the lane and the bytes, and moves nothing", () => {
    const figure = drawn({ bytesPerLane: 16, offsetFloats: 1 });
    expect(figure.fault).toMatchObject({ lane: 0, spans: [{ line: 0, offsetBytes: 4, bytes: 16 }] });
    expect(figure.lanes.filter((lane) => lane.named).map((lane) => lane.lane)).toEqual([0]);
    expect(figure.sentence).toContain("Lane 0: an access of 16 bytes at byte 4 is not aligned");
    expect([sectorsDrawn(figure), bytesDrawn(figure)]).toEqual([0, 0]);
  });
});

test("step by step the copy fills up", () => {
  expect(Array.from({ length: 8 }, (_, step) => sectorsDrawn(drawn({ step })))).toEqual([4, 8, 12, 16, 20, 24, 28, 32]);
  expect(drawn({ step: 2 }).sentence).toContain("After load 3 of 8");
  expect(drawn({ step: 2 }).lastLoad?.spans).toEqual([{ line: 2, offsetBytes: 0, bytes: 128 }]);
});

test("the first half of a piece that is too wide uses half of each sector", () => {
  const figure = drawn({ bytesPerLane: 32, step: 0 });
  expect(bytesDrawn(figure)).toBe(COPIED_BYTES / 2);
  expect(reading(figure, "efficiency")?.replaceAll("\u00a0", " ")).toBe("50%");
});

test("the caption of a hovered lane lists its loads", () => {
  expect(drawn({ bytesPerLane: 16, hoveredLane: 3 }).pointed?.replaceAll("\u00a0", " ")).toBe(
    "Lane 3: 2 loads, 16 B from byte 48 on, then from bytes 560",
  );
});

test("measured copies are sorted by width and amount, and the chosen width is marked", () => {
  const { speeds } = drawn({ bytesPerLane: 16 });
  expect(speeds.map(({ type }) => type)).toEqual(["char", "half", "float", "float2", "float4", "float4"]);
  expect(speeds.filter(({ chosen }) => chosen).map(({ bytesPerLane }) => bytesPerLane)).toEqual([16, 16]);
  for (const { share } of speeds) expect(share).toBeLessThan(1);
});

test("for any setting that the hardware accepts, what is drawn adds up to what the simulator counts", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ACCESS_WIDTHS),
      fc.constantFrom<DeviceId>("h100", "b200"),
      fc.constantFrom(0, 1, 2, 4),
      fc.nat(31),
      (bytesPerLane, device, offsetFloats, step) => {
        const figure = drawn({ bytesPerLane, device, offsetFloats, step });
        fc.pre(figure.fault === undefined);
        const made = loadsOf({ bytesPerLane, offsetFloats }, devices[device]).slice(0, step + 1);
        const costs = made.map((load) => globalCost(load, devices[device]));
        expect(sectorsDrawn(figure)).toBe(costs.reduce((sum, { sectors }) => sum + sectors, 0));
        expect(bytesDrawn(figure)).toBe(costs.reduce((sum, { usefulBytes }) => sum + usefulBytes, 0));
      },
    ),
  );
});
