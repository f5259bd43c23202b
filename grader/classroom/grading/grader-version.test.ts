import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { graderVersion, hashOfGrader, installedLibraries } from "./grader-version.ts";

/** A copy of the grader. Each test changes one file of it, and restores it. */
let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "coalesce-grader-"));
  await cp(fileURLToPath(new URL("../../", import.meta.url)), root, {
    recursive: true,
    filter: (source) => !/[/\\](data|probes)$/.test(source),
  });
});
afterAll(() => rm(root, { recursive: true }));

/** The version of the copy with another text in one of its files. */
async function versionWith(name: string): Promise<string> {
  const file = path.join(root, name);
  const text = await readFile(file).catch(() => undefined);
  await writeFile(file, "// changed\n");
  try {
    return hashOfGrader(root, installedLibraries());
  } finally {
    if (text === undefined) await rm(file);
    else await writeFile(file, text);
  }
}

describe("the version of the grader", () => {
  it("is the same for the same sources in another folder", () => expect(hashOfGrader(root, installedLibraries())).toBe(graderVersion()));

  it.each([...installedLibraries().keys()])("changes with the version of %s", (library) => {
    const upgraded = installedLibraries().set(library, "99.0.0");
    expect(hashOfGrader(root, upgraded)).not.toBe(graderVersion());
  });

  it.each([
    ["judge/judge.ts", true],
    ["judge/report/evidence-sentence.ts", true],
    ["judge/grade.ts", true],
    ["sandbox/host/limits.ts", true],
    ["pictures/format.ts", true],
    ["simulator/kernel/new.ts", true],
    ["judge/cuda/judge-cuda.ts", true],
    ["cuda/machine/races.ts", true],
    ["judge/judge.test.ts", false],
    ["kit/cuda/translate-answer.ts", false],
    ["testing/new-helper.ts", false],
    ["classroom/reports/gradebook-csv.ts", false],
  ])("when %s changes: the version changes: %s", async (file, isAnother) => {
    expect((await versionWith(file)) !== graderVersion()).toBe(isAnother);
  });
});
