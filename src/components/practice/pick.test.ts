import { expect, test } from "vitest";
import { failedFirst, proposals, repeats, type Standing } from "./pick.ts";

const exercise = (id: string, difficulty: number, ...concepts: string[]) => ({
  id,
  title: id.toUpperCase(),
  concepts,
  difficulty,
  minutes: 5,
});
const exercises = [
  exercise("copy", 1, "coalescing"),
  exercise("row", 1, "coalescing", "matrix"),
  exercise("hard", 5, "coalescing", "matrix"),
  exercise("tile", 2, "shared memory"),
  exercise("both", 2, "coalescing", "shared memory"),
];
const DAY = 86_400_000;
const NOW = 100 * DAY;
const standing = (entries: Record<string, Standing>) => new Map(Object.entries(entries));
const passed = (days: number, tries = 1): Standing => ({ tries, passedAt: NOW - days * DAY });

test.each([
  ["nothing was passed: the course's own beginning", {}, "copy", "You have passed none yet, and it asks for the least."],
  ["what fits what was passed", { copy: passed(1) }, "row", "It uses coalescing, as “COPY” does, which you have passed, and adds matrix."],
  ["what was begun comes before all", { copy: passed(1), tile: { tries: 3 } }, "tile", "You have tried it 3 times, and not passed it yet."],
  [
    "what is out of reach comes last",
    { copy: passed(1), row: passed(1) },
    "both",
    "It uses coalescing, as “ROW” does, which you have passed, and adds shared memory.",
  ],
  [
    "what is left",
    { copy: passed(1), row: passed(1), both: passed(1), hard: passed(1) },
    "tile",
    "It uses shared memory, as “BOTH” does, which you have passed.",
  ],
] as const)("%s", (_, done, id, reason) => expect(proposals(exercises, standing(done))[0]).toEqual({ id, reason }));

test("all exercises are proposed but those that were passed, which can be repeated", () => {
  const done = standing({ copy: passed(0), row: passed(12, 5), tile: { tries: 2 } });
  expect(proposals(exercises, done).map(({ id }) => id)).toEqual(["tile", "both", "hard"]);
  expect(repeats(exercises, done, NOW).map(({ id, reason }) => [id, reason.split(". ")[0]])).toEqual([
    ["row", "You passed it 12 days ago, after 5 tries"],
    ["copy", "You passed it today"],
  ]);
});

test("what was tried and not passed, by the number of tries", () =>
  expect(failedFirst(exercises, standing({ copy: passed(1, 9), row: { tries: 1 }, tile: { tries: 4 } }))).toEqual(["tile", "row"]));
