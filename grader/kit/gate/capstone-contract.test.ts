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

test("the solution does not keep a budget that is 5 % smaller", async () => {
  for (const id of ids) {
    const { exercise, files } = await readExerciseFolder(id);
    for (const [caseId, own] of Map.groupBy(exercise.cuda!.budgets, (budget) => budget.case)) {
      const budgets = own.map((budget) => ({ ...budget, atMost: 0.95 * budget.atMost }));
      const cases = exercise.cases.filter((one) => one.id === caseId);
      const job = { source: files.get("solution.cu")!, wrongSources: {} };
      const { verdict } = judgeCapstone({ ...exercise, cases, cuda: { ...exercise.cuda!, budgets } }, job, () => undefined);
      const kept = own.map(({ count }) => expect.objectContaining({ case: caseId, count, verdict: "fail" }) as unknown);
      expect(verdict, `${id}, ${caseId}`).toMatchObject({ status: "fail", budgets: kept });
    }
  }
});
