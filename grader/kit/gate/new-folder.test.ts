import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grade as gradeHere } from "#judge/grade.ts";
import { readExerciseFolder } from "../folder.ts";
import { answerProblems, targetProblems, type GradeAnswer } from "./answer-problems.ts";
import { blankProblems, checkFolder } from "./contract.ts";
import { folderProblems } from "./folder-problems.ts";
import { kernelRunProblems } from "./kernel-problems.ts";
import { BLANK, familyNames, writeNewFolder } from "./new-folder.ts";

const projectRoot = fileURLToPath(new URL("../../../", import.meta.url));

/** A folder of exercises inside the project, so that they can import "#kit". */
let root: string;

beforeAll(async () => {
  const cache = path.join(projectRoot, ".cache");
  await mkdir(cache, { recursive: true });
  root = path.join(await mkdtemp(path.join(cache, "new-folder-")), "exercises");
});

afterAll(() => rm(path.dirname(root), { recursive: true }));

/** The answers of these tests are harmless: they need no sandbox. */
const grade: GradeAnswer = async (job) => {
  const { exercise } = await readExerciseFolder(job.exercise, root);
  return gradeHere(job, exercise, () => undefined);
};

describe.each(familyNames)("a new exercise of the family %s", (family) => {
  const id = `of-family-${family}`;
  let files: readonly string[];
  beforeAll(async () => {
    files = await writeNewFolder(id, family, root);
  });

  it("has about 40 lines, and two wrong answers", async () => {
    expect(files).toEqual([
      "exercise.ts",
      "prompt.mdx",
      "starter.ts",
      "solution.ts",
      "kernel.cu",
      expect.stringMatching(/^wrong\//),
      expect.stringMatching(/^wrong\//),
    ]);
    const description = await readFile(path.join(root, id, "exercise.ts"), "utf8");
    expect(description.split("\n").length).toBeLessThanOrEqual(family === "none" ? 65 : 45);
  });

  it("has blanks that check reports by file and line, and keeps the contract once they are filled", async () => {
    const blanks = await checkFolder(id, grade, root);
    expect(blanks.map((blank) => blank.replace(/:\d+:/, ""))).toEqual([
      `exercise.ts fill the blank "${BLANK} a title of a few words"`,
      `exercise.ts fill the blank "${BLANK} one sentence: what the learner writes"`,
      `exercise.ts fill the blank "${BLANK} a nudge"`,
      `exercise.ts fill the blank "${BLANK} nearly the answer"`,
      ...Array<string>(2).fill(`exercise.ts fill the blank "${BLANK} what question points at the cause?"`),
      `prompt.mdx fill the blank "${BLANK} what lies in memory, what is to end up where, and what it may cost."`,
    ]);

    for (const name of files) {
      const file = path.join(root, id, name);
      await writeFile(file, (await readFile(file, "utf8")).replaceAll(BLANK, "Filled:"));
    }
    expect(await blankProblems(path.join(root, id))).toEqual([]);
    const folder = await readExerciseFolder(id, root);
    expect(folderProblems(id, folder)).toEqual([]);
    expect(await answerProblems(folder, grade)).toEqual([]);
    expect(await targetProblems(folder, root)).toEqual([]);
    expect(await kernelRunProblems(folder, root)).toEqual([]);
  });
});

it("does not overwrite an existing folder", async () => {
  await writeNewFolder("there-already", "map", root);
  await expect(writeNewFolder("there-already", "map", root)).rejects.toThrow("EEXIST");
});
