import { expect, test } from "vitest";
import { otherSizeText, readSize } from "./size-text.ts";

test.each([
  ["1048576", 1_048_576],
  ["1,048,576", 1_048_576],
  ["1_048_576", 1_048_576],
  [" 2^20 ", 1_048_576],
  ["1 << 20", 1_048_576],
  ["1<<20", 1_048_576],
  ["1M", 1_048_576],
  ["4k", 4096],
  ["16 KiB", 16_384],
  ["1.5k", 1536],
  ["1e6", 1_000_000],
  ["512 * 512", 262_144],
  ["512×512", 262_144],
  ["0", 0],
])("%s is %i", (text, size) => expect(readSize(text)).toBe(size));

test.each(["", "500 or so", "-1", "1,04", "1.5", "2^", "M", "2^99", "1e", "0x10", "1 2", "1b", "n", "3 *"])("“%s” is no size", (text) =>
  expect(readSize(text)).toBeUndefined(),
);

test.each([
  ["1,048,576", 1_048_576, "= 2^20"],
  ["1048576", 1_048_576, "= 2^20"],
  ["2^20", 1_048_576, "= 1,048,576"],
  ["1M", 1_048_576, "= 1,048,576"],
  ["1,000", 1000, undefined],
  ["256", 256, undefined],
])("beside %s stands what else it is called", (text, size, other) => expect(otherSizeText(text, size)).toBe(other));
