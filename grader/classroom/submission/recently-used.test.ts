import { expect, test } from "vitest";
import { RecentlyUsed } from "./recently-used.ts";

test("what was set or found most recently is kept", () => {
  const kept = new RecentlyUsed<string, number>(2);
  kept.set("a", 1);
  kept.set("b", 2);
  expect(kept.get("a")).toBe(1);
  kept.set("c", 3);
  expect(["a", "b", "c"].map((key) => kept.get(key))).toEqual([1, undefined, 3]);
});

test("an entry that is set again has its new value, and counts once", () => {
  const kept = new RecentlyUsed<string, number>(2);
  kept.set("a", 1);
  kept.set("b", 2);
  kept.set("a", 3);
  expect(["a", "b"].map((key) => kept.get(key))).toEqual([3, 2]);
});
