import { afterAll, describe, expect, it } from "vitest";
import { exerciseIds } from "../folder.ts";
import { SandboxPool } from "#sandbox/host/sandbox-pool.ts";
import { checkFolder } from "./contract.ts";

describe("every exercise keeps the contract", async () => {
  const sandboxes = new SandboxPool();
  afterAll(() => sandboxes.close());

  it.concurrent.each(await exerciseIds())(
    "%s",
    async (id) => {
      expect(await checkFolder(id, (job) => sandboxes.grade(job))).toEqual([]);
    },
    // All of them run at once, so that each takes as long as nearly all together.
    600_000,
  );
});
