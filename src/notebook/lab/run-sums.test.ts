import { describe, expect, it, test } from "vitest";
import { galleryKernel } from "./gallery-texts.ts";
import { profileRun } from "./profile.ts";
import { changeText, differences, sumsOf, sumsText, type RunSums } from "./run-sums.ts";

function sums(slug: string): RunSums {
  const { outcome } = profileRun(galleryKernel(slug, slug));
  if (outcome.kind === "error") throw new Error(outcome.error.message);
  return sumsOf(outcome);
}

describe("a strided transpose against one through a padded tile", () => {
  const before = sums("transpose-strided-write");
  const now = sums("transpose-padded");
  const rows = differences(before, now);
  const row = (group: string, count: string) => rows.find((one) => one.group === group && one.count === count);

  it("takes fewer sectors, at the same ideal", () => {
    expect(row("global stores", "sectors per request")).toMatchObject({ before: "32", now: "4", change: "8 times lower", isBetter: true });
    expect(row("global stores", "sectors")).toMatchObject({ change: "8 times fewer", isBetter: true });
    expect(row("global stores", "efficiency")).toMatchObject({ before: "12.5%", now: "100%", change: "8 times as high", isBetter: true });
    expect(row("global stores", "ideal sectors")).toMatchObject({ change: "the same", isBetter: undefined });
  });

  it("uses shared memory, which the other does not", () => {
    expect(row("shared loads", "wavefronts")).toMatchObject({ before: "0", change: "none before", isBetter: false });
    expect(rows.some(({ group }) => group.startsWith("local"))).toBe(false);
  });

  it("is the same as itself", () => {
    expect(new Set(differences(now, now).map(({ change }) => change))).toEqual(new Set(["the same"]));
  });
});

test.each<[number, number, string]>([
  [400, 100, "4 times fewer"],
  [100, 250, "2.5 times as many"],
  [1000, 950, "5% fewer"],
  [1000, 1031, "3.1% more"],
  [0, 7, "none before"],
  [7, 0, "none any more"],
  [7, 7, "the same"],
])("from %d to %d is %s", (before, now, text) => {
  expect(changeText(before, now)).toBe(text);
});

test.each([
  ["transpose-strided-write", "294,912 sectors (ideal 65,536)"],
  ["shared-column", "65,536 sectors (ideal 65,536), 253,952 bank conflicts"],
  ["copy-in-bulk", "1,048,576 sectors of bulk copies (ideal 1,048,576)"],
  ["tensor-product-wgmma", "8,192 sectors (ideal 8,192), 32,768 sectors of bulk copies (ideal 32,768), 0 bank conflicts"],
])("%s in a line", (slug, text) => {
  expect(sumsText(sums(slug))).toBe(text);
});

test("what a run adds up to can be kept", () => {
  const padded = sums("transpose-padded");
  expect(JSON.parse(JSON.stringify(padded))).toEqual(padded);
});
