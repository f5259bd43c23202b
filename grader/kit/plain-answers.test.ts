import { beforeAll, expect, it } from "vitest";
import type { GradeJob } from "#judge/grade.ts";
import { PlainJudge } from "#judge/plain-judge.ts";
import { plainModule } from "#sandbox/answer/plain-module.ts";
import { gradeWithoutFullSize, withoutFullSize } from "#testing/without-full-size.ts";
import { answerSource, exerciseIds, readExerciseFolder, wrongSources, type ExerciseFolder } from "./folder.ts";

const SEEDS = [1, 2];

const answersIn = ({ files }: ExerciseFolder): string[] =>
  [...files.keys()]
    .filter((name) => /^(?:(?:solution|starter)|(?:also|wrong)\/[^/]+)\.ts$/.test(name))
    .map((name) => answerSource(files, name));

let folders: readonly ExerciseFolder[];
beforeAll(async () => {
  folders = await Promise.all((await exerciseIds()).map((id) => readExerciseFolder(id)));
});
/** Every nth exercise: the bench compares all answers of a class. */
const everyNth = (n: number): ExerciseFolder[] => folders.filter((_, place) => place % n === 0);

it("nearly all answers of the course are plain", () => {
  const answers = everyNth(3).flatMap(answersIn);
  expect(answers.filter((source) => plainModule(source) === undefined).length / answers.length).toBeLessThan(0.01);
});

it("a plain answer gets the same bytes as any other way: right, wrong and untouched ones", () => {
  const judge = new PlainJudge();
  for (const folder of everyNth(25)) {
    const common = { exercise: folder.exercise.id, exerciseVersion: folder.version, wrongSources: wrongSources(folder.files) };
    for (const source of answersIn(folder).filter((answer) => plainModule(answer) !== undefined)) {
      const job: GradeJob = { ...common, source, hiddenSeeds: SEEDS };
      const plain = judge.grade(job, withoutFullSize(folder.exercise), () => undefined);
      expect(JSON.stringify(plain)).toBe(JSON.stringify(gradeWithoutFullSize(folder, source, SEEDS)));
    }
  }
});
