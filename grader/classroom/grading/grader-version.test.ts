import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { graderVersion, hashOfGrader, installedLibraries } from "./grader-version.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "coalesce-grader-"));
  await cp(fileURLToPath(new URL("../../", import.meta.url)), root, {
    recursive: true,
    filter: (source) => !/[/\\](data|probes)$/.test(source),
  });
});
afterEach(() => rm(root, { recursive: true }));

describe("the version of the grader", () => {
  it("is the same for the same sources, wherever they lie", () => expect(hashOfGrader(root, installedLibraries())).toBe(graderVersion()));

  it.each([...installedLibraries().keys()])("is another one with another version of %s", (library) => {
    const upgraded = installedLibraries().set(library, "99.0.0");
    expect(hashOfGrader(root, upgraded)).not.toBe(graderVersion());
  });

  it.each([
    ["another judge", "judge/judge.ts", true],
    ["another sentence", "judge/report/evidence-sentence.ts", true],
    ["another way in", "judge/grade.ts", true],
    ["another sentence about a limit", "sandbox/host/limits.ts", true],
    ["a new source", "simulator/kernel/new.ts", true],
    ["a test", "judge/judge.test.ts", false],
    ["a helper of the tests", "testing/without-full-size.ts", false],
    ["another gradebook", "classroom/reports/words.ts", false],
  ])("%s (%s): another version, %s", async (_, file, isAnother) => {
    await writeFile(path.join(root, file), "// changed\n");
    expect(hashOfGrader(root, installedLibraries()) !== graderVersion()).toBe(isAnother);
  });
});
