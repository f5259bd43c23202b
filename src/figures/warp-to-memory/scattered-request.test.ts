import { expect, test } from "vitest";
import { globalCost, h100 } from "#simulator";
import { scatteredRequest } from "./scattered-request.ts";

test("every lane has a line to itself", () => {
  expect(globalCost(scatteredRequest(), h100)).toMatchObject({ cacheLines: 32, sectors: 32 });
});
