import { expect, test } from "vitest";
import { judgeCapstone } from "#judge/cuda/grade-cuda.ts";
import { readExerciseFolder } from "../folder.ts";
import { capstoneIds } from "../own-exercises.ts";
import { capstoneProblems } from "./capstone-contract.ts";

const ids = capstoneIds();

test("each part of the course has a capstone", async () => {
  const parts = await Promise.all(ids.map(async (id) => (await readExerciseFolder(id)).exercise.part));
  expect(parts.sort()).toEqual([1, 2, 3, 4, 5, 6]);
});

test.each(ids)(
  "%s keeps the contract of capstones: its budgets are tight, and its wrong answers fail for what they are said to",
  async (id) => {
    expect(await capstoneProblems(id)).toEqual([]);
  },
);

test("with a budget 5 % smaller, the solution does not pass", async () => {
  for (const id of ids) {
    const { exercise, files } = await readExerciseFolder(id);
    for (const tight of exercise.cuda!.budgets) {
      const budgets = exercise.cuda!.budgets.map((budget) => (budget === tight ? { ...budget, atMost: 0.95 * budget.atMost } : budget));
      const cases = exercise.cases.filter((one) => one.id === tight.case);
      const job = { source: files.get("solution.cu")!, wrongSources: {} };
      const { verdict } = judgeCapstone({ ...exercise, cases, cuda: { ...exercise.cuda!, budgets } }, job, () => undefined);
      expect(verdict, `${id}, ${tight.count}`).toMatchObject({ status: "fail" });
    }
  }
});
