import { expect, test } from "vitest";
import { WARP_SIZE } from "#simulator";
import { contrast, laneColors, laneInks, laneProperties } from "./lane-ramp.ts";

test("each lane has a colour of its own", () => {
  expect(new Set(laneColors).size).toBe(WARP_SIZE);
});

test("a lane's number can be read on its colour (WCAG AA)", () => {
  laneColors.forEach((color, lane) => expect(contrast(color, laneInks[lane])).toBeGreaterThanOrEqual(4.5));
});

test("contrast of black and white is 21", () => {
  expect(contrast("#000000", "rgb(255, 255, 255)")).toBeCloseTo(21);
});

test("every lane has two properties", () => {
  expect(laneProperties().match(/--lane-(ink-)?\d+:#/g)).toHaveLength(2 * WARP_SIZE);
});
