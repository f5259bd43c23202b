import { expect, test } from "vitest";
import { conceptsOf, practicePartName, practiceParts, type Listed } from "./practice-list.ts";

const listed = (id: string, part: Listed["part"], difficulty: Listed["difficulty"], concepts: readonly string[] = []): Listed => ({
  id,
  title: id.toUpperCase(),
  summary: "",
  part,
  concepts,
  difficulty,
  minutes: 5,
  points: 10,
});

test("exercises are listed by part: those of lessons in the lessons' order, then the others by difficulty and title", () => {
  const parts = practiceParts(
    [listed("d", 3, 1), listed("b", 1, 2), listed("c", 1, 1), listed("a", 1, 2), listed("y", 1, 4), listed("x", 1, 5)],
    ["x", "d", "y"],
  );
  expect(parts.map(({ part, exercises }) => [part, exercises.map(({ id }) => id)])).toEqual([
    [1, ["x", "y", "c", "a", "b"]],
    [3, ["d"]],
  ]);
});

test("concepts are counted, the most frequent first", () => {
  expect(conceptsOf([listed("a", 1, 1, ["warp", "bank"]), listed("b", 1, 1, ["warp"]), listed("c", 1, 1, ["alignment"])])).toEqual([
    { concept: "warp", exercises: 2 },
    { concept: "alignment", exercises: 1 },
    { concept: "bank", exercises: 1 },
  ]);
});

test("a part is named after its folder of lessons, or after its topic if it has none", () => {
  expect(practicePartName(2, ["1-coalescing", "2-shared-memory"])).toBe("Shared memory");
  expect(practicePartName(2, ["1-coalescing"])).toBe("Bank conflicts and the transpose");
});
