import { afterAll, describe, expect, it, vi } from "vitest";
import { exerciseIds } from "../folder.ts";
import { FolderSandboxes } from "#sandbox/host/sandbox-pool.ts";
import { checkFolder } from "./contract.ts";

const sandboxes = new FolderSandboxes();
// The sandboxes work on one folder each.
vi.setConfig({ maxConcurrency: sandboxes.size });

describe("every exercise keeps the contract", async () => {
  afterAll(() => sandboxes.close());

  it.concurrent.each(await exerciseIds())(
    "%s",
    async (id) => {
      expect(await checkFolder(id, sandboxes.grade)).toEqual([]);
    },
    // Several run at once.
    600_000,
  );
});
