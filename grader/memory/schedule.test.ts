import { describe, expect, test } from "vitest";
import { h200 } from "#simulator";
import { occupancyOf } from "./occupancy.ts";
import { RequestFootprint } from "./request-footprint.ts";
import { BlockSchedule, Warp, takeBlockTurns, takeWarpTurns } from "./schedule.ts";

describe("blocks of an H200, which holds 8 blocks of 256 threads on each of its 132 SMs", () => {
  const occupancy = occupancyOf(h200, { threads: 256, sharedBytes: 0 });

  test.each([
    ["a grid of several waves", 5000, 132, 8, [0, 131, 0], [0, 0, 1]],
    ["a grid with fewer blocks than SMs", 20, 20, 1, [0, 11, 16], [0, 1, 8]],
  ])("%s", (_, blocks, sms, blocksPerSm, sm, wave) => {
    const schedule = new BlockSchedule(h200, occupancy, blocks);
    expect([schedule.sms, schedule.blocksPerSm]).toEqual([sms, blocksPerSm]);
    expect([0, 131, 1056].map((block) => schedule.smOf(block))).toEqual(sm);
    expect([0, 132, 1056].map((block) => schedule.waveOf(block))).toEqual(wave);
  });
});

/** The order in which the requests of each queue are performed, as letters of the queues; `|` where a turn starts. */
const WARP_TURNS: [string, number[], string][] = [
  ["equally many requests", [2, 2], "|ab|ab"],
  ["none", [0, 0], ""],
  ["some warps have fewer", [1, 3, 2], "|abc|bc|b"],
];

test.each(WARP_TURNS)("warps take turns: %s", (_, counts, order) => {
  const footprint = new RequestFootprint("load", 4);
  footprint.take(-1, new Array<number>(32).fill(0));
  const warps = counts.map((count, number) => {
    const warp = new Warp(number);
    for (let i = 0; i < count; i++) warp.add({ operation: "load", startsRound: false, firstLine: 0, touched: footprint.touched });
    return warp;
  });
  let performed = "";
  takeWarpTurns(
    warps,
    () => (performed += "|"),
    ({ number }) => (performed += "abc"[number]),
  );
  expect(performed).toBe(order);
});

test.each([
  ["equally many requests, though the last one moves up", [2, 2, 2], "abcacb"],
  ["none", [0], ""],
  ["the last takes the place of one that has ended", [1, 3, 3], "acbcbcb"],
])("blocks take turns: %s", (_, counts, order) => {
  const starts = counts.map((_, block) => counts.slice(0, block).reduce((sum, count) => sum + count, 0));
  const names = counts.map((count, block) => "abc"[block]!.repeat(count)).join("");
  let performed = "";
  takeBlockTurns(starts, names.length, (at) => {
    performed += names[at];
    return at + 1;
  });
  expect(performed).toBe(order);
});
