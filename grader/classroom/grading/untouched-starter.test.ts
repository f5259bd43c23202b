import { expect, test } from "vitest";
import { readAssignment } from "#classroom/assignment/assignment-file.ts";
import { exerciseGrade } from "./exercise-grade.ts";
import { PlainJudge } from "#judge/plain-judge.ts";
import { exerciseIds, readExerciseFolder } from "#kit/folder.ts";
import { CONTRACT_SEEDS } from "#kit/gate/exercise-problems.ts";
import { withoutFullSize } from "#testing/without-full-size.ts";

/** The most that a student gets for an unchanged starter, in per cent. */
const MOST_PERCENT = 10;

// At full size the contract of the exercise sees to it: there the solution passes, and whatever the starter passes is named and earns nothing.
test.each(await exerciseIds())("an untouched starter of %s earns next to nothing, the solution everything", async (id) => {
  const { exercise, files } = await readExerciseFolder(id);
  const assignment = readAssignment(
    `schema: coalesce/assignment/v1\nid: week-1\ntitle: Week 1\ntimeZone: UTC\ndue: 2026-10-24T23:59\nexercises: [{ id: ${id}, points: 100 }]\n`,
    "week-1.yaml",
  );
  const judge = new PlainJudge();
  const terms = {
    exercise: id,
    exerciseVersion: "v",
    wrongSources: {},
    hiddenSeeds: CONTRACT_SEEDS,
    personalSeeds: CONTRACT_SEEDS.slice(0, 1),
  };
  const pointsFor = (file: string): number | null | undefined => {
    const result = judge.grade({ ...terms, source: files.get(file) ?? "" }, withoutFullSize(exercise), () => undefined);
    return result && exerciseGrade(assignment.exercises[0]!, { exercise: id, source: "" }, result).points;
  };
  expect(pointsFor("starter.ts")).toBeLessThanOrEqual(MOST_PERCENT);
  expect(pointsFor("solution.ts")).toBe(100);
});
