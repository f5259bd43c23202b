import { expect, test } from "vitest";
import { bytes, count, decimal, percent, pluralize, ranges, withUnit } from "./format.ts";

test.each([
  [0, "0"],
  [128, "128"],
  [4096, "4,096"],
  [67108864, "67,108,864"],
  [-4096, "-4,096"],
  [1024.0625, "1,024.0625"],
])("count %d", (value, text) => expect(count(value)).toBe(text));

test.each([
  [7.1914, "7.19"],
  [12.5, "12.5"],
  [329.2, "329"],
  [2367.3, "2,367"],
])("decimal %d", (value, text) => expect(decimal(value)).toBe(text));

test("units", () => {
  expect(bytes(64)).toBe("64\u00a0B");
  expect(withUnit("2,367", "GB/s")).toBe("2,367\u00a0GB/s");
  expect(withUnit("80", "% of the pins")).toBe("80% of the pins");
  expect(withUnit("14", "(lane)")).toBe("lane\u00a014");
  expect(percent(1 / 32)).toBe("3.13%");
  expect(pluralize(1, "sector")).toBe("1 sector");
  expect(pluralize(4096, "sector")).toBe("4,096 sectors");
});

test.each([
  [[], ""],
  [[5], "5"],
  [[0, 1, 2, 3, 8, 10, 11], "0–3, 8, 10–11"],
  [[0, 2, 4, 6, 8], "0, 2, 4, 6, 8"],
  [[1, 3, 5, 7, 9, 11], "1, 3, 5, …, 11"],
  [Array.from({ length: 16 }, (_, i) => 2 * i + 1), "1, 3, 5, …, 31"],
  [[0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 20, 21], "0–1, 4–5, 8–9, …, 20–21"],
  [[0, 1, 4, 8, 12, 16, 20, 24, 31], "0–1, 4, 8, 12, …, 24, 31"],
  [[0, 2, 4, 6, 8, 11, 13, 15, 17, 19], "0, 2, 4, 6, 8, 11, 13, 15, 17, 19"],
])("ranges %j", (numbers, text) => expect(ranges(numbers)).toBe(text));
