import { cp, mkdir, mkdtemp, readFile, rm, unlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readExerciseFolder } from "../folder.ts";
import { exercisesRoot } from "../installation.ts";
import { grade as gradeHere } from "#judge/grade.ts";
import { resultOf, type GradeResult } from "#judge/result.ts";
import { adversarialAnswerProblems, adversarialSources, lazyAnswerProblems } from "./adversarial-answers.ts";
import { type GradeAnswer, answerProblems, creditProblems, memorizedProblems, targetProblems } from "./answer-problems.ts";
import { checkFolder } from "./contract.ts";
import { folderProblems } from "./folder-problems.ts";

const projectRoot = fileURLToPath(new URL("../../../", import.meta.url));
const GOOD = "straight-copy";

/** A folder of exercises inside the project, so that they can import "#kit". */
let root: string;

beforeEach(async () => {
  const cache = path.join(projectRoot, ".cache");
  await mkdir(cache, { recursive: true });
  const home = await mkdtemp(path.join(cache, "gate-"));
  root = path.join(home, "exercises");
  await cp(path.join(exercisesRoot, GOOD), path.join(root, GOOD), { recursive: true });
  // The largest case need not be large here: a smaller one saves time.
  await edit("exercise.ts", /2 \*\* \d+/g, "2 ** 12");
});

afterEach(() => rm(path.dirname(root), { recursive: true }));

/** The answers of these tests are harmless: they need no sandbox. */
const grade: GradeAnswer = async (job) => {
  const { exercise } = await readExerciseFolder(job.exercise, root);
  return gradeHere(job, exercise, () => undefined);
};

/** The problems that the gate finds in the files and answers of the exercise; adversarial answers have a separate test. */
async function problems(): Promise<string[]> {
  const folder = await readExerciseFolder(GOOD, root);
  const inFiles = folderProblems(GOOD, folder);
  return inFiles.length > 0 ? inFiles : answerProblems(folder, grade);
}

const fileOf = (name: string): string => path.join(root, GOOD, name);
const read = (name: string): Promise<string> => readFile(fileOf(name), "utf8");

/** The edit of a wrong answer: another formula for the index of a thread. */
const indexOf = (formula: string): string =>
  `function element({ threadIdx, blockIdx, blockDim }: Thread, { n }: Size): number | null {
  const i = ${formula};
  return i < n ? i : null;
}
`;

/** Replaces text in a file; fails if the text is not there. */
async function edit(name: string, from: string | RegExp, to: string): Promise<void> {
  const before = await read(name);
  const after = before.replace(from, to);
  expect(after, `${name} has no ${String(from)}`).not.toBe(before);
  await writeFile(fileOf(name), after);
}

/** Replaces fields of the exercise that its family supplies. */
async function override(fields: string): Promise<void> {
  await edit("exercise.ts", "export default map(", "const given = map(");
  await writeFile(fileOf("exercise.ts"), `${await read("exercise.ts")}\nexport default { ...given, ${fields} };\n`);
}

describe("the author's gate finds no problem", () => {
  it("in the exercise that the other tests break", async () => {
    expect(await problems()).toEqual([]);
    const folder = await readExerciseFolder(GOOD, root);
    expect(await targetProblems(folder, root)).toEqual([]);
    expect(memorizedProblems(folder)).toEqual([]);
  });
});

describe("the author's gate says what to do about", () => {
  it.each<[string, () => Promise<unknown>, RegExp]>([
    [
      "a starter that passes",
      async () => writeFile(fileOf("starter.ts"), await read("solution.ts")),
      /^starter\.ts passes already: take out what the learner is to find$/,
    ],
    [
      "no hidden cases",
      () => override("hidden: undefined"),
      /^add hidden, a case that no student has seen, to exercise\.ts: hidden: \(draw\) => /,
    ],
    [
      "hidden cases that are all the same",
      () => override("hidden: () => ({ size: { n: 300 }, launch: given.cases[1].launch })"),
      /^let hidden\(draw\) draw from more cases/,
    ],
    [
      "a solution that fails hidden cases",
      () => edit("solution.ts", "return i < n", "if (n !== 64 && n !== 1000 && n !== 2 ** 12) return null;\n  return i < n"),
      /^solution\.ts must pass everything/,
    ],
    [
      "a starter that does not run",
      () => writeFile(fileOf("starter.ts"), "export const read = (): null => { throw new Error(); };\n"),
      /^starter\.ts must run and fail/,
    ],
    [
      "a solution that fails",
      () => edit("solution.ts", "blockDim.x + threadIdx.x", "blockDim.x"),
      /^solution\.ts must pass everything: fix it, or the checks\. [\s\S]*every-element/,
    ],
    [
      "a second solution that fails",
      async () => {
        await mkdir(fileOf("also"));
        await writeFile(fileOf("also/another-way.ts"), await read("starter.ts"));
      },
      /^also\/another-way\.ts must pass everything/,
    ],
    [
      "a wrong answer that passes",
      () => writeFile(fileOf("wrong/forgets-the-block.ts"), indexOf("threadIdx.x + blockIdx.x * blockDim.x")),
      /^wrong\/forgets-the-block\.ts passes: add the check or the case that tells it from a right answer/,
    ],
    [
      "a wrong answer that fails other checks than named",
      () => edit("exercise.ts", /("forgets-the-block": \{\s*fails: )\[[^\]]*\]/, '$1["in-bounds"]'),
      /^wrong\/forgets-the-block\.ts fails .*, but exercise\.ts says in-bounds: correct its "fails", or the answer$/,
    ],
    [
      "a wrong answer that behaves like another",
      async () => writeFile(fileOf("wrong/reads-one-further.ts"), await read("wrong/forgets-the-guard.ts")),
      /^wrong\/reads-one-further\.ts /,
    ],
    [
      "a wrong answer without an entry",
      () => writeFile(fileOf("wrong/another.ts"), indexOf("blockIdx.x")),
      /^wrong\/another\.ts has no entry under wrong in exercise\.ts: write "another": \{ fails: \["in-bounds"\], says: "A question\?" \} with/,
    ],
    [
      "a wrong answer that is the solution",
      async () => writeFile(fileOf("wrong/forgets-the-block.ts"), await read("solution.ts")),
      /^wrong\/forgets-the-block\.ts equals solution\.ts: write the mistake into it, or drop it$/,
    ],
    [
      "a wrong answer that repeats a part of the solution",
      async () => {
        const [write] = /export const write.*\n/.exec(await read("solution.ts")) ?? [];
        await writeFile(fileOf("wrong/forgets-the-block.ts"), `${await read("wrong/forgets-the-block.ts")}\n${write}`);
      },
      /^wrong\/forgets-the-block\.ts repeats write of solution\.ts: remove it, and leave only what the mistake changes$/,
    ],
    [
      "a wrong answer that replaces nothing",
      () => writeFile(fileOf("wrong/forgets-the-block.ts"), "function index(): number {\n  return 0;\n}\n"),
      /^wrong\/forgets-the-block\.ts replaces nothing: .*\(Size, element, read, write\)$/,
    ],
    [
      "a wrong answer that does not parse",
      () => writeFile(fileOf("wrong/forgets-the-block.ts"), "function element(\n"),
      /^wrong\/forgets-the-block\.ts:\d+:\d+ cannot be read: The file is not valid TypeScript/,
    ],
    [
      "a type error in a wrong answer, at its place in that file",
      () => writeFile(fileOf("wrong/forgets-the-block.ts"), indexOf('"3"')),
      /^wrong\/forgets-the-block\.ts:3:\d+: fix the type error/,
    ],
    [
      "a wrong answer that the rest of the solution cannot use",
      () => writeFile(fileOf("wrong/forgets-the-block.ts"), "type Size = { rows: number };\n"),
      /^wrong\/forgets-the-block\.ts does not fit the rest of the solution: solution\.ts:\d+:\d+: fix the type error/,
    ],
    [
      "an entry without its wrong answer",
      () => unlink(fileOf("wrong/forgets-the-block.ts")),
      /: write wrong\/forgets-the-block\.ts, or drop the entry$/,
    ],
    [
      "a missing hint",
      () => edit("exercise.ts", /hints: \[[\s\S]*?\n {2}\],/, 'hints: ["Look."],'),
      /^a hint is missing: write 2 to 4 hints/,
    ],
    ["a stray file", () => writeFile(fileOf("notes.txt"), "to do\n"), /^notes\.txt is a stray file: remove it/],
    ["a missing prompt", () => unlink(fileOf("prompt.mdx")), /^add prompt\.mdx/],
    ["points that do not add up", () => override("points: 1"), /^set points to \d+: .* exercise\.ts says 1$/],
    [
      "a name that is not the folder's",
      () => edit("exercise.ts", `id: "${GOOD}"`, 'id: "another"'),
      /^exercise\.ts says id "another", but the folder is/,
    ],
    [
      "a check of a case that is not there",
      () => edit("exercise.ts", /atMost: \{ "?[a-z-]+"?: 4/, "atMost: { nowhere: 4"),
      /judges the case "nowhere", which is not there/,
    ],
    [
      "a cost that is not judged in drawn cases",
      () => override('checks: given.checks.map((check) => ({ ...check, ...(check.kind === "cost" && { cases: ["full-size"] }) }))'),
      /^give "read-sectors" a target in drawn cases: `elsewhere` beside `atMost`/,
    ],
    ["no case at full size", () => edit("exercise.ts", /fullSize: true,?/, ""), /^mark one case with fullSize: true/],
    [
      "a type error",
      () => edit("solution.ts", "return", 'const unused: number = "3";\n  return'),
      /^solution\.ts:\d+:\d+: fix the type error/,
    ],
  ])("%s", async (_name, breakIt, expected) => {
    await breakIt();
    const found = await problems();
    expect(found.length).toBeGreaterThan(0);
    expect(
      found.some((problem) => expected.test(problem)),
      found.join("\n"),
    ).toBe(true);
  });

  it("a target that is higher than the solution needs", async () => {
    await edit("exercise.ts", /("full-size": )4/, "$15");
    expect(await targetProblems(await readExerciseFolder(GOOD, root), root)).toEqual([
      expect.stringMatching(/^the target of "read-sectors" is loose in full-size: lower it to what the solution reaches/),
    ]);
  });

  it("a target that no wrong answer misses", async () => {
    await edit("exercise.ts", /"block-as-fastest": \{[\s\S]*?\n {4}\},\n/, "");
    expect(await targetProblems(await readExerciseFolder(GOOD, root), root)).toEqual([
      expect.stringMatching(/^no wrong answer misses the target of "read-sectors"/),
      expect.stringMatching(/^no wrong answer misses the target of "write-sectors"/),
    ]);
  });

  it("an exercise.ts that cannot be loaded", async () => {
    await writeFile(fileOf("exercise.ts"), "export default {\n");
    expect(await checkFolder(GOOD, grade, root)).toEqual([expect.stringMatching(/^exercise\.ts cannot be loaded/)]);
  });

  it.each<[string, { right?: number; outside?: number; requests?: number }, RegExp[]]>([
    ["a fair share for each", { right: 4, outside: 1 }, []],
    ["all points for an answer that fails", { right: 10 }, [/^wrong\/right\.ts earns all points/]],
    [
      "more for leaving the array than for being slow",
      { right: 4, outside: 5 },
      [/^wrong\/outside\.ts isn't right and earns more than wrong\/right/],
    ],
    ["nothing for half of the starter's requests", { right: 0, requests: 8 }, [/^wrong\/right\.ts is right and better than the starter/]],
    ["nothing for as many requests as the starter's", { right: 0, requests: 16 }, []],
  ])("%s", (_, { right = 4, outside = 0, requests = 16 }, problems) => {
    const result = (score: number, inBounds: "pass" | "fail", requests: number): GradeResult => {
      const common = { case: "small", points: 0, maxPoints: 1, message: "", visibility: "visible" } as const;
      const checks = [
        { ...common, id: "in-bounds", title: "", kind: "correctness", verdict: inBounds },
        { ...common, id: "requests", title: "", kind: "cost", verdict: "fail" },
      ] as const;
      const metrics = [{ case: "small", access: "read", name: "requests", value: requests }] as const;
      return resultOf({ exercise: GOOD, exerciseVersion: "" }, { status: "fail", score, maxScore: 10, checks, metrics });
    };
    const wrong = new Map([
      ["right", result(right, "pass", requests)],
      ["outside", result(outside, "fail", requests)],
    ]);
    expect(creditProblems(result(0, "pass", 16), wrong)).toEqual(problems.map((problem) => expect.stringMatching(problem) as string));
  });

  it("targets that an answer meets which knows the other cases by heart", async () => {
    await edit("exercise.ts", /elsewhere: 4/g, "elsewhere: 32");
    expect(memorizedProblems(await readExerciseFolder(GOOD, root))).toEqual([
      expect.stringMatching(/^an answer that knows the shown cases by heart, and is wrong\/block-as-fastest\.ts .* 100 % of drawn cases/),
    ]);
  });

  it.each([
    ["all", "i < n", "100"],
    ["some", "i < n && n % 2 === 0", "[1-9]\\d?"],
  ])("drawn cases of which %s suit the starter", async (_which, condition, share) => {
    await writeFile(fileOf("starter.ts"), (await read("solution.ts")).replaceAll("i < n", condition));
    const said = `^an answer that knows the shown cases by heart, and is starter\\.ts in others, .* ${share} % of drawn cases`;
    expect(memorizedProblems(await readExerciseFolder(GOOD, root))).toEqual([expect.stringMatching(new RegExp(said))]);
  });

  it("an exercise that pays for doing next to nothing", async () => {
    await override("points: 21 + 3, starterPasses: undefined, checks: given.checks.map((check) => ({ ...check, isEssential: false }))");
    const { exercise } = await readExerciseFolder(GOOD, root);
    expect(lazyAnswerProblems(exercise)).toEqual([
      expect.stringMatching(/^an answer that does next to nothing earns \d+ % of the points \(read returns null, write returns null\)/),
    ]);
  });

  it("an exercise that an adversarial answer passes", async () => {
    const folder = await readExerciseFolder(GOOD, root);
    const solution = await read("solution.ts");
    expect(await adversarialAnswerProblems(folder, grade, { "knows the solution": solution })).toEqual([
      expect.stringMatching(/^an answer that knows nothing passes \("knows the solution"\): add a check or a case that it fails/),
    ]);
  });
});

describe("kernel.cu", () => {
  it("is a file that every exercise has", async () => {
    await unlink(fileOf("kernel.cu"));
    expect(await problems()).toEqual(["add kernel.cu: every exercise has one"]);
  });

  it("does not change the version that verdicts carry; every other file does", async () => {
    const version = async () => (await readExerciseFolder(GOOD, root)).version;
    const before = await version();
    await edit("kernel.cu", "in[from]", "in[from] + 0");
    expect(await version()).toBe(before);
    await edit("prompt.mdx", /$/, " ");
    expect(await version()).not.toBe(before);
  });
});

describe("adversarial answers", () => {
  it("have every export that the exercise asks for", () => {
    const sources = adversarialSources([
      { name: "pitch", kind: "number", description: "" },
      { name: "read", kind: "function", description: "" },
    ]);
    expect(Object.keys(sources).length).toBeGreaterThanOrEqual(20);
    for (const source of Object.values(sources)) {
      expect(source).toContain("export const pitch");
      expect(source).toContain("export function read(");
    }
  });
});
