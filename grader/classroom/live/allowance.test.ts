import { expect, test } from "vitest";
import { Allowance } from "./allowance.ts";

test("each name has its own burst, and then its rate per minute", () => {
  let now = 0;
  const allowance = new Allowance({ burst: 3, perMinute: 6 }, () => now);
  const take = (name: string, times: number): boolean[] => Array.from({ length: times }, () => allowance.take(name));
  expect(take("a", 4)).toEqual([true, true, true, false]);
  expect([allowance.has("a"), allowance.has("b"), allowance.take("b")]).toEqual([false, true, true]);
  now += 10_000;
  expect(take("a", 2)).toEqual([true, false]);
  now += 3_600_000;
  expect(take("a", 4)).toEqual([true, true, true, false]);
});

test("of very many names, those that were heard of last are remembered", () => {
  const allowance = new Allowance({ burst: 1, perMinute: 1 }, () => 0);
  for (let i = 0; i < 10_000; i++) allowance.take(`name ${i}`);
  expect([allowance.has("name 9999"), allowance.has("name 0")]).toEqual([false, true]);
});
