import { expect, test } from "vitest";
import type { Metric } from "../result.ts";
import { accessCosts, passedSentence } from "./passed-sentence.ts";

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
])("%s", (_, metrics, sentence) => expect(passedSentence({ metrics })).toBe(sentence));

test("the costs are those of the last case", () => {
  const metrics = [...global("read", 1, 32, 4, "small"), ...global("read", 8, 32, 32)];
  expect(accessCosts({ metrics })).toEqual([{ access: "read", metric: "sectorsPerRequest", value: 4, ideal: 4 }]);
});
