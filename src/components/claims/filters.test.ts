import { expect, test } from "vitest";
import { claimMatches, readClaimFilters, type ClaimFilters } from "./filters.ts";

const row = { text: "Stride 32 is 30.2 times slower than stride 1", part: "1", verdict: "corrected", kind: "output" };
const filters = (chosen: Partial<ClaimFilters>) => readClaimFilters(new Map(Object.entries(chosen)));

test.each<[Partial<ClaimFilters>, boolean]>([
  [{}, true],
  [{ q: "SLOWER stride" }, true],
  [{ q: "slower offset" }, false],
  [{ part: "1" }, true],
  [{ part: "2" }, false],
  [{ verdict: "corrected", kind: "output" }, true],
  [{ verdict: "confirmed" }, false],
  [{ kind: "rule" }, false],
])("%j is %j", (chosen, shown) => {
  expect(claimMatches(row, filters(chosen))).toBe(shown);
});
