import { afterAll, describe, expect, it } from "vitest";
import { exerciseIds } from "../exercise/folder.ts";
import { NodeSandbox } from "../host/node.ts";
import { checkFolder } from "./contract.ts";

describe("every exercise keeps the contract", async () => {
  const sandbox = new NodeSandbox();
  afterAll(() => sandbox.close());

  it.each(await exerciseIds())(
    "%s",
    async (id) => {
      expect(await checkFolder(id, (job) => sandbox.run(job))).toEqual([]);
    },
    180_000,
  );
});
