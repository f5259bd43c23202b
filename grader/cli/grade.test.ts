import { expect, it } from "vitest";
import { parseShard } from "./grade.ts";

it.each<[string, string | undefined, { index: number; count: number }]>([
  ["0/4", undefined, { index: 0, count: 4 }],
  ["3/4", "1", { index: 3, count: 4 }],
  ["/4", "1", { index: 1, count: 4 }],
])("--shard %s, with JOB_COMPLETION_INDEX %s", (text, completionIndex, shard) => {
  expect(parseShard(text, completionIndex)).toEqual(shard);
});

it.each<[string, string | undefined, RegExp]>([
  ["4/4", undefined, /parts count from 0, the last is 3\/4/],
  ["1/0", undefined, /0\/4 is the first of four/],
  ["-1/4", undefined, /0\/4 is the first of four/],
  ["2", undefined, /0\/4 is the first of four/],
  ["/4", undefined, /JOB_COMPLETION_INDEX, which is not set; write 0\/4/],
  ["/4", "7", /no part 7 of 4/],
])("refuses --shard %s, with JOB_COMPLETION_INDEX %s", (text, completionIndex, message) => {
  expect(() => parseShard(text, completionIndex)).toThrow(message);
});
