import { beforeAll, describe, expect, it, test } from "vitest";
import copy from "#exercises/straight-copy/exercise.ts";
import { answerSource, exerciseIds, readExerciseFolder, wrongSources, type ExerciseFolder } from "#kit/folder.ts";
import { plainModule } from "#sandbox/answer/plain-module.ts";
import { adversarialAnswers } from "#testing/adversarial-answers.ts";
import { gradeWithoutFullSize, withoutFullSize } from "#testing/without-full-size.ts";
import { grade, type GradeJob } from "./grade.ts";
import { PlainJudge } from "./plain-judge.ts";

const SEEDS = [1, 2];
const noProgress = (): void => undefined;

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
  for (const folder of everyNth(20)) {
    const common = { exercise: folder.exercise.id, exerciseVersion: folder.version, wrongSources: wrongSources(folder.files) };
    for (const source of answersIn(folder)) {
      const job: GradeJob = { ...common, source, hiddenSeeds: SEEDS };
      const plain = judge.grade(job, withoutFullSize(folder.exercise), noProgress);
      expect(JSON.stringify(plain)).toBe(JSON.stringify(gradeWithoutFullSize(folder, source, SEEDS)));
    }
  }
});

describe("an answer to straight-copy", () => {
  const small = withoutFullSize(copy);
  const jobOf = (source: string, hiddenSeeds: readonly number[] = SEEDS): GradeJob => ({
    exercise: copy.id,
    exerciseVersion: "v",
    source,
    wrongSources: {},
    hiddenSeeds,
  });
  const judged = (source: string) => new PlainJudge().grade(jobOf(source), small, noProgress);
  const guarded = (guard: string): string =>
    `const index = ({ threadIdx, blockIdx, blockDim }, { n }) => { const i = blockIdx.x * blockDim.x + threadIdx.x; return ${guard} ? i : null; };\nexport { index as read, index as write };`;

  test.each(adversarialAnswers.filter(({ ends }) => !ends.includes("fail")).map(({ title, source }) => [title, source]))(
    "that %s is left to the other way, which says why it cannot be judged",
    (_, source) => expect(judged(source)).toBeUndefined(),
  );

  it.each([
    ["throws in one case", guarded("size.n && i < n")],
    ["lacks an export", "export const read = () => 0;"],
    ["exports a number for a function", "export const read = () => 0;\nexport const write = 3;"],
    ["returns no index for one thread", guarded("i < n").replace("? i", "? (i === 900 ? 0.5 : i)")],
  ])("that %s is, too", (_, source) => expect(judged(source)).toBeUndefined());

  it("is judged once, however its names, comments and spaces differ; another program and other hidden cases are not mixed up with it", () => {
    const judge = new PlainJudge();
    let cases = 0;
    const counted = { ...small, kernel: (input: Parameters<typeof small.kernel>[0]) => (cases++, small.kernel(input)) };
    const gradeCounted = (job: GradeJob) => JSON.stringify(judge.grade(job, counted, noProgress));
    const asIs = (job: GradeJob) => JSON.stringify(grade(job, small, noProgress));
    const right = guarded("i < n");
    const renamed = `// mine\n${right.replaceAll("index", "place").replace("place as read", "place  as read")}`;
    for (const job of [jobOf(right), jobOf(renamed), jobOf(guarded("i <= n")), jobOf(right, [3])]) {
      const before = cases;
      expect(gradeCounted(job)).toBe(asIs(job));
      expect(cases > before).toBe(job.source !== renamed);
    }
  });
});
