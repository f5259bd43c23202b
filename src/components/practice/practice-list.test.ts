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

test("exercises are listed by part, then difficulty, then title", () => {
  const parts = practiceParts([listed("d", 3, 1), listed("b", 1, 2), listed("c", 1, 1), listed("a", 1, 2)]);
  expect(parts.map(({ part, exercises }) => [part, exercises.map(({ id }) => id)])).toEqual([
    [1, ["c", "a", "b"]],
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
