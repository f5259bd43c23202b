import { afterEach, expect, test, vi } from "vitest";
import { keepTicks, readTicks } from "./ticks.ts";

function storeOf(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries));
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
}

const refusing = () => {
  throw new DOMException("access is denied", "SecurityError");
};

afterEach(() => vi.restoreAllMocks());

test("ticks survive", () => {
  const store = storeOf();
  keepTicks("list", new Set(["one", "two"]), () => store);
  expect(readTicks("list", () => store)).toEqual(new Set(["one", "two"]));
  expect(readTicks("another", () => store)).toEqual(new Set());
});

test.each(["no JSON", "null", "{}", '[1, "one"]'])("what was kept is not trusted: %s", (text) => {
  expect([...readTicks("list", () => storeOf({ list: text }))].filter((item) => item !== "one")).toEqual([]);
});

test("a browser that refuses is no error", () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  expect(readTicks("list", refusing)).toEqual(new Set());
  expect(() => keepTicks("list", new Set(["one"]), refusing)).not.toThrow();
});
