import { describe, expect, test } from "vitest";
import { selectHandIns } from "./counting-hand-ins.ts";
import { noonOf, weekOne } from "#testing/example-submissions.ts";
import type { Submission } from "./submission.ts";

const handIn = (id: string, day: number, origin = `${id}-${day}.json`): Submission => ({
  student: { id, name: "" },
  handedInAt: noonOf(day),
  answers: [],
  origin,
});
const choose = (...handIns: Submission[]) => {
  const { selected, problems } = selectHandIns(handIns, () => weekOne);
  return {
    selected: selected.map(({ submission, valid }) => [submission.origin, valid.length]),
    problems: problems.map(({ origin, message }) => `${origin} ${message}`),
  };
};

describe("of a student's hand-ins", () => {
  test.each<[string, number[], [string, number], string[]]>([
    ["the only one counts", [10], ["ada-10.json", 1], []],
    ["the last one counts, in whatever order they were read", [12, 10], ["ada-12.json", 2], []],
    [
      "one beyond the attempts does not count",
      [10, 14, 12],
      ["ada-12.json", 2],
      ["ada-14.json comes after the last of 2 attempts, and does not count"],
    ],
    [
      "one before the opening uses up no attempt",
      [-2, 10, 11],
      ["ada-11.json", 2],
      ["ada--2.json was handed in before the assignment opened, and does not count"],
    ],
    [
      "one after the close does not count",
      [10, 31],
      ["ada-10.json", 1],
      ["ada-31.json was handed in after the assignment had closed, and does not count"],
    ],
    ["a late one counts", [10, 25], ["ada-25.json", 2], []],
    [
      "the latest stands in where none counts",
      [31, -3],
      ["ada-31.json", 0],
      [
        "ada--3.json was handed in before the assignment opened, and does not count",
        "ada-31.json was handed in after the assignment had closed, and does not count",
      ],
    ],
  ])("%s", (_, days, selected, problems) => {
    expect(choose(...days.map((day) => handIn("ada", day)))).toEqual({ selected: [selected], problems });
  });

  test("the one that was read last counts among those of the same time", () => {
    expect(choose(handIn("ada", 10, "b.json"), handIn("ada", 10, "a.json")).selected).toEqual([["a.json", 2]]);
  });
});

test("students are listed once, in the order of their ids, with their own hand-in", () => {
  expect(choose(handIn("bob", 10), handIn("Zoe", 31), handIn("ada", 10), handIn("bob", 11)).selected).toEqual([
    ["Zoe-31.json", 0],
    ["ada-10.json", 1],
    ["bob-11.json", 2],
  ]);
});

test("any number of attempts is valid if the assignment does not limit them", () => {
  const { attempts: _attempts, ...unlimited } = weekOne;
  const { selected, problems } = selectHandIns(
    [10, 11, 12, 13].map((day) => handIn("ada", day)),
    () => unlimited,
  );
  expect([selected[0]?.valid.length, problems]).toEqual([4, []]);
});
