import { expect, test } from "vitest";
import { launchedShare, paybackPasses } from "./transpose-numbers.ts";

test("a launch of 32 × 8 threads for each tile of 32 × 32 writes a quarter of the matrix", () => expect(launchedShare()).toBe(1 / 4));

test("the more a strided pass costs, the sooner a transposed copy pays for itself", () => {
  expect([paybackPasses("reads"), paybackPasses("writes")]).toEqual(["2 passes", "1 pass"]);
});
