import { afterEach, expect, test, vi } from "vitest";
import { saveTicks, readTicks } from "./ticks.ts";

function storeOf(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries));
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
}

const refusing = () => {
  throw new DOMException("access is denied", "SecurityError");
};

afterEach(() => vi.restoreAllMocks());

test("saved ticks are read back", () => {
  const store = storeOf();
  saveTicks("list", new Set(["one", "two"]), () => store);
  expect(readTicks("list", () => store)).toEqual(new Set(["one", "two"]));
  expect(readTicks("another", () => store)).toEqual(new Set());
});

test.each(["no JSON", "null", "{}", '[1, "one"]'])("invalid stored text is ignored: %s", (text) => {
  expect([...readTicks("list", () => storeOf({ list: text }))].filter((item) => item !== "one")).toEqual([]);
});

test("storage that the browser refuses is no error", () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  expect(readTicks("list", refusing)).toEqual(new Set());
  expect(() => saveTicks("list", new Set(["one"]), refusing)).not.toThrow();
});
