import { describe, expect, test } from "vitest";
import { globalCost, type AccessWidth } from "#simulator";
import { STRIDES, devices, model, requestOf, type DeviceId, type Quantity, type Settings } from "./model.ts";

const settings: Settings = { device: "h100", quantity: "sectors", bytesPerElement: 4, strideElements: 2 };
const drawn = (changed: Partial<Settings> = {}) => model({ ...settings, ...changed });
const row = (bytes: AccessWidth, quantity: Quantity, device: DeviceId = "h100") =>
  drawn({ quantity, device })
    .rows.find(({ bytesPerElement }) => bytesPerElement === bytes)
    ?.cells.map(({ text }) => text.replaceAll("\u00a0", " "));

describe("rows that can be checked by hand: strides 1, 2, 4, 8, 16, 32", () => {
  test.each<[AccessWidth, Quantity, string[]]>([
    [1, "sectors", ["1", "2", "4", "8", "16", "32"]],
    [2, "sectors", ["2", "4", "8", "16", "32", "32"]],
    [4, "sectors", ["4", "8", "16", "32", "32", "32"]],
    [8, "sectors", ["8", "16", "32", "32", "32", "32"]],
    [16, "sectors", ["16", "32", "32", "32", "32", "32"]],
    [1, "lines", ["1", "1", "1", "2", "4", "8"]],
    [4, "lines", ["1", "2", "4", "8", "16", "32"]],
    [16, "lines", ["4", "8", "16", "32", "32", "32"]],
    [4, "efficiency", ["100%", "50%", "25%", "12.5%", "12.5%", "12.5%"]],
    [16, "efficiency", ["100%", "50%", "50%", "50%", "50%", "50%"]],
  ])("%d bytes, %s", (bytes, quantity, expected) => expect(row(bytes, quantity)).toEqual(expected));

  test("32 bytes per lane fill their sectors at any stride", () => {
    expect(row(32, "efficiency", "b200")).toEqual(Array.from({ length: STRIDES.length }, () => "100%"));
  });
});

test("a device has one row per width that it can load", () => {
  expect(drawn().rows.map(({ bytesPerElement }) => bytesPerElement)).toEqual([1, 2, 4, 8, 16]);
  expect(drawn({ device: "b200" }).rows.map(({ bytesPerElement }) => bytesPerElement)).toEqual([1, 2, 4, 8, 16, 32]);
});

test("a width that the device lacks falls back to its widest", () => {
  expect(drawn({ bytesPerElement: 32 }).chosen).toEqual({ bytesPerElement: 16, strideElements: 2 });
});

test.each<DeviceId>(["h100", "b200"])("on %s exactly one cell is chosen, and its request is the one that is drawn", (device) => {
  for (const { bytesPerElement, cells } of drawn({ device }).rows) {
    for (const { strideElements, cost } of cells) {
      const figure = drawn({ device, bytesPerElement, strideElements });
      const chosen = figure.rows.flatMap((row) => row.cells.filter((cell) => cell.chosen));
      expect(chosen).toMatchObject([{ bytesPerElement, strideElements }]);
      expect(figure.excerpt.explanation).toMatchObject(globalCost(requestOf({ bytesPerElement, strideElements }), devices[device]));
      expect(figure.excerpt.explanation.lines.flatMap((line) => line.sectors)).toHaveLength(cost.sectors);
    }
  }
});

test("the sentence says what the cell says", () => {
  expect(drawn().sentence.replaceAll("\u00a0", " ")).toBe(
    "Float, 4 bytes, stride 2: 32 lanes ask for 128 B. 8 sectors in 2 lines carry 256 B, where 4 would do: 50% of it is used.",
  );
});
