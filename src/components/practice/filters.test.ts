import { expect, test } from "vitest";
import { queryOf } from "../list-filters.ts";
import { countSentence, matches, readFilters, type Row } from "./filters.ts";

const row: Row = {
  text: "Padded tile. Add a word to each row",
  part: "2",
  concepts: ["shared memory", "bank conflict"],
  difficulty: "3",
  minutes: 10,
  passed: true,
};

test.each([
  ["", true],
  ["?part=2", true],
  ["?part=1", false],
  ["?concept=bank+conflict", true],
  ["?concept=bank", false],
  ["?difficulty=3", true],
  ["?difficulty=2", false],
  ["?time=5", false],
  ["?time=10", true],
  ["?time=20", true],
  ["?time=more", false],
  ["?show=open", false],
  ["?q=PADDED+word", true],
  ["?q=padded+column", false],
  ["?part=2&difficulty=3&q=tile", true],
  ["?part=2&difficulty=1&q=tile", false],
])("%s shows the row: %s", (query, shown) => {
  expect(matches(row, readFilters(new URLSearchParams(query)))).toBe(shown);
});

test("an exercise of more than 20 minutes is found under more only", () => {
  const long = { ...row, minutes: 25 };
  expect(["5", "10", "20", "more"].filter((time) => matches(long, readFilters(new URLSearchParams({ time }))))).toEqual(["more"]);
});

test("a query survives reading and writing, without empty or unknown filters", () => {
  const query = "?q=tile+row&part=2&concept=bank+conflict&time=10&show=open";
  expect(queryOf(readFilters(new URLSearchParams(query)))).toBe(query);
  expect(queryOf(readFilters(new URLSearchParams("?q=++&other=1")))).toBe("");
});

test("the count says how many are shown, how many there are, and how many were passed", () => {
  expect(countSentence({ shown: 55, total: 55, passed: 0 })).toBe("55 exercises");
  expect(countSentence({ shown: 12, total: 55, passed: 0 })).toBe("12 of 55 exercises");
  expect(countSentence({ shown: 12, total: 55, passed: 3 })).toBe("12 of 55 exercises, 3 passed");
});
