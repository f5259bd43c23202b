import { expect, test } from "vitest";
import type { Metric } from "../result.ts";
import type { ChangedIn, ComparedAccess, Comparison, Counts } from "../comparison.ts";
import { accessCosts, achievedSentence, passedSentence } from "./passed-sentence.ts";

const global = (access: string, requests: number, sectors: number, idealSectors: number, id = "full-size"): Metric[] => [
  { case: id, access, name: "requests", value: requests },
  { case: id, access, name: "idealSectors", value: idealSectors },
  { case: id, access, name: "sectorsPerRequest", value: sectors / requests },
];
const shared = (access: string, bankConflicts: number): Metric[] => [
  { case: "full-size", access, name: "bankConflicts", value: bankConflicts },
];

test.each<[string, Metric[], string]>([
  [
    "a copy",
    [...global("read", 8, 32, 32), ...global("write", 8, 32, 32)],
    "Each request of `read` and `write` touches 4 sectors, as few as any could.",
  ],
  ["a load across sectors", global("read", 8, 40, 32), "Each request of `read` touches 5 sectors; 4 would be the fewest."],
  ["an average", global("read", 8, 34, 34), "Each request of `read` touches 4.25 sectors on average, as few as any could."],
  ["one sector", global("read", 8, 8, 8), "Each request of `read` touches 1 sector, as few as any could."],
  [
    "a transpose",
    [...global("read", 8, 32, 32), ...shared("toTile", 0), ...shared("fromTile", 0), ...global("write", 8, 32, 32)],
    "Each request of `read` and `write` touches 4 sectors, as few as any could. `toTile` and `fromTile` meet no bank conflict.",
  ],
  ["conflicts that are allowed", shared("fromTile", 3), "`fromTile` meets 3 bank conflicts."],
  ["an access that no thread took part in", global("rest", 0, 0, 0), ""],
])("%s", (_, metrics, sentence) => expect(passedSentence(accessCosts({ metrics }))).toBe(sentence));

test("the costs are those of the last case", () => {
  const metrics = [...global("read", 1, 32, 4, "small"), ...global("read", 8, 32, 32)];
  expect(accessCosts({ metrics })).toEqual([{ access: "read", metric: "sectorsPerRequest", value: 4, ideal: 4 }]);
});

const counts = (requests: number, moved: number): Counts => ({ requests, moved, ideal: 0, bankConflicts: 0, conflictDegree: 0 });
const access = (name: string, own: Counts, other: Counts, space: ComparedAccess["space"] = "global"): ComparedAccess => ({
  access: name,
  space,
  own,
  other,
});
const four = [counts(8, 32), counts(8, 256)] as const;
const request = { space: "global", op: "load", bytesPerLane: 4, activeMask: 1, addresses: [] } as const;

function comparison(changedIn: ChangedIn, accesses: readonly ComparedAccess[], small: readonly ComparedAccess[] = accesses): Comparison {
  const place = { array: "in", blockIdx: { x: 0, y: 0, z: 0 }, gridDim: { x: 1, y: 1, z: 1 }, warp: 0, own: request, other: request };
  const change = { access: accesses[0]!.access, changedIn, factor: 8, case: "small", ...place };
  return {
    status: "compared",
    isOtherRight: true,
    cases: [
      { id: "small", accesses: small },
      { id: "full-size", accesses },
    ],
    change,
  };
}

test.each<[string, Comparison, string]>([
  [
    "both sides of a copy",
    comparison("moved", [access("read", ...four), access("write", ...four)]),
    "`read` and `write` move 4 sectors per request instead of 32, in every case.",
  ],
  [
    "a case in which requests cross sectors",
    comparison("moved", [access("read", ...four)], [access("read", counts(2, 10), counts(2, 32))]),
    "`read` moves 4 sectors per request instead of 32.",
  ],
  [
    "a naive version that costs less in a small case",
    comparison("moved", [access("read", ...four)], [access("read", counts(2, 8), counts(2, 32))]),
    "`read` moves 4 sectors per request in every case, instead of up to 32 as in a costlier version.",
  ],
  [
    "a column of a tile",
    comparison("moved", [access("fromTile", counts(8, 8), counts(8, 256), "shared"), access("write", counts(8, 32), counts(8, 32))]),
    "`fromTile` takes 1 wavefront per request instead of 32, in every case.",
  ],
  [
    "one side that pays for the other",
    comparison("moved", [access("write", ...four), access("read", counts(8, 256), counts(8, 32))]),
    "`write` moves 4 sectors per request instead of 32, in every case. `read` pays for it: 32 instead of 4.",
  ],
  [
    "fewer requests that move the same",
    comparison("requests", [access("read", counts(1024, 16384), counts(4096, 16384))]),
    "`read` makes 1,024 requests instead of 4,096, each for 4 times as many sectors.",
  ],
  [
    "fewer requests that move less",
    comparison("moved", [access("read", counts(1024, 8192), counts(2048, 16384))]),
    "`read` moves 8,192 sectors instead of 16,384.",
  ],
])("what was achieved: %s", (_, compared, sentence) => expect(achievedSentence(compared)).toBe(sentence));

test("beside an answer that is wrong, no cost is praised", () => {
  expect(achievedSentence({ ...comparison("place", [access("read", ...four)]), isOtherRight: false })).toBeUndefined();
});
