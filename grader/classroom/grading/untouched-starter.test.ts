import { expect, test } from "vitest";
import { readAssignment } from "#classroom/assignment/assignment-file.ts";
import { exerciseGrade } from "./exercise-grade.ts";
import { hiddenCases, personalCases } from "#judge/hidden-cases.ts";
import { judge } from "#judge/judge.ts";
import { resultOf } from "#judge/result.ts";
import type { Answer } from "#sandbox/answer/load-answer.ts";
import { exerciseIds, readExerciseFolder } from "#kit/folder.ts";
import { CONTRACT_SEEDS } from "#kit/gate/exercise-problems.ts";

/** The most that a student gets for an unchanged starter, in per cent. */
const MOST_PERCENT = 10;

test.each(await exerciseIds())("an untouched starter of %s earns next to nothing, the solution everything", async (id) => {
  const { exercise } = await readExerciseFolder(id);
  const assignment = readAssignment(
    `schema: coalesce/assignment/v1\nid: week-1\ntitle: Week 1\ntimeZone: UTC\ndue: 2026-10-24T23:59\nexercises: [{ id: ${id}, points: 100 }]\n`,
    "week-1.yaml",
  );
  const drawn = [...personalCases(exercise, CONTRACT_SEEDS.slice(0, 1)), ...hiddenCases(exercise, CONTRACT_SEEDS)];
  const withDrawn = { ...exercise, cases: [...exercise.cases, ...drawn] };
  const pointsFor = async (file: string): Promise<number | null> => {
    const answer = (await import(`#exercises/${id}/${file}.ts`)) as Answer;
    const result = resultOf(
      { exercise: id, exerciseVersion: "v" },
      judge(
        withDrawn,
        () => answer,
        {},
        () => undefined,
      ),
    );
    return exerciseGrade(assignment.exercises[0]!, { exercise: id, source: "" }, result).points;
  };
  expect(await pointsFor("starter")).toBeLessThanOrEqual(MOST_PERCENT);
  expect(await pointsFor("solution")).toBe(100);
});
