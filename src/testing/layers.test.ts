import { describe, expect, it } from "vitest";
import { layerProblem } from "./layers.mjs";

describe("layerProblem", () => {
  it.each([
    ["grader/simulator/kernel/run.ts", "../devices.ts"],
    ["grader/simulator/devices.test.ts", "vitest"],
    ["grader/cli/analyze.ts", "../simulator/index.ts"],
    ["exercises/row-walk/exercise.ts", "../../grader/exercise/exercise.ts"],
    ["src/figures/warp-request/view.ts", "../drawing/lane-colours.ts"],
    ["src/figures/warp-request/view.ts", "./model.ts"],
    ["src/pages/index.astro", "../components/Hero.astro"],
  ])("lets %s import %s", (file, specifier) => {
    expect(layerProblem(file, specifier)).toBeUndefined();
  });

  it.each([
    ["grader/simulator/devices.ts", "node:fs"],
    ["grader/simulator/devices.ts", "../judge/result.ts"],
    ["grader/simulator/devices.test.ts", "../hardware/agreement.ts"],
    ["grader/sandbox/answer/answer.ts", "../run-job.ts"],
    ["grader/cli/main.ts", "../../src/notebook/autosave.ts"],
    ["exercises/row-walk/exercise.ts", "../../src/notebook/cell.ts"],
    ["exercises/row-walk/solution.ts", "../../grader/simulator/index.ts"],
    ["exercises/row-walk/wrong/off-by-one.ts", "node:fs"],
    ["src/figures/warp-request/view.ts", "../bank-grid/view.ts"],
    ["src/notebook/cell.ts", "../components/Cell.astro"],
  ])("keeps %s from importing %s", (file, specifier) => {
    expect(layerProblem(file, specifier)).toMatch(/so not/);
  });
});
