import { afterAll, describe, expect, it, vi } from "vitest";
import { exerciseIds, readExerciseFolder } from "../folder.ts";
import { FolderSandboxes } from "#sandbox/host/sandbox-pool.ts";
import { checkFolder } from "./contract.ts";
import { explanationProblems } from "./folder-problems.ts";

const sandboxes = new FolderSandboxes();
// The sandboxes work on one folder each.
vi.setConfig({ maxConcurrency: sandboxes.size });

describe("every exercise keeps the contract", async () => {
  afterAll(() => sandboxes.close());

  it("and explains its solution", async () => {
    const folders = await Promise.all((await exerciseIds()).map(async (id) => ({ id, files: (await readExerciseFolder(id)).files })));
    expect(folders.flatMap(({ id, files }) => explanationProblems(files).map((problem) => `${id}: ${problem}`))).toEqual([]);
  });

  it.concurrent.each(await exerciseIds())(
    "%s",
    async (id) => {
      expect(await checkFolder(id, sandboxes.grade)).toEqual([]);
    },
    // Several run at once.
    600_000,
  );
});
