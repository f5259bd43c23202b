import { expect, test } from "vitest";
import type { RequestShape } from "../warp-request.ts";
import { INACTIVE } from "./index-caller.ts";
import { requestOf } from "./located-request.ts";

const floats: RequestShape = { space: "global", op: "load", bytesPerLane: 4 };

test.each<[string, RequestShape, (lane: number) => number, number, (lane: number) => number]>([
  ["all lanes active", floats, (lane) => lane + 1, 0xffffffff, (lane) => 4 * lane + 4],
  ["no lane active", floats, () => INACTIVE, 0, () => 0],
  ["odd lanes inactive", floats, (lane) => (lane % 2 ? INACTIVE : lane), 0x55555555, (lane) => (lane % 2 ? 0 : 4 * lane)],
  ["lane 0 before the start of the array", floats, (lane) => lane - 1, 0xfffffffe, (lane) => Math.max(0, 4 * lane - 4)],
  ["one vector in two misaligned", { ...floats, bytesPerLane: 8 }, (lane) => lane, 0x55555555, (lane) => (lane % 2 ? 0 : 4 * lane)],
])("%s: lanes with a valid address are active", (_, shape, index, activeMask, address) => {
  const indexes = Int32Array.from({ length: 32 }, (_, lane) => index(lane));
  const addresses = Array.from({ length: 32 }, (_, lane) => address(lane));
  expect(requestOf(shape, 4, indexes)).toEqual({ ...shape, activeMask, addresses });
});
