import { describe, expect, it, test } from "vitest";
import copy from "#exercises/straight-copy/exercise.ts";
import { adversarialAnswers } from "#testing/adversarial-answers.ts";
import { withoutFullSize } from "#testing/without-full-size.ts";
import { grade, type GradeJob } from "./grade.ts";
import { PlainJudge } from "./plain-judge.ts";
import type { GradeResult } from "./result.ts";

const noProgress = (): void => undefined;

describe("an answer to straight-copy", () => {
  const small = withoutFullSize(copy);
  const jobOf = (source: string, hiddenSeeds = [1, 2]): GradeJob => ({
    exercise: copy.id,
    exerciseVersion: "v",
    source,
    wrongSources: {},
    hiddenSeeds,
  });
  const judged = (source: string) => new PlainJudge().grade(jobOf(source), small, noProgress);
  const guarded = (guard: string): string =>
    `const index = ({ threadIdx, blockIdx, blockDim }, { n }) => { const i = blockIdx.x * blockDim.x + threadIdx.x; return ${guard} ? i : null; };\nexport { index as read, index as write };`;

  /** The result, which must be the one of the other way; undefined if that is to be asked. */
  function outcome(source: string): GradeResult | undefined {
    const plain = judged(source);
    if (plain !== undefined) expect(JSON.stringify(plain)).toBe(JSON.stringify(grade(jobOf(source), small, noProgress)));
    return plain;
  }

  test.each(adversarialAnswers.map((hostile) => [hostile.title, hostile] as const))(
    "that %s gets no better here",
    (_, { source, ends }) => {
      const result = outcome(source);
      if (result?.status === "error") expect(ends).toContain(result.error.kind);
      else expect(result?.status ?? "fail").toBe("fail");
    },
  );

  it.each([
    ["throws in one case", guarded("size.n && i < n")],
    ["throws for one thread", guarded("i !== 900 || n.none.at(i)")],
    ["throws as it is loaded", `${guarded("i < n")}\nconst early = late; const late = 1;`],
    ["goes through a list that the loop's own variable hides", guarded("[[1]].some((k) => { for (const k of k) return k; }) || i < n")],
    ["prints", guarded("(console.log(i), i < n)")],
    ["keeps count", `let calls = 0;\n${guarded("calls++ < n")}`],
  ])("that %s is left to the other way", (_, source) => expect(outcome(source)).toBeUndefined());

  it.each([
    ["lacks an export", "export const read = () => 0;", "missing-export"],
    ["has another name for an export", guarded("i < n").replace("as write", "as wrote"), "missing-export"],
    ["exports a number for a function", "export const read = () => 0;\nexport const write = 3;", "missing-export"],
    ["returns no index for one thread", guarded("i < n").replace("? i", "? (i === 900 ? n / 3 : i)"), "not-an-index"],
    ["returns nothing", guarded("i < n").replace("return", ""), "not-an-index"],
    ["returns an object", guarded("i < n").replace("? i", "? { i }"), "not-an-index"],
    ["lacks a bracket", guarded("i < n").replace("}", ""), "does-not-parse"],
    ["is written in C", guarded("i < n").replace("const i", "int i"), "does-not-parse"],
    ["imports", 'import { read } from "node:fs";\nexport { read, read as write };', "does-not-parse"],
    ["is nested too deeply", "(".repeat(9_000), "does-not-parse"],
  ])("that %s is refused in the same words", (_, source, kind) =>
    expect(outcome(source)).toMatchObject({ status: "error", error: { kind } }),
  );

  it("is judged on the cases of the student who wrote it as in a process of its own", () => {
    const judge = new PlainJudge();
    for (const personalSeeds of [[5], [6, 7], [5]]) {
      for (const source of [guarded("i < n"), guarded("i < 100")]) {
        const job = { ...jobOf(source), personalSeeds };
        expect(JSON.stringify(judge.grade(job, small, noProgress))).toBe(JSON.stringify(grade(job, small, noProgress)));
      }
    }
  });

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
