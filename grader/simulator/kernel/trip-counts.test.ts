import { expect, test } from "vitest";
import { IndexRefused } from "./index-caller.ts";
import type { Repeat } from "./kernel.ts";
import { global, globalThread, load, run, threads } from "#testing/kernel-builders.ts";

function activeLanes(times: Repeat["times"]): number | undefined {
  const loop: Repeat = { kind: "repeat", times, name: "passes", steps: [load("in", globalThread)] };
  return run({ in: global(64, "source") }, [loop], threads(1, 40), { recheckPurity: () => true }).accesses[0]?.activeLanes;
}

test.each<[string, Repeat["times"], number]>([
  ["the same for all threads", 3, 120],
  ["decided by each thread", ({ threadIdx }) => threadIdx.x % 4, 60],
  ["none, for a thread that returns null", ({ threadIdx }) => (threadIdx.x < 5 ? 2 : null), 10],
])("a trip count may be %s", (_, times, lanes) => {
  expect(activeLanes(times)).toBe(lanes);
});

test.each<[string, Repeat["times"], IndexRefused["reason"]]>([
  ["negative", ({ threadIdx }) => (threadIdx.x === 37 ? -1 : 2), { kind: "not-an-index", returned: -1 }],
  ["a fraction", ({ threadIdx }) => (threadIdx.x === 37 ? 1.5 : 2), { kind: "not-an-index", returned: 1.5 }],
  ["different when called again", returningDifferently(37), { kind: "impure", returned: 1, before: null }],
])("a trip count that is %s is refused, with its thread", (_, times, reason) => {
  expect(() => activeLanes(times)).toThrow(expect.objectContaining({ access: "passes", reason, threadIdx: { x: 37, y: 0, z: 0 } }));
});

/** A trip count that is null at first and 1 later for one thread, and 1 for all others. */
function returningDifferently(thread: number): Repeat["times"] {
  let called = false;
  return ({ threadIdx }) => {
    if (threadIdx.x !== thread || called) return 1;
    called = true;
    return null;
  };
}
