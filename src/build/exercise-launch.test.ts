import { describe, expect, test } from "vitest";
import { exerciseIds, readExerciseFolder } from "#kit/folder.ts";
import { profileRun } from "#notebook/lab/profile.ts";
import { filledWith, launchInLab, naiveKernel } from "./exercise-launch.ts";

const folders = await Promise.all((await exerciseIds()).map((id) => readExerciseFolder(id)));
const named = folders.map((folder) => [folder.exercise.id, folder] as const);
const naive = folders.flatMap((folder) => {
  const source = naiveKernel(folder);
  return source === undefined ? [] : [[folder.exercise.id, folder, source] as const];
});

describe("the kernel of an exercise runs in the lab with its solution, without a finding", () => {
  test.each(named)("%s", async (_, folder) => {
    const source = filledWith(folder, folder.files.get("solution.ts") ?? "") ?? "";
    const { outcome } = profileRun({ source, launch: await launchInLab(folder), device: "h200" });
    expect(outcome).toMatchObject({ kind: "profile", status: "done", findings: [] });
  });
});

describe("so it does with a naive answer", () => {
  test("most exercises have one", () => expect(naive.length).toBeGreaterThan(folders.length / 2));

  test.each(naive)("%s", async (_, folder, source) => {
    const { outcome } = profileRun({ source, launch: await launchInLab(folder), device: "h200" });
    expect(outcome).toMatchObject({ kind: "profile", status: "done", findings: [] });
  });
});
